// Package schema reads JSON Schema as it was written: it keeps the order of
// members and the digits of numbers, resolves references within the document,
// says limits in words, and judges values.
//
// Judging is done by santhosh-tekuri/jsonschema. What that library refuses but
// real tools declare (references that lead nowhere, keywords that break their
// own meta-schema, patterns that no engine takes) is set aside with a warning,
// so that one slip in a schema does not leave every other part unjudged.
package schema

import (
	"encoding/json"
	"math/big"
	"strconv"
	"strings"
)

// A Kind is the type of a JSON value.
type Kind uint8

// The kinds of JSON values. Missing is the kind of a nil *Value.
const (
	Missing Kind = iota
	Null
	Boolean
	Number
	String
	Array
	Object
)

// A Value is a JSON value as it was written: members in order, duplicates kept,
// scalars as their literal text. It is not changed once made. The methods that
// look into it take a nil Value for one that is missing.
type Value struct {
	kind    Kind
	literal string
	items   []*Value
	members []Member
}

// A Member is one name and value of an object.
type Member struct {
	Name  string
	Value *Value
}

// Kind is the value's type; [Missing] for nil.
func (v *Value) Kind() Kind {
	if v == nil {
		return Missing
	}
	return v.kind
}

// Literal is a scalar's JSON text as it was written, "" for anything else.
func (v *Value) Literal() string {
	if v == nil {
		return ""
	}
	return v.literal
}

// Text is the content of a string, "" for anything else.
func (v *Value) Text() string {
	if v.Kind() != String {
		return ""
	}
	return unquote(v.literal)
}

// IsTrue tells whether the value is the boolean true.
func (v *Value) IsTrue() bool { return v.Kind() == Boolean && v.literal == "true" }

// IsFalse tells whether the value is the boolean false.
func (v *Value) IsFalse() bool { return v.Kind() == Boolean && v.literal == "false" }

// Items are an array's items.
func (v *Value) Items() []*Value {
	if v == nil {
		return nil
	}
	return v.items
}

// Members are an object's members in the order they were written, with every
// repetition of a name.
func (v *Value) Members() []Member {
	if v == nil {
		return nil
	}
	return v.members
}

// Get is the value of an object's member, nil when there is none. Of several
// with the same name the last one counts.
func (v *Value) Get(name string) *Value {
	members := v.Members()
	for i := len(members) - 1; i >= 0; i-- {
		if members[i].Name == name {
			return members[i].Value
		}
	}
	return nil
}

// Strings are the texts among an array's items.
func (v *Value) Strings() []string {
	var texts []string
	for _, item := range v.Items() {
		if item.kind == String {
			texts = append(texts, item.Text())
		}
	}
	return texts
}

// Rat is a number's exact value, nil for anything else and for numbers with an
// exponent beyond reason.
func (v *Value) Rat() *big.Rat {
	if v.Kind() != Number || !reasonable(v.literal) {
		return nil
	}
	if r, ok := new(big.Rat).SetString(v.literal); ok {
		return r
	}
	return nil
}

// largestExponent is the magnitude beyond which an exponent is not worked with:
// float64 ends at 308, and each digit more costs its part of every comparison.
const largestExponent = 1000

// reasonable tells whether a number can be worked with exactly without taking
// long.
func reasonable(literal string) bool {
	at := strings.IndexAny(literal, "eE")
	if at < 0 {
		return true
	}
	exponent, err := strconv.Atoi(strings.TrimPrefix(literal[at+1:], "+"))
	return err == nil && exponent <= largestExponent && exponent >= -largestExponent
}

// Int is a number that is a whole int.
func (v *Value) Int() (int, bool) {
	r := v.Rat()
	if r == nil || !r.IsInt() || !r.Num().IsInt64() {
		return 0, false
	}
	return int(r.Num().Int64()), true
}

// Append appends the value's JSON to dst, on one line and with scalars as they
// were written.
func (v *Value) Append(dst []byte) []byte {
	switch v.Kind() {
	case Missing:
		return append(dst, "null"...)
	case Array:
		dst = append(dst, '[')
		for i, item := range v.items {
			if i > 0 {
				dst = append(dst, ',')
			}
			dst = item.Append(dst)
		}
		return append(dst, ']')
	case Object:
		dst = append(dst, '{')
		for i, m := range v.members {
			if i > 0 {
				dst = append(dst, ',')
			}
			dst = append(AppendString(dst, m.Name), ':')
			dst = m.Value.Append(dst)
		}
		return append(dst, '}')
	}
	return append(dst, v.literal...)
}

// JSON is the value on one line.
func (v *Value) JSON() json.RawMessage { return v.Append(nil) }

