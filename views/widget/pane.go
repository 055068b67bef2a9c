package widget

import (
	"strings"

	"charm.land/lipgloss/v2"

	"toolbench/theme"
)

// A Pane is a bordered part of the screen. Its texts may be styled.
type Pane struct {
	Title  string // at the left of the upper border
	Right  string // at the right of the upper border: tabs, a count
	Foot   string // at the left of the lower border
	Footer string // at the right of the lower border: what keys do here

	// Focused tells that the pane has the keys.
	Focused bool
	// Total and Offset, when Total is more than the pane shows, draw the
	// visible part on the right border.
	Total, Offset int
}

// A Place tells where a pane's parts are, in cells from the pane's upper left
// corner.
type Place struct {
	X, Y, W, H int // the content
	Right      int // column where the Right text begins, or -1 when it is not shown
	Footer     int // column where the Footer text begins on the last line, or -1
}

// Smallest size that is drawn with a border. Below, the pane is its content.
const (
	paneMinWidth  = 8
	paneMinHeight = 3
)

// Place returns where the pane's parts are when it is drawn in w by h cells.
func (p Pane) Place(w, h int) Place {
	if w < paneMinWidth || h < paneMinHeight {
		return Place{W: max(0, w), H: max(0, h), Right: -1, Footer: -1}
	}
	place := Place{X: 2, Y: 1, W: w - 4, H: h - 2, Right: -1, Footer: -1}
	if r := p.rightWidth(p.Title, p.Right, w); r > 0 {
		place.Right = w - 2 - r
	}
	if r := p.rightWidth(p.Foot, p.Footer, w); r > 0 {
		place.Footer = w - 2 - r
	}
	return place
}

// shortTitle is what a title is cut to before the text at the right goes.
const shortTitle = 10

// rightWidth returns the width of a border's right text as it is drawn: its
// own, or 0 when it does not fit beside the left one.
func (p Pane) rightWidth(left, right string, w int) int {
	r := Width(right)
	room := w - 6 - min(Width(left), shortTitle)
	if left != "" {
		room -= 2
	}
	if r > room {
		return 0
	}
	return r
}

// View draws the pane around lines in exactly h lines of w cells.
func (p Pane) View(t *theme.Theme, lines []string, w, h int) []string {
	place := p.Place(w, h)
	body := Block(lines, place.W, place.H)
	if place.X == 0 {
		return body
	}
	border, style := t.Border(p.Focused)
	title := p.Title
	if !strings.Contains(title, "\x1b") {
		title = p.titleStyle(t).Render(title)
	}
	out := make([]string, 0, h)
	out = append(out, p.edge(style, border.TopLeft, border.Top, border.TopRight, title, p.Right, w))
	side := style.Render(border.Left)
	right := style.Render(border.Right)
	thumb := style.Render(t.Glyphs.Thumb)
	from, to := p.thumb(place.H)
	for y, line := range body {
		end := right
		if y >= from && y < to {
			end = thumb
		}
		out = append(out, side+" "+line+" "+end)
	}
	return append(out, p.edge(style, border.BottomLeft, border.Bottom, border.BottomRight, p.Foot, p.Footer, w))
}

func (p Pane) titleStyle(t *theme.Theme) lipgloss.Style {
	if p.Focused {
		return t.Title
	}
	return t.Quiet.Bold(true)
}

// edge draws a border line with a text at its left and one at its right.
func (p Pane) edge(style lipgloss.Style, first, rule, last, left, right string, w int) string {
	r := p.rightWidth(left, right, w)
	inner := w - 2
	tail := ""
	if r > 0 {
		tail = " " + closed(right) + " "
		inner -= r + 2
	}
	head := ""
	if left != "" && inner > 3 {
		text := Width(left)
		if text > inner-3 {
			left, text = Fit(left, inner-3), inner-3
		}
		head = " " + closed(left) + " "
		inner -= text + 2
	}
	if head == "" {
		return style.Render(first+strings.Repeat(rule, inner)) + tail + style.Render(last)
	}
	return style.Render(first) + head + style.Render(strings.Repeat(rule, inner)) + tail + style.Render(last)
}

// thumb returns the rows of the right border that stand for the visible part.
func (p Pane) thumb(rows int) (from, to int) {
	if p.Total <= rows || rows <= 0 {
		return 0, 0
	}
	size := max(1, rows*rows/p.Total)
	last := p.Total - rows
	from = min(max(0, p.Offset), last) * (rows - size) / last
	return from, from + size
}
