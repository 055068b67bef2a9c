package widget

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"github.com/charmbracelet/x/ansi"

	"toolbench/theme"
)

func numbered(n int) string {
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, "line %d\n", i)
	}
	return b.String()
}

func shown(v *TextView) []string {
	lines := v.View(theme.New(true))
	out := make([]string, len(lines))
	for i, line := range lines {
		out[i] = strings.TrimRight(ansi.Strip(line), " ")
	}
	return out
}

func TestRawCutsTextIntoTheLinesItHas(t *testing.T) {
	long := strings.Repeat("é", 3000) // 6,000 bytes: two lines
	for text, want := range map[string][]string{
		"":                 {},
		"a":                {"a"},
		"a\nb\n":           {"a", "b"},
		"\n\na":            {"", "", "a"},
		"a\r\nb":           {"a", "b"},
		"a\rb":             {"a⏎b"},
		"\x1b[31mx\ty":     {"␛[31mx  y"},
		long + "\nend":     {long[:4096], long[4096:], "end"},
		long[:4096] + "\n": {long[:4096]},
		"\xff\x80bad":      {"��bad"},
	} {
		r := NewRaw(text)
		got := make([]string, r.Len())
		for i := range got {
			got[i] = r.Line(i)
		}
		if strings.Join(got, "\n") != strings.Join(want, "\n") || len(got) != len(want) {
			t.Errorf("NewRaw(%.40q) has %d lines %.60q, want %d", text, len(got), got, len(want))
		}
	}
	r := NewRaw(numbered(1000))
	for _, i := range []int{0, 31, 32, 33, 640, 999} {
		if got, want := r.Line(i), fmt.Sprintf("line %d", i); got != want {
			t.Errorf("line %d is %q", i, got)
		}
	}
}

func TestATextScrollsByRowsAndStopsAtItsEnds(t *testing.T) {
	var v TextView
	v.Resize(20, 5)
	v.SetLines(NewRaw(numbered(100)))
	for _, step := range []struct{ press, first string }{
		{"down", "line 1"}, {"up", "line 0"}, {"up", "line 0"}, {"pgdown", "line 4"}, {"G", "line 95"}, {"j", "line 95"}, {"ctrl+u", "line 93"}, {"g", "line 0"},
	} {
		v.Key(press(step.press))
		if got := shown(&v)[0]; got != step.first {
			t.Errorf("after %s the first line is %q, want %q", step.press, got, step.first)
		}
	}
	v.Bottom()
	if !v.AtBottom() || shown(&v)[4] != "line 99" {
		t.Errorf("at the bottom %q shows", shown(&v))
	}
	if first, last, total := v.Position(); first != 96 || last != 100 || total != 100 {
		t.Errorf("position is %d to %d of %d", first, last, total)
	}
}

func TestLongLinesGoOnBelowAndScrollRowByRow(t *testing.T) {
	var v TextView
	v.Resize(11, 3)
	v.SetLines(Prepared{"one two three four five six", "end"})
	if got := strings.Join(shown(&v), "|"); got != "one two|three four|five six" {
		t.Errorf("shows %q", got)
	}
	v.Scroll(1)
	if got := strings.Join(shown(&v), "|"); got != "three four|five six|end" {
		t.Errorf("one row on it shows %q", got)
	}
	if v.Scroll(1) {
		t.Error("it scrolled beyond its end")
	}
	v.SetWrapped(false)
	v.Sideways(4)
	if got := strings.Join(shown(&v), "|"); got != "…wo three …||" {
		t.Errorf("sideways it shows %q", got)
	}
}

func TestAStyleDoesNotRunIntoTheNextRow(t *testing.T) {
	var v TextView
	v.Resize(10, 4)
	v.SetLines(Prepared{"\x1b[31m" + strings.Repeat("red ", 8) + "\x1b[m"})
	for _, row := range v.View(theme.New(true)) {
		if strings.Contains(row, "red") && (!strings.HasPrefix(row, "\x1b[31m") || !strings.Contains(row, "\x1b[m")) {
			t.Errorf("row %q does not stand alone", row)
		}
	}
}

