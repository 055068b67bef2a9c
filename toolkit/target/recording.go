package target

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"strings"

	"toolbench/toolkit/source"
	"toolbench/toolkit/tool"
)

// A recording serves a recorded list of tools, which can be read about but not
// called.
type recording struct {
	name, path string
	entries    []json.RawMessage
}

func (r *recording) Info() source.Info {
	return source.Info{Kind: tool.SourceMCP, Name: r.name, Target: r.path, Origin: "recorded list"}
}

func (r *recording) Open(context.Context, source.Host) (source.Listing, error) {
	l := source.Listing{Facts: source.Facts{Protocol: "recorded"}}
	for i, raw := range r.entries {
		t, err := r.tool(raw)
		if err != nil {
			l.Problems = append(l.Problems, source.Problem{Name: fmt.Sprintf("tool %d", i+1), Reason: err.Error(), Raw: raw})
			continue
		}
		l.Tools = append(l.Tools, t)
	}
	return l, nil
}

func (r *recording) Close() error { return nil }

// A definition is an entry: MCP's fields, and those that list --json adds. Each
// is read by itself, so that an odd one costs only itself.
type definition map[string]json.RawMessage

func (d definition) text(key string) string {
	var s string
	_ = json.Unmarshal(d[key], &s) // what is no text counts as not given
	return s
}

func (d definition) flag(key string) *bool {
	var b *bool
	if json.Unmarshal(d[key], &b) != nil {
		return nil
	}
	return b
}

func (r *recording) tool(raw json.RawMessage) (tool.Tool, error) {
	var d definition
	if err := json.Unmarshal(raw, &d); err != nil || d == nil {
		return tool.Tool{}, fmt.Errorf("an entry that is no object can not be a tool: %.60s", raw)
	}
	name := d.text("name")
	if name == "" {
		return tool.Tool{}, fmt.Errorf("an entry without a name can not be a tool")
	}
	details := &tool.Details{
		Title:        d.text("title"),
		Server:       cmp.Or(d.text("server"), r.name),
		OutputSchema: d["outputSchema"],
		Meta:         d["_meta"],
		Definition:   raw,
		Problem:      d.text("problem"),
		Uncallable:   fmt.Sprintf("%s comes from the recorded list %s: it can be read about, but only its server could run it", name, r.path),
	}
	details.ShortName = shortName(name, details.Server)
	t := tool.Tool{Name: tool.Sanitize(name), Description: d.text("description"), Source: kind(d.text("source")), Details: details}
	schema := d["inputSchema"]
	if schema == nil {
		schema = d["input_schema"]
	}
	if err := json.Unmarshal(schema, &t.InputSchema); err != nil || t.InputSchema == nil {
		details.Problem = fmt.Sprintf("its inputSchema should be an object, given is %.60s", orNothing(schema))
		t.InputSchema = tool.JSONSchema{}
	} else {
		details.InputSchema = schema
	}
	var hints definition
	_ = json.Unmarshal(d["annotations"], &hints) // none when they are no object
	if details.Title == "" {
		details.Title = hints.text("title")
	}
	details.Annotations = tool.Annotations{
		ReadOnly:    hints.flag("readOnlyHint"),
		Destructive: hints.flag("destructiveHint"),
		Idempotent:  hints.flag("idempotentHint"),
		OpenWorld:   hints.flag("openWorldHint"),
	}
	return t, nil
}

// shortName takes the server's name off one that list --json wrote.
func shortName(name, server string) string {
	if server == "" {
		return name
	}
	return strings.TrimPrefix(name, tool.Sanitize(server)+"_")
}

// kind is the kind of source that list --json wrote, or that of a plain
// tools/list.
func kind(s string) tool.ToolSource {
	switch k := tool.ToolSource(s); k {
	case tool.SourceSkill, tool.SourceBuiltin, tool.SourceNative, tool.SourceHTTP, tool.SourceA2A, tool.SourceCustom:
		return k
	}
	return tool.SourceMCP
}

func orNothing(raw json.RawMessage) string {
	if raw == nil {
		return "nothing"
	}
	return string(raw)
}
