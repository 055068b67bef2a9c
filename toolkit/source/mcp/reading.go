package mcp

import (
	"encoding/json"

	"toolbench/toolkit/tool"
)

// metadataContents holds the contents of a resource as the server wrote them,
// when they say more than the text and the parts do.
const metadataContents = "contents"

// readContents makes a result of what a server answered to resources/read.
func readContents(raw json.RawMessage) (tool.ToolResult, error) {
	var wire struct {
		Contents json.RawMessage `json:"contents"`
		Meta     json.RawMessage `json:"_meta"`
	}
	if err := parse(raw, &wire); err != nil {
		return tool.ToolResult{}, noObject(raw)
	}
	var entries []json.RawMessage
	var c content
	if err := parse(wire.Contents, &entries); err != nil {
		c.strange("[the contents of the resource are not a list: %s]", excerpt(wire.Contents))
	}
	for _, entry := range entries {
		c.resource(entry, tool.PartType)
	}
	result := tool.ToolResult{Output: c.output(false, nil), Parts: c.parts}
	if isSet(wire.Meta) {
		result.SetMetadata(tool.MetadataMeta, wire.Meta)
	}
	if (c.keep || len(entries) > 1) && isSet(wire.Contents) {
		result.SetMetadata(metadataContents, wire.Contents)
	}
	return result, nil
}
