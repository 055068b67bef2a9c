package schema

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"regexp"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// placeOfError is how hujson begins its error texts; it has no type for them.
// Columns are counted in bytes.
var placeOfError = regexp.MustCompile(`line (\d+), column (\d+): `)

// forgivingError says what hujson found wrong. Only the place is taken from its
// error: what stands there, and what would do, is found out anew.
func forgivingError(err error, raw []byte) error {
	if len(bytes.TrimSpace(raw)) == 0 {
		return errors.New("line 1, column 1: there is nothing here; JSON such as {} is wanted")
	}
	found := placeOfError.FindStringSubmatch(err.Error())
	if found == nil {
		return fmt.Errorf("this is not JSON: %w", err)
	}
	line, _ := strconv.Atoi(found[1])
	column, _ := strconv.Atoi(found[2])
	at := offsetOf(raw, line, column)
	var s spot
	s.read(raw[:at])
	return errorAt(raw, at, s.sentence(raw[at:]))
}

// strictError says where there is something that only forgiving JSON takes.
func strictError(raw []byte) error {
	var v any
	var syntax *json.SyntaxError
	if err := json.Unmarshal(raw, &v); !errors.As(err, &syntax) {
		return fmt.Errorf("this is not JSON: %w", err)
	}
	at := min(max(0, int(syntax.Offset)-1), len(raw))
	if bytes.HasPrefix(raw[at:], []byte("/")) {
		return errorAt(raw, at, "a comment stands here, which strict JSON does not take")
	}
	return errorAt(raw, at, sign(raw[at:])+" stands after a comma, which strict JSON does not take")
}

func errorAt(raw []byte, at int, sentence string) error {
	before := raw[:at]
	line := 1 + bytes.Count(before, []byte("\n"))
	column := 1 + utf8.RuneCount(before[bytes.LastIndexByte(before, '\n')+1:])
	return fmt.Errorf("line %d, column %d: %s", line, column, sentence)
}

// offsetOf is the offset of a place, at most the length of the text.
func offsetOf(raw []byte, line, column int) int {
	at := 0
	for ; line > 1; line-- {
		end := bytes.IndexByte(raw[at:], '\n')
		if end < 0 {
			return len(raw)
		}
		at += end + 1
	}
	return min(at+column-1, len(raw))
}

// A spot is what stands before a place in JSON text, which tells what is wanted
// there.
type spot struct {
	open []byte // the brackets that are not closed
	last byte   // a bracket, colon or comma, or one of the following; 0 at the start
}

const (
	afterKey   = 'k'
	afterValue = 'v'
	inString   = '"'
	inComment  = '/'
)

func (s *spot) read(raw []byte) {
	for i := 0; i < len(raw); i++ {
		switch c := raw[i]; c {
		case ' ', '\t', '\r', '\n':
		case '{', '[':
			s.open, s.last = append(s.open, c), c
		case '}', ']':
			s.open, s.last = s.open[:max(0, len(s.open)-1)], afterValue
		case ':', ',':
			s.last = c
		case '"':
			size := stringLength(raw[i:])
			if size < 0 {
				s.last = inString
				return
			}
			s.value()
			i += size - 1
		case '/':
			size := commentLength(raw[i:])
			if size < 0 {
				s.last = inComment
				return
			}
			i += size - 1
		default:
			s.value()
			i += max(1, len(word(raw[i:]))) - 1
		}
	}
}

func (s *spot) value() {
	wasKey := s.wantsKey()
	s.last = afterValue
	if wasKey {
		s.last = afterKey
	}
}

func (s *spot) inObject() bool { return len(s.open) > 0 && s.open[len(s.open)-1] == '{' }

func (s *spot) wantsKey() bool { return s.inObject() && (s.last == '{' || s.last == ',') }

func (s *spot) wantsValue() bool {
	return s.last == 0 || s.last == '[' || s.last == ':' || s.last == ',' && !s.inObject()
}

// sentence says what is wrong with the rest of the text.
func (s *spot) sentence(rest []byte) string {
	switch {
	case len(rest) == 0:
		return s.atEnd()
	case s.last == inComment:
		return sign(rest) + " stands inside a comment, which does not take it"
	case bytes.HasPrefix(rest, []byte("/*")) && commentLength(rest) < 0:
		return "a comment does not end; */ would do"
	case commentLength(rest) > 0:
		return "this comment holds bytes that are not UTF-8"
	case (s.wantsKey() || s.wantsValue()) && rest[0] == '"':
		return stringFault(rest[:max(1, stringLength(rest))])
	case s.wantsKey():
		return sign(rest) + " stands where a key is wanted; a key stands in double quotes"
	case s.wantsValue():
		return valueFault(rest)
	case s.last == afterKey:
		return sign(rest) + " stands where the colon after a key is wanted"
	case len(s.open) == 0:
		return sign(rest) + " stands after the end of the JSON"
	case s.inObject():
		return sign(rest) + " stands inside an object where a comma or } is wanted"
	}
	return sign(rest) + " stands inside a list where a comma or ] is wanted"
}

