package safetext

import (
	"bytes"
	"encoding/json"
	"reflect"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"
)

func TestEveryUnfitCharacterBecomesAVisibleMark(t *testing.T) {
	cases := []struct{ name, in, line, block string }{
		{"nothing to do", "plain text", "plain text", "plain text"},
		{"other scripts", "Ünïcödé 你好 שלום", "Ünïcödé 你好 שלום", "Ünïcödé 你好 שלום"},
		{"colour", "\x1b[31mred\x1b[0m", "␛[31mred␛[0m", "␛[31mred␛[0m"},
		{"title", "\x1b]0;owned\x07", "␛]0;owned␇", "␛]0;owned␇"},
		{"clipboard", "\x1b]52;c;QUJD\x1b\\", "␛]52;c;QUJD␛\\", "␛]52;c;QUJD␛\\"},
		{"picture", "\x1b_Gi=1,a=d\x1b\\", "␛_Gi=1,a=d␛\\", "␛_Gi=1,a=d␛\\"},
		{"C1 as runes", "a\u009b2Jb", "a‹U+009B›2Jb", "a‹U+009B›2Jb"},
		{"C1 as bytes", "a\x9b2Jb", "a�2Jb", "a�2Jb"},
		{"broken bytes one by one", "\xc3\x28\xff\xfe", "�(��", "�(��"},
		{"delete and null", "a\x7fb\x00c", "a␡b␀c", "a␡b␀c"},
		{"breaks", "a\r\nb\rc\nd", "a⏎b⏎c⏎d", "a\nb\nc\nd"},
		{"tabs", "a\tbc\t\td\n\te", "a bc  d⏎ e", "a   bc      d\n    e"},
		{"a tab after wide text", "你\tx", "你 x", "你  x"},
		{"bidi", "safe\u202Etxt.exe", "safe‹U+202E›txt.exe", "safe‹U+202E›txt.exe"},
		{"isolates and marks", "\u2066a\u2069\u200f", "‹U+2066›a‹U+2069›‹U+200F›", "‹U+2066›a‹U+2069›‹U+200F›"},
		{"zero width", "a\u200bb\ufeffc\u00add\u2060", "a‹U+200B›b‹U+FEFF›c‹U+00AD›d‹U+2060›", "a‹U+200B›b‹U+FEFF›c‹U+00AD›d‹U+2060›"},
		{"tag characters", "a\U000E0041\U000E007F", "a‹U+E0041›‹U+E007F›", "a‹U+E0041›‹U+E007F›"},
		{"line separators", "a\u2028b\u0085c", "a‹U+2028›b‹U+0085›c", "a‹U+2028›b‹U+0085›c"},
		{"kitty placeholder", "\U0010EEEE\u0305", "‹U+10EEEE›\u0305", "‹U+10EEEE›\u0305"},
		{"Hangul filler", "a\u3164b", "a‹U+3164›b", "a‹U+3164›b"},
		{"emoji stay whole", "👨\u200d👩\u200d👧 ❤\ufe0f 1\ufe0f⃣ 👍🏽", "👨\u200d👩\u200d👧 ❤\ufe0f 1\ufe0f⃣ 👍🏽", "👨\u200d👩\u200d👧 ❤\ufe0f 1\ufe0f⃣ 👍🏽"},
		{"joiners where scripts need them", "می\u200cخواهم क्\u200dष", "می\u200cخواهم क्\u200dष", "می\u200cخواهم क्\u200dष"},
		{"joiners elsewhere", "pay\u200dpal \u200c", "pay‹U+200D›pal ‹U+200C›", "pay‹U+200D›pal ‹U+200C›"},
		{"a second selector hides data", "a\ufe0f\ufe0e\ufe0f", "a\ufe0f‹U+FE0E›\ufe0f", "a\ufe0f‹U+FE0E›\ufe0f"},
		{"selector supplement", "a\U000E0100", "a‹U+E0100›", "a‹U+E0100›"},
		{"eight marks are a word, more are an attack", "e" + strings.Repeat("\u0301", 10), "e" + strings.Repeat("\u0301", 8) + "�\u0301", "e" + strings.Repeat("\u0301", 8) + "�\u0301"},
	}
	for _, c := range cases {
		if got := Line(c.in); got != c.line {
			t.Errorf("%s: Line(%q) = %q, want %q", c.name, c.in, got, c.line)
		}
		if got := Block(c.in); got != c.block {
			t.Errorf("%s: Block(%q) = %q, want %q", c.name, c.in, got, c.block)
		}
	}
}

