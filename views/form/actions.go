package form

import (
	tea "charm.land/bubbletea/v2"

	"toolbench/forms"
	"toolbench/views"
)

// Actions implements [views.Screen].
func (s *Screen) Actions() []views.Action {
	switch {
	case s.reading != nil:
		return s.readingActions()
	case s.filling != nil:
		return s.fillingActions()
	case s.text != nil:
		return s.textActions()
	case s.choosing != nil:
		return []views.Action{
			{Name: "take the marked choice", Hint: "choose", Keys: []string{"enter", "tab"}, Run: s.choose},
			{Name: "close the list of choices", Hint: "close", Keys: []string{"esc"}, Run: s.done(func() { s.choosing = nil })},
			{Name: "mark the next choice", Keys: []string{"down"}, Run: s.done(func() { s.choosing.list.Move(1) })},
			{Name: "mark the choice before", Keys: []string{"up"}, Run: s.done(func() { s.choosing.list.Move(-1) })},
			{Name: "edit the form as JSON text", Keys: []string{"ctrl+t"}, Run: s.toggleText},
		}
	case s.naming != nil:
		return []views.Action{
			{Name: "add the key", Hint: "add", Keys: []string{"enter", "tab"}, Run: s.named},
			{Name: "give up the key", Hint: "give up", Keys: []string{"esc"}, Run: s.done(func() { s.naming = nil; s.load() })},
		}
	}
	actions := append(s.rowActions(), s.itemActions()...)
	actions = append(actions,
		views.Action{Name: "go to the next field", Hint: "next", Keys: []string{"tab", "enter"}, Run: s.step(1)},
		views.Action{Name: "go to the field before", Keys: []string{"shift+tab"}, Run: s.step(-1)},
		views.Action{Name: "go down a field", Keys: []string{"down"}, Run: s.stay(1)},
		views.Action{Name: "go up a field", Keys: []string{"up"}, Run: s.stay(-1)},
		views.Action{Name: "go to the next problem", Keys: []string{"ctrl+n"}, Why: unless(len(s.form.Problems()) > 0, "there is none"), Run: s.done(s.NextProblem)},
		views.Action{Name: "edit the form as JSON text", Hint: "JSON", Keys: []string{"ctrl+t"}, Run: s.toggleText})
	return append(actions, s.valueActions()...)
}

func (s *Screen) textActions() []views.Action {
	leave := func(forward bool) func() tea.Cmd {
		return func() tea.Cmd { return s.out.Send(views.LeaveMsg{Forward: forward}) }
	}
	return []views.Action{
		{Name: "go back to the fields", Hint: "fields", Keys: []string{"ctrl+t"}, Run: s.toggleText},
		{Name: "open the text in your editor", Hint: "editor", Keys: []string{"alt+e"}, Run: func() tea.Cmd { return s.request(nil, s.text.editor.text, ".json") }},
		{Name: "go on", Keys: []string{"tab"}, Run: leave(true)},
		{Name: "go back", Keys: []string{"shift+tab"}, Run: leave(false)},
		{Name: "put the defaults back", Keys: []string{"alt+r"}, Run: s.taking("alt+r", nil, "The defaults are back.", s.reset)},
		{Name: "fill in: an example, a sample, the last run, pasted JSON, a file", Keys: []string{"alt+i"}, Run: s.openFilling},
		{Name: "undo: take the last change of the text back", Keys: []string{"alt+z"}, Why: unless(len(s.text.past) > 0, "nothing was changed"), Run: func() tea.Cmd { return s.text.move(s, &s.text.past, &s.text.future) }},
		{Name: "redo: make the change again that was taken back", Keys: []string{"alt+shift+z", "alt+y"}, Why: unless(len(s.text.future) > 0, "none was taken back"), Run: func() tea.Cmd { return s.text.move(s, &s.text.future, &s.text.past) }},
	}
}

// rowActions are what the row under the cursor can do.
func (s *Screen) rowActions() []views.Action {
	r := s.row()
	if r == nil {
		return nil
	}
	f := r.field
	switch {
	case r.kind == foldRow:
		return []views.Action{{Name: "show or hide the optional fields", Hint: "optional fields", Keys: []string{"enter", "space", "right", "left"}, Run: s.toggleFold}}
	case r.kind == addRow:
		return []views.Action{{Name: "add one", Hint: "add", Keys: []string{"enter", "space", "a"}, Run: s.add}}
	case r.kind == optionRow:
		return []views.Action{{Name: "choose it or not", Hint: "choose", Keys: []string{"space", "enter", "right", "left"}, Run: s.change(1)}}
	case r.kind == fieldRow && picks(f):
		return s.pickerActions(f)
	case isGroup(f):
		return s.groupActions(f)
	case r.chooses():
		return []views.Action{
			{Name: "take the next choice", Hint: "change", Keys: []string{"right", "space"}, Run: s.change(1)},
			{Name: "take the choice before", Keys: []string{"left"}, Run: s.change(-1)},
			{Name: "open the list of choices", Hint: "choices", Keys: []string{"enter"}, Run: s.openChoices},
		}
	case f.Kind == forms.Mixed:
		other := f.OtherReading()
		return []views.Action{{Name: "send the text as its other type", Hint: unless(other == "", "as "+other), Keys: []string{"alt+t"}, Why: unless(other != "", "it can only be what it is"), Run: s.done(f.ReadOtherwise)}}
	case f.Kind == forms.Boolean || f.Constant:
		return []views.Action{
			{Name: "change the value", Hint: "change", Keys: []string{"space", "right"}, Run: s.change(1)},
			{Name: "change the value back", Keys: []string{"left"}, Run: s.change(-1)},
		}
	}
	return nil
}

