package widget

import (
	"strings"

	"toolbench/theme"
)

// A Hit is a run of cells on a line that a click may fall on.
type Hit struct {
	Start, End int // from Start up to End, End excluded
	Index      int // which of the things drawn
}

// HitAt returns the index of the hit under column x.
func HitAt(hits []Hit, x int) (index int, ok bool) {
	for _, h := range hits {
		if x >= h.Start && x < h.End {
			return h.Index, true
		}
	}
	return 0, false
}

// tabGap is what stands between two tabs.
const tabGap = 3

// Tabs draws names in at most w cells with the active one marked, and tells
// where each is. Where they do not all fit, those around the active one show,
// with … where more are; at last the active one alone.
func Tabs(t *theme.Theme, names []string, active, w int) (string, []Hit) {
	if len(names) == 0 || w <= 0 {
		return "", nil
	}
	active = min(max(0, active), len(names)-1)
	from, to := tabWindow(names, active, w)
	var line strings.Builder
	var hits []Hit
	x := 0
	put := func(s string, width int) {
		line.WriteString(s)
		x += width
	}
	if from > 0 && Width(names[from])+2 <= w {
		put(t.Tab.Render(ellipsis)+" ", 2)
	}
	for i := from; i < to; i++ {
		if i > from {
			put(blanks(tabGap), tabGap)
		}
		name := names[i]
		if Width(name) > w-x {
			name = Fit(name, w-x)
		}
		style := t.Tab
		if i == active {
			style = t.Front
		}
		width := Width(name)
		hits = append(hits, Hit{Start: x, End: x + width, Index: i})
		put(style.Render(name), width)
	}
	if to < len(names) && x+2 <= w {
		put(" "+t.Tab.Render(ellipsis), 2)
	}
	return line.String(), hits
}

// tabWindow returns the range of names around active that fits in w cells.
func tabWindow(names []string, active, w int) (from, to int) {
	from, to = active, active+1
	used := Width(names[active])
	fits := func(from, to, used int) bool {
		if from > 0 {
			used += 2
		}
		if to < len(names) {
			used += 2
		}
		return used <= w
	}
	if !fits(0, len(names), total(names)) {
		for grown := true; grown; {
			grown = false
			if to < len(names) && fits(from, to+1, used+tabGap+Width(names[to])) {
				used += tabGap + Width(names[to])
				to++
				grown = true
			}
			if from > 0 && fits(from-1, to, used+tabGap+Width(names[from-1])) {
				from--
				used += tabGap + Width(names[from])
				grown = true
			}
		}
		if !fits(from, to, used) {
			// Not even the marks fit beside the active name.
			return active, active + 1
		}
		return from, to
	}
	return 0, len(names)
}

// total returns the width of all names with the gaps between them.
func total(names []string) int {
	n := tabGap * (len(names) - 1)
	for _, name := range names {
		n += Width(name)
	}
	return n
}
