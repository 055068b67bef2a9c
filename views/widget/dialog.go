package widget

import "toolbench/theme"

// A Dialog is a pane laid over the middle of the screen, as large as what it
// says.
type Dialog struct {
	Pane  Pane
	Lines []string
	// Width is the widest the content may be; 0 stands for 72 cells.
	Width int
}

// Over draws the dialog over base, which is w by h cells, and tells where its
// content came to be on the screen.
func (d Dialog) Over(t *theme.Theme, base []string, w, h int) ([]string, Place) {
	most := d.Width
	if most <= 0 {
		most = 72
	}
	inner := max(Width(d.Pane.Title)+4, Width(d.Pane.Footer)+4)
	for _, line := range d.Lines {
		inner = max(inner, Width(line))
	}
	bw, bh := min(min(inner, most)+4, w), min(len(d.Lines)+2, h)
	x, y := Center(w, h, bw, bh)
	place := d.Pane.Place(bw, bh)
	place.X, place.Y = place.X+x, place.Y+y
	if place.Right >= 0 {
		place.Right += x
	}
	if place.Footer >= 0 {
		place.Footer += x
	}
	return Overlay(base, d.Pane.View(t, d.Lines, bw, bh), x, y), place
}
