package mcp

import (
	"encoding/json"
	"fmt"
	"strings"

	"toolbench/toolkit/tool"
)

// metadataContent holds the content blocks as the server wrote them, when they
// say more than the text and the parts do.
const metadataContent = "content"

// emptyError is the text of an error that comes without one.
const emptyError = "MCP tool returned an error"

// readResult makes a result of what a server answered to tools/call. It takes
// what it can: a block that is wrong does not lose the others.
func readResult(raw json.RawMessage) (tool.ToolResult, error) {
	var wire struct {
		Content    json.RawMessage `json:"content"`
		Structured json.RawMessage `json:"structuredContent"`
		IsError    json.RawMessage `json:"isError"`
		Meta       json.RawMessage `json:"_meta"`
		Type       json.RawMessage `json:"resultType"`
		Task       json.RawMessage `json:"task"`
	}
	if err := parse(raw, &wire); err != nil {
		return tool.ToolResult{}, noObject(raw)
	}
	if kind, _ := textOf(wire.Type); kind == "task" || isSet(wire.Task) && !isSet(wire.Content) {
		return tool.ErrorResult("the server made a task of this call, and tasks are not supported by this program"), nil
	}
	c := readContent(wire.Content)
	result := tool.ToolResult{IsError: string(wire.IsError) == "true", Parts: c.parts}
	result.Output = c.output(result.IsError, wire.Structured)
	if isSet(wire.Structured) {
		result.SetMetadata(tool.MetadataStructured, wire.Structured)
	}
	if isSet(wire.Meta) {
		result.SetMetadata(tool.MetadataMeta, wire.Meta)
	}
	if c.keep {
		result.SetMetadata(metadataContent, wire.Content)
	}
	return result, nil
}

func noObject(result json.RawMessage) error {
	return fmt.Errorf("the server's result is not an object: %s", excerpt(result))
}

// output is the text of a result: the texts if there are any, else the
// structured content, else a line for each part.
func (c content) output(isError bool, structured json.RawMessage) string {
	between := "\n"
	if isError {
		between = "\n\n"
	}
	switch {
	case len(c.texts) > 0:
		return strings.Join(c.texts, between)
	case isSet(structured):
		return string(structured)
	case isError && len(c.parts) == 0:
		return emptyError
	}
	labels := make([]string, len(c.parts))
	for i, part := range c.parts {
		labels[i] = part.Label()
	}
	return strings.Join(labels, "\n")
}
