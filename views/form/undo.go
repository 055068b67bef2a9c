package form

import (
	"strconv"

	tea "charm.land/bubbletea/v2"

	"toolbench/forms"
	"toolbench/views"
)

// undo is the latest change that took something away, for the key that brings
// it back, and the text that was edited then.
type undo struct {
	stroke     string // the key that took it away, "" when it was none of the form's own
	field      *forms.Field
	text, kept *jsonText
	version    int // of the form afterwards
}

// bringsBack ends a notice of what has taken something away.
const bringsBack = " alt+z brings back what was there."

// undoable tells whether nothing was changed since something was taken away.
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
	u := &undo{text: s.text, kept: s.kept}
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

// takeBack takes the latest step back, with the text of the whole as it was.
func (s *Screen) takeBack() tea.Cmd {
	u := s.undo
	known := s.undoable()
	s.undo = nil
	s.turnBack(s.form.Undo)
	if !known {
		return nil
	}
	s.text, s.kept = u.text, u.kept
	for _, text := range []*jsonText{s.text, s.kept} {
		if text != nil {
			text.version = s.form.Version()
		}
	}
	s.settle()
	return s.tell("Brought back what was there.")
}

// takeAgain takes the latest step again that was taken back.
func (s *Screen) takeAgain() tea.Cmd {
	s.undo = nil
	s.turnBack(s.form.Redo)
	return nil
}

// turnBack brings another state of the form, and goes to what it changes.
func (s *Screen) turnBack(move func() bool) {
	before := s.looks()
	move()
	s.rebuild()
	s.load()
	after := s.looks()
	for f := s.field(); f != nil; f = f.Parent() {
		if f.Parent() != nil && before[f] != after[f] {
			s.settle()
			return // the change is at the cursor, or around it
		}
	}
	order := s.positions()
	var first *forms.Field
	for f, look := range after {
		if f.Parent() != nil && before[f] != look && (first == nil || order[f] < order[first]) {
			first = f
		}
	}
	if first != nil {
		s.reveal(first)
	}
	s.settle()
}

// looks are the fields that are there, each by what it holds itself.
func (s *Screen) looks() map[*forms.Field]string {
	all := map[*forms.Field]string{}
	var visit func(f *forms.Field)
	visit = func(f *forms.Field) {
		look := strconv.Itoa(int(f.State())) + strconv.Itoa(f.Alternative())
		there := f.State() != forms.StateAbsent || f.Parent() == nil
		switch {
		case !isGroup(f):
			_, is := f.Readings()
			look += strconv.Itoa(is) + f.Draft()
		case there:
			look += "/" + strconv.Itoa(len(f.Children()))
		}
		all[f] = look
		if there {
			for _, child := range f.Children() {
				visit(child)
			}
		}
	}
	visit(s.form.Root())
	return all
}

func (s *Screen) tell(text string) tea.Cmd { return s.out.Send(views.NoticeMsg{Text: text}) }
