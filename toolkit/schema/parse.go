package schema

import (
	"encoding/json"
	"fmt"
	"slices"

	"github.com/tailscale/hujson"
)

// maxDepth bounds the nesting of what is parsed: everything that walks a value
// does so recursively.
const maxDepth = 1000

// Parse reads strict JSON.
func Parse(raw []byte) (*Value, error) {
	value, err := ParseForgiving(raw)
	if err == nil && !json.Valid(raw) {
		return nil, strictError(raw)
	}
	return value, err
}

// ParseForgiving reads JSON in which comments and trailing commas are
// forgiven. An error is a sentence that names the line and column, both from 1
// and the column in characters.
func ParseForgiving(raw []byte) (*Value, error) {
	if tooDeep(raw) {
		return nil, fmt.Errorf("this is nested deeper than %d levels", maxDepth)
	}
	// The tree aliases what it is made of, so it gets bytes of its own. A
	// comment on the last line wants a line end.
	parsed, err := hujson.Parse(append(slices.Clip(raw), '\n'))
	if err != nil {
		return nil, forgivingError(err, raw)
	}
	return fromHuJSON(parsed.Value), nil
}

// tooDeep measures nesting before anything recurses into it. Brackets in
// comments count, which only errs on the safe side.
func tooDeep(raw []byte) bool {
	depth := 0
	for i := 0; i < len(raw); i++ {
		switch raw[i] {
		case '"':
			for i++; i < len(raw) && raw[i] != '"'; i++ {
				if raw[i] == '\\' {
					i++
				}
			}
		case '{', '[':
			if depth++; depth > maxDepth {
				return true
			}
		case '}', ']':
			depth--
		}
	}
	return false
}

func fromHuJSON(parsed hujson.ValueTrimmed) *Value {
	switch parsed := parsed.(type) {
	case *hujson.Object:
		v := &Value{kind: Object, members: make([]Member, len(parsed.Members))}
		for i, m := range parsed.Members {
			name := unquote(string(m.Name.Value.(hujson.Literal)))
			v.members[i] = Member{name, fromHuJSON(m.Value.Value)}
		}
		return v
	case *hujson.Array:
		v := &Value{kind: Array, items: make([]*Value, len(parsed.Elements))}
		for i, item := range parsed.Elements {
			v.items[i] = fromHuJSON(item.Value)
		}
		return v
	case hujson.Literal:
		return &Value{kind: literalKind(parsed), literal: string(parsed)}
	}
	return NewNull()
}

func literalKind(literal hujson.Literal) Kind {
	switch literal.Kind() {
	case '"':
		return String
	case 't', 'f':
		return Boolean
	case '0':
		return Number
	}
	return Null
}
