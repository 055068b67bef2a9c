package form

import (
	tea "charm.land/bubbletea/v2"

	"toolbench/forms"
	"toolbench/views"
)

// enter puts the cursor on the i-th row.
func (s *Screen) enter(i int) {
	if i < 0 || i >= len(s.rows) {
		return
	}
	s.current = s.rows[i].key
	s.load()
}

// visit puts the cursor on a row, if it shows.
func (s *Screen) visit(k key) {
	if s.find(k) < 0 {
		return
	}
	if k != s.current {
		s.leave()
	}
	s.current = k
	s.load()
}

// load takes the text of the field under the cursor into the editor.
func (s *Screen) load() {
	s.choosing, s.naming, s.nameless = nil, nil, ""
	s.editor = editor{}
	if f := s.field(); f != nil && isText(f) {
		s.editor.set(f.Draft())
		s.editor.secret = f.Secret
	}
}

// leave notes that the person is done with the field under the cursor.
func (s *Screen) leave() {
	if r := s.row(); r != nil && r.kind == fieldRow {
		s.left[r.field] = true
	}
	s.choosing, s.nameless = nil, ""
	if s.naming != nil {
		s.naming = nil
		s.rebuild()
	}
}

// field is the field under the cursor, nil on any other row.
func (s *Screen) field() *forms.Field {
	if r := s.row(); r != nil && r.kind == fieldRow {
		return r.field
	}
	return nil
}

// step moves the cursor, and asks to leave the screen past its ends.
func (s *Screen) step(by int) func() tea.Cmd {
	return func() tea.Cmd {
		at := s.index()
		s.leave()
		if at = max(s.index(), min(at, len(s.rows)-1)); at+by < 0 || at+by >= len(s.rows) {
			s.settle()
			return s.out.Send(views.LeaveMsg{Forward: by > 0})
		}
		s.enter(at + by)
		s.settle()
		return nil
	}
}

// stay is [Screen.step] that stops at the ends.
func (s *Screen) stay(by int) func() tea.Cmd {
	return func() tea.Cmd {
		at := min(max(s.index()+by, 0), len(s.rows)-1)
		s.leave()
		s.enter(min(at, len(s.rows)-1))
		s.settle()
		return nil
	}
}

// done makes an action of something that changes the form.
func (s *Screen) done(change func()) func() tea.Cmd {
	return func() tea.Cmd {
		change()
		s.rebuild()
		if f := s.field(); f != nil && isText(f) && s.naming == nil {
			if f.Draft() != s.editor.text {
				s.editor.set(f.Draft())
			}
		}
		s.settle()
		return nil
	}
}

func (s *Screen) fold(f *forms.Field, open bool) func() tea.Cmd {
	return s.done(func() { s.folds[f] = open })
}

// settle brings the cursor's row into view.
func (s *Screen) settle() {
	if s.width == 0 || s.height == 0 {
		return
	}
	if s.text != nil {
		s.text.settle(s.width, s.height)
		return
	}
	l := s.layout(s.width)
	if at := s.index(); at >= 0 {
		top := l.tops[at]
		bottom := top + l.heights[at]
		if isEdited(s) {
			width := l.valueWidth(s, at)
			line, _ := s.editor.caret(width)
			line -= s.editorTop(width)
			bottom = min(bottom, max(top+line+1, top+s.height))
			if line+1 > s.height {
				top += line + 1 - s.height
			}
		}
		s.offset = min(s.offset, top)
		if bottom > s.offset+s.height {
			s.offset = min(top, bottom-s.height)
		}
	}
	s.offset = max(0, min(s.offset, l.total-s.height))
}

func isEdited(s *Screen) bool {
	f := s.field()
	return f != nil && isText(f)
}

func (s *Screen) wheel(button tea.MouseButton) {
	by := 0
	switch button {
	case tea.MouseWheelDown:
		by = 3
	case tea.MouseWheelUp:
		by = -3
	}
	if s.text != nil {
		s.text.scroll(by, s.width, s.height)
		return
	}
	s.offset = max(0, min(s.offset+by, s.layout(s.width).total-s.height))
}
