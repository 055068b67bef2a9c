package widget

import (
	"strings"

	"toolbench/theme"
)

// Choices draws named choices on one line of at most w cells, the marked one
// between brackets (none for -1), and tells where each is. Where they do not all
// fit, those up to the marked one show.
func Choices(t *theme.Theme, names []string, marked, w int) (string, []Hit) {
	if len(names) == 0 || w <= 0 {
		return "", nil
	}
	marked = min(marked, len(names)-1)
	from := 0
	for from < marked && choicesWidth(names[from:marked+1]) > w {
		from++
	}
	var line strings.Builder
	var hits []Hit
	x := 0
	for i := from; i < len(names) && x < w; i++ {
		text := "  " + names[i] + "  "
		style := t.Text
		if i == marked {
			text = t.Glyphs.Open + " " + names[i] + " " + t.Glyphs.Close
			style = t.Selected
		}
		width := Width(text)
		if x+width > w && i != marked { // the blanks at its end need no room
			text = strings.TrimRight(text, " ")
			width = Width(text)
		}
		if x+width > w && i > from {
			break
		}
		line.WriteString(style.Render(Fit(text, min(width, w))))
		hits = append(hits, Hit{Start: x, End: x + width, Index: i})
		x += width
	}
	return line.String(), hits
}

func choicesWidth(names []string) int {
	total := 0
	for _, n := range names {
		total += Width(n) + 4
	}
	return total
}
