package mcp

import (
	"cmp"
	"encoding/json"
	"strings"

	"toolbench/toolkit/tool"
)

// metadataMessages holds the messages of a prompt as the server wrote them, and
// metadataDescription what the server says of them.
const (
	metadataMessages    = "messages"
	metadataDescription = "description"
)

// readPrompt makes a result of what a server answered to prompts/get: a
// transcript, and what in it is not text as parts.
func readPrompt(raw json.RawMessage) (tool.ToolResult, error) {
	var wire struct {
		Messages    json.RawMessage `json:"messages"`
		Description json.RawMessage `json:"description"`
		Meta        json.RawMessage `json:"_meta"`
	}
	if err := parse(raw, &wire); err != nil {
		return tool.ToolResult{}, noObject(raw)
	}
	var result tool.ToolResult
	result.Output, result.Parts = readMessages(wire.Messages)
	if isSet(wire.Messages) {
		result.SetMetadata(metadataMessages, wire.Messages)
	}
	if description, _ := textOf(wire.Description); description != "" {
		result.SetMetadata(metadataDescription, description)
	}
	if isSet(wire.Meta) {
		result.SetMetadata(tool.MetadataMeta, wire.Meta)
	}
	return result, nil
}

// readMessages is a conversation as a transcript, with what in it is not text
// named in its place.
func readMessages(raw json.RawMessage) (transcript string, parts []tool.ContentPart) {
	if !isSet(raw) {
		return "", nil
	}
	var messages []json.RawMessage
	if parse(raw, &messages) != nil {
		return "[the messages are not a list: " + excerpt(raw) + "]", nil
	}
	var said []string
	for _, raw := range messages {
		var m struct {
			Role    json.RawMessage `json:"role"`
			Content json.RawMessage `json:"content"`
		}
		if parse(raw, &m) != nil {
			said = append(said, "[a message that is not an object: "+excerpt(raw)+"]")
			continue
		}
		role, _ := textOf(m.Role)
		c := readContent(listOf(m.Content))
		for _, part := range c.parts {
			c.texts = append(c.texts, "["+name(part)+"]")
		}
		said = append(said, cmp.Or(role, "nobody")+": "+strings.Join(c.texts, "\n"))
		parts = append(parts, c.parts...)
	}
	return strings.Join(said, "\n\n"), parts
}

// name is a part in a line of text.
func name(part tool.ContentPart) string {
	if part.URL != "" {
		return "link to " + part.URL
	}
	return part.Label()
}

// listOf is content as a list: messages may have one block in the place of one.
func listOf(content json.RawMessage) json.RawMessage {
	switch {
	case len(content) > 0 && content[0] == '{':
		return json.RawMessage("[" + string(content) + "]")
	case len(content) > 0 && content[0] == '"': // against the protocol, but plain
		return json.RawMessage(`[{"type":"text","text":` + string(content) + `}]`)
	}
	return content
}