func TestJSONKeepsItsValueAndBecomesInert(t *testing.T) {
	for in, want := range map[string]string{
		`{"a":1.000000000000000000001}`:   `{"a":1.000000000000000000001}`,
		"{\"a\":\"x\u202ey\u009bz\x7f\"}": `{"a":"x\u202ey\u009bz\u007f"}`,
		"[\"\U000E0041\U0010EEEE\"]":      `["\udb40\udc41\udbfb\udeee"]`,
		"[1,\r\n 2]":                      "[1, \n 2]",
		"\"\xff\"":                        `"\ufffd"`,
		"\"👨\u200d👩\u200d👧 ❤\ufe0f\"":     "\"👨\u200d👩\u200d👧 ❤\ufe0f\"",
	} {
		got := JSON([]byte(in))
		if string(got) != want {
			t.Errorf("JSON(%q) = %q, want %q", in, got, want)
		}
	}
}

func TestNothingToDoCostsNothing(t *testing.T) {
	line, block, raw := "a name that is fine, 你好", "two\nlines\n", []byte(`{"a":"你好"}`)
	if n := testing.AllocsPerRun(100, func() { Line(line); Block(block); JSON(raw) }); n != 0 {
		t.Errorf("%v allocations for text that needs no change", n)
	}
}

func TestURLsAreShownWholeAndJudgedByTheirHost(t *testing.T) {
	cases := []struct {
		in, text, host, note string
		open                 bool
	}{
		{"https://accounts.example.com/a?b=c&d=e", "https://accounts.example.com/a?b=c&d=e", "accounts.example.com", "", true},
		{"HTTP://Example.COM:8080/x", "http://example.com:8080/x", "example.com:8080", "", true},
		{"http://127.0.0.1:53682/", "http://127.0.0.1:53682/", "127.0.0.1:53682", "", true},
		{"http://[::1]:9/", "http://[::1]:9/", "[::1]:9", "", true},
		{"http://my_host/", "http://my_host/", "my_host", "", true},
		{"https://аpple.com/", "https://xn--pple-43d.com/", "xn--pple-43d.com", "not written in ASCII", true},
		{"https://xn--pple-43d.com/", "https://xn--pple-43d.com/", "xn--pple-43d.com", "shown by browsers as аpple.com", true},
		{"https://bank.com@evil.example/", "https://bank.com@evil.example/", "evil.example", "the host is evil.example", true},
		{"https://e.com/\u202egpj.exe\x1b[2J", "https://e.com/%E2%80%AEgpj.exe%1B[2J", "", "can be read", false},
		{"https://e.com/\u202egpj.exe", "https://e.com/%E2%80%AEgpj.exe", "e.com", "", true},
		{"javascript:alert(1)", "javascript:alert(1)", "", "Only http and https", false},
		{"file:///etc/passwd", "file:///etc/passwd", "", "Only http and https", false},
		{"https:///x", "https:///x", "", "names no host", false},
		{"https://ex\u202eample.com/", "https://ex%E2%80%AEample.com/", "", "not a name", false},
		{"", "", "", "Only http and https", false},
	}
	for _, c := range cases {
		got := URL(c.in)
		if got.Text != c.text || got.Host != c.host || got.Open != c.open || !strings.Contains(got.Note, c.note) || (c.note == "") != (got.Note == "") {
			t.Errorf("URL(%q) = %+v", c.in, got)
		}
	}
}

