package widget

import (
	tea "charm.land/bubbletea/v2"

	"toolbench/theme"
)

// A List is a window on many rows of one line each. It knows how many there
// are, which is under the cursor and which is the first that shows; the rows
// themselves stay with its owner. The zero List is empty and has no room.
type List struct {
	count, cursor, offset, width, height int
}

// Count is the number of rows.
func (l *List) Count() int { return l.count }

// Cursor is the row under the cursor; -1 when there is none.
func (l *List) Cursor() int {
	if l.count == 0 {
		return -1
	}
	return l.cursor
}

// Offset is the first row that shows.
func (l *List) Offset() int { return l.offset }

// Height is the number of rows that show at once.
func (l *List) Height() int { return l.height }

// SetCount tells how many rows there are. The cursor stays on its row if that
// still exists.
func (l *List) SetCount(n int) {
	l.count = max(0, n)
	l.settle()
}

// Resize gives the list w by h cells.
func (l *List) Resize(w, h int) {
	l.width, l.height = max(0, w), max(0, h)
	l.settle()
}

// Select puts the cursor on a row, or the nearest there is, and shows it.
func (l *List) Select(row int) {
	l.cursor = row
	l.settle()
}

// Move moves the cursor by so many rows and reports whether it moved.
func (l *List) Move(by int) bool {
	before := l.cursor
	l.Select(l.cursor + by)
	return l.cursor != before
}

// Scroll moves the window by so many rows; the cursor goes along as far as it
// must to stay in sight.
func (l *List) Scroll(by int) {
	l.offset += by
	l.offset = min(max(0, l.offset), max(0, l.count-l.height))
	if l.height > 0 {
		l.cursor = min(max(l.cursor, l.offset), l.offset+l.height-1)
	}
	l.settle()
}

// settle brings cursor and window back within the rows.
func (l *List) settle() {
	l.cursor = min(max(0, l.cursor), max(0, l.count-1))
	if l.height == 0 {
		return // out of sight; what showed comes back with the height
	}
	l.offset = min(max(l.offset, l.cursor-l.height+1), l.cursor)
	l.offset = min(max(0, l.offset), max(0, l.count-l.height))
}

// Key moves the cursor for the keys that move in any list and reports whether
// the key was one of them.
func (l *List) Key(key tea.KeyPressMsg) bool {
	page := max(1, l.height-1)
	switch key.String() {
	case "up", "k", "ctrl+p":
		l.Move(-1)
	case "down", "j", "ctrl+n":
		l.Move(1)
	case "pgup":
		l.Move(-page)
	case "pgdown", "space":
		l.Move(page)
	case "ctrl+u":
		l.Move(-max(1, page/2))
	case "ctrl+d":
		l.Move(max(1, page/2))
	case "home", "g":
		l.Select(0)
	case "end", "G", "shift+g":
		l.Select(l.count - 1)
	default:
		return false
	}
	return true
}

// wheelStep is how many rows one turn of the wheel moves.
const wheelStep = 3

// Wheel scrolls for the mouse wheel and reports whether it did.
func (l *List) Wheel(mouse tea.Mouse) bool {
	switch mouse.Button {
	case tea.MouseWheelUp:
		l.Scroll(-wheelStep)
	case tea.MouseWheelDown:
		l.Scroll(wheelStep)
	default:
		return false
	}
	return true
}

// At returns the row that is drawn y lines below the list's first.
func (l *List) At(y int) (row int, ok bool) {
	row = l.offset + y
	return row, y >= 0 && y < l.height && row < l.count
}

// View draws the rows that show, each by row, in exactly as many lines as the
// list is high. row is told the number of the row, whether the cursor is on it
// and how many cells it has. The row under the cursor is painted over: active
// tells whether the list has the keys.
func (l *List) View(t *theme.Theme, active bool, row func(i int, selected bool, width int) string) []string {
	if l.width == 0 || l.height == 0 {
		return nil
	}
	out := make([]string, l.height)
	for y := range out {
		i, ok := l.At(y)
		if !ok {
			out[y] = blanks(l.width)
			continue
		}
		selected := i == l.cursor
		out[y] = Fit(row(i, selected, l.width), l.width)
		if selected && active {
			out[y] = Paint(out[y], t.Selected)
		} else if selected {
			out[y] = Paint(out[y], t.Resting)
		}
	}
	return out
}
