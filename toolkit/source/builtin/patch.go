package builtin

import (
	"fmt"

	"toolbench/toolkit/tool"
)

type patchInput struct {
	PatchText string `json:"patchText"`
}

func patchTool(files place) tool.Tool {
	return define(definition{
		name:  "apply_patch",
		title: "Apply a patch",
		description: "Changes, adds, moves and deletes text files, all of them or none. The patch is written like this:\n" +
			"*** Begin Patch\n" +
			"*** Update File: src/app.go\n" +
			"*** Move to: src/main.go (only to move it)\n" +
			"@@ func main() {\n" +
			" a line that stays\n" +
			"-a line that goes\n" +
			"+a line that comes\n" +
			"*** Add File: notes.txt\n" +
			"+every line begins with a plus\n" +
			"*** Delete File: old.txt\n" +
			"*** End Patch\n" +
			"After @@ may stand a line above the place, to find it by. About three lines that stay, before and after a change, make its place certain. " +
			"A unified diff (---, +++, @@ -1,3 +1,4 @@) is understood too.",
		schema: `{
  "type": "object",
  "properties": {
    "patchText": {"type": "string", "description": "The whole patch, from *** Begin Patch to *** End Patch."}
  },
  "required": ["patchText"]
}`,
		annotations: destructive,
	}, func(_ *tool.ToolContext, in patchInput) (tool.ToolResult, error) {
		changes, err := parsePatch(in.PatchText)
		if err != nil {
			return tool.ToolResult{}, fmt.Errorf("the patch can not be read: %w", err)
		}
		plan, err := planPatch(files, changes)
		if err != nil {
			return tool.ToolResult{}, fmt.Errorf("nothing was changed: %w", err)
		}
		if err := plan.carryOut(); err != nil {
			return tool.ToolResult{}, err
		}
		return plan.result(), nil
	})
}

// A verb is what a patch does with a file.
type verb string

const (
	add    verb = "Add"
	update verb = "Update"
	remove verb = "Delete"
)

// A change is what a patch says about one file.
type change struct {
	verb   verb
	path   string
	moveTo string // "" to stay
	line   int    // of the patch
	// content is what an added file holds.
	content string
	hunks   []hunk
}
