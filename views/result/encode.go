package result

import (
	"bytes"
	"encoding/json"
	"fmt"
	"unicode/utf8"

	"toolbench/views/widget"
)

// encode writes a value as JSON in which text stays as it reads: <, > and &
// are themselves.
func encode(v any) (json.RawMessage, error) {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	if err := e.Encode(v); err != nil {
		return nil, err
	}
	return bytes.TrimSuffix(b.Bytes(), []byte("\n")), nil
}

// indent is JSON as people write it; what is not JSON stays as it is.
func indent(raw []byte) []byte {
	var b bytes.Buffer
	if json.Indent(&b, raw, "", "  ") != nil {
		return raw
	}
	return b.Bytes()
}

// These bound what a JSON string takes in a view; what is copied or saved has
// everything.
const (
	longestData = 400 // of base64, of which keptData stays when it is longer
	keptData    = 40
	longestText = 1 << 18 // of anything else
)

// shorten cuts the long strings of valid JSON, base64 sooner than text, and
// says in them how much was left out.
func shorten(raw json.RawMessage) json.RawMessage {
	if len(raw) <= longestData {
		return raw
	}
	var b bytes.Buffer
	kept := 0
	for at := 0; at < len(raw); at++ {
		if raw[at] != '"' {
			continue
		}
		start := at + 1
		for at = start; at < len(raw) && raw[at] != '"'; at++ {
			if raw[at] == '\\' {
				at++
			}
		}
		at = min(at, len(raw))
		if text := raw[start:at]; len(text) > longestData {
			end := start + beginning(text)
			b.Write(raw[kept:end])
			if left := at - end; left > 0 {
				fmt.Fprintf(&b, "… (%s more)", widget.Bytes(int64(left)))
			}
			kept = at
		}
	}
	b.Write(raw[kept:])
	return b.Bytes()
}

// beginning is how much of a JSON string's inside is kept. Neither an escape
// nor a character is torn apart.
func beginning(text []byte) int {
	if isBase64(text) {
		return keptData
	}
	end := 0
	for end < min(len(text), longestText) {
		switch {
		case text[end] != '\\':
			_, size := utf8.DecodeRune(text[end:])
			end += size
		case text[end+1] == 'u':
			end += 6
		default:
			end += 2
		}
	}
	return min(end, len(text))
}

// isBase64 tells whether a long string is data for no one to read: base64, on
// its own or in a data: URL.
func isBase64(text []byte) bool {
	if rest, ok := bytes.CutPrefix(text, []byte("data:")); ok {
		_, text, _ = bytes.Cut(rest, []byte(","))
	}
	for _, c := range text {
		letter := c >= 'A' && c <= 'Z' || c >= 'a' && c <= 'z' || c >= '0' && c <= '9'
		if !letter && c != '+' && c != '/' && c != '=' && c != '-' && c != '_' {
			return false
		}
	}
	return len(text) > 0
}
