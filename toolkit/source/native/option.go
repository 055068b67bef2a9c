package native

import (
	"encoding/json"

	"toolbench/toolkit/tool"
)

// An Option says more about a typed tool than its types can.
type Option func(*options)

type options struct {
	title       string
	annotations tool.Annotations
	inputSchema func() (*shape, error)
	output      func() (json.RawMessage, error)
}

// WithTitle gives the tool a name for people.
func WithTitle(title string) Option { return func(o *options) { o.title = title } }

// WithReadOnly declares that the tool changes nothing.
func WithReadOnly() Option { return func(o *options) { o.annotations.ReadOnly = new(true) } }

// WithDestructive declares that the tool may destroy something.
func WithDestructive() Option { return func(o *options) { o.annotations.Destructive = new(true) } }

// WithInputSchema gives the schema of an input whose shape is only known at run
// time, in place of the inferred one. The tool's input type must then be any,
// map[string]any or json.RawMessage.
func WithInputSchema(schema map[string]any) Option {
	return func(o *options) {
		o.inputSchema = func() (*shape, error) {
			raw, err := json.Marshal(schema)
			if err != nil {
				return nil, err
			}
			return newShape(schema, raw), nil
		}
	}
}

// WithRawInputSchema is [WithInputSchema] for a schema as JSON, whose order of
// properties is kept.
func WithRawInputSchema(schema json.RawMessage) Option {
	return func(o *options) { o.inputSchema = func() (*shape, error) { return parseShape(schema) } }
}

// WithStructured declares that the structured content of the result is a T, for
// a tool whose function returns a [tool.ToolResult]. See [Structured].
func WithStructured[T any]() Option { return func(o *options) { o.output = inferOutput[T] } }

// Structured is a result with its own text beside content as structured
// content.
func Structured(output string, content any) (tool.ToolResult, error) {
	r, err := succeeded(content)
	r.Output = output
	return r, err
}
