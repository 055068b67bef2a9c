package native

import (
	"encoding/json"
	"strings"
	"sync"

	"toolbench/toolkit/schema"
	"toolbench/toolkit/tool"
)

// A shape is a schema: decoded, as bytes with its property order, and compiled
// when first needed. The zero shape takes anything.
type shape struct {
	schema    tool.JSONSchema
	raw       json.RawMessage
	validator func() *schema.Validator
}

func newShape(decoded tool.JSONSchema, raw json.RawMessage) *shape {
	return &shape{decoded, raw, sync.OnceValue(func() *schema.Validator {
		root, err := schema.Parse(raw)
		if err != nil {
			return nil
		}
		v, err := schema.Compile(root)
		if err != nil {
			return nil
		}
		return v
	})}
}

// parseShape is the shape of a schema's bytes.
func parseShape(raw json.RawMessage) (*shape, error) {
	var decoded tool.JSONSchema
	if err := json.Unmarshal(raw, &decoded); err != nil {
		return nil, err
	}
	return newShape(decoded, raw), nil
}

// complaints is what is wrong with a value, field by field; empty when it fits.
func (s *shape) complaints(value json.RawMessage) string {
	if s.validator == nil || s.validator() == nil {
		return ""
	}
	parsed, err := schema.Parse(value)
	if err != nil {
		return err.Error()
	}
	problems, _ := s.validator().Validate(parsed) // what can not be judged is let pass
	lines := make([]string, len(problems))
	for i, p := range problems {
		lines[i] = p.String()
	}
	return strings.Join(lines, "; ")
}
