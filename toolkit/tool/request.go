package tool

import (
	"encoding/json"
	"strconv"
	"sync/atomic"
	"time"
)

// The kinds of [Request] that this program knows. The vocabulary is open: any
// other kind is shown with its prompt and a JSON field.
const (
	// KindAuthorization asks to open a URL outside; secrets are asked for no
	// other way.
	KindAuthorization = "authorization"
	// KindApproval asks for a yes.
	KindApproval = "approval"
	// KindInput asks for data of the shape in Data["schema"], a JSON Schema.
	KindInput = "input"
	// KindQuestion asks Data["questions"]: a list of {question, header?,
	// options?, multiple?}, answered by {"answers": […]} in their order.
	KindQuestion = "question"
	// KindToolCall relays a call to the program that asked for it.
	KindToolCall = "tool_call"
	// KindSampling asks for a message in a language model's place: a server
	// wants its conversation, told in the prompt, to be gone on with. It is
	// answered like [KindInput]; Data["request"] is what the server sent.
	KindSampling = "sampling"
)

// A Request is what a suspended call waits for.
type Request struct {
	// ID correlates the request with its [Answer].
	ID string `json:"id"`
	// Kind is one of the Kind… constants, or another word.
	Kind string `json:"kind"`
	// Prompt is the question, for a person to read.
	Prompt string `json:"prompt"`
	// URL is where an authorization takes place.
	URL string `json:"url,omitempty"`
	// Data is what the kind needs beside the prompt.
	Data map[string]any `json:"data,omitempty"`
	// ExpiresAt is when the request is of no use any more; zero for never.
	ExpiresAt time.Time `json:"expiresAt,omitzero"`
	// Details is what the source knows of the request beyond these fields.
	Details *RequestDetails `json:"-"`
}

// RequestDetails is what a source knows of a request beyond its fields.
type RequestDetails struct {
	// Schema is the bytes of Data["schema"] as the source wrote them, with
	// their property order.
	Schema json.RawMessage
}

// Schema is the schema of the answer's data: as the source wrote it when it
// kept the bytes, else Data["schema"] written anew, nil when there is none.
func (r Request) Schema() json.RawMessage {
	if r.Details != nil && len(r.Details.Schema) > 0 {
		return r.Details.Schema
	}
	v, ok := r.Data["schema"]
	if !ok {
		return nil
	}
	b, err := json.Marshal(v)
	if err != nil {
		return nil
	}
	return b
}

// A Question is one entry of a [KindQuestion] request's Data["questions"].
type Question struct {
	Question string   `json:"question"`
	Header   string   `json:"header,omitempty"`
	Options  []string `json:"options,omitempty"`
	Multiple bool     `json:"multiple,omitempty"`
}

// Questions is the request's questions, empty when it has none that can be read.
func (r Request) Questions() []Question {
	b, err := json.Marshal(r.Data["questions"])
	if err != nil {
		return nil
	}
	var qs []Question
	if json.Unmarshal(b, &qs) != nil {
		return nil
	}
	return qs
}

// The reasons of an [Answer] that is not ok.
const (
	ReasonDeclined  = "declined"
	ReasonCancelled = "cancelled"
	ReasonExpired   = "expired"
)

// An Answer is what a person, a policy or a script says to a [Request].
type Answer struct {
	// ID is the request's.
	ID string `json:"id"`
	// OK says that the call may go on.
	OK bool `json:"ok"`
	// Data is what was asked for, when OK.
	Data map[string]any `json:"data,omitempty"`
	// Reason is one of the Reason… constants when not OK; empty means declined.
	Reason string `json:"reason,omitempty"`
	// Note is what the person added to a decline, in their own words.
	Note string `json:"note,omitempty"`
}

var requests atomic.Int64

// NewRequestID is an id that no other request of this process has.
func NewRequestID() string {
	return "pnd-" + strconv.FormatInt(time.Now().UnixMilli(), 36) + "-" + strconv.FormatInt(requests.Add(1), 10)
}

// Pending is a result that suspends the call until req is answered. A missing
// id is made.
func Pending(req Request) ToolResult {
	if req.ID == "" {
		req.ID = NewRequestID()
	}
	out := req.Prompt
	if req.URL != "" {
		out += "\n" + req.URL
	}
	return ToolResult{Output: out, IsError: true, Metadata: map[string]any{MetadataPending: req}}
}

// AuthRequired is a result that suspends the call until the person has
// authorized it at url. An empty prompt takes the default.
func AuthRequired(url, prompt string) ToolResult {
	if prompt == "" {
		prompt = "Authorization required to continue"
	}
	return Pending(Request{Kind: KindAuthorization, Prompt: prompt, URL: url})
}

// PendingOf is the request of a suspended result, or nil. It recognises a
// Request, a pointer to one, and the decoded JSON of one.
func PendingOf(r ToolResult) *Request {
	switch v := r.Metadata[MetadataPending].(type) {
	case Request:
		return &v
	case *Request:
		return v
	case map[string]any, json.RawMessage:
		b, err := json.Marshal(v)
		if err != nil {
			return nil
		}
		var req Request
		if json.Unmarshal(b, &req) != nil || req.Kind == "" {
			return nil
		}
		return &req
	}
	return nil
}
