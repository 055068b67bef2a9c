package widget

import (
	"math/rand/v2"
	"regexp"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"github.com/charmbracelet/x/ansi"
)

const address = "https://accounts.example.com/authorize?client_id=toolbench-demo&redirect_uri=http%3A%2F%2F127.0.0.1%3A8250%2Fcall-back&state=x-y-z"

func TestTextWrapsBetweenWordsAndAfterHyphens(t *testing.T) {
	for _, c := range []struct {
		text string
		w    int
		want string
	}{
		{"one two three", 80, "one two three"},
		{"one two three", 7, "one two|three"},
		{"one  two   three", 6, "one|two|three"},
		{"  indented words", 9, "  indente|d words"},
		{"  go to wherever", 9, "  go to|wherever"},
		{"well-known words", 8, "well-|known|words"},
		{"a --flag -5 x--y", 8, "a --flag|-5 x--y"},
		{"see abcdefghijkl", 5, "see|abcde|fghij|kl"},
		{"end      ", 5, "end"},
		{"         end", 4, "    |end"},
		{"one two\n\nthree", 5, "one|two||three"},
		{"你好 世界和平", 5, "你好|世界|和平"},
		{"no\u00a0break here", 8, "no\u00a0break|here"},
		{"\x1b[31mred words\x1b[m end", 5, "\x1b[31mred\x1b[m|\x1b[31mwords\x1b[m|end"},
		{"one \x1b[1m two\x1b[m", 4, "one|\x1b[1mtwo\x1b[m"},
	} {
		if got := strings.Join(Wrap(c.text, c.w), "|"); got != c.want {
			t.Errorf("Wrap(%q, %d) is %q, want %q", c.text, c.w, got, c.want)
		}
	}
}

func TestAnAddressIsBrokenAtTheWidthAndNowhereElse(t *testing.T) {
	rows := HardWrap(address, 60)
	if got := strings.Join(rows, ""); got != address {
		t.Errorf("characters are lost: %q", got)
	}
	for i, row := range rows[:len(rows)-1] {
		if Width(row) != 60 {
			t.Errorf("row %d is %d cells wide: %q", i, Width(row), row)
		}
	}
	if got, want := strings.Join(HardWrap("a b-c  d\nx", 3), "|"), "a b|-c | d|x"; got != want {
		t.Errorf("HardWrap is %q, want %q", got, want)
	}
}

func TestNoRowIsTooWideAndNoCharacterIsLost(t *testing.T) {
	for w := 2; w < 70; w++ {
		wantWrapped(t, address, w)
		wantWrapped(t, "see "+address+" - and come back", w)
	}
}

func FuzzNoRowIsTooWideAndNoCharacterIsLost(f *testing.F) {
	pieces := []string{"-", "-", "--", "word", "a", " ", " ", "   ", "你好", "👨‍👩‍👧", "1️⃣", "é", "e\u0301", "🇳🇴", "\u00a0", "\x1b[31m", "\x1b[1;4m", "\x1b[m", "/path-to?x=y", "\n"}
	random := rand.New(rand.NewPCG(3, 4))
	for range 300 {
		var text strings.Builder
		for range random.IntN(40) {
			text.WriteString(pieces[random.IntN(len(pieces))])
		}
		f.Add(text.String(), uint8(2+random.IntN(40)))
	}
	f.Fuzz(func(t *testing.T, text string, w uint8) {
		bare := strings.ReplaceAll(styles.ReplaceAllString(text, ""), "\n", "")
		if w < 2 || !utf8.ValidString(text) || strings.IndexFunc(bare, unicode.IsControl) >= 0 {
			t.Skip("safetext lets no such text through")
		}
		wantWrapped(t, text, int(w))
	})
}

var styles = regexp.MustCompile("\x1b\\[[0-9;]*m")

// wantWrapped fails unless text wraps into rows of at most w cells that hold
// all of it, but for blanks.
func wantWrapped(t *testing.T, text string, w int) {
	t.Helper()
	hard := strings.ReplaceAll(ansi.Strip(text), "\n", "")
	for name, c := range map[string]struct {
		rows []string
		got  func(string) string
		want string
	}{
		"Wrap":     {Wrap(text, w), withoutBlanks, withoutBlanks(hard)},
		"HardWrap": {HardWrap(text, w), strings.Clone, hard},
	} {
		for _, row := range c.rows {
			if Width(row) > w {
				t.Errorf("%s(%q, %d) has a row of %d cells: %q", name, text, w, Width(row), row)
			}
		}
		if got := c.got(ansi.Strip(strings.Join(c.rows, ""))); got != c.want {
			t.Errorf("%s(%q, %d) holds %q", name, text, w, got)
		}
	}
}

func withoutBlanks(s string) string { return strings.Join(strings.Fields(s), "") }
