package mcp

import (
	"bytes"
	"encoding/json"
	"iter"
)

// members goes through the members of an object in their order. It yields
// nothing when raw is no object.
func members(raw json.RawMessage) iter.Seq2[string, json.RawMessage] {
	return func(yield func(string, json.RawMessage) bool) {
		d := json.NewDecoder(bytes.NewReader(raw))
		if open, err := d.Token(); err != nil || open != json.Delim('{') {
			return
		}
		for d.More() {
			name, err := d.Token()
			if err != nil {
				return
			}
			var value json.RawMessage
			if d.Decode(&value) != nil || !yield(name.(string), value) {
				return
			}
		}
	}
}