func TestSearchFindsPlacesInCells(t *testing.T) {
	lines := Prepared{"Error here", "你好 error \x1b[31mer\x1b[mror", "none"}
	got := Search(t.Context(), lines, "error")
	want := []Match{{0, 0, 5}, {1, 5, 10}, {1, 11, 16}}
	if fmt.Sprint(got.Hits) != fmt.Sprint(want) {
		t.Errorf("hits are %v, want %v", got.Hits, want)
	}
	if got := Search(t.Context(), lines, "Error"); len(got.Hits) != 1 {
		t.Errorf("with a capital: %v", got.Hits)
	}
	if got := Search(t.Context(), lines, "(e"); len(got.Hits) != 0 {
		t.Errorf("a bracket is no pattern: %v", got.Hits)
	}
	many := Search(t.Context(), Prepared{strings.Repeat("x", mostHits+5)}, "x")
	if len(many.Hits) != mostHits || !many.More {
		t.Errorf("counted %d, more %v", len(many.Hits), many.More)
	}
	ended, cancel := context.WithCancel(t.Context())
	cancel()
	if got := Search(ended, lines, "error"); len(got.Hits) != 0 {
		t.Error("a search that was called off found something")
	}
}

func TestNextGoesRoundTheMatchesAndShowsEach(t *testing.T) {
	var v TextView
	v.Resize(20, 5)
	v.SetLines(NewRaw(numbered(100)))
	v.SetMatches(Search(t.Context(), v.Lines(), "line 9")) // 9, 90 … 99
	if v.Current() != 1 || !strings.Contains(strings.Join(shown(&v), "\n"), "line 9\n") {
		t.Errorf("stands on %d: %q", v.Current(), shown(&v))
	}
	v.Key(press("n"))
	if v.Current() != 2 || !strings.Contains(strings.Join(shown(&v), "\n"), "line 90") {
		t.Errorf("stands on %d: %q", v.Current(), shown(&v))
	}
	v.Key(press("N"))
	v.Key(press("N"))
	if v.Current() != 11 || !strings.Contains(strings.Join(shown(&v), "\n"), "line 99") {
		t.Errorf("stands on %d: %q", v.Current(), shown(&v))
	}
	th := theme.With(theme.Options{})
	if view := strings.Join(v.View(th), ""); !strings.Contains(view, th.Current.Render("line 9")) {
		t.Errorf("the current match is not marked: %q", view)
	}
}

func TestOnlyLinesThatShowAreEverRead(t *testing.T) {
	lines := &counting{n: 1_000_000}
	var v TextView
	v.Resize(80, 40)
	v.SetLines(lines)
	v.View(theme.New(true))
	v.Bottom()
	v.Scroll(-3)
	v.View(theme.New(true))
	if lines.read > 1000 {
		t.Errorf("%d lines were read to show 40", lines.read)
	}
}

type counting struct{ n, read int }

func (c *counting) Len() int { return c.n }

func (c *counting) Line(i int) string {
	c.read++
	return fmt.Sprint("line ", i)
}

// Ratio: opening a text and drawing its first screen should cost little more
// than finding its line breaks.
func BenchmarkOpening100MB(b *testing.B) {
	text := strings.Repeat("a line of an output that goes on and on, as logs do, number 12345\n", 1_500_000)
	th := theme.New(true)
	b.SetBytes(int64(len(text)))
	for b.Loop() {
		var v TextView
		v.Resize(100, 40)
		v.SetLines(NewRaw(text))
		v.View(th)
	}
}

func BenchmarkScrolling(b *testing.B) {
	var v TextView
	v.Resize(100, 40)
	v.SetLines(NewRaw(strings.Repeat(strings.Repeat("word ", 30)+"\n", 50_000)))
	th := theme.New(true)
	for b.Loop() {
		if !v.Scroll(1) {
			v.Top()
		}
		v.View(th)
	}
}
