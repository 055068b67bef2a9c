package result

import (
	tea "charm.land/bubbletea/v2"
)

func (s *Screen) wheel(m tea.Mouse) tea.Cmd {
	switch {
	case s.record == nil:
	case s.page == pageParts && m.Y < s.listHeight():
		s.list.Wheel(m)
	default:
		s.sheet().wheel(m)
	}
	return s.Prepare()
}

// click chooses a part or a row of a tree; a click on the part that is chosen
// gives it the whole screen.
func (s *Screen) click(m tea.Mouse) tea.Cmd {
	switch {
	case s.record == nil || m.Button != tea.MouseLeft:
		return nil
	case s.page != pageParts:
		s.sheet().click(m)
		return nil
	}
	row, ok := s.list.At(m.Y)
	if !ok {
		return nil
	}
	if row == s.list.Cursor() {
		return s.zoom(true)
	}
	s.list.Select(row)
	return s.Prepare()
}
