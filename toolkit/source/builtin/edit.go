package builtin

import (
	"errors"
	"fmt"
	"strconv"
	"strings"

	"toolbench/toolkit/tool"
)

type editInput struct {
	Path       string `json:"path"`
	OldString  string `json:"oldString"`
	NewString  string `json:"newString"`
	ReplaceAll bool   `json:"replaceAll"`
}

func editTool(files place) tool.Tool {
	return define(definition{
		name:  "edit",
		title: "Edit a file",
		description: `Replaces one piece of a text file by another. oldString must be in the file exactly once, spaces and line ends included: ` +
			`take a few lines around the place to make it unique, or set replaceAll to replace every occurrence.`,
		schema: `{
  "type": "object",
  "properties": {
    "path": {"type": "string", "description": "The file to change, absolute or relative to the base folder."},
    "oldString": {"type": "string", "description": "The text to replace, exactly as the file has it."},
    "newString": {"type": "string", "description": "The text to put in its place; empty to remove it."},
    "replaceAll": {"type": "boolean", "default": false, "description": "Replace every occurrence rather than the only one."}
  },
  "required": ["path", "oldString", "newString"]
}`,
		annotations: destructive,
	}, func(_ *tool.ToolContext, in editInput) (tool.ToolResult, error) {
		switch {
		case in.OldString == "":
			return tool.ToolResult{}, errors.New("oldString is empty; give the text to replace, or use write to make a whole file")
		case in.OldString == in.NewString:
			return tool.ToolResult{}, errors.New("oldString and newString are the same; there is nothing to change")
		}
		file, err := files.document(in.Path)
		if err != nil {
			return tool.ToolResult{}, err
		}
		return edit(file, in)
	})
}

func edit(file *document, in editInput) (tool.ToolResult, error) {
	before, old, replacement := file.text, in.OldString, in.NewString
	count := strings.Count(before, old)
	if count == 0 && strings.Contains(before, "\r\n") && !strings.Contains(old, "\r") {
		// Whoever writes the arguments sees the lines, not how they end.
		old, replacement = withCRLF(old), withCRLF(replacement)
		count = strings.Count(before, old)
	}
	lines := lineNumbers(before, old)
	switch {
	case count == 0:
		return tool.ToolResult{}, fmt.Errorf("oldString is not in %s%s", in.Path, nearMiss(before, in.OldString))
	case count > 1 && !in.ReplaceAll:
		return tool.ToolResult{}, fmt.Errorf("oldString is in %s %d times (%s); add lines around it until it is there once, or set replaceAll", in.Path, count, lines)
	}
	after := strings.ReplaceAll(before, old, replacement)
	if err := file.write(after); err != nil {
		return tool.ToolResult{}, err
	}
	result := tool.ToolResult{
		Output:   fmt.Sprintf("Replaced %s in %s (%s).", counted(count, "occurrence"), in.Path, lines),
		Metadata: map[string]any{"replaced": count},
	}
	if d := diff(in.Path, in.Path, before, after); d != "" {
		result.SetMetadata("diff", d)
	}
	return result, nil
}

func withCRLF(s string) string { return strings.ReplaceAll(s, "\n", "\r\n") }

// lineNumbers says on which lines of text the occurrences of part begin, the
// first few of them.
func lineNumbers(text, part string) string {
	const shown = 10
	var numbers []string
	line := 1
	for {
		at := strings.Index(text, part)
		if at < 0 {
			break
		}
		if len(numbers) == shown {
			numbers = append(numbers, "…")
			break
		}
		line += strings.Count(text[:at], "\n")
		numbers = append(numbers, strconv.Itoa(line))
		line += strings.Count(part, "\n")
		text = text[at+len(part):]
	}
	word := "line "
	if len(numbers) > 1 {
		word = "lines "
	}
	return word + strings.Join(numbers, ", ")
}

// nearMiss is a hint at the place that was probably meant: where the lines of
// part are those of text but for the white space around them.
func nearMiss(text, part string) string {
	lines, wanted := trimmedLines(text), trimmedLines(strings.Trim(part, "\r\n"))
	for i := range len(lines) - len(wanted) + 1 {
		if equalLines(lines[i:i+len(wanted)], wanted) {
			return fmt.Sprintf("; line %d differs from it in white space only", i+1)
		}
	}
	for i, line := range lines {
		if line != "" && line == wanted[0] {
			return fmt.Sprintf("; line %d is like its first line, and then they differ", i+1)
		}
	}
	return "; read the file again and copy the text from there"
}

func trimmedLines(s string) []string {
	lines := strings.Split(s, "\n")
	for i, line := range lines {
		lines[i] = strings.Join(strings.Fields(line), " ")
	}
	return lines
}

func equalLines(a, b []string) bool {
	for i := range a {
		if a[i] != b[i] {
			return false
		}
	}
	return true
}

// counted is a number with its noun.
func counted(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	if strings.HasSuffix(noun, "ch") {
		noun += "e"
	}
	return strconv.Itoa(n) + " " + noun + "s"
}