// forbidden states the rule a second time, from Unicode's own properties.
func forbidden(r rune) bool {
	switch {
	case r == '\n', r == zwj, r == zwnj, r == emojiShape, r == textShape:
		return false
	case unicode.Is(unicode.Cc, r), unicode.Is(unicode.Bidi_Control, r), r == placeholder:
		return true
	case unicode.In(r, unicode.Zl, unicode.Zp, unicode.Variation_Selector, unicode.Other_Default_Ignorable_Code_Point):
		return true
	}
	// Prepended marks of Arabic and other scripts are format characters that show.
	return unicode.Is(unicode.Cf, r) && !unicode.Is(unicode.Prepended_Concatenation_Mark, r)
}

func TestTheTableAgreesWithUnicode(t *testing.T) {
	for r := rune(0); r <= unicode.MaxRune; r++ {
		if utf8.ValidRune(r) && forbidden(r) && !unicode.Is(unfit, r) {
			t.Errorf("U+%04X passes", r)
		}
	}
}

var seeds = []string{
	"", "plain", "\x1b[31mred\x1b]0;t\x07\x1b\\", "a\r\nb\tc\rd", "\u202e\u200b\u2028\ufeff\u00ad", "👨\u200d👩\u200d👧 ❤\ufe0f 👍🏽", "\xff\x9b\xc3", "e\u0301\u0301\u0301\u0301\u0301\u0301\u0301\u0301\u0301\u0301\t\u0301",
	"می\u200cخواهم", "\U0010EEEE\U000E0041", "a\ufe0f\ufe0f\n\ufe0f", "\u241b\u200d", "⏎\u0301", `{"a":"\u001b\u202e"}`, "\r", "\t\ufe0f",
}

func FuzzNothingUnfitGetsThrough(f *testing.F) {
	for _, s := range seeds {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		line, block := Line(s), Block(s)
		for name, out := range map[string]string{"Line": line, "Block": block} {
			if !utf8.ValidString(out) {
				t.Errorf("%s(%q) is not UTF-8: %q", name, s, out)
			}
			for _, r := range out {
				if forbidden(r) {
					t.Errorf("%s(%q) lets U+%04X through: %q", name, s, r, out)
				}
			}
		}
		if strings.Contains(line, "\n") {
			t.Errorf("Line(%q) has a line break", s)
		}
		if again := Line(line); again != line {
			t.Errorf("Line(%q) = %q, and once more %q", s, line, again)
		}
		if again := Block(block); again != block {
			t.Errorf("Block(%q) = %q, and once more %q", s, block, again)
		}
		URL(s)
	})
}

func FuzzJSONStaysTheSameValue(f *testing.F) {
	for _, s := range seeds {
		raw, _ := json.Marshal(s)
		f.Add(raw)
		f.Add([]byte(`{"k":["` + s + `"]}`))
	}
	f.Fuzz(func(t *testing.T, raw []byte) {
		before := bytes.Clone(raw)
		out := JSON(raw)
		if !bytes.Equal(before, raw) {
			t.Fatal("the input was written to")
		}
		for _, r := range string(out) {
			if forbidden(r) && r != '\t' {
				t.Errorf("JSON(%q) lets U+%04X through", raw, r)
			}
		}
		if !json.Valid(raw) {
			return
		}
		var want, got any
		if err := json.Unmarshal(raw, &want); err != nil {
			return
		}
		if err := json.Unmarshal(out, &got); err != nil || !reflect.DeepEqual(want, got) {
			t.Errorf("JSON(%q) = %q: another value, %v", raw, out, err)
		}
	})
}

func BenchmarkBlockCleaning10MB(b *testing.B) {
	s := strings.Repeat("a line with \x1b[31mcolour\x1b[0m and\ta tab, 你好\n", 220_000)
	b.SetBytes(int64(len(s)))
	for b.Loop() {
		Block(s)
	}
}

func BenchmarkBlockWithNothingToDo10MB(b *testing.B) {
	s := strings.Repeat("a line of plain text as most outputs are\n", 250_000)
	b.SetBytes(int64(len(s)))
	for b.Loop() {
		Block(s)
	}
}
