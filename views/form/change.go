package form

import (
	"slices"
	"strings"

	tea "charm.land/bubbletea/v2"

	"toolbench/forms"
	"toolbench/views"
)

// change takes the value under the cursor to the next one, or the one before.
func (s *Screen) change(by int) func() tea.Cmd {
	return s.done(func() {
		r := s.row()
		switch f := r.field; {
		case r.kind == optionRow:
			f.ToggleChoice(r.option)
		case f.Kind == forms.Boolean:
			toggle(f, by)
		case f.Kind == forms.Null:
			toggleNull(f)
		case f.Kind == forms.Enum:
			cycle(f, by)
		}
	})
}

// toggle takes a boolean one step on or back. A default of false goes to true
// either way.
func toggle(f *forms.Field, by int) {
	once := by > 0 || f.Seeded() && f.Value().IsFalse()
	if f.Toggle(); !once {
		f.Toggle() // of three states, two steps on are one back
	}
}

func toggleNull(f *forms.Field) {
	if f.State() == forms.StateAbsent {
		f.SetNull()
		return
	}
	f.SetAbsent()
}

// cycle goes through absent, the choices, and null where it is taken.
func cycle(f *forms.Field, by int) {
	states := len(f.Choices) + 1
	if f.Nullable {
		states++
	}
	at := f.Chosen() + 1
	if f.State() == forms.StateNull {
		at = len(f.Choices) + 1
	}
	switch at = (at + by + states) % states; {
	case at == 0:
		f.SetAbsent()
	case at <= len(f.Choices):
		f.SetChoice(at - 1)
	default:
		f.SetNull()
	}
}

func (s *Screen) openChoices() tea.Cmd {
	switch r := s.row(); {
	case r == nil:
	case r.kind == fieldRow && picks(r.field):
		s.choosing = newChoosing(optionsOf(r.field), chosenOption(r.field), s.pick(r.field))
	case r.chooses():
		s.choosing = newChoosing(settingsOf(r.field), chosenSetting(r.field), setting(r.field))
	}
	s.settle()
	return nil
}

// settingsOf are the choices of a field, then null and absent where it can be
// that.
func settingsOf(f *forms.Field) []string {
	var labels []string
	for _, choice := range f.Choices {
		labels = append(labels, choice.Label)
	}
	return append(labels, statesOf(f)...)
}

// chosenSetting is the place among its settings of what a field is, -1 when it
// is none of them.
func chosenSetting(f *forms.Field) int {
	if at := f.Chosen(); at >= 0 {
		return at
	}
	if at := slices.Index(statesOf(f), map[forms.State]string{forms.StateNull: "null", forms.StateAbsent: "absent"}[f.State()]); at >= 0 {
		return len(f.Choices) + at
	}
	return -1
}

// setting makes what takes one of a field's settings.
func setting(f *forms.Field) func(i int) {
	return func(i int) {
		switch states := statesOf(f); {
		case i < len(f.Choices):
			f.SetChoice(i)
		case states[i-len(f.Choices)] == "null":
			f.SetNull()
		default:
			f.SetAbsent()
		}
	}
}

// choose takes the marked choice.
func (s *Screen) choose() tea.Cmd {
	if s.choosing.take() {
		s.choosing = nil
		s.rebuild()
	} else if f := s.field(); picks(f) {
		s.takeShaped(s.choosing.filter.text)
	}
	s.settle()
	return nil
}

// takeShaped gives a field that picks its shape the value that a text is, and
// goes to it. It tells whether one of the shapes is the text's.
func (s *Screen) takeShaped(text string) bool {
	f, taken := s.field(), false
	s.keeping(func() { taken = f.SetShaped(text) })
	if !taken {
		return false
	}
	s.choosing = nil
	s.rebuild()
	s.visit(key{kind: valueRow, field: f})
	return true
}

func (s *Screen) toggleFold() tea.Cmd {
	return s.done(func() {
		f := s.row().field
		l := s.hidden(f)
		if l.open = !l.open; !l.open {
			l.fields = untouched(f)
		}
	})()
}

func (s *Screen) add() tea.Cmd {
	f := s.row().field
	if f.Kind == forms.Array {
		return s.addItem(f)
	}
	return s.nameKey(f)
}

// addItem adds an item to a list and goes to it: to the picker of its shape, or
// to the first field in it.
func (s *Screen) addItem(f *forms.Field) tea.Cmd {
	s.leave()
	s.folds[f] = true
	item := f.AddItem()
	s.folds[item] = true
	s.rebuild()
	s.visit(key{kind: fieldRow, field: item})
	if item.Kind == forms.Object && !picks(item) && len(item.Children()) > 0 && s.index()+1 < len(s.rows) {
		s.enter(s.index() + 1)
	}
	s.settle()
	return nil
}

// nameKey asks for the name of a key that is to be added.
func (s *Screen) nameKey(f *forms.Field) tea.Cmd {
	s.leave()
	s.folds[f] = true
	s.naming = f
	s.rebuild()
	s.current = key{kind: addRow, field: f}
	s.load()
	s.naming = f
	s.settle()
	return nil
}

// named adds the key whose name was typed.
func (s *Screen) named() tea.Cmd {
	child, err := s.naming.AddKey(s.editor.text)
	if err != nil {
		s.nameless = err.Error()
		s.settle()
		return nil
	}
	s.naming = nil
	s.rebuild()
	s.visit(key{kind: fieldRow, field: child})
	s.settle()
	return nil
}

// openObject is the innermost object around the cursor that takes further keys.
func (s *Screen) openObject() *forms.Field {
	f := s.form.Root()
	if r := s.row(); r != nil {
		f = r.field
	}
	for f != nil && !(f.Kind == forms.Object && f.Open) {
		f = f.Parent()
	}
	return f
}

func (s *Screen) reset() {
	s.text, s.kept = nil, nil
	s.form.Reset()
	s.left, s.all = map[*forms.Field]bool{}, false
	s.rebuild()
	s.load()
}

// openEditor asks to open a field's value in the person's editor.
func (s *Screen) openEditor(f *forms.Field) tea.Cmd {
	switch {
	case f.Secret:
		return s.out.Send(views.NoticeMsg{Text: "A secret is not written to a file for an editor.", Trouble: true})
	case isGroup(f) || f.Kind == forms.JSON:
		text := f.Draft()
		if f.State() != forms.StateAbsent && f.Value() != nil && isGroup(f) {
			text = pretty(f.Value().JSON())
		}
		return s.request(f, text, ".json")
	}
	return s.request(f, f.Draft(), ".txt")
}

// request asks for the editor. The line end that editors put behind a last line
// is not part of the text.
func (s *Screen) request(f *forms.Field, text, extension string) tea.Cmd {
	return s.out.Send(views.EditMsg{Text: text, Extension: extension, Done: func(edited string) tea.Msg {
		if !strings.HasSuffix(text, "\n") {
			edited = strings.TrimSuffix(edited, "\n")
		}
		return editedMsg{s, f, edited}
	}})
}
