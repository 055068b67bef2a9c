package config

import (
	"errors"
	"strings"
	"testing"
)

func TestASyntaxErrorSaysWhatIsThereAndWhatWouldDo(t *testing.T) {
	for text, want := range map[string]string{
		"":                       `1:1: the file is empty`,
		" \n\n":                  `3:1: the file is empty`,
		"// only\n":              `1:1: the file holds nothing but comments`,
		"\n#mine\n{}":            `2:1: a line that begins with # is no comment in JSON; // would do`,
		`{"a" {}}`:               `1:6: after a name comes a colon and a value; here is {`,
		`{"a":1 "b":2}`:          `1:8: after a value comes a comma or }; here is the text "b"`,
		`{"a":[1 2]}`:            `1:9: after a value comes a comma or ]; here is 2`,
		`{"a":[1}`:               `1:8: after a value comes a comma or ]; here is }`,
		`{"a":}`:                 `1:6: a value is missing before }`,
		`{"a":1,,}`:              `1:8: a value is missing before this comma, or the comma is one too many`,
		`{5:1}`:                  `1:2: here should be a name in double quotes, and is 5`,
		`{a: 1}`:                 `1:2: the name a is not in double quotes`,
		`{'a': 1}`:               `1:2: names and texts are written in double quotes; here is a single one`,
		`{"a": True}`:            `1:7: True is no word of JSON; true would do`,
		"\x89PNG\r\n":            `1:1: this is not JSON; it begins with the byte 0x89`,
		"# a title\nand a text":  `1:1: a line that begins with # is no comment in JSON; // would do`,
		"// c\nkey: value":       `2:1: this is not JSON; it begins with key`,
		`{"a": yes}`:             `1:7: yes is no value; a text is written in double quotes`,
		`{"a": 007}`:             `1:7: 007 is no number as JSON writes them`,
		`{"a": "C:\Users"}`:      `1:10: a text holds \U, which JSON does not know; a backslash is written \\`,
		`{"a": "\u12"}`:          `1:7: a text holds a \u that is not followed by four hexadecimal digits`,
		"{\"a\": \"b\n\"}":       `1:9: a text holds the end of a line; the closing quote is missing, or \n would do`,
		"{\"a\": \"b\tc\"}":      `1:9: a text holds the control character \u0009 as it is`,
		"{\"a\": \xff}":          `1:7: here should be a value, and is the byte 0xff`,
		`{"a": “b”}`:             `1:7: here should be a value, and is the character '“'`,
		`{"a":1}}`:               `1:8: the document ends before this, but here is }`,
		`"mcpServers": {}`:       `1:13: the file begins with a name and a colon; { before it and } at the end would do`,
		"{\n \"a\": {\n":         `2:8: the file ends in the middle: the { at 2:7 is not closed; } would do`,
		"{\"a\": [ // [\n\"[\",": `2:5: the file ends in the middle: the [ at 1:7 is not closed; ] would do`,
		"{\"a\": \"b":            `1:7: the text that begins here is not closed; a double quote would do`,
		"{\"a\": 1 /* }":         `1:9: the comment that begins here is not closed; */ would do`,
		"{ // \u2028\n}":         `1:6: the comment holds a character that can not be in one, the character '\u2028'`,
		"\xff\xfe{\x00}\x00":     `1:1: the file is UTF-16; saved as UTF-8 it can be read`,
		"[]":                     `1:1: a configuration is a JSON object, this is a list`,
		strings.Repeat("[", 501): `1:501: more than 500 brackets stand within one another`,
	} {
		_, err := Parse("mcp.json", []byte(text), lookupIn(nil))
		var at *Error
		if !errors.As(err, &at) {
			t.Errorf("%q: got %v", text, err)
			continue
		}
		if got := strings.TrimPrefix(at.Error(), "mcp.json:"); got != want {
			t.Errorf("%q:\n got %s\nwant %s", text, got, want)
		}
	}
}

func TestALastLineMayBeAComment(t *testing.T) {
	if _, err := Parse("mcp.json", []byte("{\"mcpServers\":{}} // mine"), lookupIn(nil)); err != nil {
		t.Error(err)
	}
}
