package mcp

import (
	"cmp"
	"encoding/json"
	"fmt"
	"strings"

	"toolbench/toolkit/tool"
)

// readTool makes a tool of one entry of a listing: all but what the listing as a
// whole decides. It takes what it can and says the rest in Details.Problem. An
// entry that can not be called gets a problem instead.
func readTool(raw json.RawMessage) (t tool.Tool, problem string) {
	var wire struct {
		Name         json.RawMessage `json:"name"`
		Title        json.RawMessage `json:"title"`
		Description  json.RawMessage `json:"description"`
		InputSchema  json.RawMessage `json:"inputSchema"`
		OutputSchema json.RawMessage `json:"outputSchema"`
		Annotations  json.RawMessage `json:"annotations"`
		Icons        json.RawMessage `json:"icons"`
		Meta         json.RawMessage `json:"_meta"`
		Execution    json.RawMessage `json:"execution"`
	}
	if !isSet(raw) || parse(raw, &wire) != nil {
		return t, "The entry is " + excerpt(raw) + "; MCP wants an object that describes a tool"
	}
	name, ok := textOf(wire.Name)
	if !ok || name == "" {
		return t, "The entry has no name; MCP wants a text, and without it the tool can not be called"
	}
	var e entry
	d := &tool.Details{ShortName: name, Definition: raw}
	d.Title = e.text("title", wire.Title)
	title := ""
	d.Annotations, title = e.annotations(wire.Annotations)
	d.Title = cmp.Or(d.Title, title)
	d.Icons = e.icons(wire.Icons)
	if isSet(wire.Meta) {
		d.Meta = wire.Meta
	}
	t = tool.Tool{Source: tool.SourceMCP, Description: e.text("description", wire.Description), Details: d}
	t.InputSchema, d.InputSchema = e.inputSchema(wire.InputSchema)
	d.OutputSchema = e.outputSchema(wire.OutputSchema)
	e.execution(wire.Execution)
	d.Problem = strings.Join(e.problems, " ")
	return t, ""
}

// An entry gathers what is wrong with the definition of a tool, a sentence each.
type entry struct{ problems []string }

func (e *entry) wrong(member string, given json.RawMessage, wanted, done string) {
	e.problems = append(e.problems, fmt.Sprintf("Its %s is %s; MCP wants %s. %s", member, excerpt(given), wanted, done))
}

func (e *entry) text(member string, raw json.RawMessage) string {
	text, ok := textOf(raw)
	if !ok && isSet(raw) {
		e.wrong(member, raw, "a text", "It is left out.")
	}
	return text
}

func (e *entry) inputSchema(raw json.RawMessage) (tool.JSONSchema, json.RawMessage) {
	if schema, ok := objectOf(raw); ok {
		return schema, raw
	}
	const wanted = "an object that is a JSON Schema"
	if text, ok := textOf(raw); ok {
		if schema, ok := objectOf(json.RawMessage(text)); ok {
			e.wrong("inputSchema", raw, wanted, "The text was read as one.")
			return schema, json.RawMessage(text)
		}
	}
	given := raw
	if len(given) == 0 {
		given = json.RawMessage("missing")
	}
	e.wrong("inputSchema", given, wanted, "The tool is taken to accept any object.")
	return tool.JSONSchema{"type": "object"}, nil
}

func (e *entry) outputSchema(raw json.RawMessage) json.RawMessage {
	if !isSet(raw) {
		return nil
	}
	if raw[0] != '{' {
		e.wrong("outputSchema", raw, "an object that is a JSON Schema", "It is left out.")
		return nil
	}
	return raw
}

func (e *entry) annotations(raw json.RawMessage) (tool.Annotations, string) {
	var wire struct {
		Title       json.RawMessage `json:"title"`
		ReadOnly    json.RawMessage `json:"readOnlyHint"`
		Destructive json.RawMessage `json:"destructiveHint"`
		Idempotent  json.RawMessage `json:"idempotentHint"`
		OpenWorld   json.RawMessage `json:"openWorldHint"`
	}
	if !isSet(raw) {
		return tool.Annotations{}, ""
	}
	if parse(raw, &wire) != nil {
		e.wrong("annotations", raw, "an object", "They are left out.")
		return tool.Annotations{}, ""
	}
	return tool.Annotations{
		ReadOnly:    e.hint("readOnlyHint", wire.ReadOnly),
		Destructive: e.hint("destructiveHint", wire.Destructive),
		Idempotent:  e.hint("idempotentHint", wire.Idempotent),
		OpenWorld:   e.hint("openWorldHint", wire.OpenWorld),
	}, e.text("annotations.title", wire.Title)
}

func (e *entry) hint(name string, raw json.RawMessage) *bool {
	if !isSet(raw) {
		return nil
	}
	if text := string(raw); text == "true" || text == "false" {
		return new(text == "true")
	}
	e.wrong("annotations."+name, raw, "true or false", "The hint is left out.")
	return nil
}

func (e *entry) icons(raw json.RawMessage) []tool.Icon {
	if !isSet(raw) {
		return nil
	}
	var wire []struct {
		Source   json.RawMessage `json:"src"`
		MimeType json.RawMessage `json:"mimeType"`
		Sizes    json.RawMessage `json:"sizes"`
	}
	if parse(raw, &wire) != nil {
		e.wrong("icons", raw, "a list of objects", "They are left out.")
		return nil
	}
	var icons []tool.Icon
	for _, w := range wire {
		icon := tool.Icon{URL: e.text("icons.src", w.Source), MimeType: e.text("icons.mimeType", w.MimeType)}
		if isSet(w.Sizes) && parse(w.Sizes, &icon.Sizes) != nil {
			if one, ok := textOf(w.Sizes); ok {
				icon.Sizes = strings.Fields(one)
			}
			e.wrong("icons.sizes", w.Sizes, "a list of texts", "")
		}
		if icon.URL != "" {
			icons = append(icons, icon)
		}
	}
	return icons
}

func (e *entry) execution(raw json.RawMessage) {
	var wire struct {
		TaskSupport json.RawMessage `json:"taskSupport"`
	}
	if !isSet(raw) || parse(raw, &wire) != nil {
		return
	}
	if support, _ := textOf(wire.TaskSupport); support == "required" {
		e.problems = append(e.problems, "It runs only as a task, which this program does not support, so that the server is likely to refuse a call.")
	}
}

// objectOf is the object that raw holds, if it holds one.
func objectOf(raw json.RawMessage) (map[string]any, bool) {
	var object map[string]any
	if len(raw) == 0 || raw[0] != '{' || json.Unmarshal(raw, &object) != nil {
		return nil, false
	}
	return object, true
}
