package schema

import (
	"strings"
	"testing"
)

func TestWhatIsNotJSONIsSaidInASentenceWithItsPlace(t *testing.T) {
	for _, c := range []struct{ raw, want string }{
		{``, `line 1, column 1: there is nothing here; JSON such as {} is wanted`},
		{`{`, `line 1, column 2: the text ends inside an object; a key in quotes or } would do`},
		{`{"a":1,`, `line 1, column 8: the text ends inside an object; a key in quotes or } would do`},
		{`{"a"`, `line 1, column 5: the text ends where the colon after a key is wanted`},
		{`{"a":`, `line 1, column 6: the text ends where a value is wanted`},
		{`{"a":1`, `line 1, column 7: the text ends inside an object; a comma or } would do`},
		{`[1`, `line 1, column 3: the text ends inside a list; a comma or ] would do`},
		{`[`, `line 1, column 2: the text ends inside a list; a value or ] would do`},
		{"{\n \"a\": \"b", `line 2, column 9: the text ends inside a string; a closing quote would do`},
		{"{\n \"a\": Oslo}", `line 2, column 7: Oslo is no JSON value, and a text stands in quotes`},
		{`{"a": True}`, `line 1, column 7: True is no JSON value; true would do`},
		{`{"a": None}`, `line 1, column 7: None is no JSON value; null would do`},
		{`{"a": 01}`, `line 1, column 7: 01 is no number as JSON writes it; 1 would do`},
		{`{"a": 1.}`, `line 1, column 7: 1. is no number as JSON writes it`},
		{`{"a": "x\y"}`, `line 1, column 7: this string holds a \ that stands for nothing; \\ would do`},
		{"{\"a\": \"x\ny\"}", `line 1, column 7: this string does not end in its line; a closing " would do, or \n for a line break in it`},
		{"{\"a\": \"x\ty\"}", `line 1, column 7: this string holds a control character as it is; \u and four digits would do`},
		{`{"é": 'x'}`, `line 1, column 7: ' stands where a value is wanted; a text stands in double quotes`},
		{`{a: 1}`, `line 1, column 2: a stands where a key is wanted; a key stands in double quotes`},
		{`{1: 1}`, `line 1, column 2: 1 stands where a key is wanted; a key stands in double quotes`},
		{`{'a': 1}`, `line 1, column 2: ' stands where a key is wanted; a key stands in double quotes`},
		{`{"a" 1}`, `line 1, column 6: 1 stands where the colon after a key is wanted`},
		{`{"a": 1 "b": 2}`, `line 1, column 9: " stands inside an object where a comma or } is wanted`},
		{`[1 2]`, `line 1, column 4: 2 stands inside a list where a comma or ] is wanted`},
		{`{"a":}`, `line 1, column 6: } stands where a value is wanted`},
		{`[1,,]`, `line 1, column 4: a comma stands where a value is wanted`},
		{`{} x`, `line 1, column 4: x stands after the end of the JSON`},
		{`{}}`, `line 1, column 3: } stands after the end of the JSON`},
		{`{ /* x`, `line 1, column 3: a comment does not end; */ would do`},
		{"# x", `line 1, column 1: # stands where a value is wanted; a comment begins with //`},
		{"\x00", `line 1, column 1: U+0000 stands where a value is wanted`},
		{"\xff", `line 1, column 1: the byte ff, which is not UTF-8, stands where a value is wanted`},
		{"{} // \u2028", `line 1, column 7: U+2028 stands inside a comment, which does not take it`},
		{"// \xff\n{}", `line 1, column 1: this comment holds bytes that are not UTF-8`},
	} {
		if _, err := ParseForgiving([]byte(c.raw)); err == nil || err.Error() != c.want {
			t.Errorf("%q: the error is\n %v, want\n %s", c.raw, err, c.want)
		}
		if _, err := Parse([]byte(c.raw)); err == nil || err.Error() != c.want {
			t.Errorf("%q strictly: the error is\n %v, want\n %s", c.raw, err, c.want)
		}
	}
}

func TestACommentMayEndTheText(t *testing.T) {
	if v, err := ParseForgiving([]byte("{} // x")); err != nil || string(v.JSON()) != "{}" {
		t.Errorf("%v", err)
	}
}

func TestStrictJSONSaysWhereACommentOrACommaIsTooMuch(t *testing.T) {
	for _, c := range []struct{ raw, want string }{
		{"{\n \"a\": 1,\n}", `line 3, column 1: } stands after a comma, which strict JSON does not take`},
		{`[1, ]`, `line 1, column 5: ] stands after a comma, which strict JSON does not take`},
		{`{"a": 1} // x`, `line 1, column 10: a comment stands here, which strict JSON does not take`},
	} {
		if _, err := Parse([]byte(c.raw)); err == nil || err.Error() != c.want {
			t.Errorf("%q: the error is\n %v, want\n %s", c.raw, err, c.want)
		}
	}
}

func FuzzASyntaxErrorIsASentence(f *testing.F) {
	for _, seed := range []string{`{`, `{"a" 1}`, "[\xff", `{"a":tru}`, "/*", "\u2028", "// \u2028", `"\u12"`} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, raw []byte) {
		if _, err := ParseForgiving(raw); err != nil && (!strings.HasPrefix(err.Error(), "line ") && !strings.Contains(err.Error(), "deeper") || strings.Contains(err.Error(), "hujson") || strings.Contains(err.Error(), "EOF")) {
			t.Errorf("%q: %v", raw, err)
		}
	})
}
