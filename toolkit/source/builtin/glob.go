package builtin

import (
	"fmt"
	"path/filepath"
	"strings"

	"github.com/bmatcuk/doublestar/v4"

	"toolbench/toolkit/tool"
)

type globInput struct {
	Pattern string `json:"pattern"`
	Path    string `json:"path"`
	Limit   int    `json:"limit"`
}

func globTool(files place) tool.Tool {
	return define(definition{
		name:  "glob",
		title: "Find files by name",
		description: `Lists the files whose paths match a pattern, sorted, one a line and relative to path. ` +
			`* and ? stay within one folder, ** goes through any number of them, {a,b} and [a-z] choose. Hidden files are found too; .git is passed over.`,
		schema: `{
  "type": "object",
  "properties": {
    "pattern": {"type": "string", "description": "The pattern, such as **/*.go or src/*.{js,ts}."},
    "path": {"type": "string", "description": "The folder to look in. Without it, the base folder."},
    "limit": {"type": "integer", "minimum": 1, "default": 100, "description": "How many files to list at most."}
  },
  "required": ["pattern"]
}`,
		annotations: readOnly,
	}, func(ctx *tool.ToolContext, in globInput) (tool.ToolResult, error) {
		if filepath.IsAbs(in.Pattern) && in.Path == "" {
			in.Path, in.Pattern = doublestar.SplitPattern(filepath.ToSlash(in.Pattern))
		}
		in.Pattern = strings.TrimPrefix(in.Pattern, "./")
		if err := checkGlob("pattern", in.Pattern); err != nil {
			return tool.ToolResult{}, err
		}
		root, err := files.folder(in.Path)
		if err != nil {
			return tool.ToolResult{}, err
		}
		all, err := walk(ctx, root)
		if err != nil {
			return tool.ToolResult{}, because(orHere(in.Path), err)
		}
		var list listing
		for _, f := range all {
			if doublestar.MatchUnvalidated(in.Pattern, f.name) {
				list.add(f.name, in.Limit)
			}
		}
		if list.count == 0 {
			list.lines = []string{fmt.Sprintf("No file matches %s in %s.", in.Pattern, orHere(in.Path))}
		}
		return list.result("file"), nil
	})
}

func orHere(path string) string {
	if path == "" {
		return "the base folder"
	}
	return path
}

// A listing is lines up to a limit, and how many there would have been.
type listing struct {
	lines []string
	count int
}

func (l *listing) add(line string, limit int) {
	if l.count++; len(l.lines) < limit {
		l.lines = append(l.lines, line)
	}
}

// result is the listing as a result. The noun says what a line is.
func (l *listing) result(noun string) tool.ToolResult {
	result := tool.ToolResult{Metadata: map[string]any{"count": l.count}}
	if left := l.count - len(l.lines); left > 0 {
		result.SetMetadata("leftOut", left)
		l.lines = append(l.lines, fmt.Sprintf("[%s left out; a higher limit or a narrower pattern shows the rest]", counted(left, "more "+noun)))
	}
	result.Output = strings.Join(l.lines, "\n")
	return result
}
