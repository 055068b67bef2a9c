package catalog

import (
	"fmt"

	tea "charm.land/bubbletea/v2"

	"toolbench/toolkit/source"
	"toolbench/views"
)

// Actions implements [views.Screen].
func (s *Screen) Actions() []views.Action {
	_, _, onTool := s.Selected()
	src, onSource := s.SelectedSource()
	noTool := ""
	if !onTool {
		noTool = "no tool is selected"
	}
	open := views.Action{Name: "turn to the selected tool", Hint: "open", Keys: []string{"enter"}, Why: noTool,
		Run: func() tea.Cmd { s.leaveFilter(); return s.out.Send(OpenMsg{}) }}
	if r, ok := s.current(); ok && r.item < 0 {
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
		s.reloadAction(src, onSource),
		s.toggleAction(src, onSource),
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

// SourceActions are what can be done to the source under the cursor, for where
// its page has the keys.
func (s *Screen) SourceActions() []views.Action {
	src, ok := s.SelectedSource()
	return []views.Action{s.reloadAction(src, ok), s.toggleAction(src, ok)}
}

func (s *Screen) unfoldOrOpen() tea.Cmd {
	if _, _, ok := s.Selected(); ok {
		return s.out.Send(OpenMsg{})
	}
	s.fold(true)
	return nil
}

func (s *Screen) reloadAction(src Source, ok bool) views.Action {
	a := views.Action{Name: "connect the source anew", Keys: []string{"r"}}
	switch {
	case !ok:
		a.Why = "no source is selected"
	case src.State == source.Disabled:
		a.Why = fmt.Sprintf("%s is disabled", src.ID())
	default:
		if src.State != source.Connected {
			a.Hint = "reconnect"
		}
		a.Run = func() tea.Cmd { return s.out.Send(ReloadMsg{src.ID()}) }
	}
	return a
}

func (s *Screen) toggleAction(src Source, ok bool) views.Action {
	a := views.Action{Name: "disable the source", Keys: []string{"x"}}
	if !ok {
		a.Why = "no source is selected"
		return a
	}
	if src.State == source.Disabled {
		a.Name, a.Hint = "enable the source", "enable"
	}
	a.Run = func() tea.Cmd {
		s.moved = true
		s.setFilter("") // it would hide the source, and with it the way back
		return s.out.Send(ToggleMsg{src.ID()})
	}
	return a
}
