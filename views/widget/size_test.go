package widget

import (
	"fmt"
	"strings"
	"testing"

	tea "charm.land/bubbletea/v2"
	"charm.land/lipgloss/v2"
	"github.com/charmbracelet/x/ansi"

	"toolbench/theme"
)

// awkward are lines that have gone wrong in width arithmetic before.
var awkward = []string{
	"", "plain", strings.Repeat("long ", 60), "你好，世界 wide", "👨‍👩‍👧‍👦 family 🇳🇴 flag 1️⃣", "e\u0301 combining", "\x1b[31mred \x1b[1mand bold\x1b[m plain",
	lipgloss.NewStyle().Foreground(lipgloss.Color("#ff0000")).Render("你好" + strings.Repeat("x", 90)), "हिन्दी",
}

// exact fails unless lines are h lines of w cells that close their styles.
func exact(t *testing.T, what string, lines []string, w, h int) {
	t.Helper()
	if w <= 0 || h <= 0 {
		if len(lines) != 0 && strings.Join(lines, "") != "" {
			t.Errorf("%s at %d×%d draws %q", what, w, h, lines)
		}
		return
	}
	if len(lines) != h {
		t.Fatalf("%s at %d×%d draws %d lines", what, w, h, len(lines))
	}
	for y, line := range lines {
		if got := ansi.StringWidth(line); got != w {
			t.Fatalf("%s at %d×%d: line %d is %d cells wide: %q", what, w, h, y, got, line)
		}
		if strings.Contains(line, "\n") || closed(line) != line {
			t.Fatalf("%s at %d×%d: line %d breaks or leaves a style open: %q", what, w, h, y, line)
		}
	}
}

func TestEveryWidgetFillsExactlyItsSizeAtEverySize(t *testing.T) {
	th := theme.New(true)
	drawers := map[string]func(w, h int) []string{
		"block": func(w, h int) []string { return Block(awkward, w, h) },
		"pane": func(w, h int) []string {
			return Pane{Title: "A title 你好", Right: "Form   Schema", Foot: "12 of 40", Footer: "enter next", Focused: w%2 == 0, Total: 90, Offset: w}.View(th, awkward, w, h)
		},
		"bare pane": func(w, h int) []string { return Pane{}.View(th, awkward, w, h) },
		"list": func(w, h int) []string {
			var l List
			l.SetCount(40)
			l.Resize(w, h)
			l.Select(17)
			return l.View(th, h%2 == 0, func(i int, _ bool, _ int) string { return awkward[i%len(awkward)] })
		},
		"text": func(w, h int) []string {
			var v TextView
			v.SetLines(Prepared(awkward))
			v.Resize(w, h)
			v.Scroll(h / 2)
			return v.View(th)
		},
		"unwrapped text": func(w, h int) []string {
			var v TextView
			v.SetLines(NewRaw(strings.Join(awkward, "\n")))
			v.Resize(w, h)
			v.SetWrapped(false)
			v.Sideways(5)
			v.SetMatches(Search(t.Context(), v.Lines(), "long"))
			return v.View(th)
		},
		"tree": func(w, h int) []string {
			tree, err := NewTree([]byte(`{"a":[1,2,{"b":"` + strings.Repeat("你好", 90) + `"}],"c":{},"d":null}`))
			if err != nil {
				t.Fatal(err)
			}
			tree.Resize(w, h)
			return tree.View(th, true)
		},
		"overlay": func(w, h int) []string { return Overlay(Block(awkward, w, h), Block(awkward, w/2, h/2), w/3, h/3) },
	}
	for name, draw := range drawers {
		for _, w := range []int{0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 17, 23, 31, 43, 61, 83} {
			for _, h := range []int{0, 1, 2, 3, 4, 7, 19} {
				exact(t, name, draw(w, h), w, h)
			}
		}
	}
}

func TestOneLinersNeverExceedTheirWidth(t *testing.T) {
	th := theme.New(false)
	hints := []Hint{{Key: "ctrl+r", Label: "run"}, {Key: "tab", Label: "next pane"}, {Key: "?", Label: "keys", Keep: true}}
	names := []string{"Form", "Schema", "模型", "Docs", "Code"}
	for w := range 50 {
		for active := range names {
			tabs, hits := Tabs(th, names, active, w)
			if got := Width(tabs); got > w {
				t.Errorf("tabs in %d cells take %d", w, got)
			}
			seen := w == 0
			for _, h := range hits {
				seen = seen || h.Index == active
				if shown := strings.TrimSpace(ansi.Strip(Cut(tabs, h.Start, h.End))); w > 20 && shown != names[h.Index] {
					t.Errorf("in %d cells the hit of %s is on %q", w, names[h.Index], shown)
				}
			}
			if !seen {
				t.Errorf("in %d cells the active tab %s does not show: %q", w, names[active], ansi.Strip(tabs))
			}
		}
		if got := Width(Hints(th, hints, w)); got > w {
			t.Errorf("hints in %d cells take %d", w, got)
		}
		for _, left := range awkward {
			for _, right := range []string{"", "✓ 41 ms", "你好"} {
				exact(t, "between", []string{Between(left, right, w)}, w, min(w, 1))
			}
			exact(t, "fit", []string{Fit(left, w)}, w, min(w, 1))
		}
	}
}

