package result

import (
	"context"
	"fmt"

	"charm.land/bubbles/v2/textinput"
	tea "charm.land/bubbletea/v2"

	"toolbench/theme"
	"toolbench/views/safetext"
	"toolbench/views/widget"
)

// A search is a line below the text: first to type what to look for, then to
// say what was found.
type search struct {
	input  textinput.Model
	typing bool
	what   string // what is searched for; empty when nothing is
	cancel context.CancelFunc
}

// foundMsg brings what a search found.
type foundMsg struct {
	lines   widget.Lines
	matches widget.Matches
}

func (s *search) restyle(t *theme.Theme) {
	if s.input.Placeholder == "" {
		s.input = textinput.New()
		s.input.Prompt = ""
		s.input.Placeholder = "what to look for"
		s.input.SetVirtualCursor(false)
	}
	styles := textinput.DefaultStyles(t.Options.Dark)
	styles.Focused.Text, styles.Blurred.Text = t.Text, t.Text
	styles.Focused.Placeholder, styles.Blurred.Placeholder = t.Faint, t.Faint
	s.input.SetStyles(styles)
}

// height is how many of a screen's lines the search takes.
func (s *search) height(of int) int {
	if (s.typing || s.what != "") && of > 1 {
		return 1
	}
	return 0
}

// leave ends the search.
func (s *search) leave() {
	s.rest()
	s.what = ""
}

// rest ends the typing and any looking.
func (s *search) rest() {
	s.typing = false
	s.input.Blur()
	if s.cancel != nil {
		s.cancel()
		s.cancel = nil
	}
}

func (s *search) key(msg tea.KeyPressMsg) tea.Cmd {
	var cmd tea.Cmd
	s.input, cmd = s.input.Update(msg)
	return cmd
}

func (s *search) paste(msg tea.PasteMsg) tea.Cmd {
	if !s.typing {
		return nil
	}
	var cmd tea.Cmd
	s.input, cmd = s.input.Update(msg)
	return cmd
}

// begin opens the line to type into.
func (s *Screen) beginSearch() tea.Cmd {
	s.search.typing = true
	s.search.input.SetValue("")
	cmd := s.search.input.Focus()
	s.arrange()
	return cmd
}

// look searches for what was typed.
func (s *Screen) look() tea.Cmd {
	what := s.search.input.Value()
	s.search.rest()
	s.search.what = what
	s.arrange()
	return s.find()
}

// endSearch takes the line and the marks away.
func (s *Screen) endSearch() tea.Cmd {
	s.search.leave()
	s.sheet().text.SetMatches(widget.Matches{})
	s.arrange()
	return nil
}

// find is the command that searches the text in front, nil when nothing is
// searched for.
func (s *Screen) find() tea.Cmd {
	lines, what := s.sheet().text.Lines(), s.search.what
	if what == "" || lines == nil {
		return nil
	}
	if s.search.cancel != nil {
		s.search.cancel()
	}
	ctx, cancel := context.WithCancel(context.Background())
	s.search.cancel = cancel
	searched := lines
	if g, ok := lines.(growing); ok {
		searched = g.snapshot()
	}
	return func() tea.Msg { return foundMsg{lines, widget.Search(ctx, searched, what)} }
}

// found marks what was found, if that is still what is searched for.
func (s *Screen) found(msg foundMsg) {
	if view := &s.sheet().text; msg.matches.What == s.search.what && view.Lines() == msg.lines {
		view.SetMatches(msg.matches)
	}
}

// view draws the search line.
func (s *search) view(of *Screen) []string {
	t := of.theme
	switch {
	case s.height(of.height) == 0:
		return nil
	case s.typing:
		return []string{widget.Fit(t.Accent.Render("/ ")+s.input.View(), of.width)}
	}
	m := of.sheet().text.Matches()
	said := fmt.Sprintf("%q: ", safetext.Line(s.what))
	switch {
	case m.What != s.what:
		said += "searching" + t.Glyphs.More
	case len(m.Hits) == 0:
		said += "not found"
	case m.More:
		said += fmt.Sprintf("%d of more than %s", of.sheet().text.Current(), widget.Count(len(m.Hits)))
	default:
		said += fmt.Sprintf("%d of %s", of.sheet().text.Current(), widget.Count(len(m.Hits)))
	}
	return []string{widget.Fit(t.Quiet.Render("/ "+said), of.width)}
}

// cursor is where the terminal's cursor stands while something is typed.
func (s *search) cursor(of *Screen) *tea.Cursor {
	if !s.typing || !of.focused || s.height(of.height) == 0 {
		return nil
	}
	c := s.input.Cursor()
	if c == nil {
		return nil
	}
	c.X, c.Y = min(c.X+2, of.width-1), of.height-1
	return c
}
