// Package help is the overlay that shows the keys that work right now, and why
// the others do not.
package help

import (
	"strings"

	tea "charm.land/bubbletea/v2"

	"toolbench/theme"
	"toolbench/views"
	"toolbench/views/widget"
)

// A Screen is the help. It is an overlay.
type Screen struct {
	theme  *theme.Theme
	out    *views.Outbox
	groups []views.Group
	offset int
	width  int
	height int
}

// New is the help on the given actions.
func New(t *theme.Theme, out *views.Outbox, groups []views.Group) *Screen {
	return &Screen{theme: t, out: out, groups: groups}
}

// Size implements [views.Overlay].
func (s *Screen) Size(width, height int) (w, h int) {
	w = min(112, width)
	return w, min(len(s.lines(w)), height)
}

// Resize implements [views.Screen].
func (s *Screen) Resize(width, height int) {
	s.width, s.height = width, height
	s.scroll(0)
}

// Focus implements [views.Screen].
func (s *Screen) Focus(bool) {}

// Owns implements [views.Screen].
func (s *Screen) Owns(tea.KeyPressMsg) bool { return false }

// Update implements [views.Screen].
func (s *Screen) Update(msg tea.Msg) tea.Cmd {
	if m, ok := msg.(tea.MouseWheelMsg); ok {
		switch m.Button {
		case tea.MouseWheelDown:
			s.scroll(3)
		case tea.MouseWheelUp:
			s.scroll(-3)
		}
	}
	return nil
}

func (s *Screen) scroll(by int) {
	s.offset = max(0, min(s.offset+by, len(s.lines(s.width))-s.height))
}

// Actions implements [views.Screen].
func (s *Screen) Actions() []views.Action {
	move := func(name string, by func() int, keys ...string) views.Action {
		return views.Action{Name: name, Keys: keys, Run: func() tea.Cmd { s.scroll(by()); return nil }}
	}
	return []views.Action{
		{Name: "close", Hint: "close", Keys: []string{"esc", "?", "f1", "q", "enter"}, Run: func() tea.Cmd { return s.out.Send(views.CloseMsg{}) }},
		move("a line down", func() int { return 1 }, "down", "j"),
		move("a line up", func() int { return -1 }, "up", "k"),
		move("a page down", func() int { return max(1, s.height-1) }, "pgdown", "space"),
		move("a page up", func() int { return -max(1, s.height-1) }, "pgup"),
		move("to the start", func() int { return -1 << 20 }, "home", "g"),
		move("to the end", func() int { return 1 << 20 }, "end", "G", "shift+g"),
	}
}

// View implements [views.Screen].
func (s *Screen) View() views.Frame {
	all := s.lines(s.width)
	f := views.Frame{Title: "Keys that work here", Total: len(all), Offset: s.offset}
	if s.width > 0 && s.height > 0 {
		f.Lines = widget.Block(all[min(s.offset, len(all)):], s.width, s.height)
	}
	return f
}

func (s *Screen) lines(width int) []string {
	var out []string
	for _, g := range s.groups {
		var body []string
		for _, a := range g.Actions {
			if len(a.Keys) > 0 {
				body = append(body, s.entry(a, width)...)
			}
		}
		if len(body) == 0 {
			continue
		}
		if len(out) > 0 {
			out = append(out, "")
		}
		out = append(out, s.theme.Title.Render(g.Name))
		out = append(out, body...)
	}
	return out
}

// entry is an action's keys and what they do, wrapped beside them.
func (s *Screen) entry(a views.Action, width int) []string {
	names := make([]string, len(a.Keys))
	for i, k := range a.Keys {
		names[i] = views.KeyName(k)
	}
	column := 22
	if width < 60 {
		column = 11
	}
	text, key, style := a.Name, s.theme.Key, s.theme.Text
	if !a.Live() {
		text, key, style = a.Name+": not now, "+a.Why, s.theme.Faint, s.theme.Faint
	}
	var out []string
	head := "  " + strings.Join(names, " ")
	if widget.Width(head) >= column { // keys that are cut are no use
		out, head = append(out, key.Render(head)), ""
	}
	for _, row := range widget.Wrap(text, max(10, width-column)) {
		out = append(out, key.Render(widget.Fit(head, column))+style.Render(row))
		head = ""
	}
	return out
}
