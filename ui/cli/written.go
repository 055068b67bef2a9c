package cli

import (
	"bytes"
	"cmp"
	"encoding/json"
	"maps"
	"slices"
)

// A written is a declaration as JSON in the order that a person would write.
type written map[string]any

var writtenOrder = []string{"command", "args", "env", "cwd", "document", "url", "dir", "headers", "oauth"}

// MarshalJSON implements [json.Marshaler].
func (w written) MarshalJSON() ([]byte, error) {
	keys := slices.SortedFunc(maps.Keys(w), func(a, b string) int {
		return cmp.Compare(slices.Index(writtenOrder, a), slices.Index(writtenOrder, b))
	})
	out := bytes.NewBufferString("{")
	encoder := json.NewEncoder(out)
	encoder.SetEscapeHTML(false) // the outer encoder can not undo it
	for i, key := range keys {
		if i > 0 {
			out.WriteString(",")
		}
		out.WriteString(`"` + key + `":`)
		if err := encoder.Encode(w[key]); err != nil {
			return nil, err
		}
	}
	out.WriteString("}")
	return out.Bytes(), nil
}