func (s *Screen) groupActions(f *forms.Field) []views.Action {
	open := s.expanded(f)
	actions := []views.Action{
		{Name: "open or close the group", Hint: either(open, "close", "open"), Keys: []string{"space", "enter"}, Run: s.fold(f, !open)},
		{Name: "open the group", Keys: []string{"right"}, Run: s.fold(f, true)},
		{Name: "close the group", Keys: []string{"left"}, Run: s.fold(f, false)},
	}
	return append(actions, s.addActions(f)...)
}

// addActions add to a list, or to an object that expects keys.
func (s *Screen) addActions(f *forms.Field) (actions []views.Action) {
	if f.TakesItems() && !(f.MultiChoice && onlyChoices(f)) {
		actions = append(actions, views.Action{Name: "add an item", Hint: "add", Keys: []string{"a"}, Run: func() tea.Cmd { return s.addItem(f) }})
	}
	if f.ExpectsKeys() {
		actions = append(actions, views.Action{Name: "add a key", Hint: "add", Keys: []string{"a"}, Run: func() tea.Cmd { return s.nameKey(f) }})
	}
	return actions
}

// itemActions are what can be done with an item of a list or a key that was
// added, wherever in it the cursor stands.
func (s *Screen) itemActions() []views.Action {
	r := s.row()
	if r == nil || r.kind == foldRow {
		return nil
	}
	f := r.field
	for f != nil && !isFree(f) && !f.Keyed && !f.Extra {
		f = f.Parent()
	}
	if f == nil {
		return nil
	}
	remove := []string{"alt+x"}
	if r.kind == fieldRow && f == r.field {
		remove = append(remove, "d", "delete")
	}
	if !isFree(f) {
		return []views.Action{{Name: "take out the key", Hint: "remove", Keys: remove, Run: s.replacing("Taken out.", func() { f.Parent().RemoveKey(f.Name) })}}
	}
	list, at := f.Parent(), f.Index()
	return []views.Action{
		{Name: "take out the item", Hint: "remove", Keys: remove, Run: s.replacing("Taken out.", func() { list.RemoveItem(at) })},
		{Name: "move the item up", Hint: "move", Keys: []string{"ctrl+up"}, Why: unless(at > 0, "it is the first"), Run: s.done(func() { list.MoveItem(at, -1) })},
		{Name: "move the item down", Keys: []string{"ctrl+down"}, Why: unless(at+1 < len(list.Children()), "it is the last"), Run: s.done(func() { list.MoveItem(at, 1) })},
		{Name: "copy the item", Keys: []string{"alt+c"}, Run: s.done(func() { list.DuplicateItem(at) })},
	}
}

// valueActions are what can be done with the value of any field.
func (s *Screen) valueActions() []views.Action {
	f := s.field()
	why := unless(f != nil, "the cursor is on no field")
	if f == nil {
		f = s.form.Root()
	}
	edit := []string{"alt+e"}
	if !isEdited(s) {
		edit = append(edit, "ctrl+e")
	}
	return []views.Action{
		{Name: "open the value in your editor", Keys: edit, Why: why, Run: func() tea.Cmd { return s.openEditor(f) }},
		{Name: "leave the field out", Keys: []string{"alt+u"}, Why: why, Run: s.taking("alt+u", f, "Left out.", f.SetAbsent)},
		{Name: "set the field to null", Keys: []string{"alt+n"}, Why: why, Run: s.taking("alt+n", f, "Set to null.", f.SetNull)},
		{Name: "set the field to an empty text, list or object", Keys: []string{"alt+m"}, Why: why, Run: s.taking("alt+m", f, "Emptied.", f.SetEmpty)},
		{Name: "add a key that the schema does not name", Keys: []string{"alt+k"}, Why: unless(s.openObject() != nil, "the schema takes no other keys here"), Run: func() tea.Cmd { return s.nameKey(s.openObject()) }},
		{Name: "put the defaults back", Keys: []string{"alt+r"}, Run: s.taking("alt+r", nil, "The defaults are back.", s.reset)},
		{Name: either(s.neededFirst, "show the fields in the order of their source", "show the needed fields first"), Keys: []string{"alt+o"}, Run: s.done(func() { s.neededFirst = !s.neededFirst })},
		{Name: "fill in: an example, a sample, the last run, pasted JSON, a file", Hint: unless(s.Touched(), "fill in"), Keys: []string{"alt+i"}, Run: s.openFilling},
		{Name: "undo: take the last change back", Keys: []string{"alt+z"}, Why: unless(s.form.CanUndo(), "nothing was changed"), Run: s.takeBack},
		{Name: "redo: make the change again that was taken back", Keys: []string{"alt+shift+z", "alt+y"}, Why: unless(s.form.CanRedo(), "none was taken back"), Run: s.takeAgain},
		{Name: "read all that the schema says of the field", Keys: []string{"alt+h"}, Why: why, Run: func() tea.Cmd { return s.read(f) }},
	}
}

func unless(fine bool, why string) string {
	if fine {
		return ""
	}
	return why
}

func either(first bool, a, b string) string {
	if first {
		return a
	}
	return b
}
