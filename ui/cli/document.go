package cli

import (
	"bytes"
	"encoding/json"
	"fmt"

	"toolbench/toolkit/tool"
	"toolbench/views/safetext"
)

// An item is a tool in list --json and show --json. Its schemas are the bytes
// that the source wrote.
type item struct {
	Name         string           `json:"name"`
	Title        string           `json:"title,omitempty"`
	Description  string           `json:"description"`
	InputSchema  json.RawMessage  `json:"inputSchema"`
	OutputSchema json.RawMessage  `json:"outputSchema,omitempty"`
	Annotations  *itemAnnotations `json:"annotations,omitempty"`
	Source       tool.ToolSource  `json:"source"`
	Server       string           `json:"server,omitempty"`
	Problem      string           `json:"problem,omitempty"`
}

type itemAnnotations struct {
	ReadOnly    *bool `json:"readOnlyHint,omitempty"`
	Destructive *bool `json:"destructiveHint,omitempty"`
	Idempotent  *bool `json:"idempotentHint,omitempty"`
	OpenWorld   *bool `json:"openWorldHint,omitempty"`
}

func itemOf(t tool.Tool) item {
	out := item{
		Name: t.Name, Description: t.Description, InputSchema: t.Schema(), OutputSchema: t.OutputSchema(),
		Source: t.Source, Server: t.Server(),
	}
	if t.Details == nil {
		return out
	}
	out.Title, out.Problem = t.Details.Title, t.Details.Problem
	if a := itemAnnotations(t.Details.Annotations); a != (itemAnnotations{}) {
		out.Annotations = &a
	}
	return out
}

// printCatalogue prints {"tools":[…]}, one tool a line.
func (s *session) printCatalogue(tools []tool.Tool) error {
	s.out.WriteString(`{"tools":[`)
	for i, t := range tools {
		line, err := marshal(itemOf(t))
		if err != nil {
			return fail(exitSource, "%s can not be written as JSON: %w", t.Name, err)
		}
		if i > 0 {
			s.out.WriteString(",")
		}
		s.out.WriteString("\n")
		s.out.Write(line)
	}
	s.out.WriteString("\n]}\n")
	return nil
}

// printJSON prints v as one JSON document.
func (s *session) printJSON(v any) error {
	b, err := marshal(v)
	if err != nil {
		return fail(exitFailed, "the result can not be written as JSON: %w", err)
	}
	s.out.Write(b)
	s.out.WriteString("\n")
	return nil
}

// marshal writes v on one line, with nothing in it that could drive a terminal.
func marshal(v any) ([]byte, error) {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	if err := e.Encode(v); err != nil {
		return nil, err
	}
	return safetext.JSON(bytes.TrimRight(b.Bytes(), "\n")), nil
}

// indented is raw JSON as people read it, safe for a terminal.
func indented(raw json.RawMessage) string {
	var b bytes.Buffer
	if err := json.Indent(&b, raw, "", "  "); err != nil {
		return safetext.Block(fmt.Sprintf("%s (not JSON: %s)", raw, err))
	}
	return string(safetext.JSON(b.Bytes()))
}
