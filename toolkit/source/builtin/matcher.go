package builtin

import (
	"bytes"
	"errors"
	"fmt"
	"regexp"
	"regexp/syntax"
	"slices"
	"unicode/utf8"
)

// A matcher finds the lines of a text that match a pattern.
type matcher struct {
	pattern *regexp.Regexp
	// literal is in every line that matches. To look for it is many times
	// faster than to ask every line; it is empty when there is none.
	literal []byte
}

func newMatcher(pattern string) (*matcher, error) {
	compiled, err := regexp.Compile(pattern)
	if wrong := (*syntax.Error)(nil); errors.As(err, &wrong) {
		return nil, fmt.Errorf("the pattern %q is not an RE2 regular expression: %s: %q; a \\ before it takes a sign as it is", shortened(pattern, 200), wrong.Code, shortened(wrong.Expr, 60))
	}
	if err != nil {
		return nil, err
	}
	m := &matcher{pattern: compiled}
	if tree, err := syntax.Parse(pattern, syntax.Perl); err == nil {
		m.literal = []byte(required(tree))
	}
	return m, nil
}

// required is the longest text that whatever matches has in it, as far as that
// is easily seen.
func required(tree *syntax.Regexp) string {
	longest := ""
	switch tree.Op {
	case syntax.OpLiteral:
		// The replacement character also matches a byte that is not UTF-8.
		if tree.Flags&syntax.FoldCase == 0 && !slices.Contains(tree.Rune, utf8.RuneError) {
			longest = string(tree.Rune)
		}
	case syntax.OpCapture, syntax.OpPlus:
		longest = required(tree.Sub[0])
	case syntax.OpRepeat:
		if tree.Min > 0 {
			longest = required(tree.Sub[0])
		}
	case syntax.OpConcat:
		for _, sub := range tree.Sub {
			if s := required(sub); len(s) > len(longest) {
				longest = s
			}
		}
	}
	return longest
}

// each calls visit with the number of each line that matches, counted from 1,
// the line without its end, and where in it the match begins.
func (m *matcher) each(text []byte, visit func(number int, line []byte, at int)) {
	for number := 1; len(text) > 0; number++ {
		if len(m.literal) > 0 {
			next := bytes.Index(text, m.literal)
			if next < 0 {
				return
			}
			start := bytes.LastIndexByte(text[:next], '\n') + 1
			number += bytes.Count(text[:start], []byte("\n"))
			text = text[start:]
		}
		line, rest, _ := bytes.Cut(text, []byte("\n"))
		line = bytes.TrimSuffix(line, []byte("\r"))
		if at := m.pattern.FindIndex(line); at != nil {
			visit(number, line, at[0])
		}
		text = rest
	}
}