func (s *spot) atEnd() string {
	switch {
	case s.last == inString:
		return "the text ends inside a string; a closing quote would do"
	case s.last == 0 || s.last == ':':
		return "the text ends where a value is wanted"
	case s.last == afterKey:
		return "the text ends where the colon after a key is wanted"
	case s.wantsKey():
		return "the text ends inside an object; a key in quotes or } would do"
	case s.wantsValue():
		return "the text ends inside a list; a value or ] would do"
	case s.inObject():
		return "the text ends inside an object; a comma or } would do"
	}
	return "the text ends inside a list; a comma or ] would do"
}

func valueFault(rest []byte) string {
	text := string(word(rest))
	switch {
	case text != "" && strings.ContainsRune("+-.0123456789", rune(text[0])):
		return numberFault(text)
	case text != "":
		if meant := meantBy[strings.ToLower(text)]; meant != "" {
			return fmt.Sprintf("%s is no JSON value; %s would do", cut(text, 40), meant)
		}
		return cut(text, 40) + " is no JSON value, and a text stands in quotes"
	case rest[0] == '\'':
		return "' stands where a value is wanted; a text stands in double quotes"
	case rest[0] == '#':
		return "# stands where a value is wanted; a comment begins with //"
	}
	return sign(rest) + " stands where a value is wanted"
}

// meantBy is what words of other languages are in JSON.
var meantBy = map[string]string{"true": "true", "false": "false", "null": "null", "none": "null", "nil": "null", "undefined": "null", "yes": "true", "no": "false"}

func numberFault(text string) string {
	sentence := cut(text, 40) + " is no number as JSON writes it"
	plain := strings.TrimLeft(text, "+0")
	if strings.HasPrefix(plain, ".") {
		plain = "0" + plain
	}
	if _, ok := NewNumber(plain); ok {
		sentence += "; " + cut(plain, 40) + " would do"
	}
	return sentence
}

func stringFault(literal []byte) string {
	if bytes.ContainsFunc(literal, func(r rune) bool { return r < ' ' && r != '\n' }) {
		return `this string holds a control character as it is; \u and four digits would do`
	}
	if bytes.ContainsRune(literal, '\n') {
		return `this string does not end in its line; a closing " would do, or \n for a line break in it`
	}
	return `this string holds a \ that stands for nothing; \\ would do`
}

// stringLength is the length of the string that a text begins with, -1 when it
// does not end.
func stringLength(raw []byte) int {
	for i := 1; i < len(raw); i++ {
		switch raw[i] {
		case '\\':
			i++
		case '"':
			return i + 1
		}
	}
	return -1
}

// commentLength is the length of the comment that a text begins with, -1 when
// it does not end, 0 when there is none.
func commentLength(raw []byte) int {
	end := ""
	switch {
	case bytes.HasPrefix(raw, []byte("//")):
		end = "\n"
	case bytes.HasPrefix(raw, []byte("/*")):
		end = "*/"
	default:
		return 0
	}
	if i := bytes.Index(raw[2:], []byte(end)); i >= 0 {
		return 2 + i + len(end)
	}
	return -1
}

// word is the literal that a text begins with.
func word(raw []byte) []byte {
	end := bytes.IndexFunc(raw, func(r rune) bool {
		return !unicode.IsLetter(r) && !unicode.IsDigit(r) && !strings.ContainsRune("+-._", r)
	})
	if end < 0 {
		return raw
	}
	return raw[:end]
}

// sign is the beginning of a text as it is named in a sentence.
func sign(rest []byte) string {
	if text := word(rest); len(text) > 0 {
		return cut(string(text), 40)
	}
	r, size := utf8.DecodeRune(rest)
	switch {
	case r == utf8.RuneError && size <= 1:
		return fmt.Sprintf("the byte %x, which is not UTF-8,", rest[:size])
	case r == ',':
		return "a comma"
	case r == ':':
		return "a colon"
	case !unicode.IsPrint(r):
		return fmt.Sprintf("%U", r)
	}
	return string(r)
}
