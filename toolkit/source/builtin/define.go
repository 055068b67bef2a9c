package builtin

import (
	"encoding/json"
	"fmt"

	"toolbench/toolkit/tool"
)

// A definition is what a tool says of itself.
type definition struct {
	name, title, description string
	// schema is the input schema, flat: the argument checks know the keywords
	// type, enum, minimum, maximum, default and required at its top.
	schema       string
	outputSchema string
	annotations  tool.Annotations
}

// define makes a tool whose arguments arrive as an In. An error of execute is a
// sentence for the model.
func define[In any](d definition, execute func(*tool.ToolContext, In) (tool.ToolResult, error)) tool.Tool {
	checks := checksOf(d.schema)
	t := tool.Tool{
		Name:        d.name,
		Description: d.description,
		InputSchema: decoded(d.schema),
		Source:      tool.SourceBuiltin,
		Details: &tool.Details{
			Title:       d.title,
			Annotations: d.annotations,
			InputSchema: json.RawMessage(d.schema),
		},
	}
	if d.outputSchema != "" {
		t.Details.OutputSchema = json.RawMessage(d.outputSchema)
	}
	t.Execute = func(args map[string]any, ctx *tool.ToolContext) (tool.ToolResult, error) {
		var in In
		if err := checks.read(args, &in); err != nil {
			return tool.ErrorResult(fmt.Sprintf("%s: %s.", d.name, err)), nil
		}
		result, err := execute(ctx, in)
		if err != nil {
			return tool.ErrorResult(err.Error()), nil
		}
		return result, nil
	}
	return t
}

func decoded(schema string) tool.JSONSchema {
	var s tool.JSONSchema
	if err := json.Unmarshal([]byte(schema), &s); err != nil {
		panic("a built-in schema is not JSON: " + err.Error()) // found by any test
	}
	return s
}

// The annotations of the three kinds of built-in tools.
var (
	readOnly    = tool.Annotations{ReadOnly: new(true), OpenWorld: new(false)}
	destructive = tool.Annotations{ReadOnly: new(false), Destructive: new(true), OpenWorld: new(false)}
)
