package form

import (
	tea "charm.land/bubbletea/v2"

	"toolbench/forms"
	"toolbench/views"
)

// undo is what stood on the screen before something took it away.
type undo struct {
	stroke     string // the key that took it away, "" when it was none of the form's own
	field      *forms.Field
	draft      forms.Draft
	text, kept *jsonText
	version    int // of the form afterwards
}

// bringsBack ends a notice of what has taken something away.
const bringsBack = " alt+z brings back what was there."

// undoable tells whether what was taken away can be brought back: not when
// something was changed since.
func (s *Screen) undoable() bool {
	return s.undo != nil && s.text == nil && s.undo.version == s.form.Version()
}

// taking makes an action of a change to a field that takes something away. The
// same key, pressed again, brings it back.
func (s *Screen) taking(stroke string, f *forms.Field, told string, change func()) func() tea.Cmd {
	return func() tea.Cmd {
		if s.undoable() && s.undo.stroke == stroke && s.undo.field == f {
			return s.takeBack()
		}
		lost := f == nil || f.State() != forms.StateAbsent
		if !s.keeping(change) {
			return nil
		}
		s.undo.stroke, s.undo.field = stroke, f
		if !lost {
			return nil
		}
		return s.tell(told + " " + views.KeyName(stroke) + " again brings back what was there.")
	}
}

// replacing makes an action of a change that takes something away with a key
// that does something else when it is pressed again.
func (s *Screen) replacing(told string, change func()) func() tea.Cmd {
	return func() tea.Cmd {
		if s.keeping(change) {
			return s.tell(told + bringsBack)
		}
		return nil
	}
}

// keeping makes a change. It tells whether that took anything away.
func (s *Screen) keeping(change func()) bool {
	u := &undo{draft: s.form.Keep(), text: s.text, kept: s.kept}
	before := string(s.form.JSON())
	if s.kept != nil && s.kept.version != s.form.Version() {
		u.kept = nil
	}
	s.done(change)()
	if s.undo = nil; u.text == nil && before == string(s.form.JSON()) {
		return false
	}
	u.version = s.form.Version()
	s.undo = u
	return true
}

// takeBack brings back what was taken away last.
func (s *Screen) takeBack() tea.Cmd {
	u := s.undo
	s.undo = nil
	s.form.Restore(u.draft)
	s.text, s.kept = u.text, u.kept
	for _, text := range []*jsonText{s.text, s.kept} {
		if text != nil {
			text.version = s.form.Version()
		}
	}
	s.rebuild()
	s.load()
	s.settle()
	return s.tell("Brought back what was there.")
}

func (s *Screen) tell(text string) tea.Cmd { return s.out.Send(views.NoticeMsg{Text: text}) }
