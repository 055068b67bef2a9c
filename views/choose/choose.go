// Package choose is the overlay in which one of several named choices is taken
// from a list.
package choose

import (
	tea "charm.land/bubbletea/v2"

	"toolbench/theme"
	"toolbench/views"
	"toolbench/views/widget"
)

// A Choice is one of the list. Msg is what it sends.
type Choice struct {
	Name string
	// About says more of it, in a few words.
	About string
	Msg   tea.Msg
}

// A Screen is the list. It is an overlay.
type Screen struct {
	theme   *theme.Theme
	out     *views.Outbox
	title   string
	choices []Choice
	list    widget.List
	width   int
}

// New is a list of choices with the cursor on one of them. Names and what is
// said of them must be fit for a screen.
func New(t *theme.Theme, out *views.Outbox, title string, at int, choices ...Choice) *Screen {
	s := &Screen{theme: t, out: out, title: title, choices: choices}
	s.list.SetCount(len(choices))
	s.list.Select(at)
	return s
}

// Size implements [views.Overlay].
func (s *Screen) Size(width, height int) (w, h int) {
	return min(64, width), min(len(s.choices), height)
}

// Resize implements [views.Screen].
func (s *Screen) Resize(width, height int) {
	s.width = width
	s.list.Resize(width, height)
}

// Focus implements [views.Screen].
func (s *Screen) Focus(bool) {}

// Owns implements [views.Screen].
func (s *Screen) Owns(tea.KeyPressMsg) bool { return false }

// Update implements [views.Screen].
func (s *Screen) Update(msg tea.Msg) tea.Cmd {
	switch msg := msg.(type) {
	case tea.KeyPressMsg:
		s.list.Key(msg)
	case tea.MouseWheelMsg:
		s.list.Wheel(tea.Mouse(msg))
	case tea.MouseClickMsg:
		if i, ok := s.list.At(msg.Y); ok {
			s.list.Select(i)
			return s.take()
		}
	}
	return nil
}

func (s *Screen) take() tea.Cmd {
	i := s.list.Cursor()
	if i < 0 {
		return nil
	}
	s.out.Send(views.CloseMsg{})
	return s.out.Send(s.choices[i].Msg)
}

// Actions implements [views.Screen].
func (s *Screen) Actions() []views.Action {
	return []views.Action{
		{Name: "take the marked choice", Hint: "choose", Keys: []string{"enter"}, Run: s.take},
		{Name: "mark the next choice", Keys: []string{"down", "tab"}, Run: func() tea.Cmd { s.list.Move(1); return nil }},
		{Name: "mark the choice before", Keys: []string{"up", "shift+tab"}, Run: func() tea.Cmd { s.list.Move(-1); return nil }},
		{Name: "leave it as it is", Hint: "leave it", Keys: []string{"esc"}, Run: func() tea.Cmd { return s.out.Send(views.CloseMsg{}) }},
	}
}

// View implements [views.Screen].
func (s *Screen) View() views.Frame {
	return views.Frame{Title: s.title, Total: len(s.choices), Offset: s.list.Offset(), Lines: s.list.View(s.theme, true, s.line)}
}

func (s *Screen) line(i int, _ bool, width int) string {
	c := s.choices[i]
	return widget.Between(s.theme.Text.Render(c.Name), s.theme.Quiet.Render(c.About), width)
}
