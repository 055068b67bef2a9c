package config

import (
	"encoding/json"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/tailscale/hujson"

	"toolbench/toolkit/redact"
)

// An entry reads the members of one declaration and keeps the first error.
type entry struct {
	*parser
	object *hujson.Object
	offset int
	// asks tells that inputs may be left in, and are gathered.
	asks   bool
	inputs []string
	// known are the keys that were looked for.
	known []string
	err   *Error
}

func (e *entry) fail(offset int, format string, args ...any) {
	if e.err == nil {
		e.err = e.errorAt(offset, format, args...)
	}
}

// find is the first member that is there, under any of its spellings, and not null.
func (e *entry) find(keys ...string) (hujson.Value, string, bool) {
	e.known = append(e.known, keys...)
	for _, key := range keys {
		if value, ok := member(e.object, key); ok && value.Value.Kind() != 'n' {
			return value, key, true
		}
	}
	return hujson.Value{}, "", false
}

// expanded is text with its variables filled in.
func (e *entry) expanded(text string, at int, hide bool) string {
	f := e.expand(text, e.client, hide)
	switch {
	case f.problem != "":
		e.fail(at, "%s", f.problem)
	case len(f.inputs) > 0 && !e.asks:
		e.fail(at, "it wants the input %q, which only MCP servers can ask for; ${VAR} would do, for one from the environment", f.inputs[0])
	}
	for _, id := range f.inputs {
		if !slices.Contains(e.inputs, id) {
			e.inputs = append(e.inputs, id)
		}
	}
	return f.text
}

// list is a list of texts; a lone text is a list of one.
func (e *entry) list(value hujson.Value, name string) []string {
	array, ok := value.Value.(*hujson.Array)
	if !ok {
		array = &hujson.Array{Elements: []hujson.ArrayElement{value}}
	}
	var out []string
	for _, element := range array.Elements {
		switch element.Value.Kind() {
		case '"', '0':
			out = append(out, e.expanded(textOf(element), element.StartOffset, false))
		default:
			e.fail(element.StartOffset, "%s holds %s; only texts would do", name, kindOf(element))
		}
	}
	return out
}

// words is a member that is a list of texts, or a lone text.
func (e *entry) words(keys ...string) []string {
	value, key, ok := e.find(keys...)
	if !ok {
		return nil
	}
	return e.list(value, key)
}

// text is a member that must be a text, as it is written.
func (e *entry) text(keys ...string) (string, int) {
	value, key, ok := e.find(keys...)
	if !ok {
		return "", e.offset
	}
	if value.Value.Kind() != '"' {
		e.fail(value.StartOffset, "%s is %s; a text would do", key, kindOf(value))
		return "", value.StartOffset
	}
	return textOf(value), value.StartOffset
}

// plain is a member that must be a text, in which a $ is only a $.
func (e *entry) plain(keys ...string) string {
	text, _ := e.text(keys...)
	return text
}

// filled is a member that must be a text, with its variables filled in.
func (e *entry) filled(keys ...string) string {
	text, at := e.text(keys...)
	return e.expanded(text, at, false)
}

// oneOf is a member that must be one of the words, or empty.
func (e *entry) oneOf(key string, words ...string) string {
	value, at := e.text(key)
	if value != "" && !slices.Contains(words, value) {
		e.fail(at, "%s is %q; %s would do", key, value, either(words))
	}
	return value
}

func either(words []string) string {
	last := len(words) - 1
	return strings.Join(words[:last], ", ") + " or " + words[last]
}

// texts is an object of texts: an environment, or headers. What variables
// bring into it is secret, and so are values whose names say so.
func (e *entry) texts(keys ...string) map[string]string {
	return e.pairs(redact.IsSecretName, keys...)
}

// credentials is an object of texts that are all secret.
func (e *entry) credentials(key string) map[string]string {
	return e.pairs(func(string) bool { return true }, key)
}

