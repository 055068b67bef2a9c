package genkit

import (
	"cmp"
	"encoding/json"
	"fmt"
	"net/url"
	"strings"

	"toolbench/toolkit/tool"
)

// anyType is the mime type of bytes of which nothing is known.
const anyType = "application/octet-stream"

// result is what an action returned. A text is the output as it is, anything else
// structured content.
func (a *action) result(returned json.RawMessage) tool.ToolResult {
	wire := struct {
		Output   json.RawMessage   `json:"output"`
		Content  []json.RawMessage `json:"content"`
		Metadata json.RawMessage   `json:"metadata"`
	}{Output: returned}
	if a.multipart {
		wire.Output = nil
		if json.Unmarshal(returned, &wire) != nil {
			wire.Output = returned
		}
	}
	var result tool.ToolResult
	if isSet(wire.Output) && json.Unmarshal(wire.Output, &result.Output) != nil {
		result.Output = string(wire.Output)
		result.SetMetadata(tool.MetadataStructured, wire.Output)
	}
	if isSet(wire.Metadata) {
		result.SetMetadata(tool.MetadataMeta, wire.Metadata)
	}
	c := readContent(wire.Content)
	result.Parts = c.parts
	if c.strange {
		result.SetMetadata(metadataContent, wire.Content)
	}
	if result.Output == "" {
		result.Output = c.labels()
	}
	return result
}

// isSet tells whether a value is there and not null.
func isSet(raw json.RawMessage) bool { return len(raw) > 0 && string(raw) != "null" }

// content is what a tool returned beside its output.
type content struct {
	parts   []tool.ContentPart
	strange bool // there is more than the parts say
}

func readContent(raw []json.RawMessage) content {
	var c content
	for _, raw := range raw {
		var part struct {
			Text  *string `json:"text"`
			Media *struct {
				Type string `json:"contentType"`
				URL  string `json:"url"`
			} `json:"media"`
			Metadata json.RawMessage `json:"metadata"`
		}
		err := json.Unmarshal(raw, &part)
		c.strange = c.strange || isSet(part.Metadata)
		switch {
		case err == nil && part.Media != nil:
			c.parts = append(c.parts, media(part.Media.URL, part.Media.Type))
		case err == nil && part.Text != nil:
			c.parts = append(c.parts, tool.Text(*part.Text))
		default:
			c.strange = true
			c.parts = append(c.parts, tool.Text(string(raw)))
		}
	}
	return c
}

// media is a part of a URL, which can hold its content itself.
func media(address, mimeType string) tool.ContentPart {
	head, body, isData := strings.Cut(address, ",")
	if rest, ok := strings.CutPrefix(head, "data:"); ok && isData && !strings.HasSuffix(rest, ";base64") {
		if text, err := url.PathUnescape(body); err == nil {
			return tool.Bytes([]byte(text), cmp.Or(mimeType, rest, "text/plain"))
		}
	}
	part := tool.URLPart(address, cmp.Or(mimeType, anyType))
	if err := part.Validate(0); err != nil {
		return tool.Text(fmt.Sprintf("[media (%s) that can not be read: %v]", cmp.Or(mimeType, "of no type"), err))
	}
	if _, err := part.Decode(); err != nil {
		return tool.Text(fmt.Sprintf("[media (%s) whose data is not base64]", part.MimeType))
	}
	return part
}

// labels are the texts, and a line for each other part.
func (c content) labels() string {
	lines := make([]string, len(c.parts))
	for i, part := range c.parts {
		lines[i] = part.Text
		if part.Type != tool.PartText {
			lines[i] = part.Label()
		}
	}
	return strings.Join(lines, "\n")
}
