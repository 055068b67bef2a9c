package config

import (
	"bytes"
	"fmt"
)

// A structure is where brackets, texts and comments begin that do not end.
type structure struct {
	// open are the offsets of the brackets that are not closed.
	open []int
	// text and comment are the offset of one that is not closed, or -1.
	text, comment int
	// tooDeep is the offset of the first bracket that is too deep, or -1.
	tooDeep int
	// first is the offset of the first sign that is no comment, or -1.
	first int
}

func structureOf(data []byte) structure {
	s := structure{text: -1, comment: -1, tooDeep: -1, first: -1}
	for i := 0; i < len(data); i++ {
		switch c := data[i]; c {
		case ' ', '\t', '\r', '\n':
		case '/':
			i = s.skipComment(data, i)
		case '"':
			s.begin(i)
			i = s.skipText(data, i)
		case '{', '[':
			s.begin(i)
			s.open = append(s.open, i)
			if len(s.open) > deepest && s.tooDeep < 0 {
				s.tooDeep = i
			}
		case '}', ']':
			if len(s.open) > 0 {
				s.open = s.open[:len(s.open)-1]
			}
		default:
			s.begin(i)
		}
	}
	return s
}

func (s *structure) begin(i int) {
	if s.first < 0 {
		s.first = i
	}
}

// skipComment is the offset of the last byte of the comment that begins at i.
func (s *structure) skipComment(data []byte, i int) int {
	end, size := -1, 0
	switch rest := data[i:]; {
	case bytes.HasPrefix(rest, []byte("//")):
		if end, size = bytes.IndexByte(rest, '\n'), 1; end < 0 {
			return len(data)
		}
	case bytes.HasPrefix(rest, []byte("/*")):
		if end, size = bytes.Index(rest[2:], []byte("*/")), 4; end < 0 {
			s.comment = i
			return len(data)
		}
	default:
		s.begin(i)
		return i
	}
	return i + end + size - 1
}

// skipText is the offset of the closing quote of the text that begins at i.
func (s *structure) skipText(data []byte, i int) int {
	for end := i + 1; end < len(data); end++ {
		switch data[end] {
		case '\\':
			end++
		case '"':
			return end
		}
	}
	s.text = i
	return len(data)
}

// unfinished says what does not end before the file does.
func (p *parser) unfinished(s structure) *Error {
	end := len(bytes.TrimRight(p.data, " \t\r\n"))
	switch {
	case s.comment >= 0:
		return p.errorAt(s.comment, "the comment that begins here is not closed; */ would do")
	case s.text >= 0:
		return p.errorAt(s.text, "the text that begins here is not closed; a double quote would do")
	case s.first < 0:
		return p.errorAt(0, "the file holds nothing but comments")
	case len(s.open) > 0:
		open := s.open[len(s.open)-1]
		closing := "}"
		if p.data[open] == '[' {
			closing = "]"
		}
		return p.errorAt(end, "the file ends in the middle: the %c at %s is not closed; %s would do", p.data[open], p.at(open), closing)
	}
	return p.errorAt(end, "the file ends in the middle")
}

// at is the line and column of an offset.
func (p *parser) at(offset int) string {
	e := p.errorAt(offset, "")
	return fmt.Sprintf("%d:%d", e.Line, e.Column)
}
