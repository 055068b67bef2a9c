package builtin

import (
	"fmt"

	"toolbench/toolkit/tool"
)

type writeInput struct {
	Path    string `json:"path"`
	Content string `json:"content"`
}

func writeTool(files place) tool.Tool {
	return define(definition{
		name:  "write",
		title: "Write a file",
		description: `Writes a text file, making the folders on the way to it. A file that is there already is replaced as a whole; ` +
			`to change a part of a file, use edit.`,
		schema: `{
  "type": "object",
  "properties": {
    "path": {"type": "string", "description": "The file to write, absolute or relative to the base folder."},
    "content": {"type": "string", "description": "All that the file is to hold."}
  },
  "required": ["path", "content"]
}`,
		annotations: tool.Annotations{ReadOnly: new(false), Destructive: new(true), Idempotent: new(true), OpenWorld: new(false)},
	}, func(_ *tool.ToolContext, in writeInput) (tool.ToolResult, error) {
		file, err := files.destination(in.Path)
		if err != nil {
			return tool.ToolResult{}, err
		}
		if err := file.write(in.Content); err != nil {
			return tool.ToolResult{}, err
		}
		if file.info == nil {
			return tool.ToolResult{Output: fmt.Sprintf("Created %s (%s).", in.Path, counted(len(in.Content), "byte"))}, nil
		}
		return tool.ToolResult{Output: fmt.Sprintf("Replaced %s (%s, before %d).", in.Path, counted(len(in.Content), "byte"), file.info.Size())}, nil
	})
}