func (e *entry) pairs(isSecret func(name string) bool, keys ...string) map[string]string {
	value, key, ok := e.find(keys...)
	if !ok {
		return nil
	}
	object, ok := value.Value.(*hujson.Object)
	if !ok {
		e.fail(value.StartOffset, "%s is %s; an object of texts would do", key, kindOf(value))
		return nil
	}
	out := make(map[string]string, len(object.Members))
	for _, m := range object.Members {
		name := textOf(m.Name)
		switch m.Value.Value.Kind() {
		case '"', '0', 't', 'f':
			out[name] = e.expanded(textOf(m.Value), m.Value.StartOffset, true)
		default:
			e.fail(m.Value.StartOffset, "%s.%s is %s; a text would do", key, name, kindOf(m.Value))
		}
		if isSecret(name) && !placeholder.MatchString(out[name]) {
			e.hide(out[name])
		}
	}
	return out
}

func (e *entry) flag(key string, missing bool) bool {
	if given := e.hint(key); given != nil {
		return *given
	}
	return missing
}

// hint is a flag that may be missing.
func (e *entry) hint(key string) *bool {
	value, _, ok := e.find(key)
	if !ok {
		return nil
	}
	switch kind := value.Value.Kind(); kind {
	case 't', 'f':
		given := kind == 't'
		return &given
	}
	e.fail(value.StartOffset, "%s is %s; true or false would do", key, kindOf(value))
	return nil
}

// inner is a member that is an object, as an entry whose error the caller
// takes over with [entry.adopt].
func (e *entry) inner(key string) (*entry, bool) {
	value, _, ok := e.find(key)
	if !ok {
		return nil, false
	}
	object, ok := value.Value.(*hujson.Object)
	if !ok {
		e.fail(value.StartOffset, "%s is %s; an object would do", key, kindOf(value))
		return nil, false
	}
	return &entry{parser: e.parser, object: object, offset: value.StartOffset, asks: e.asks}, true
}

func (e *entry) adopt(inner *entry) {
	if e.err == nil {
		e.err = inner.err
	}
	e.inputs = append(e.inputs, inner.inputs...)
}

// raw is a member that is an object, without the comments in it.
func (e *entry) raw(key string) json.RawMessage {
	value, _, ok := e.find(key)
	if !ok {
		return nil
	}
	if value.Value.Kind() != '{' {
		e.fail(value.StartOffset, "%s is %s; an object would do", key, kindOf(value))
		return nil
	}
	clone := value.Clone()
	clone.Minimize()
	return clone.Pack()
}

const day = 24 * time.Hour

// wait is a server's timeout: see [Server.Timeout].
func (e *entry) wait() time.Duration {
	value, _, ok := e.find("timeout")
	if !ok {
		return 0
	}
	if inner, ok := value.Value.(*hujson.Object); ok { // opencode's second version
		value, ok = member(inner, "startup")
		if !ok {
			return 0
		}
	}
	n, err := strconv.ParseFloat(textOf(value), 64)
	unit := time.Millisecond
	if slices.Contains(inSeconds, e.client) || n < 1000 && e.client != Toolbench {
		unit = time.Second
	}
	if value.Value.Kind() != '0' || err != nil || n < 0 || n > float64(day/unit) {
		e.fail(value.StartOffset, "timeout is %s; a number of milliseconds up to a day would do", given(value))
		return 0
	}
	return time.Duration(n * float64(unit))
}

// milliseconds is a timeout in this program's own declarations.
func (e *entry) milliseconds(key string) time.Duration {
	value, _, ok := e.find(key)
	if !ok {
		return 0
	}
	n, err := strconv.ParseFloat(textOf(value), 64)
	if value.Value.Kind() != '0' || err != nil || n < 0 || n > float64(day/time.Millisecond) {
		e.fail(value.StartOffset, "%s is %s; a number of milliseconds up to a day would do", key, given(value))
		return 0
	}
	return time.Duration(n * float64(time.Millisecond))
}

func textOf(value hujson.Value) string {
	if literal, ok := value.Value.(hujson.Literal); ok {
		return literal.String()
	}
	return ""
}

// given names what is there: a short literal as it is written, else its kind.
func given(value hujson.Value) string {
	if literal, ok := value.Value.(hujson.Literal); ok && len(literal) <= 40 {
		return string(literal)
	}
	return kindOf(value)
}
