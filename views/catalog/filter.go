package catalog

import (
	tea "charm.land/bubbletea/v2"
)

func (s *Screen) filtering() bool { return len(s.query.terms) > 0 }

func (s *Screen) setFilter(text string) {
	s.filter.SetValue(text)
	s.refilter()
}

// refilter takes in what stands in the filter. The cursor goes to the best match.
func (s *Screen) refilter() {
	text := s.filter.Value()
	if text == s.query.text {
		return
	}
	s.moved = true
	was := s.filtering()
	branch, isTool, name := s.place()
	s.query = parseQuery(text)
	s.build()
	switch {
	case s.filtering() && s.best >= 0:
		s.list.Select(s.best)
	case s.filtering():
		s.selectFirstSource()
	case was:
		s.restore(branch, isTool, name)
	}
}

// selectFirstSource puts the cursor on a source that the filter speaks of: one
// that failed has no tool to go to.
func (s *Screen) selectFirstSource() {
	for i, r := range s.rows {
		if r.source >= 0 {
			s.list.Select(i)
			return
		}
	}
}

func (s *Screen) leaveFilter() {
	s.typing = false
	s.filter.Blur()
}

// Filter turns to the filter.
func (s *Screen) Filter() tea.Cmd {
	s.typing = true
	return s.filter.Focus()
}
