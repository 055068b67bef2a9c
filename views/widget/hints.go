package widget

import (
	"strings"

	"toolbench/theme"
)

// A Hint says what a key does.
type Hint struct {
	Key   string // as a person would say it: ctrl+r, enter, ?
	Label string // what it does, in a word or two
}

// hintGap is what stands between two hints.
const hintGap = 3

// Hints draws hints in at most w cells, the important first: those that do not
// fit are left out, from the end.
func Hints(t *theme.Theme, hints []Hint, w int) string {
	line, _ := HintHits(t, hints, w)
	return line
}

// HintHits is Hints that also tells where each hint is, for clicks.
func HintHits(t *theme.Theme, hints []Hint, w int) (string, []Hit) {
	var line strings.Builder
	var hits []Hit
	x := 0
	for i, h := range hints {
		width := Width(h.Key) + 1 + Width(h.Label)
		gap := 0
		if x > 0 {
			gap = hintGap
		}
		if x+gap+width > w {
			break
		}
		line.WriteString(blanks(gap) + t.Key.Render(h.Key) + " " + t.Quiet.Render(h.Label))
		hits = append(hits, Hit{Start: x + gap, End: x + gap + width, Index: i})
		x += gap + width
	}
	return line.String(), hits
}
