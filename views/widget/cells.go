// Package widget holds the parts that screens are put together from: panes,
// windowed lists, text and JSON views, tabs, hints and dialogs.
//
// A widget draws plain strings: exactly h lines of exactly w cells each, for
// every w and h from 0 on, whatever it is given; where there is too little
// room it shows less. Screens join those lines (Columns, Overlay). All widths
// are cells as ansi.StringWidth counts them, and every line that a widget
// returns closes the styles it opens. Text that comes from outside must have
// passed safetext before it gets here, unless a name says otherwise.
package widget

import (
	"strings"

	"github.com/charmbracelet/x/ansi"
)

// ellipsis stands where text was cut. On ASCII terminals the root folds it.
const ellipsis = "…"

// Width returns how many cells s takes. s may be styled; it is one line.
func Width(s string) int {
	if plain(s) {
		return len(s)
	}
	return ansi.StringWidth(s)
}

// plain tells whether s is printable ASCII alone: one byte, one cell.
func plain(s string) bool {
	for i := range len(s) {
		if c := s[i]; c < ' ' || c > '~' {
			return false
		}
	}
	return true
}

// Fit returns s in exactly w cells: cut with … when it is longer, padded with
// blanks when it is shorter. Anything from a line break on is left out.
func Fit(s string, w int) string {
	return FitStart(s, w, ellipsis)
}

// FitStart is Fit with the mark that stands where text was cut; it may be "".
func FitStart(s string, w int, mark string) string {
	if w <= 0 {
		return ""
	}
	if i := strings.IndexByte(s, '\n'); i >= 0 {
		s = s[:i]
	}
	width := Width(s)
	if width > w {
		if Width(mark) >= w {
			mark = ""
		}
		s, width = truncate(s, w, mark)
	}
	if width < w {
		s = closed(s) + blanks(w-width)
	}
	return closed(s)
}

// truncate cuts s to at most w cells. ansi.Truncate takes a keycap (1, a
// variation selector, a ring) for one cell where it measures two, so its result
// can be one too wide.
func truncate(s string, w int, mark string) (string, int) {
	for n := w; ; n-- {
		cut := closed(ansi.Truncate(s, n, mark))
		if width := Width(cut); width <= w || n == 0 {
			return cut, width
		}
	}
}

// closed ends a style that s leaves open.
func closed(s string) string {
	i := strings.LastIndex(s, "\x1b[")
	if i < 0 || strings.HasPrefix(s[i:], "\x1b[m") || strings.HasPrefix(s[i:], "\x1b[0m") {
		return s
	}
	return s + ansi.ResetStyle
}

var spaces = strings.Repeat(" ", 256)

// blanks returns n blanks.
func blanks(n int) string {
	if n <= 0 {
		return ""
	}
	if n <= len(spaces) {
		return spaces[:n]
	}
	return strings.Repeat(" ", n)
}

// Block returns lines as exactly h lines of exactly w cells.
func Block(lines []string, w, h int) []string {
	if h <= 0 || w <= 0 {
		return nil
	}
	out := make([]string, h)
	for i := range out {
		if i < len(lines) {
			out[i] = Fit(lines[i], w)
		} else {
			out[i] = blanks(w)
		}
	}
	return out
}

// Between returns left and right in one line of w cells with blanks between
// them. What does not fit is cut from left first; right goes when it alone is
// too wide.
func Between(left, right string, w int) string {
	r := Width(right)
	if r == 0 || r > w {
		return Fit(left, w)
	}
	if l := Width(left); l == 0 || r == w {
		return blanks(w-r) + right
	}
	return Fit(left, w-r-1) + " " + right
}

// Columns joins blocks side by side. Each block's lines must be of one width;
// a shorter block is filled up with blanks.
func Columns(blocks ...[]string) []string {
	rows := 0
	for _, b := range blocks {
		rows = max(rows, len(b))
	}
	out := make([]string, rows)
	var line strings.Builder
	for y := range out {
		line.Reset()
		for _, b := range blocks {
			switch {
			case y < len(b):
				line.WriteString(b[y])
			case len(b) > 0:
				line.WriteString(blanks(Width(b[0])))
			}
		}
		out[y] = line.String()
	}
	return out
}

// Rows joins blocks one below the other.
func Rows(blocks ...[]string) []string {
	var out []string
	for _, b := range blocks {
		out = append(out, b...)
	}
	return out
}

// Cut returns the cells from left to right of a styled line, always as many as
// asked for when the line has them: half of a wide character is a blank.
func Cut(line string, left, right int) string {
	left = max(0, left)
	if right <= left {
		return ""
	}
	if plain(line) {
		return line[min(left, len(line)):min(right, len(line))]
	}
	total := Width(line)
	want := min(right, total) - left
	if want <= 0 {
		return ""
	}
	line, _ = truncate(line, left+want, "")
	cut := ansi.TruncateLeft(line, left, "")
	before := ""
	// ansi.TruncateLeft keeps a wide character whole when left falls inside of it.
	for n := 1; Width(cut) > want && n <= want; n++ {
		cut, before = ansi.TruncateLeft(line, left+n, ""), blanks(n)
	}
	cut = before + cut
	return closed(cut + blanks(want-Width(cut)))
}

// Overlay returns base with box laid over it so that the box's upper left cell
// is at column x and line y. What stands left and right of the box keeps its
// styles; parts of the box outside of base are cut off. base is not changed.
func Overlay(base, box []string, x, y int) []string {
	out := make([]string, len(base))
	copy(out, base)
	for i, line := range box {
		at := y + i
		if at < 0 || at >= len(out) {
			continue
		}
		width := Width(out[at])
		if x >= width {
			continue
		}
		line = Cut(line, max(0, -x), width-x)
		left := max(0, x)
		end := left + Width(line)
		out[at] = Cut(out[at], 0, left) + line + Cut(out[at], end, width)
	}
	return out
}

// Center returns where a box of bw by bh cells stands in the middle of w by h.
func Center(w, h, bw, bh int) (x, y int) {
	return max(0, (w-bw)/2), max(0, (h-bh)/2)
}
