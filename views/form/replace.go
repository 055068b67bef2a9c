package form

import "toolbench/forms"

// Replace takes another form in the place of the one that is edited, because
// what it is of has changed: what was typed stays, the cursor stays on its
// field, and text that can not be read stays as it is. Values that the new form
// has no place for are kept, as a problem.
func (s *Screen) Replace(f *forms.Form) {
	touched, at := s.Touched(), ""
	if field := s.field(); field != nil {
		at = field.Path()
	}
	before := s.form
	s.form, s.start = f, f.Version()
	s.folds, s.leftOut, s.left = map[*forms.Field]bool{}, map[*forms.Field]*leftOut{}, map[*forms.Field]bool{}
	s.choosing, s.naming, s.nameless, s.undo, s.kept = nil, nil, "", nil, nil
	s.reading, s.filling = nil, nil
	if touched {
		_ = f.SetJSON(before.JSON()) // a form's own value is always JSON
		s.carry(before.Root(), f.Root())
		s.start = -1
	}
	s.current = key{}
	s.rebuild()
	s.enter(0)
	s.follow(at)
	if s.text != nil {
		s.text.read(s)
	}
	s.settle()
}

// carry gives a field the text that was typed into another and that is no value
// of it, and so on for what is in them. What was typed is judged at once: a field
// may take something else than it did.
func (s *Screen) carry(from, to *forms.Field) {
	if from.State() == forms.StateAbsent {
		return // below it is nothing, and there may be no end to that
	}
	s.left[to] = true
	for _, child := range from.Children() {
		if same := to.Child(child.Name); same != nil && child.Name != "" {
			s.carry(child, same)
		}
	}
	sameKind := (from.Kind == forms.JSON) == (to.Kind == forms.JSON)
	if isText(from) && isText(to) && sameKind && from.Draft() != "" && (from.Draft() != to.Draft() || from.Kind != to.Kind) {
		to.SetText(from.Draft())
	}
}

// follow puts the cursor on the field of a path, if it shows.
func (s *Screen) follow(path string) {
	for i, r := range s.rows {
		if r.kind == fieldRow && path != "" && r.field.Path() == path {
			s.enter(i)
			return
		}
	}
}
