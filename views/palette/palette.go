// Package palette is the overlay that finds every action by its name.
package palette

import (
	"strings"

	"charm.land/bubbles/v2/textinput"
	tea "charm.land/bubbletea/v2"
	"github.com/sahilm/fuzzy"

	"toolbench/theme"
	"toolbench/views"
	"toolbench/views/widget"
)

// ChosenMsg says that the person chose an action. The root closes the palette,
// then runs it.
type ChosenMsg struct{ Action views.Action }

// A Screen is the palette. It is an overlay.
type Screen struct {
	theme   *theme.Theme
	out     *views.Outbox
	actions actions
	shown   []int // places in actions, best match first
	keys    int   // how wide the column of keys is
	list    widget.List
	input   textinput.Model
	width   int
	height  int
}

type action struct {
	views.Action
	group string
}

type actions []action

// String and Len make the actions a fuzzy.Source.
func (as actions) String(i int) string { return as[i].Name }
func (as actions) Len() int            { return len(as) }

// New is a palette of the given actions: those that can be done now first.
func New(t *theme.Theme, out *views.Outbox, groups []views.Group) *Screen {
	s := &Screen{theme: t, out: out, input: textinput.New()}
	s.input.Prompt = ""
	s.input.Placeholder = "what would you like to do?"
	s.input.SetVirtualCursor(false)
	styles := textinput.DefaultStyles(t.Options.Dark)
	styles.Focused.Text, styles.Focused.Placeholder = t.Text, t.Faint
	s.input.SetStyles(styles)
	for _, live := range []bool{true, false} {
		for _, g := range groups {
			for _, a := range g.Actions {
				if a.Live() == live && a.Name != "" {
					s.actions = append(s.actions, action{a, g.Name})
					s.keys = max(s.keys, widget.Width(keyOf(a)))
				}
			}
		}
	}
	s.filter()
	return s
}

func (s *Screen) filter() {
	s.shown = s.shown[:0]
	text := strings.TrimSpace(s.input.Value())
	if text == "" {
		for i := range s.actions {
			s.shown = append(s.shown, i)
		}
	} else {
		for _, m := range fuzzy.FindFrom(text, s.actions) {
			s.shown = append(s.shown, m.Index)
		}
	}
	s.list.SetCount(len(s.shown))
	s.list.Select(0)
}

// Size implements [views.Overlay].
func (s *Screen) Size(width, height int) (w, h int) {
	return min(76, width), min(len(s.actions)+1, 18, height)
}

// Resize implements [views.Screen].
func (s *Screen) Resize(width, height int) {
	s.width, s.height = width, height
	s.input.SetWidth(max(1, width-4))
	s.list.Resize(width, max(0, height-1))
}

// Focus implements [views.Screen].
func (s *Screen) Focus(focused bool) {
	if focused {
		s.input.Focus()
	}
}

// Owns implements [views.Screen].
func (s *Screen) Owns(key tea.KeyPressMsg) bool { return views.Typed(key) }

// Update implements [views.Screen].
func (s *Screen) Update(msg tea.Msg) tea.Cmd {
	switch msg := msg.(type) {
	case tea.MouseWheelMsg:
		s.list.Wheel(tea.Mouse(msg))
		return nil
	case tea.MouseClickMsg:
		if i, ok := s.list.At(msg.Y - 1); ok {
			s.list.Select(i)
			return s.choose()
		}
		return nil
	}
	var cmd tea.Cmd
	before := s.input.Value()
	s.input, cmd = s.input.Update(msg)
	if s.input.Value() != before {
		s.filter()
	}
	return cmd
}

func (s *Screen) choose() tea.Cmd {
	i := s.list.Cursor()
	if i < 0 {
		return nil
	}
	a := s.actions[s.shown[i]].Action
	if !a.Live() {
		return s.out.Send(views.NoticeMsg{Text: "That can not be done now: " + a.Why + ".", Trouble: true})
	}
	return s.out.Send(ChosenMsg{a})
}

// Actions implements [views.Screen].
func (s *Screen) Actions() []views.Action {
	return []views.Action{
		{Name: "do the marked action", Hint: "do it", Keys: []string{"enter"}, Run: s.choose},
		{Name: "mark the next action", Keys: []string{"down", "ctrl+n", "tab"}, Run: func() tea.Cmd { s.list.Move(1); return nil }},
		{Name: "mark the action before", Keys: []string{"up", "ctrl+p", "shift+tab"}, Run: func() tea.Cmd { s.list.Move(-1); return nil }},
		{Name: "a page down", Keys: []string{"pgdown"}, Run: func() tea.Cmd { s.list.Move(max(1, s.list.Height()-1)); return nil }},
		{Name: "a page up", Keys: []string{"pgup"}, Run: func() tea.Cmd { s.list.Move(-max(1, s.list.Height()-1)); return nil }},
		{Name: "close", Hint: "close", Keys: []string{"esc"}, Run: func() tea.Cmd { return s.out.Send(views.CloseMsg{}) }},
	}
}

// View implements [views.Screen].
func (s *Screen) View() views.Frame {
	f := views.Frame{Title: "All actions", Total: len(s.shown), Offset: s.list.Offset()}
	if s.width <= 0 || s.height <= 0 {
		return f
	}
	f.Lines = append([]string{widget.Fit(s.theme.Accent.Render("› ")+s.input.View(), s.width)},
		s.list.View(s.theme, true, s.line)...)
	if len(s.shown) == 0 && s.height > 1 {
		f.Lines[1] = widget.Fit(s.theme.Quiet.Render("No action is called that."), s.width)
	}
	if c := s.input.Cursor(); c != nil {
		c.X = min(c.X+2, s.width-1)
		f.Cursor = c
	}
	return f
}

func (s *Screen) line(i int, _ bool, width int) string {
	a := s.actions[s.shown[i]]
	key, name := "  "+s.theme.Key.Render(keyOf(a.Action)), a.Name
	if !a.Live() {
		name += "  (" + a.Why + ")"
	}
	if column := widget.Fit(key, 2+s.keys); widget.Width(name)+1+widget.Width(column) <= width {
		key = column
	}
	if !a.Live() {
		return widget.Between(s.theme.Faint.Render(name), key, width)
	}
	group := s.theme.Faint.Render(a.group)
	if widget.Width(name)+2+widget.Width(group)+widget.Width(key) > width {
		group = "" // what it does is worth more than where
	}
	return widget.Between(s.theme.Text.Render(name), group+key, width)
}

// keyOf is the key that is shown for an action.
func keyOf(a views.Action) string {
	if len(a.Keys) == 0 {
		return ""
	}
	return views.KeyName(a.Keys[0])
}
