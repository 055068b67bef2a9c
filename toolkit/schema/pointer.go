package schema

import (
	"strconv"
	"strings"
	"unicode"
)

// Pointer is the JSON Pointer (RFC 6901) made of tokens.
func Pointer(tokens ...string) string {
	var b strings.Builder
	for _, token := range tokens {
		b.WriteByte('/')
		b.WriteString(pointerEscape.Replace(token))
	}
	return b.String()
}

var (
	pointerEscape   = strings.NewReplacer("~", "~0", "/", "~1")
	pointerUnescape = strings.NewReplacer("~1", "/", "~0", "~")
)

// Tokens takes a JSON Pointer apart.
func Tokens(pointer string) []string {
	if pointer == "" {
		return nil
	}
	tokens := strings.Split(strings.TrimPrefix(pointer, "/"), "/")
	for i, token := range tokens {
		tokens[i] = pointerUnescape.Replace(token)
	}
	return tokens
}

// At is the value that the tokens of a JSON Pointer lead to, or nil.
func (v *Value) At(tokens ...string) *Value {
	for _, token := range tokens {
		switch v.Kind() {
		case Object:
			v = v.Get(token)
		case Array:
			i, err := strconv.Atoi(token)
			if err != nil || i < 0 || i >= len(v.items) {
				return nil
			}
			v = v.items[i]
		default:
			return nil
		}
	}
	return v
}

// PathIn writes the tokens of a JSON Pointer into v as people write them:
// alerts[0].place. The path to v itself is empty.
func PathIn(v *Value, tokens ...string) string {
	var b strings.Builder
	for i, token := range tokens {
		if v.Kind() == Array {
			b.WriteString("[" + token + "]")
		} else {
			AppendPath(&b, token)
		}
		v = v.At(tokens[i])
	}
	return b.String()
}

// AppendPath adds a property's name to a path as people write it.
func AppendPath(b *strings.Builder, name string) {
	if !plainName(name) {
		b.WriteString("[" + strconv.Quote(name) + "]")
		return
	}
	if b.Len() > 0 {
		b.WriteByte('.')
	}
	b.WriteString(name)
}

func plainName(name string) bool {
	for _, r := range name {
		if !unicode.IsLetter(r) && !unicode.IsDigit(r) && !strings.ContainsRune("_-$@", r) {
			return false
		}
	}
	return name != ""
}
