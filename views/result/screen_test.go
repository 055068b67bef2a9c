package result

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	tea "charm.land/bubbletea/v2"

	"toolbench/theme"
	"toolbench/toolkit/run"
	"toolbench/toolkit/tool"
	"toolbench/views"
	"toolbench/views/widget"
)

func TestEveryPageOfEveryRunIsExactlyAsLargeAsTheScreen(t *testing.T) {
	widths, heights := []int{1, 2, 3, 7, 20, 41, 80, 139}, []int{1, 2, 3, 5, 11, 24, 50}
	for name, rec := range records() {
		s := shown(rec, 80, 24)
		for p := range pages {
			if rec != nil {
				s.turn(p % pages)
			}
			if rec != nil && !hasPage(s, p) {
				continue
			}
			for _, w := range widths {
				for _, h := range heights {
					s.Resize(w, h)
					wantSize(t, s, name+" "+p.String()+" before it is prepared", w, h)
					carry(s, s.Prepare())
					wantSize(t, s, name+" "+p.String(), w, h)
				}
			}
			press(s, "/")
			wantSize(t, s, name+" searching", widths[len(widths)-1], heights[len(heights)-1])
			press(s, "esc")
		}
	}
}

func hasPage(s *Screen, p page) bool { return slices.Contains(s.pages(), p) }

func wantSize(t *testing.T, s *Screen, what string, w, h int) {
	t.Helper()
	lines := s.View().Lines
	if len(lines) != h {
		t.Fatalf("%s has %d lines at %d×%d", what, len(lines), w, h)
	}
	for i, line := range lines {
		if got := widget.Width(line); got != w {
			t.Fatalf("%s at %d×%d: line %d is %d wide: %q", what, w, h, i, got, line)
		}
	}
}

func TestNothingShowsBeforeARun(t *testing.T) {
	s := shown(nil, 60, 5)
	wantHas(t, text(s), "Nothing was run yet", "ctrl+r")
	if len(s.Actions()) != 0 || len(s.View().Tabs) != 0 {
		t.Error("without a run there is nothing to do and no tab")
	}
	if press(s, "enter"); s.Prepare() != nil {
		t.Error("without a run there is nothing to prepare")
	}
}

func TestTheWholeTextStandsThereAtOnceAsItIs(t *testing.T) {
	s := New(theme.New(true))
	s.Resize(60, 10)
	cmd := s.Show(yielded("# Title\n\nSome **bold** text."))
	wantHas(t, text(s), "# Title", "Some **bold** text.")
	carry(s, cmd)
	if got := text(s); strings.Contains(got, "**") {
		t.Errorf("the prepared text is still raw:\n%s", got)
	}
}

func TestALateAnswerForAnotherRunOrWidthIsDropped(t *testing.T) {
	s := New(theme.New(true))
	s.Resize(60, 10)
	late := s.Show(yielded("## First"))
	carry(s, s.Show(yielded("## Second")))
	carry(s, late)
	wantHas(t, text(s), "Second")

	s.Resize(50, 10)
	stale := s.Prepare()
	s.Resize(30, 10)
	if s.Prepare() != nil {
		t.Error("a page is being prepared twice at once")
	}
	carry(s, stale)
	if got := s.leaves[pageOutput].ready.width; got != 30 {
		t.Errorf("the page is prepared for width %d", got)
	}
	if s.Prepare() != nil {
		t.Error("a page that is ready is prepared again")
	}
}

func TestAPageThatDoesNotDependOnTheSizeIsNotPreparedAgain(t *testing.T) {
	s := shown(yielded("just a line"), 60, 10)
	s.Resize(33, 7)
	if s.Prepare() != nil {
		t.Error("plain text is prepared again for another size")
	}
	if s.Restyle(theme.New(true)) != nil {
		t.Error("the same theme prepares again")
	}
	if s.Restyle(theme.New(false)) == nil {
		t.Error("another theme prepares nothing")
	}
}

