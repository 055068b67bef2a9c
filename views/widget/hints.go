package widget

import (
	"slices"
	"strings"

	"toolbench/theme"
)

// A Hint says what a key does.
type Hint struct {
	Key   string // as a person would say it: ctrl+r, enter, ?
	Label string // what it does, in a word or two
	Keep  bool   // others are left out before it is
}

func (h Hint) width() int { return Width(h.Key) + 1 + Width(h.Label) }

// hintGap is what stands between two hints.
const hintGap = 3

// Hints draws hints in at most w cells, the important first: what does not fit
// is left out from the end, hints that are to be kept last.
func Hints(t *theme.Theme, hints []Hint, w int) string {
	line, _ := HintHits(t, hints, w)
	return line
}

// HintHits is Hints that also tells where each hint is, for clicks.
func HintHits(t *theme.Theme, hints []Hint, w int) (string, []Hit) {
	var line strings.Builder
	var hits []Hit
	x := 0
	for _, i := range fitting(hints, w) {
		h := hints[i]
		if x > 0 {
			line.WriteString(blanks(hintGap))
			x += hintGap
		}
		line.WriteString(t.Key.Render(h.Key) + " " + t.Quiet.Render(h.Label))
		hits = append(hits, Hit{Start: x, End: x + h.width(), Index: i})
		x += h.width()
	}
	return line.String(), hits
}

// fitting are the indexes of the hints that have room in w cells.
func fitting(hints []Hint, w int) []int {
	placed := make([]int, len(hints))
	total := -hintGap
	for i, h := range hints {
		placed[i] = i
		total += hintGap + h.width()
	}
	for _, keep := range []bool{false, true} {
		for at := len(placed) - 1; at >= 0 && total > w; at-- {
			if h := hints[placed[at]]; h.Keep == keep {
				placed = slices.Delete(placed, at, at+1)
				total -= hintGap + h.width()
			}
		}
	}
	return placed
}
