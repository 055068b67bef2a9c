// Package tool holds what every other package speaks of: what a tool is, what
// calling one yields, and what a running tool may ask of whoever called it.
//
// A [Tool] is the same five fields whatever it came from: an MCP server, a
// skill, a built-in, a Go function, an HTTP endpoint, an A2A agent or a
// command. What a source knows beyond them rides in [Tool.Details].
package tool

import (
	"encoding/json"
	"regexp"
)

// JSONSchema is a JSON Schema object, decoded. It has no property order; the
// bytes that have it are in [Details.InputSchema].
type JSONSchema = map[string]any

// ToolSource says what kind of source a tool came from. It is one of the seven
// constants below.
type ToolSource string

// The seven kinds of source.
const (
	SourceMCP     ToolSource = "mcp"
	SourceSkill   ToolSource = "skill"
	SourceBuiltin ToolSource = "builtin"
	SourceNative  ToolSource = "native"
	SourceHTTP    ToolSource = "http"
	SourceA2A     ToolSource = "a2a"
	SourceCustom  ToolSource = "custom"
)

// ExecuteFunc runs a tool. The context may be nil. A result with IsError is an
// outcome that a model may read; a returned error is a fault of the tool's code.
type ExecuteFunc = func(args map[string]any, ctx *ToolContext) (ToolResult, error)

// A Tool is a named, described callable with a schema for its input.
type Tool struct {
	// Name is what a model calls: [a-zA-Z0-9_-] only, see [Sanitize].
	Name string `json:"name"`
	// Description is what a model reads to decide whether to call it.
	Description string `json:"description"`
	// InputSchema is the JSON Schema of the arguments.
	InputSchema JSONSchema `json:"inputSchema"`
	// Source is the kind of source that the tool came from.
	Source ToolSource `json:"source"`
	// Execute runs the tool. It is nil for a tool that can be read about but
	// not called; [Details.Uncallable] then says why.
	Execute ExecuteFunc `json:"-"`
	// Details is what the source knows beyond the five fields; it may be nil.
	Details *Details `json:"-"`
}

// Details is what a source knows of a tool beyond the fields that a model sees.
type Details struct {
	// ShortName is the tool's name as its source spells it, before the
	// server's name was put in front.
	ShortName string
	// Title is a name for people.
	Title string
	// Server is the MCP server, agent, skills folder or document that the
	// tool belongs to; empty for built-ins and Go functions.
	Server string
	// Annotations are the hints the tool gives about itself. They come from
	// an untrusted party.
	Annotations Annotations
	// InputSchema and OutputSchema are the schemas' bytes as the source wrote
	// them, with their property order; nil when there are none.
	InputSchema, OutputSchema json.RawMessage
	// Icons are pictures of the tool, by URL. They are never fetched unasked.
	Icons []Icon
	// Meta is the definition's own _meta object as sent.
	Meta json.RawMessage
	// Definition is the whole definition as sent, when the source has one.
	Definition json.RawMessage
	// Method is the MCP method by which it is reached when that is not
	// tools/call: resources/read and prompts/get stand for what a server has
	// beside tools.
	Method string
	// Problem is a sentence on what is wrong with the definition, empty when
	// it is sound. A tool with a problem may still be called.
	Problem string
	// Uncallable is a sentence on why the tool can not be called; empty when
	// it can.
	Uncallable string
}

// Annotations are a tool's hints about itself, with the names of MCP's
// ToolAnnotations. A nil hint was not given.
type Annotations struct {
	ReadOnly, Destructive, Idempotent, OpenWorld *bool
}

// An Icon is a picture of a tool.
type Icon struct {
	URL      string
	MimeType string
	Sizes    []string
}

// ShortName is the tool's name as its source spells it.
func (t Tool) ShortName() string {
	if t.Details != nil && t.Details.ShortName != "" {
		return t.Details.ShortName
	}
	return t.Name
}

// Title is the name to show to people: the title when there is one, else the
// short name.
func (t Tool) Title() string {
	if t.Details != nil && t.Details.Title != "" {
		return t.Details.Title
	}
	return t.ShortName()
}

// Server is the server, agent or document that the tool belongs to, or "".
func (t Tool) Server() string {
	if t.Details == nil {
		return ""
	}
	return t.Details.Server
}

// Schema is the input schema's bytes: as the source wrote them when it kept
// them, else InputSchema written anew with its keys sorted. It is never empty.
func (t Tool) Schema() json.RawMessage {
	if t.Details != nil && len(t.Details.InputSchema) > 0 {
		return t.Details.InputSchema
	}
	if t.InputSchema == nil {
		return json.RawMessage(`{}`)
	}
	b, err := json.Marshal(t.InputSchema)
	if err != nil {
		return json.RawMessage(`{}`)
	}
	return b
}

// OutputSchema is the schema of the structured output, or nil.
func (t Tool) OutputSchema() json.RawMessage {
	if t.Details == nil {
		return nil
	}
	return t.Details.OutputSchema
}

// ReadOnly tells whether the tool declares that it changes nothing.
func (t Tool) ReadOnly() bool { return t.Details != nil && isTrue(t.Details.Annotations.ReadOnly) }

// Destructive tells whether the tool declares that it may destroy something.
// A tool that says nothing is not taken for one, although MCP's default for a
// missing destructiveHint is true: else nearly every tool would ask.
func (t Tool) Destructive() bool {
	return t.Details != nil && isTrue(t.Details.Annotations.Destructive) && !t.ReadOnly()
}

func isTrue(b *bool) bool { return b != nil && *b }

var unsafeInName = regexp.MustCompile(`[^a-zA-Z0-9_-]`)

// Sanitize makes a name that every model provider takes: each character
// outside [a-zA-Z0-9_-] becomes an underscore.
func Sanitize(name string) string { return unsafeInName.ReplaceAllString(name, "_") }
