package config

import (
	"fmt"
	"regexp"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/tailscale/hujson"
)

const (
	byteOrderMark = "\xef\xbb\xbf"
	// deepest is how many brackets may stand within one another. The parser
	// follows them on the stack.
	deepest = 500
)

// document parses the whole file.
func (p *parser) document() (hujson.Value, error) {
	for _, mark := range []string{"\xff\xfe", "\xfe\xff"} {
		if strings.HasPrefix(string(p.data), mark) {
			return hujson.Value{}, p.errorAt(0, "the file is UTF-16; saved as UTF-8 it can be read")
		}
	}
	if len(strings.TrimSpace(string(p.data))) == 0 {
		return hujson.Value{}, p.errorAt(len(p.data), "the file is empty")
	}
	brackets := structureOf(p.data)
	if brackets.tooDeep >= 0 {
		return hujson.Value{}, p.errorAt(brackets.tooDeep, "more than %d brackets stand within one another", deepest)
	}
	// hujson wants a line's end after the last comment.
	value, err := hujson.Parse(append(p.data[:len(p.data):len(p.data)], '\n'))
	if err != nil {
		return hujson.Value{}, p.syntaxError(err, brackets)
	}
	return value, nil
}

// place is how hujson begins its error texts; it has no type for them.
var place = regexp.MustCompile(`^hujson: line (\d+), column (\d+): `)

// syntaxError puts hujson's error into words for people: what is there, and
// what would do. Only the place and the kind are taken from its text.
func (p *parser) syntaxError(err error, brackets structure) *Error {
	offset, text := 0, err.Error()
	if m := place.FindStringSubmatch(text); m != nil {
		line, _ := strconv.Atoi(m[1])
		column, _ := strconv.Atoi(m[2])
		offset, text = p.offset(line, column), strings.TrimPrefix(text, m[0])
	}
	if offset >= len(p.data) || strings.HasSuffix(text, "unexpected EOF") {
		return p.unfinished(brackets)
	}
	here := p.found(offset)
	switch {
	case brackets.first == offset && p.data[offset] != '#':
		return p.errorAt(offset, "this is not JSON; it begins with %s", here)
	case p.data[offset] == '#':
		return p.errorAt(offset, "a line that begins with # is no comment in JSON; // would do")
	case strings.Contains(text, "after object name"):
		return p.errorAt(offset, "after a name comes a colon and a value; here is %s", here)
	case strings.Contains(text, "after object value"):
		return p.errorAt(offset, "after a value comes a comma or }; here is %s", here)
	case strings.Contains(text, "after array value"):
		return p.errorAt(offset, "after a value comes a comma or ]; here is %s", here)
	case strings.Contains(text, "at start of object name"):
		return p.errorAt(offset, "here should be a name in double quotes, and is %s", here)
	case strings.Contains(text, "after top-level value") && p.data[offset] == ':':
		return p.errorAt(offset, "the file begins with a name and a colon; { before it and } at the end would do")
	case strings.Contains(text, "after top-level value"):
		return p.errorAt(offset, "the document ends before this, but here is %s", here)
	case strings.Contains(text, "at start of value"):
		return p.noValue(offset, here)
	case strings.Contains(text, "invalid literal"):
		return p.badLiteral(offset)
	case strings.Contains(text, "comment"):
		return p.errorAt(offset, "the comment holds a character that can not be in one, %s", here)
	}
	return p.errorAt(offset, "this is not JSON; here is %s", here)
}

func (p *parser) offset(line, column int) int {
	rest := string(p.data)
	for range line - 1 {
		_, after, _ := strings.Cut(rest, "\n")
		rest = after
	}
	return len(p.data) - len(rest) + column - 1
}

func (p *parser) noValue(offset int, here string) *Error {
	switch p.data[offset] {
	case '\'':
		return p.errorAt(offset, "names and texts are written in double quotes; here is a single one")
	case ',':
		return p.errorAt(offset, "a value is missing before this comma, or the comma is one too many")
	case '}', ']':
		return p.errorAt(offset, "a value is missing before %s", here)
	}
	return p.errorAt(offset, "here should be a value, and is %s", here)
}

// alike are words of other languages for the words of JSON.
var alike = map[string]string{"True": "true", "False": "false", "None": "null", "nil": "null", "undefined": "null", "TRUE": "true", "FALSE": "false", "NULL": "null"}

func (p *parser) badLiteral(offset int) *Error {
	if p.data[offset] == '"' {
		return p.badText(offset)
	}
	word := p.word(offset)
	after := strings.TrimLeft(string(p.data[offset+len(word):]), " \t")
	switch {
	case strings.HasPrefix(after, ":"):
		return p.errorAt(offset, "the name %s is not in double quotes", word)
	case alike[word] != "":
		return p.errorAt(offset, "%s is no word of JSON; %s would do", word, alike[word])
	case strings.ContainsAny(word[:1], "+-.0123456789"):
		return p.errorAt(offset, "%s is no number as JSON writes them", word)
	}
	return p.errorAt(offset, "%s is no value; a text is written in double quotes", word)
}

// badText finds what is wrong in the text that begins at offset.
func (p *parser) badText(offset int) *Error {
	text := p.data[offset+1:]
	for i := 0; i < len(text) && text[i] != '"'; i++ {
		switch c := text[i]; {
		case c == '\n' || c == '\r':
			return p.errorAt(offset+1+i, `a text holds the end of a line; the closing quote is missing, or \n would do`)
		case c < ' ':
			return p.errorAt(offset+1+i, `a text holds the control character \u%04x as it is`, c)
		case c == '\\':
			i++
			if i < len(text) && !strings.ContainsRune(`"\/bfnrtu`, rune(text[i])) {
				return p.errorAt(offset+i, `a text holds \%s, which JSON does not know; a backslash is written \\`, p.character(offset+1+i))
			}
		}
	}
	return p.errorAt(offset, `a text holds a \u that is not followed by four hexadecimal digits`)
}

func (p *parser) character(offset int) string {
	r, _ := utf8.DecodeRune(p.data[offset:])
	if !unicode.IsPrint(r) {
		return fmt.Sprintf("u%04x", r)
	}
	return string(r)
}

// word is what stands at offset up to a space or a sign of JSON, shortened.
func (p *parser) word(offset int) string {
	rest := string(p.data[offset:min(len(p.data), offset+40)])
	if end := strings.IndexFunc(rest, func(r rune) bool {
		return unicode.IsSpace(r) || strings.ContainsRune(`{}[]:,"'/`, r) || !unicode.IsPrint(r)
	}); end > 0 {
		return rest[:end]
	}
	return rest
}

// found names what stands at offset.
func (p *parser) found(offset int) string {
	switch c := p.data[offset]; {
	case c == '"':
		rest := string(p.data[offset+1 : min(len(p.data), offset+40)])
		if end := strings.IndexAny(rest, "\"\r\n"); end >= 0 {
			rest = rest[:end]
		}
		return fmt.Sprintf("the text %q", rest)
	case strings.ContainsRune("{}[]:,'/", rune(c)):
		return string(c)
	case unicode.IsPrint(rune(c)) && c < utf8.RuneSelf:
		return p.word(offset)
	}
	r, size := utf8.DecodeRune(p.data[offset:])
	if r == utf8.RuneError && size <= 1 {
		return fmt.Sprintf("the byte %#02x", p.data[offset])
	}
	return fmt.Sprintf("the character %q", r)
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
