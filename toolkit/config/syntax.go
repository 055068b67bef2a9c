package config

import (
	"errors"
	"io"
	"regexp"
	"strconv"
	"strings"

	"github.com/tailscale/hujson"
)

// place is how hujson begins its error texts; it has no type for them.
var place = regexp.MustCompile(`^hujson: line (\d+), column (\d+): `)

func (p *parser) syntaxError(err error) *Error {
	out := &Error{Path: p.path, Line: 1, Column: 1, Reason: err.Error()}
	if m := place.FindStringSubmatch(err.Error()); m != nil {
		out.Line, _ = strconv.Atoi(m[1])
		out.Column, _ = strconv.Atoi(m[2])
		out.Reason = strings.TrimPrefix(err.Error(), m[0])
	}
	switch {
	case len(strings.TrimSpace(string(p.data))) == 0:
		out.Reason = "the file is empty"
	case errors.Is(err, io.ErrUnexpectedEOF):
		out.Reason = "the file ends in the middle: " + strings.TrimSuffix(out.Reason, ": "+io.ErrUnexpectedEOF.Error()) + " reached the end (is a bracket not closed, or everything a comment?)"
	case p.at(out.Line, out.Column) == '#':
		out.Reason = "a line that begins with # is no comment in JSON; // would do"
	default:
		out.Reason = "this is not JSON: " + out.Reason
	}
	return out
}

func (p *parser) at(line, column int) byte {
	lines := strings.SplitAfter(string(p.data), "\n")
	if line > len(lines) || column > len(lines[line-1]) {
		return 0
	}
	return lines[line-1][column-1]
}

func kindOf(v hujson.Value) string {
	switch v.Value.Kind() {
	case '{':
		return "an object"
	case '[':
		return "a list"
	case '"':
		return "a text"
	case '0':
		return "a number"
	case 'n':
		return "null"
	}
	return "true or false"
}
