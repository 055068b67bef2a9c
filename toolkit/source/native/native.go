// Package native makes tools of Go functions, and a source of such tools.
//
// [DefineTool] infers the schemas from the function's types: property names
// come from json tags, keywords such as enum= and minimum= from jsonschema
// tags, and descriptions from jsonschema_description tags (a description in a
// jsonschema tag ends at its first comma). [DefineResumableTool] may also stop
// to ask something. [NativeTool] takes a schema as it is.
//
// All of them call the function from the goroutine that called Execute, several
// at once when several calls run. A panic becomes the returned error "tool
// panicked"; the panic's value and stack go to [log/slog] only, since they can
// hold whatever the tool had in hand.
package native

import (
	"context"

	"toolbench/toolkit/tool"
)

// NativeTool makes a tool of fn with the schema that the caller wrote. The
// arguments are handed to fn as they came, without checking them against the
// schema; fn's context is the call's [tool.ToolContext], so that the verbs of
// package tool work on it. An error made with [tool.Fail] becomes a result for
// the model, any other error is returned.
func NativeTool(name, description string, schema tool.JSONSchema, fn func(ctx context.Context, args map[string]any) (string, error)) tool.Tool {
	t := named(name, description)
	t.InputSchema = schema
	t.Execute = func(args map[string]any, ctx *tool.ToolContext) (tool.ToolResult, error) {
		return guard(t.Name, ctx, func(ctx *tool.ToolContext) (tool.ToolResult, error) {
			output, err := fn(ctx, args)
			if err != nil {
				return failed(err, nil)
			}
			return tool.ToolResult{Output: output}, nil
		})
	}
	return t
}

// named is a native tool without schema and behaviour.
func named(name, description string) tool.Tool {
	return tool.Tool{
		Name:        tool.Sanitize(name),
		Description: description,
		Source:      tool.SourceNative,
		Details:     &tool.Details{ShortName: name},
	}
}
