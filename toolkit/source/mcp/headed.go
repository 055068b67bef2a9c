package mcp

import (
	"bytes"
	"encoding/json"
)

// headerMark is the schema keyword with which a tool asks for an argument to be
// repeated in an HTTP header.
const headerMark = `"x-mcp-header"`

// A headed tool is one whose schema has a header mark, as far as the SDK must
// know it.
type headed struct {
	Name        string          `json:"name"`
	InputSchema json.RawMessage `json:"inputSchema"`
}

// headedIn finds the tools of a listing that have header marks.
func headedIn(listing json.RawMessage) []headed {
	found := []headed{}
	if !bytes.Contains(listing, []byte(headerMark)) {
		return found
	}
	var page struct {
		Tools []json.RawMessage `json:"tools"`
	}
	if parse(listing, &page) != nil {
		return found
	}
	for _, raw := range page.Tools {
		var h headed
		if bytes.Contains(raw, []byte(headerMark)) && parse(raw, &h) == nil && h.Name != "" {
			found = append(found, h)
		}
	}
	return found
}
