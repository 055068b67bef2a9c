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
	s.editor, s.seeded = editor{}, false
	if f := s.field(); isEdited(s) {
		s.editor.set(f.Draft())
		s.editor.secret = f.Secret
		s.seeded = f.Seeded() && !f.Multiline
	}
}

// leave notes that the person is done with the field under the cursor.
func (s *Screen) leave() {
	if f := s.field(); f != nil {
		s.left[f] = true
	}
	s.choosing, s.nameless = nil, ""
	if s.naming != nil {
		s.naming = nil
		s.rebuild()
	}
}

// field is the field under the cursor, nil on any other row.
func (s *Screen) field() *forms.Field {
	if r := s.row(); r != nil && (r.kind == fieldRow || r.kind == valueRow) {
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
		if f := s.field(); isEdited(s) && s.naming == nil {
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
	switch {
	case s.reading != nil:
		s.reading.text.Resize(s.width, s.height)
		return
	case s.text != nil:
		s.text.settle(s.width, s.height)
		return
	}
	l := s.layout(s.width)
	if at := s.index(); at >= 0 {
		top := l.tops[at]
		bottom := top + l.heights[at]
		if s.pinned == s.current && s.pinned.field != nil {
			s.offset = top - s.place
		}
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
	s.offset, s.pinned = max(0, min(s.offset, l.total-s.height)), key{}
	if at := s.index(); at >= 0 {
		s.place = l.tops[at] - s.offset
	}
}

func isEdited(s *Screen) bool {
	r := s.row()
	return r != nil && r.holdsText()
}

func (s *Screen) wheel(button tea.MouseButton) {
	by := 0
	switch button {
	case tea.MouseWheelDown:
		by = 3
	case tea.MouseWheelUp:
		by = -3
	}
	switch {
	case s.reading != nil:
		s.reading.text.Scroll(by)
		return
	case s.filling != nil:
		s.filling.list.Scroll(by)
		return
	case s.text != nil:
		s.text.scroll(by, s.width, s.height)
		return
	}
	s.offset = max(0, min(s.offset+by, s.layout(s.width).total-s.height))
}
