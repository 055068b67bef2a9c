package toolkit

import (
	"context"
	"encoding/json"

	"toolbench/toolkit/provider"
	"toolbench/toolkit/source/builtin"
	"toolbench/toolkit/source/native"
	"toolbench/toolkit/tool"
)

// The core types, under the names of the documents that describe them.
type (
	// Tool is a named, described callable with a schema for its input.
	Tool = tool.Tool
	// ToolSource is the kind of source that a tool came from.
	ToolSource = tool.ToolSource
	// ToolResult is what calling a tool yields.
	ToolResult = tool.ToolResult
	// ToolContext is what a running tool is handed.
	ToolContext = tool.ToolContext
	// ContentPart is a piece of output that is not the text of the result.
	ContentPart = tool.ContentPart
	// JSONSchema is a JSON Schema object, decoded.
	JSONSchema = tool.JSONSchema
	// Request is what a suspended call waits for.
	Request = tool.Request
	// Answer is what is said to a Request.
	Answer = tool.Answer
	// Question is one question of a Request of kind question.
	Question = tool.Question
	// Progress says how far a call has come.
	Progress = tool.Progress
)

// The types of a content part.
const (
	PartText  = tool.PartText
	PartImage = tool.PartImage
	PartFile  = tool.PartFile
	PartAudio = tool.PartAudio
)

// ErrNobodyToAsk is returned by [ToolContext.WaitFor] when nobody could answer.
var ErrNobodyToAsk = tool.ErrNobodyToAsk

// Pending is a result that suspends the call until req is answered.
func Pending(req Request) ToolResult { return tool.Pending(req) }

// PendingOf is the request of a suspended result, or nil.
func PendingOf(r ToolResult) *Request { return tool.PendingOf(r) }

// AuthRequired is a result that suspends the call until the person has
// authorized it at url. An empty prompt takes the default.
func AuthRequired(url, prompt string) ToolResult { return tool.AuthRequired(url, prompt) }

// Sanitize makes a name that every model provider takes.
func Sanitize(name string) string { return tool.Sanitize(name) }

// Fail makes err one that the model may read.
func Fail(ctx context.Context, err error) error { return tool.Fail(ctx, err) }

// Interrupt is the error with which a resumable tool suspends its call.
func Interrupt(req Request) error { return tool.Interrupt(req) }

// AttachParts adds parts to the result of the call behind ctx.
func AttachParts(ctx context.Context, parts ...ContentPart) { tool.AttachParts(ctx, parts...) }

// SendChunk hands over a piece of partial output of the call behind ctx.
func SendChunk(ctx context.Context, text string) { tool.SendChunk(ctx, text) }

// CreateBuiltinTools is the built-in tools with their default options.
func CreateBuiltinTools() []Tool { return builtin.Tools(builtin.Options{}) }

// NativeTool makes a tool of a function.
func NativeTool(name, description string, schema JSONSchema, fn func(ctx context.Context, args map[string]any) (string, error)) Tool {
	return native.NativeTool(name, description, schema, fn)
}

// DefineTool makes a tool of a typed function: see [native.DefineTool].
func DefineTool[In, Out any](name, description string, fn func(ctx *ToolContext, in In) (Out, error), options ...native.Option) Tool {
	return native.DefineTool(name, description, fn, options...)
}

// DefineResumableTool makes a tool of a typed function that may suspend its
// call: see [native.DefineResumableTool].
func DefineResumableTool[In, Out, Ans any](name, description string, fn func(ctx *ToolContext, in In, answer *Ans) (Out, error), options ...native.Option) Tool {
	return native.DefineResumableTool(name, description, fn, options...)
}

// ToOpenAI is the catalogue as OpenAI's chat completions take it: the value of
// "tools".
func (tk *Toolkit) ToOpenAI() json.RawMessage { return provider.Tools(provider.OpenAI, tk.Tools()) }

// ToAnthropic is the catalogue as Anthropic's messages take it: the value of
// "tools".
func (tk *Toolkit) ToAnthropic() json.RawMessage {
	return provider.Tools(provider.Anthropic, tk.Tools())
}

// ToGemini is the catalogue as Gemini's generateContent takes it: the value of
// "tools".
func (tk *Toolkit) ToGemini() json.RawMessage { return provider.Tools(provider.Gemini, tk.Tools()) }
