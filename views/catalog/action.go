package catalog

import (
	tea "charm.land/bubbletea/v2"

	"toolbench/views"
)

// Actions implements [views.Screen].
func (s *Screen) Actions() []views.Action {
	_, _, onTool := s.Selected()
	noTool := ""
	if !onTool {
		noTool = "no tool is selected"
	}
	open := views.Action{Name: "turn to the selected tool", Hint: "open", Keys: []string{"enter"}, Why: noTool,
		Run: func() tea.Cmd { s.leaveFilter(); return s.out.Send(OpenMsg{}) }}
	switch r, ok := s.current(); {
	case s.onLeaf():
		open.Name, open.Why = "turn to the source's page", ""
	case ok && r.item < 0:
		name, hint := "unfold", "unfold"
		if r.open {
			name, hint = "fold", "fold"
		}
		open = views.Action{Name: name + " the branch", Hint: hint, Keys: []string{"enter", "space"},
			Run: func() tea.Cmd { s.fold(!r.open); return nil }}
	}
	actions := []views.Action{
		open,
		{Name: "filter the tools", Hint: "filter", Keys: []string{"/"}, Run: s.Filter},
		{Name: "fold the branch", Keys: []string{"left", "h"}, Run: func() tea.Cmd { s.fold(false); return nil }},
		{Name: "unfold the branch", Keys: []string{"right", "l"}, Run: s.unfoldOrOpen},
		{Name: "fold every branch", Run: func() tea.Cmd { s.foldAll(true); return nil }},
		{Name: "unfold every branch", Run: func() tea.Cmd { s.foldAll(false); return nil }},
	}
	if s.typing || s.filtering() {
		actions = append(actions, views.Action{Name: "clear the filter", Hint: "clear", Keys: []string{"esc"},
			Run: func() tea.Cmd { s.leaveFilter(); s.setFilter(""); return nil }})
	}
	return actions
}

func (s *Screen) unfoldOrOpen() tea.Cmd {
	if _, _, ok := s.Selected(); ok || s.onLeaf() {
		return s.out.Send(OpenMsg{})
	}
	s.fold(true)
	return nil
}

// onLeaf tells whether the cursor is on a source without a tool to unfold.
func (s *Screen) onLeaf() bool {
	r, ok := s.current()
	return ok && r.item < 0 && r.source >= 0 && r.shown == 0
}
