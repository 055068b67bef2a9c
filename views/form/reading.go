package form

import (
	tea "charm.land/bubbletea/v2"

	"toolbench/forms"
	"toolbench/views"
	"toolbench/views/safetext"
	"toolbench/views/widget"
)

// reading is all that the schema says of a field, in place of the fields.
type reading struct {
	field *forms.Field
	text  widget.TextView
}

// aboutMsg brings the description of a field, as Markdown.
type aboutMsg struct {
	screen *Screen
	field  *forms.Field
	lines  widget.Prepared
}

// read shows all that the schema says of a field.
func (s *Screen) read(f *forms.Field) tea.Cmd {
	s.leave()
	facts := s.facts(f)
	s.reading = &reading{field: f}
	s.reading.text.SetLines(append(facts, widget.Plain(s.theme, f.Description)...))
	s.settle()
	t, width := s.theme, s.width
	return func() tea.Msg {
		return aboutMsg{s, f, append(facts, widget.Markdown(t, f.Description, width)...)}
	}
}

// about takes the description, when it is still wanted.
func (s *Screen) about(msg aboutMsg) {
	if msg.screen == s && s.reading != nil && s.reading.field == msg.field {
		s.reading.text.Replace(msg.lines)
	}
}

// facts are what the schema says of a field beside its description.
func (s *Screen) facts(f *forms.Field) widget.Prepared {
	lines := widget.Prepared{s.theme.Title.Render(safetext.Line(named(f)))}
	add := func(text string) { lines = append(lines, s.theme.Quiet.Render(safetext.Line(text))) }
	if f.Title != "" && f.Title != f.Name {
		add(f.Title)
	}
	add(f.Takes())
	if len(f.Default) > 0 {
		add("default " + string(f.Default))
	}
	if f.DefaultProblem != "" {
		add("the default is not sent: " + f.DefaultProblem)
	}
	if f.Reason != "" {
		add("raw JSON: " + f.Reason)
	}
	for _, choice := range f.Choices {
		lines = append(lines, s.theme.Text.Render(s.theme.Glyphs.Bullet+" "+safetext.Line(choice.Label)))
	}
	return append(lines, "")
}

func (s *Screen) readingActions() []views.Action {
	return []views.Action{
		{Name: "go back to the fields", Hint: "fields", Keys: []string{"esc", "enter", "alt+h"}, Run: s.done(func() { s.reading = nil })},
	}
}

// readOn is what a description that was cut ends with.
func (s *Screen) readOn(line string, width int) string {
	hint := s.theme.Glyphs.More + " alt+h"
	return widget.FitStart(line, min(widget.Width(line), max(0, width-widget.Width(hint))), "") + s.theme.Quiet.Render(hint)
}
