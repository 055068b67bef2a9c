package demo

import (
	_ "embed"
	"encoding/json"
	"fmt"

	"toolbench/toolkit/source/native"
	"toolbench/toolkit/tool"
)

// The schema has every kind of field that a form can show, and some that it can
// only show as JSON.
//
//go:embed everything.json
var everythingSchema []byte

func everythingTool() tool.Tool {
	return native.DefineTool("everything", "Takes a form with every kind of field and gives back exactly what arrived. Nothing is ordered.",
		func(_ *tool.ToolContext, in json.RawMessage) (tool.ToolResult, error) {
			return native.Structured(fmt.Sprintf("%d bytes arrived.", len(in)), in)
		}, native.WithRawInputSchema(everythingSchema), native.WithReadOnly(), native.WithTitle("Every kind of field"))
}
