package config

import (
	"bytes"
	"encoding/json"
	"slices"
	"strings"

	"github.com/tailscale/hujson"
)

// insert puts an addition behind the last entry of an object or a list, in the
// manner of the document: its indentation, its line ends, its trailing commas.
// An object or list that is written on one line stays on one, unless it was
// empty.
func insert(data []byte, root *hujson.Object, into hujson.Value, a addition) []byte {
	closing := into.EndOffset - 1
	inside := data[into.StartOffset+1 : closing]
	last, trailingComma, comments := lastIn(into)
	end := closing - len(inside) + len(bytes.TrimRight(inside, " \t\r\n")) // behind the last entry, comma and comment
	var out []byte
	if last < 0 || trailingComma {
		out = append(out, data[:end]...)
	} else {
		out = slices.Concat(data[:last], []byte(","), data[last:end])
	}
	switch {
	case bytes.Contains(inside, []byte("\n")) || last < 0 && !comments:
		s := styleOf(data, root)
		outer := indentOf(data, into.StartOffset)
		out = append(out, s.line(outer+s.indent, a)...)
		if trailingComma {
			out = append(out, ',')
		}
		out = append(out, s.newline+outer...)
	case last < 0:
		out = append(append(out, a.compact()...), data[end:closing]...)
	default:
		out = slices.Concat(out, []byte(" "), a.compact(), data[end:closing])
	}
	return append(out, data[closing:]...)
}

// lastIn is the offset behind the last entry, or -1; whether a comma follows
// it; and whether there is more than space behind it.
func lastIn(into hujson.Value) (end int, trailingComma, comments bool) {
	var values []hujson.Value
	var after hujson.Extra
	switch v := into.Value.(type) {
	case *hujson.Object:
		for _, m := range v.Members {
			values = append(values, m.Value)
		}
		after = v.AfterExtra
	case *hujson.Array:
		values, after = v.Elements, v.AfterExtra
	}
	comments = len(bytes.TrimSpace(after)) > 0
	if len(values) == 0 {
		return -1, false, comments
	}
	last := values[len(values)-1]
	return last.EndOffset, last.AfterExtra != nil, comments
}

// A style is how a document is laid out.
type style struct{ indent, newline string }

func styleOf(data []byte, root *hujson.Object) style {
	s := style{indent: "  ", newline: "\n"}
	if bytes.Contains(data, []byte("\r\n")) {
		s.newline = "\r\n"
	}
	if len(root.Members) > 0 {
		if first := indentOf(data, root.Members[0].Name.StartOffset); first != "" {
			s.indent = first
		}
	}
	return s
}

// indentOf is the space before the first sign of the line that offset is in.
func indentOf(data []byte, offset int) string {
	line := data[bytes.LastIndexByte(data[:offset], '\n')+1:]
	return string(line[:len(line)-len(bytes.TrimLeft(line, " \t"))])
}

// line is an addition on lines of its own.
func (s style) line(indent string, a addition) string {
	var value bytes.Buffer
	if json.Indent(&value, a.value, indent, s.indent) != nil {
		value.Reset()
		value.Write(a.value) // it is JSON, since encode made it
	}
	text := value.String()
	if a.name != "" {
		text = string(quoted(a.name)) + ": " + text
	}
	return s.newline + indent + strings.ReplaceAll(text, "\n", s.newline)
}

func (a addition) compact() []byte {
	if a.name == "" {
		return a.value
	}
	return slices.Concat(quoted(a.name), []byte(": "), a.value)
}