func TestACutIsAsWideAsAskedForWhereverItFalls(t *testing.T) {
	for _, line := range awkward {
		total := Width(line)
		for left := range min(total, 24) {
			for right := left; right < min(total+3, 28); right++ {
				if got, want := Width(Cut(line, left, right)), min(right, total)-left; got != max(0, want) {
					t.Fatalf("Cut(%q, %d, %d) is %d cells wide", line, left, right, got)
				}
			}
		}
	}
}

func TestAnOverlayKeepsWhatStandsBesideIt(t *testing.T) {
	base := Block([]string{"abcdefghij", "\x1b[31mabcdefghij\x1b[m", "你好你好你"}, 10, 4)
	got := Overlay(base, []string{"┌──┐", "└──┘"}, 3, 1)
	for i, want := range []string{"abcdefghij", "abc┌──┐hij", "你 └──┘ 你"} {
		if s := ansi.Strip(got[i]); strings.TrimSpace(s) != want {
			t.Errorf("line %d is %q, want %q", i, s, want)
		}
	}
	if !strings.Contains(got[1], "\x1b[31m") || strings.Count(got[1], "\x1b[31m") < 2 {
		t.Errorf("the red did not go on at the right: %q", got[1])
	}
	for x := -6; x < 14; x++ {
		for y := -3; y < 6; y++ {
			exact(t, fmt.Sprintf("overlay at %d,%d", x, y), Overlay(base, []string{"┌──┐", "└──┘"}, x, y), 10, 4)
		}
	}
}

func TestAListKeepsItsCursorInSight(t *testing.T) {
	var l List
	if l.Cursor() != -1 {
		t.Error("an empty list has a cursor")
	}
	l.Resize(10, 5)
	l.SetCount(100)
	for _, key := range []struct {
		press        string
		cursor, from int
	}{{"down", 1, 0}, {"pgdown", 5, 1}, {"G", 99, 95}, {"k", 98, 95}, {"home", 0, 0}, {"ctrl+d", 2, 0}, {"up", 1, 0}} {
		l.Key(press(key.press))
		if l.Cursor() != key.cursor || l.Offset() != key.from {
			t.Errorf("after %s the cursor is %d from %d, want %d from %d", key.press, l.Cursor(), l.Offset(), key.cursor, key.from)
		}
	}
	l.Wheel(tea.Mouse{Button: tea.MouseWheelDown})
	if l.Offset() != 3 || l.Cursor() != 3 {
		t.Errorf("the wheel left cursor %d from %d", l.Cursor(), l.Offset())
	}
	if row, ok := l.At(2); !ok || row != 5 {
		t.Errorf("line 2 is row %d", row)
	}
	l.SetCount(2)
	if _, ok := l.At(2); ok || l.Cursor() != 1 {
		t.Errorf("after shrinking the cursor is %d", l.Cursor())
	}
	if l.Key(press("x")) {
		t.Error("the list took a key that is not its own")
	}
}

func TestAListDrawsOnlyWhatShows(t *testing.T) {
	var l List
	l.SetCount(1_000_000)
	l.Resize(20, 10)
	l.Select(500_000)
	drawn := 0
	l.View(theme.New(true), true, func(int, bool, int) string { drawn++; return "" })
	if drawn != 10 {
		t.Errorf("%d rows were drawn", drawn)
	}
}

func TestPaintReachesOverEveryStyleOfItsLine(t *testing.T) {
	th := theme.With(theme.Options{})
	line := Fit("a \x1b[1mb\x1b[m c", 8)
	if got, want := Paint(line, th.Selected), "\x1b[7ma \x1b[1mb\x1b[m\x1b[7m c   \x1b[m"; got != want {
		t.Errorf("painted %q, want %q", got, want)
	}
}

// press is the key message for a key by its name.
func press(name string) tea.KeyPressMsg {
	codes := map[string]rune{
		"down": tea.KeyDown, "up": tea.KeyUp, "pgdown": tea.KeyPgDown, "pgup": tea.KeyPgUp, "home": tea.KeyHome, "end": tea.KeyEnd,
		"left": tea.KeyLeft, "right": tea.KeyRight, "enter": tea.KeyEnter,
	}
	if code, ok := codes[name]; ok {
		return tea.KeyPressMsg{Code: code}
	}
	if rest, ok := strings.CutPrefix(name, "ctrl+"); ok {
		return tea.KeyPressMsg{Code: rune(rest[0]), Mod: tea.ModCtrl}
	}
	return tea.KeyPressMsg{Code: rune(name[0]), Text: name}
}

func TestSizesReadAsPeopleSayThem(t *testing.T) {
	for got, want := range map[string]string{
		Bytes(147): "147 B", Bytes(3100): "3.1 kB", Bytes(12_400_000): "12 MB", Bytes(-1): "0 B",
		Duration(850_000): "850 µs", Duration(41e6): "41 ms", Duration(999_700_000): "1.0 s", Duration(3.2e9): "3.2 s", Duration(125e9): "2 min 5 s", Duration(12_000e9): "3 h 20 min",
		Clock(56e9): "0:56", Clock(723e9): "12:03", Clock(3600e9): "1:00:00",
		Plural(1, "tool", "tools"): "1 tool", Plural(12480, "tool", "tools"): "12,480 tools",
	} {
		if got != want {
			t.Errorf("got %q, want %q", got, want)
		}
	}
}