// Any is the value as encoding/json would decode it, with numbers as
// [json.Number].
func (v *Value) Any() any {
	switch v.Kind() {
	case Boolean:
		return v.literal == "true"
	case Number:
		return json.Number(v.literal)
	case String:
		return v.Text()
	case Array:
		list := make([]any, len(v.items))
		for i, item := range v.items {
			list[i] = item.Any()
		}
		return list
	case Object:
		object := make(map[string]any, len(v.members))
		for _, m := range v.members {
			object[m.Name] = m.Value.Any()
		}
		return object
	}
	return nil
}

// Equal tells whether two values are the same to JSON Schema: the order of
// members and the spelling of numbers do not count.
func Equal(a, b *Value) bool {
	if a.Kind() != b.Kind() {
		return false
	}
	switch a.Kind() {
	case Boolean:
		return a.literal == b.literal
	case Number:
		return a.literal == b.literal || equalNumbers(a, b)
	case String:
		return a.literal == b.literal || a.Text() == b.Text()
	case Array:
		if len(a.items) != len(b.items) {
			return false
		}
		for i := range a.items {
			if !Equal(a.items[i], b.items[i]) {
				return false
			}
		}
	case Object:
		return equalObjects(a, b)
	}
	return true
}

func equalNumbers(a, b *Value) bool {
	x, y := a.Rat(), b.Rat()
	return x != nil && y != nil && x.Cmp(y) == 0
}

func equalObjects(a, b *Value) bool {
	other := make(map[string]*Value, len(b.members))
	for _, m := range b.members {
		other[m.Name] = m.Value
	}
	names := make(map[string]*Value, len(a.members))
	for _, m := range a.members {
		names[m.Name] = m.Value
	}
	if len(names) != len(other) {
		return false
	}
	for name, value := range names {
		if found, ok := other[name]; !ok || !Equal(value, found) {
			return false
		}
	}
	return true
}

// Duplicates are the names that an object, or one inside the value, has more
// than once.
func (v *Value) Duplicates() []string {
	var twice []string
	seen := make(map[string]bool, len(v.Members()))
	for _, m := range v.Members() {
		if seen[m.Name] {
			twice = append(twice, m.Name)
		}
		seen[m.Name] = true
		twice = append(twice, m.Value.Duplicates()...)
	}
	for _, item := range v.Items() {
		twice = append(twice, item.Duplicates()...)
	}
	return twice
}

// NewString is a JSON string.
func NewString(text string) *Value {
	return &Value{kind: String, literal: string(AppendString(nil, text))}
}

// NewBoolean is true or false.
func NewBoolean(b bool) *Value {
	if b {
		return &Value{kind: Boolean, literal: "true"}
	}
	return &Value{kind: Boolean, literal: "false"}
}

// NewNull is null.
func NewNull() *Value { return &Value{kind: Null, literal: "null"} }

// NewNumber is a number with the given literal; ok is false when the text is
// not a JSON number.
func NewNumber(literal string) (v *Value, ok bool) {
	if !isNumber(literal) {
		return nil, false
	}
	return &Value{kind: Number, literal: literal}, true
}

// NewArray is a list of values.
func NewArray(items ...*Value) *Value { return &Value{kind: Array, items: items} }

// NewObject is an object with the given members.
func NewObject(members ...Member) *Value { return &Value{kind: Object, members: members} }

// AppendString appends text as a JSON string. Characters are escaped only where
// JSON demands it.
func AppendString(dst []byte, text string) []byte {
	const hex = "0123456789abcdef"
	dst = append(dst, '"')
	for _, r := range text {
		switch {
		case r == '"' || r == '\\':
			dst = append(dst, '\\', byte(r))
		case r == '\n':
			dst = append(dst, `\n`...)
		case r == '\r':
			dst = append(dst, `\r`...)
		case r == '\t':
			dst = append(dst, `\t`...)
		case r < 0x20:
			dst = append(dst, `\u00`...)
			dst = append(dst, hex[r>>4], hex[r&15])
		default:
			dst = append(dst, string(r)...)
		}
	}
	return append(dst, '"')
}

func unquote(literal string) string {
	inner := literal[1 : len(literal)-1]
	if !strings.Contains(inner, `\`) {
		return strings.ToValidUTF8(inner, "\uFFFD")
	}
	var text string
	if json.Unmarshal([]byte(literal), &text) != nil {
		return inner
	}
	return text
}

func isNumber(s string) bool {
	if s == "" || s[0] != '-' && (s[0] < '0' || s[0] > '9') {
		return false
	}
	last := s[len(s)-1]
	return last >= '0' && last <= '9' && json.Valid([]byte(s))
}
