package widget

import "toolbench/theme"

// A TextView is a window on a text of any length. Lines are wrapped when they
// come into sight and never before, so that neither opening nor scrolling
// depends on how long the text is. The zero TextView is empty.
type TextView struct {
	lines         Lines
	width, height int
	unwrapped     bool
	top, sub      int // the first line that shows, and which of its rows
	left          int // the first column, when lines are not wrapped
	matches       Matches
	current       int
	view          []string // the last view, until something changes
	viewTheme     *theme.Theme
}

// SetLines shows another text from its top, without matches.
func (v *TextView) SetLines(lines Lines) {
	v.lines, v.top, v.sub, v.left = lines, 0, 0, 0
	v.matches, v.current = Matches{}, 0
	v.view = nil
}

// Replace shows a newer state of the same text, without matches. The window
// stays where it is.
func (v *TextView) Replace(lines Lines) {
	top, sub, left := v.top, v.sub, v.left
	v.SetLines(lines)
	v.top, v.sub, v.left = top, sub, left
	v.settle()
}

// Lines is the text that shows, or nil.
func (v *TextView) Lines() Lines { return v.lines }

// Resize gives the view w by h cells. The line at the top stays.
func (v *TextView) Resize(w, h int) {
	w, h = max(0, w), max(0, h)
	if w == v.width && h == v.height {
		return
	}
	if w != v.width {
		v.sub = 0
	}
	v.width, v.height = w, h
	v.settle()
}

// Wrapped tells whether long lines go on below.
func (v *TextView) Wrapped() bool { return !v.unwrapped }

// SetWrapped chooses between long lines that go on below and lines that are
// cut at the edge, which then scrolls sideways.
func (v *TextView) SetWrapped(wrapped bool) {
	v.unwrapped, v.left, v.sub = !wrapped, 0, 0
	v.settle()
}

// count is the number of lines.
func (v *TextView) count() int {
	if v.lines == nil {
		return 0
	}
	return v.lines.Len()
}

// rows returns the rows that line i takes, each complete in itself.
func (v *TextView) rows(i int, t *theme.Theme) []string {
	line := v.lines.Line(i)
	if t != nil {
		line = v.highlight(i, line, t)
	}
	if v.unwrapped {
		return []string{line}
	}
	return wrap(line, v.width)
}

// Scroll moves the window by so many rows and reports whether it moved.
func (v *TextView) Scroll(by int) bool {
	top, sub := v.top, v.sub
	for ; by > 0 && v.top < v.count(); by-- {
		if v.sub+1 < len(v.rows(v.top, nil)) {
			v.sub++
		} else if v.top+1 < v.count() {
			v.top, v.sub = v.top+1, 0
		} else {
			break
		}
	}
	for ; by < 0; by++ {
		if v.sub > 0 {
			v.sub--
		} else if v.top > 0 {
			v.top--
			v.sub = len(v.rows(v.top, nil)) - 1
		} else {
			break
		}
	}
	v.settle()
	return top != v.top || sub != v.sub
}

// settle keeps the window within the text: its last row stays at the bottom.
func (v *TextView) settle() {
	v.view = nil
	top, sub := v.bottom()
	if v.top > top || v.top == top && v.sub > sub {
		v.top, v.sub = top, sub
	}
}

// bottom returns the position from which the last row of the text is the last
// row of the window.
func (v *TextView) bottom() (top, sub int) {
	left := v.height
	for i := v.count() - 1; i >= 0; i-- {
		n := len(v.rows(i, nil))
		if n >= left {
			return i, max(0, n-max(1, left))
		}
		left -= n
	}
	return 0, 0
}

// Top goes to the first line.
func (v *TextView) Top() {
	v.top, v.sub = 0, 0
	v.settle()
}

// Bottom goes to the last row.
func (v *TextView) Bottom() {
	v.top, v.sub = v.bottom()
	v.settle()
}

// AtBottom tells whether the last row shows: a text that grows may then go on
// following its end.
func (v *TextView) AtBottom() bool {
	top, sub := v.bottom()
	return v.top == top && v.sub == sub
}

// Show brings line i into sight, a third of the way down if it was not.
func (v *TextView) Show(i int) {
	first, last, _ := v.Position()
	if i+1 >= first && i+1 <= last {
		return
	}
	v.top, v.sub = min(max(0, i), max(0, v.count()-1)), 0
	v.Scroll(-v.height / 3)
}

// Sideways moves the first column, when lines are not wrapped.
func (v *TextView) Sideways(by int) bool {
	if !v.unwrapped {
		return false
	}
	before := v.left
	widest := 0
	for i := v.top; i < min(v.count(), v.top+v.height); i++ {
		widest = max(widest, Width(v.lines.Line(i)))
	}
	v.left = min(max(0, v.left+by), max(0, widest-v.width))
	v.view = nil
	return v.left != before
}

// Position tells which lines show, from 1, and how many there are.
func (v *TextView) Position() (first, last, total int) {
	if v.count() == 0 {
		return 0, 0, 0
	}
	left, i := v.height+v.sub, v.top
	for ; i < v.count() && left > 0; i++ {
		left -= len(v.rows(i, nil))
	}
	return v.top + 1, max(v.top+1, i), v.count()
}

// Extent tells a Pane how much there is and where the window stands, in rows.
// With wrapped lines it is an estimate from what shows.
func (v *TextView) Extent() (total, offset int) {
	first, last, count := v.Position()
	shown := last - first + 1
	if count == 0 || shown <= 0 || last-first+1 == count && v.sub == 0 && v.AtBottom() {
		return 0, 0
	}
	return max(v.height+1, count*v.height/shown), v.top * v.height / shown
}

// View draws the rows that show.
func (v *TextView) View(t *theme.Theme) []string {
	if v.view != nil && v.viewTheme == t {
		return v.view
	}
	rows := make([]string, 0, v.height)
	skip := v.sub
	for i := v.top; i < v.count() && len(rows) < v.height; i++ {
		of := v.rows(i, t)
		for _, row := range of[min(skip, len(of)-1):] {
			if len(rows) == v.height {
				break
			}
			if v.unwrapped {
				row = v.slice(row, t)
			}
			rows = append(rows, row)
		}
		skip = 0
	}
	v.view, v.viewTheme = Block(rows, v.width, v.height), t
	return v.view
}

// slice returns the part of an unwrapped line that shows, with a mark where it
// goes on.
func (v *TextView) slice(row string, t *theme.Theme) string {
	if v.left == 0 {
		return row
	}
	row = Cut(row, v.left, max(v.left+v.width+1, Width(row)))
	if row == "" || v.width < 2 {
		return row
	}
	return t.Faint.Render(ellipsis) + Cut(row, 1, v.width+2)
}