func TestARunningOutputFollowsItsEndUnlessScrolled(t *testing.T) {
	rec := &views.Record{Number: 1, Started: time.Now()}
	s := shown(rec, 20, 3)
	wantHas(t, text(s), "No output yet.")
	send := func(chunk string) {
		rec.Apply([]run.Event{run.Chunk{Text: chunk}})
		carry(s, s.Changed(rec))
	}
	send("one\ntwo\nthree\nfour\nfi")
	if got, want := text(s), "three\nfour\nfi"; got != want {
		t.Errorf("shows %q, want %q", got, want)
	}
	send("ve\nsix")
	if got, want := text(s), "four\nfive\nsix"; got != want {
		t.Errorf("shows %q, want %q", got, want)
	}
	press(s, "g")
	send("\nseven")
	if got, want := text(s), "one\ntwo\nthree"; got != want {
		t.Errorf("scrolled away, it shows %q, want %q", got, want)
	}
	press(s, "G")
	rec.Apply([]run.Event{run.Finished{Outcome: run.Outcome{Result: tool.ToolResult{Output: rec.Partial.String()}}}})
	carry(s, s.Changed(rec))
	if got, want := text(s), "five\nsix\nseven"; got != want {
		t.Errorf("at the end, it shows %q, want %q", got, want)
	}
}

func TestAStreamCutsTheSameLinesAsTheWholeText(t *testing.T) {
	whole := strings.Repeat("a line of text that is not long\n", 90_000) + strings.Repeat("ü", 700_000) + "\nend"
	var s stream
	for at := 0; at < len(whole); at += 300_007 {
		s.grow(whole[:at])
	}
	before := s.snapshot().Len()
	s.grow(whole)
	if s.Len() <= before {
		t.Error("the stream did not grow")
	}
	var got, want strings.Builder
	for i := range s.Len() {
		got.WriteString(s.Line(i))
	}
	raw := widget.NewRaw(whole)
	for i := range raw.Len() {
		want.WriteString(raw.Line(i))
	}
	if got.String() != want.String() {
		t.Error("the stream's text is not the whole text")
	}
}

func TestAGlanceAtEveryKindOfResult(t *testing.T) { synctest.Test(t, glance) }

func glance(t *testing.T) {
	all := records()
	time.Sleep(3200 * time.Millisecond)
	for _, name := range []string{"markdown", "json", "failed", "parts", "structured", "hostile", "asking", "running"} {
		s := shown(all[name], 64, 14)
		golden(t, s, name)
	}
	s := shown(all["parts"], 64, 14)
	turnTo(t, s, "Parts")
	golden(t, s, "parts-list")
	s = shown(all["structured"], 64, 14)
	turnTo(t, s, "Structured")
	golden(t, s, "findings")
	turnTo(t, s, "Raw")
	golden(t, s, "raw")
}

func TestThePagesAreThoseThatHaveSomething(t *testing.T) {
	all := records()
	for name, want := range map[string]string{
		"running":    "Output, Events 3, Raw",
		"failed":     "Output, Events 2, Raw",
		"plain":      "Output, Events 2, Raw, Model",
		"parts":      "Output, Parts 4, Events 2, Raw, Model",
		"structured": "Output, Structured, Meta, Events 2, Raw, Model",
	} {
		if got := strings.Join(shown(all[name], 60, 10).View().Tabs, ", "); got != want {
			t.Errorf("%s has the pages %s, want %s", name, got, want)
		}
	}
}

func TestBracketsTurnThePagesRoundTheEnds(t *testing.T) {
	s := shown(yielded("text"), 60, 10)
	var seen []string
	for range 5 {
		f := s.View()
		seen = append(seen, f.Tabs[f.Tab])
		press(s, "]")
	}
	press(s, "[")
	f := s.View()
	if got, want := strings.Join(seen, " "), "Output Events 2 Raw Model Output"; got != want || f.Tabs[f.Tab] != "Output" {
		t.Errorf("turned through %s and back to %s", got, f.Tabs[f.Tab])
	}
}

func TestNothingOfAHostileResultReachesTheTerminal(t *testing.T) {
	rec := records()["hostile"]
	rec.Tool.Name = "a\x1b[2J"
	rec.Arguments = []byte("{\"a\":\"\u202e\u009b\"}")
	s := shown(rec, 70, 20)
	for i := range s.View().Tabs {
		carry(s, s.Update(views.TabMsg{Tab: i}))
		f := s.View()
		for _, line := range append(f.Lines, f.Title, f.Note) {
			if c := unsafe(line); c != "" {
				t.Errorf("%s lets %q through: %q", f.Tabs[i], c, line)
			}
		}
	}
}

