// Package confirm is the overlay that asks one plain question before something
// that can not be undone.
package confirm

import (
	"strings"

	"charm.land/lipgloss/v2"

	tea "charm.land/bubbletea/v2"

	"toolbench/theme"
	"toolbench/views"
	"toolbench/views/widget"
)

// A Choice is one of the answers. Msg is what it sends; nil does nothing but
// close the question.
type Choice struct {
	Name string
	Msg  tea.Msg
}

// A Screen is the question. It is an overlay.
type Screen struct {
	theme   *theme.Theme
	out     *views.Outbox
	title   string
	text    string // already fit for a screen
	choices []Choice
	marked  int
	width   int
	height  int
	hits    []widget.Hit
}

// New is a question with its choices. The first choice is marked, so it is the
// one that does nothing. The text must be fit for a screen.
func New(t *theme.Theme, out *views.Outbox, title, text string, choices ...Choice) *Screen {
	return &Screen{theme: t, out: out, title: title, text: text, choices: choices}
}

func (s *Screen) wrapped(width int) []string {
	return strings.Split(lipgloss.Wrap(s.text, max(1, width), ""), "\n")
}

// Size implements [views.Overlay].
func (s *Screen) Size(width, height int) (w, h int) {
	w = min(64, width)
	return w, min(len(s.wrapped(w))+2, height)
}

// Resize implements [views.Screen].
func (s *Screen) Resize(width, height int) {
	s.width, s.height = width, height
	_, s.hits = widget.Choices(s.theme, s.names(), s.marked, s.width)
}

// Focus implements [views.Screen].
func (s *Screen) Focus(bool) {}

// Owns implements [views.Screen].
func (s *Screen) Owns(tea.KeyPressMsg) bool { return false }

// Update implements [views.Screen].
func (s *Screen) Update(msg tea.Msg) tea.Cmd {
	if m, ok := msg.(tea.MouseClickMsg); ok && m.Y == s.height-1 {
		if i, ok := widget.HitAt(s.hits, m.X); ok {
			s.marked = i
			return s.take()
		}
	}
	return nil
}

func (s *Screen) take() tea.Cmd {
	c := s.choices[s.marked]
	if c.Msg == nil {
		return s.out.Send(views.CloseMsg{})
	}
	s.out.Send(views.CloseMsg{})
	return s.out.Send(c.Msg)
}

func (s *Screen) mark(by int) func() tea.Cmd {
	return func() tea.Cmd {
		s.marked = (s.marked + by + len(s.choices)) % len(s.choices)
		return nil
	}
}

// Actions implements [views.Screen].
func (s *Screen) Actions() []views.Action {
	return []views.Action{
		{Name: "take the marked choice", Hint: "choose", Keys: []string{"enter"}, Run: s.take},
		{Name: "mark the next choice", Keys: []string{"right", "tab", "l", "down"}, Run: s.mark(1)},
		{Name: "mark the choice before", Keys: []string{"left", "shift+tab", "h", "up"}, Run: s.mark(-1)},
		{Name: "do nothing", Hint: "leave it", Keys: []string{"esc"}, Run: func() tea.Cmd { return s.out.Send(views.CloseMsg{}) }},
	}
}

func (s *Screen) names() []string {
	names := make([]string, len(s.choices))
	for i, c := range s.choices {
		names[i] = c.Name
	}
	return names
}

// View implements [views.Screen].
func (s *Screen) View() views.Frame {
	f := views.Frame{Title: s.title}
	if s.width <= 0 || s.height <= 0 {
		return f
	}
	lines := s.wrapped(s.width)
	lines = lines[:min(len(lines), max(0, s.height-1))]
	for i := range lines {
		lines[i] = s.theme.Text.Render(lines[i])
	}
	f.Lines = widget.Block(lines, s.width, s.height-1)
	choices, _ := widget.Choices(s.theme, s.names(), s.marked, s.width)
	f.Lines = append(f.Lines, widget.Fit(choices, s.width))
	return f
}

// Title is what the question is about.
func (s *Screen) Title() string { return s.title }
