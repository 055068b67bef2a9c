package form

import (
	"fmt"
	"strings"

	"toolbench/forms"
	"toolbench/toolkit/schema"
	"toolbench/views"
	"toolbench/views/widget"
)

// paste takes pasted text: the arguments of a whole call into the form, anything
// else into the text under the cursor as it is, elsewhere as JSON or as the text
// of a value.
func (s *Screen) paste(text string) {
	text = plainLines(text)
	switch {
	case s.reading != nil:
	case s.filling != nil:
		s.pasteOffer(text)
	case s.text != nil:
		s.text.note(moment{s.text.editor.text, s.text.editor.at}, false)
		s.text.editor.insert(text)
		s.text.read(s)
	case s.choosing != nil:
		s.choosing.filter.insert(text)
		s.choosing.narrow()
	case s.naming != nil:
		s.editor.insert(text)
	case s.isWhole(text):
		_ = s.fill(text, "the paste") // it was read a moment ago
	case isEdited(s):
		if kind := s.field().Kind; kind == forms.Number || kind == forms.Integer {
			text = strings.TrimSpace(text) // the line end that was copied with it
		}
		s.replacesDefault(true)
		s.editor.insert(text)
		s.take(s.editor.text)
	default:
		s.pasteValue(text)
	}
}

// isWhole tells whether text is the arguments of a whole call: an object of
// which the form knows at least half of the keys. Long text may be such an
// object itself, and a group may know more of the keys.
func (s *Screen) isWhole(text string) bool {
	f, root := s.field(), s.form.Root()
	if root.Kind != forms.Object || isEdited(s) && f.Multiline {
		return false
	}
	value, err := schema.ParseForgiving([]byte(text))
	if err != nil || len(value.Members()) == 0 {
		return false
	}
	known := knownKeys(root, value)
	if f != nil && f.Kind == forms.Object && knownKeys(f, value) > known {
		return false
	}
	return known > 0 && 2*known >= len(value.Members()) || f == nil && root.Open
}

// knownKeys counts the keys of an object that are properties of a field.
func knownKeys(f *forms.Field, value *schema.Value) int {
	known := 0
	for _, child := range f.Children() {
		if !child.Keyed && !child.Extra && value.Get(child.Name) != nil {
			known++
		}
	}
	return known
}

// fill takes the arguments of a whole call from somewhere, as one step. It tells
// what came of it; the error is why they can not be read.
func (s *Screen) fill(text, from string) error {
	var err error
	filled := s.keeping(func() {
		if err = s.form.Fill([]byte(text)); err == nil {
			s.text, s.kept = nil, nil
		}
	})
	if err != nil {
		return err
	}
	var given int
	var strange []string
	for _, child := range s.form.Root().Children() {
		if child.State() != forms.StateAbsent {
			given++
		}
		if child.Extra {
			strange = append(strange, child.Name)
		}
	}
	told := "Filled from " + from + ": " + widget.Plural(given, "field", "fields") + "."
	if len(strange) > 0 {
		told += " The schema does not name " + strings.Join(strange, ", ") + "."
	}
	if filled {
		told += bringsBack
	}
	s.tell(told)
	return nil
}

// pasteValue takes text that was pasted where none is edited.
func (s *Screen) pasteValue(text string) {
	f := s.field()
	switch {
	case f == nil:
		s.refuse("the cursor is on no field, and the text is no JSON object of arguments.")
	case picks(f) && s.takeShaped(strings.TrimSpace(text)):
	case f.Constant:
		s.refuse(named(f) + " takes one value only.")
	case isGroup(f):
		s.pasteGroup(f, text)
	default:
		s.keeping(func() { f.SetText(strings.TrimSpace(text)) })
	}
}

// pasteGroup fills an object or a list from JSON of its kind.
func (s *Screen) pasteGroup(f *forms.Field, text string) {
	kind, takes := schema.Object, "an object"
	if f.Kind == forms.Array {
		kind, takes = schema.Array, "a list"
	}
	value, err := schema.ParseForgiving([]byte(text))
	switch {
	case err != nil:
		s.refuse(fmt.Sprintf("%s takes %s. The text is not JSON: %s", named(f), takes, err))
	case value.Kind() != kind:
		s.refuse(fmt.Sprintf("%s takes %s, and %s is none.", named(f), takes, schema.Given(value)))
	default:
		had := f.State() != forms.StateAbsent
		told := "Filled " + named(f) + " from the paste."
		if s.keeping(func() { f.SetText(text) }) && had {
			told += bringsBack
		}
		s.tell(told)
	}
}

func named(f *forms.Field) string {
	if path := f.Path(); path != "" {
		return path
	}
	return "this"
}

func (s *Screen) refuse(why string) {
	s.out.Send(views.NoticeMsg{Text: "Not pasted: " + why, Trouble: true})
}
