package schema

import (
	"encoding/json"
	"errors"
	"fmt"
	"strings"

	"github.com/tailscale/hujson"
)

// maxDepth bounds the nesting of what is parsed: everything that walks a value
// does so recursively.
const maxDepth = 1000

// Parse reads strict JSON.
func Parse(raw []byte) (*Value, error) {
	if !json.Valid(raw) {
		return nil, strictError(raw)
	}
	return ParseForgiving(raw)
}

// ParseForgiving reads JSON in which comments and trailing commas are
// forgiven. An error is a sentence that names the line and column.
func ParseForgiving(raw []byte) (*Value, error) {
	if tooDeep(raw) {
		return nil, fmt.Errorf("this is nested deeper than %d levels", maxDepth)
	}
	// The tree aliases what it is made of, so it gets bytes of its own.
	parsed, err := hujson.Parse([]byte(string(raw)))
	if err != nil {
		return nil, parseError(err, raw)
	}
	return fromHuJSON(parsed.Value), nil
}

func strictError(raw []byte) error {
	var v any
	err := json.Unmarshal(raw, &v)
	var syntax *json.SyntaxError
	if !errors.As(err, &syntax) {
		return fmt.Errorf("this is not JSON: %w", err)
	}
	before := string(raw[:min(int(syntax.Offset), len(raw))])
	line := 1 + strings.Count(before, "\n")
	column := max(1, len(before)-(strings.LastIndexByte(before, '\n')+1))
	return fmt.Errorf("line %d, column %d: this is not JSON: %w", line, column, err)
}

func parseError(err error, raw []byte) error {
	if strings.TrimSpace(string(raw)) == "" {
		return errors.New("line 1, column 1: there is nothing here; JSON such as {} is wanted")
	}
	return errors.New(strings.TrimPrefix(err.Error(), "hujson: "))
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