// unsafe is the first thing in a line that is neither text nor a style.
func unsafe(line string) string {
	for i, r := range line {
		switch {
		case r == '\x1b':
			end := strings.IndexFunc(line[i+1:], func(r rune) bool { return !strings.ContainsRune("[0123456789;:", r) })
			if end < 0 || line[i+1+end] != 'm' {
				return line[i:]
			}
		case r < ' ', r >= 0x7F && r < 0xA0, r >= 0x202A && r <= 0x202E:
			return line[i : i+1]
		}
	}
	return ""
}

func TestTheSearchGoesFromMatchToMatch(t *testing.T) {
	s := shown(yielded(strings.Repeat("some hay\n", 30)+"a needle here\n"+strings.Repeat("some hay\n", 30)+"a Needle there"), 40, 6)
	press(s, "/")
	for _, r := range "needle" {
		if !s.Owns(keyOf(string(r))) {
			t.Fatalf("%c is not the search's own", r)
		}
		press(s, string(r))
	}
	if s.View().Cursor == nil {
		t.Error("there is no cursor to type at")
	}
	for _, a := range s.Actions() {
		if slices.ContainsFunc(a.Keys, func(key string) bool { return s.Owns(keyOf(key)) }) {
			t.Errorf("%q is offered on keys that are typed: %q", a.Name, a.Keys)
		}
	}
	press(s, "enter")
	wantHas(t, text(s), "a needle here", `"needle": 1 of 2`)
	press(s, "n")
	wantHas(t, text(s), "a Needle there", `"needle": 2 of 2`)
	press(s, "n")
	wantHas(t, text(s), "a needle here")
	press(s, "esc")
	if got := text(s); strings.Contains(got, "of 2") {
		t.Errorf("the search line is still there:\n%s", got)
	}
}

func TestALiveTextIsSearchedAsItStands(t *testing.T) {
	rec := records()["running"]
	s := shown(rec, 40, 6)
	press(s, "/")
	for _, r := range "two" {
		press(s, string(r))
	}
	cmd := s.look()
	rec.Apply([]run.Event{run.Chunk{Text: "\nmore"}})
	s.Changed(rec)
	carry(s, cmd)
	wantHas(t, text(s), `"two": 1 of 1`)
}

func TestVShowsTheTextInAnotherWay(t *testing.T) {
	s := shown(yielded(`{"a":[1,2]}`), 40, 8)
	wantHas(t, text(s), `"a": 2 elements`)
	press(s, "v")
	wantHas(t, text(s), `{"a":[1,2]}`)
	press(s, "v")
	press(s, "v")
	wantHas(t, text(s), `"a": 2 elements`)
}

func TestWStopsLongLinesFromGoingOnBelow(t *testing.T) {
	s := shown(yielded(strings.Repeat("word ", 30)+"end"), 40, 8)
	wantHas(t, text(s), "end")
	press(s, "w")
	if got := text(s); strings.Contains(got, "\n") {
		t.Errorf("still wrapped:\n%s", got)
	}
	for range 20 {
		press(s, "l")
	}
	wantHas(t, text(s), "end")
}

func TestCopyTakesTheTextAsItCame(t *testing.T) {
	s := shown(yielded("a\tb \x1b[31mred"), 40, 8)
	got := press(s, "y")
	want := views.CopyMsg{Text: "a\tb \x1b[31mred", What: "the output"}
	if len(got) != 1 || got[0] != tea.Msg(want) {
		t.Errorf("copies %q, want %q", got, want)
	}
	s = shown(yielded(""), 40, 8)
	if press(s, "y") != nil {
		t.Error("nothing is copied as something")
	}
}

func TestSavingNeverWritesOverAFile(t *testing.T) {
	t.Chdir(t.TempDir())
	s := shown(yielded("# A title\n\ntext", chart(4, 4)), 40, 8)
	for range 2 {
		for _, msg := range press(s, "s") {
			if n, ok := msg.(views.NoticeMsg); !ok || n.Trouble || !strings.Contains(n.Text, "forecast") {
				t.Errorf("saving says %v", msg)
			}
		}
	}
	found, _ := filepath.Glob("*")
	if got, want := strings.Join(found, " "), "forecast-2.md forecast-2.png forecast.md forecast.png"; got != want {
		t.Errorf("saved %s, want %s", got, want)
	}
	if b, _ := os.ReadFile("forecast.md"); string(b) != "# A title\n\ntext" {
		t.Errorf("saved %q", b)
	}
}
