// Package qr is the overlay that shows an address as a QR code, for a device
// with a camera.
package qr

import (
	"fmt"
	"strings"

	"charm.land/lipgloss/v2"
	"rsc.io/qr"

	tea "charm.land/bubbletea/v2"

	"toolbench/theme"
	"toolbench/views"
	"toolbench/views/widget"
)

// quiet is how many light modules stand around the code. The standard wants
// four; cameras do with two, and a terminal has little room.
const quiet = 2

// A Screen is the code. It is an overlay.
type Screen struct {
	theme  *theme.Theme
	out    *views.Outbox
	host   string
	code   *qr.Code // nil when the address is too long for one
	width  int
	height int
}

// New is the code of an address, whose host names it. Both must be fit for a
// screen.
func New(t *theme.Theme, out *views.Outbox, address, host string) *Screen {
	s := &Screen{theme: t, out: out, host: host}
	s.code, _ = qr.Encode(address, qr.L)
	return s
}

// modules is how many modules the code has along a side, with the quiet ones.
func (s *Screen) modules() int { return s.code.Size + 2*quiet }

// needs is how many cells the code takes: two modules stand in a cell, one above
// the other; in ASCII a module takes two cells.
func (s *Screen) needs() (w, h int) {
	n := s.modules()
	if s.theme.Options.ASCII {
		return 2 * n, n
	}
	return n, (n + 1) / 2
}

// Size implements [views.Overlay].
func (s *Screen) Size(width, height int) (w, h int) {
	if s.code != nil {
		if w, h = s.needs(); w <= width && h <= height {
			return w, h
		}
	}
	w = min(48, width)
	return w, min(len(widget.Wrap(s.excuse(), max(1, w))), height)
}

// excuse says why there is no code to see.
func (s *Screen) excuse() string {
	if s.code == nil {
		return "The address is too long for a QR code. Copy it instead."
	}
	w, h := s.needs()
	return fmt.Sprintf("The code takes %d×%d cells, more than this window has beside its borders. Make the window larger, or its type smaller; or copy the address.", w, h)
}

// Resize implements [views.Screen].
func (s *Screen) Resize(width, height int) { s.width, s.height = width, height }

// Focus implements [views.Screen].
func (s *Screen) Focus(bool) {}

// Owns implements [views.Screen].
func (s *Screen) Owns(tea.KeyPressMsg) bool { return false }

// Update implements [views.Screen].
func (s *Screen) Update(tea.Msg) tea.Cmd { return nil }

// Actions implements [views.Screen].
func (s *Screen) Actions() []views.Action {
	return []views.Action{{Name: "close the QR code", Hint: "close", Keys: []string{"esc", "enter", "q"},
		Run: func() tea.Cmd { return s.out.Send(views.CloseMsg{}) }}}
}

// View implements [views.Screen].
func (s *Screen) View() views.Frame {
	f := views.Frame{Title: s.host}
	if s.width <= 0 || s.height <= 0 {
		return f
	}
	if s.code != nil {
		if w, h := s.needs(); w <= s.width && h <= s.height {
			f.Lines = widget.Block(s.draw(), s.width, s.height)
			return f
		}
	}
	for _, row := range widget.Wrap(s.excuse(), s.width) {
		f.Lines = append(f.Lines, s.theme.Text.Render(row))
	}
	f.Lines = widget.Block(f.Lines, s.width, s.height)
	return f
}

// dark tells whether a module is dark, counted from the corner of the quiet
// ones.
func (s *Screen) dark(x, y int) bool { return s.code.Black(x-quiet, y-quiet) }

// ink tells whether a module is drawn: the dark ones where the ground is light.
// Where colours are to be had the ground is made light.
func (s *Screen) ink(x, y int) bool {
	if s.theme.Options.Color || !s.theme.Options.Dark {
		return s.dark(x, y)
	}
	return y < s.modules() && !s.dark(x, y)
}

// draw is the code in lines of cells.
func (s *Screen) draw() []string {
	style := lipgloss.NewStyle()
	if s.theme.Options.Color {
		style = style.Foreground(lipgloss.Color("#000000")).Background(lipgloss.Color("#ffffff"))
	}
	step, cell := 2, s.halves
	if s.theme.Options.ASCII {
		step, cell = 1, s.doubled
	}
	var lines []string
	for y := 0; y < s.modules(); y += step {
		var line strings.Builder
		for x := range s.modules() {
			line.WriteString(cell(x, y))
		}
		lines = append(lines, style.Render(line.String()))
	}
	return lines
}

// halves is a cell for two modules, one above the other.
func (s *Screen) halves(x, y int) string {
	switch upper, lower := s.ink(x, y), s.ink(x, y+1); {
	case upper && lower:
		return "█"
	case upper:
		return "▀"
	case lower:
		return "▄"
	}
	return " "
}

// doubled is a module in ASCII, about as high as it is wide.
func (s *Screen) doubled(x, y int) string {
	if s.ink(x, y) {
		return "##"
	}
	return "  "
}
