package widget

import (
	"testing"

	"github.com/charmbracelet/x/ansi"

	"toolbench/theme"
)

func TestHintsThatMustStayTakeTheRoomOfOthers(t *testing.T) {
	hints := []Hint{{Key: "enter", Label: "run"}, {Key: "tab", Label: "next"}, {Key: "esc", Label: "end", Keep: true},
		{Key: "w", Label: "wrap"}, {Key: "?", Label: "keys", Keep: true}}
	for _, c := range []struct {
		width int
		want  string
		at    []int
	}{
		{80, "enter run   tab next   esc end   w wrap   ? keys", []int{0, 1, 2, 3, 4}},
		{48, "enter run   tab next   esc end   w wrap   ? keys", []int{0, 1, 2, 3, 4}},
		{47, "enter run   tab next   esc end   ? keys", []int{0, 1, 2, 4}},
		{38, "enter run   esc end   ? keys", []int{0, 2, 4}},
		{27, "esc end   ? keys", []int{2, 4}},
		{15, "esc end", []int{2}},
		{6, "", nil},
	} {
		line, hits := HintHits(theme.New(true), hints, c.width)
		if got := ansi.Strip(line); got != c.want {
			t.Errorf("in %d cells: %q, want %q", c.width, got, c.want)
		}
		for i, h := range hits {
			if len(hits) != len(c.at) || h.Index != c.at[i] {
				t.Fatalf("in %d cells the hits are %v, want those of %v", c.width, hits, c.at)
			}
			if got, want := ansi.Strip(Cut(line, h.Start, h.End)), hints[h.Index].Key+" "+hints[h.Index].Label; got != want {
				t.Errorf("the hit of %q is on %q", want, got)
			}
		}
	}
}
