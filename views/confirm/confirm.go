// Package confirm is the overlay that asks one plain question before something
// that can not be undone. What it is about may be long: it scrolls.
package confirm

import (
	"strings"

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
	text    widget.TextView
	longest int // cells of the longest line of the text
	rows    int // lines that the text takes at the width
	choices []Choice
	marked  int
	width   int
	height  int
	hits    []widget.Hit
}

// New is a question with its choices. The first choice is marked, so it is the
// one that does nothing. The text must be fit for a screen; it may be styled.
func New(t *theme.Theme, out *views.Outbox, title, text string, choices ...Choice) *Screen {
	s := &Screen{theme: t, out: out, title: title, choices: choices}
	lines := strings.Split(text, "\n")
	for i, line := range lines {
		s.longest = max(s.longest, widget.Width(line))
		if !strings.Contains(line, "\x1b") {
			lines[i] = t.Text.Render(line)
		}
	}
	s.text.SetLines(widget.Prepared(lines))
	return s
}

// The width of a question: a sentence is read best when it is not too wide, what
// has several lines gets the room that they need.
const narrow, wide = 64, 100

// Size implements [views.Overlay].
func (s *Screen) Size(width, height int) (w, h int) {
	w = narrow
	if s.text.Lines().Len() > 1 {
		w = min(max(narrow, s.longest), wide)
	}
	w = min(w, width)
	return w, min(s.fill(w)+2, height)
}

// fill is how many rows the text takes at a width.
func (s *Screen) fill(width int) int {
	rows := 0
	for i := range s.text.Lines().Len() {
		rows += len(widget.Wrap(s.text.Lines().Line(i), max(1, width)))
	}
	return rows
}

// Resize implements [views.Screen].
func (s *Screen) Resize(width, height int) {
	s.width, s.height = width, height
	s.rows = s.fill(width)
	s.text.Resize(width, s.textHeight())
	_, s.hits = widget.Choices(s.theme, s.names(), s.marked, s.width)
}

// Focus implements [views.Screen].
func (s *Screen) Focus(bool) {}

// Owns implements [views.Screen].
func (s *Screen) Owns(tea.KeyPressMsg) bool { return false }

// Update implements [views.Screen].
func (s *Screen) Update(msg tea.Msg) tea.Cmd {
	switch msg := msg.(type) {
	case tea.MouseWheelMsg:
		s.text.Wheel(tea.Mouse(msg))
	case tea.MouseClickMsg:
		if i, ok := widget.HitAt(s.hits, msg.X); ok && msg.Y == s.height-1 {
			s.marked = i
			return s.take()
		}
	}
	return nil
}

// textHeight is how many lines the text has, above a blank one and the choices
// where there is room.
func (s *Screen) textHeight() int {
	if s.height > s.rows+1 {
		return s.height - 2
	}
	return max(0, s.height-1)
}

// scrolls tells whether the text is longer than what shows of it.
func (s *Screen) scrolls() bool { return s.rows > s.textHeight() }

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
	next, before := []string{"right", "tab", "l"}, []string{"left", "shift+tab", "h"}
	actions := []views.Action{
		{Name: "take the marked choice", Hint: "choose", Keys: []string{"enter"}, Run: s.take},
		{Name: "do nothing", Hint: "leave it", Keys: []string{"esc"}, Run: func() tea.Cmd { return s.out.Send(views.CloseMsg{}) }},
	}
	if s.scrolls() {
		page := max(1, s.textHeight()-1)
		actions = append(actions,
			views.Action{Name: "read on", Hint: "read on", Keys: []string{"down", "j"}, Run: s.scroll(1)},
			views.Action{Name: "read back", Keys: []string{"up", "k"}, Run: s.scroll(-1)},
			views.Action{Name: "a page down", Keys: []string{"pgdown"}, Run: s.scroll(page)},
			views.Action{Name: "a page up", Keys: []string{"pgup"}, Run: s.scroll(-page)})
	} else {
		next, before = append(next, "down"), append(before, "up")
	}
	return append(actions,
		views.Action{Name: "mark the next choice", Keys: next, Run: s.mark(1)},
		views.Action{Name: "mark the choice before", Keys: before, Run: s.mark(-1)})
}

func (s *Screen) scroll(by int) func() tea.Cmd {
	return func() tea.Cmd { s.text.Scroll(by); return nil }
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
	f.Lines = widget.Block(s.text.View(s.theme), s.width, s.height-1)
	if s.scrolls() {
		f.Total, f.Offset = s.text.Extent()
	}
	choices, _ := widget.Choices(s.theme, s.names(), s.marked, s.width)
	f.Lines = append(f.Lines, widget.Fit(choices, s.width))
	return f
}

// Title is what the question is about.
func (s *Screen) Title() string { return s.title }
