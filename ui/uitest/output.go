package uitest

import (
	"strings"

	uv "github.com/charmbracelet/ultraviolet"
	"github.com/charmbracelet/x/ansi"
)

// Text is what a person sees: the screen's lines without styles and without
// blanks at their ends.
func (t *Terminal) Text() string { return strings.Join(t.Lines(), "\n") }

// Lines is Text line by line; there are as many as the screen is high.
func (t *Terminal) Lines() []string {
	t.mu.Lock()
	defer t.mu.Unlock()
	bounds := t.emulator.Bounds()
	lines := make([]string, bounds.Dy())
	for y := range lines {
		var line strings.Builder
		for x := 0; x < bounds.Dx(); {
			cell := t.emulator.CellAt(x, y)
			if cell == nil || cell.Content == "" {
				line.WriteByte(' ')
				x++
				continue
			}
			line.WriteString(cell.Content)
			x += max(1, cell.Width)
		}
		lines[y] = strings.TrimRight(line.String(), " ")
	}
	return lines
}

// Contains tells whether the screen shows text on one line.
func (t *Terminal) Contains(text string) bool {
	_, _, ok := t.Find(text)
	return ok
}

// Find returns the cell where the screen first shows text.
func (t *Terminal) Find(text string) (x, y int, ok bool) {
	for y, line := range t.Lines() {
		if before, _, found := strings.Cut(line, text); found {
			return ansi.StringWidth(before), y, true
		}
	}
	return 0, 0, false
}

// Styled is the screen with its styles, as escape sequences.
func (t *Terminal) Styled() string {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.emulator.Render()
}

// Bounds is the size of the screen.
func (t *Terminal) Bounds() uv.Rectangle {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.emulator.Bounds()
}

// CellAt returns a copy of a cell, or nil outside of the screen.
func (t *Terminal) CellAt(x, y int) *uv.Cell {
	t.mu.Lock()
	defer t.mu.Unlock()
	cell := t.emulator.CellAt(x, y)
	if cell == nil {
		return nil
	}
	return cell.Clone()
}

// Cursor is where the cursor is, and whether it shows.
func (t *Terminal) Cursor() (x, y int, visible bool) {
	t.mu.Lock()
	defer t.mu.Unlock()
	p := t.emulator.CursorPosition()
	return p.X, p.Y, !t.emulator.CursorHidden()
}

// Output is every byte that the program wrote.
func (t *Terminal) Output() string {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.output.String()
}

// Graphics are the application program commands (ESC _) that arrived: kitty
// pictures.
func (t *Terminal) Graphics() []string {
	t.mu.Lock()
	defer t.mu.Unlock()
	return append([]string(nil), t.apcs...)
}

// Title is the window title.
func (t *Terminal) Title() string {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.title
}

// Clipboard is what the program last put on the clipboard (OSC 52).
func (t *Terminal) Clipboard() string {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.copied
}
