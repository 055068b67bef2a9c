package tool

import "encoding/json"

// The keys of [ToolResult.Metadata] that mean something to this program.
const (
	// MetadataPending holds the [Request] of a suspended call.
	MetadataPending = "pending"
	// MetadataStructured holds structured content that is not text, as a
	// json.RawMessage with its digits exact (MCP structuredContent, A2A data
	// parts).
	MetadataStructured = "structuredContent"
	// MetadataMeta holds a server's own _meta object, as a json.RawMessage.
	// Nothing that a server sends reaches Metadata under any other key, so it
	// can not forge a suspension.
	MetadataMeta = "_meta"
)

// A ToolResult is what calling a tool yields.
type ToolResult struct {
	// Output is the text handed to the model. It is required, also beside Parts.
	Output string `json:"output"`
	// IsError says that the call failed in a way that a model may read and
	// recover from. A suspension has it set too: see [PendingOf].
	IsError bool `json:"isError"`
	// Parts is output that is not text.
	Parts []ContentPart `json:"parts,omitempty"`
	// Metadata is free-form but for the Metadata… keys above. The model does
	// not see it.
	Metadata map[string]any `json:"metadata,omitempty"`
}

// Structured is the result's structured content as raw JSON, or nil.
func (r ToolResult) Structured() json.RawMessage { return r.rawMetadata(MetadataStructured) }

// Meta is the _meta object that a server sent with the result, or nil.
func (r ToolResult) Meta() json.RawMessage { return r.rawMetadata(MetadataMeta) }

func (r ToolResult) rawMetadata(key string) json.RawMessage {
	switch v := r.Metadata[key].(type) {
	case nil:
		return nil
	case json.RawMessage:
		return v
	default:
		b, err := json.Marshal(v)
		if err != nil {
			return nil
		}
		return b
	}
}

// SetMetadata sets one key, making the map when there is none.
func (r *ToolResult) SetMetadata(key string, value any) {
	if r.Metadata == nil {
		r.Metadata = map[string]any{}
	}
	r.Metadata[key] = value
}

// ErrorResult is a result that says why a call failed, for a model to read.
func ErrorResult(sentence string) ToolResult { return ToolResult{Output: sentence, IsError: true} }
