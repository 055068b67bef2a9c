package form

import (
	"slices"
	"strconv"

	"toolbench/forms"
	"toolbench/views/safetext"
)

type rowKind uint8

const (
	fieldRow  rowKind = iota
	valueRow          // the value of a field whose own row picks its shape
	optionRow         // one choice of a selection
	foldRow           // the optional fields that are left out
	addRow            // adds an item or a key
)

// A key tells a row apart from all others, also after the rows were made anew.
type key struct {
	kind   rowKind
	field  *forms.Field // the parent, for a fold and an addition
	option int
}

// A row is something that the cursor can stand on.
type row struct {
	key
	depth  int
	label  string // the field's as it is drawn; finding an item's place takes time
	hidden int    // of a fold: how many fields it hides
}

// leftOut are the optional fields of an object that nobody has touched. They
// hide behind one row until it is opened.
type leftOut struct {
	fields map[*forms.Field]bool
	open   bool
}

// fewest is how many fields it takes to hide them behind a row.
const fewest = 3

// rebuild makes the rows anew, after an edit.
func (s *Screen) rebuild() {
	at, count := s.index(), len(s.rows)
	s.rows = s.rows[:0]
	root := s.form.Root()
	switch {
	case picks(root):
		s.addField(root, "shape", 0)
	case root.Kind == forms.Object:
		s.addObject(root, 0)
	default:
		s.addField(root, root.Label(), 0)
	}
	if len(s.rows) != count && s.index() != at {
		s.pinned = s.current
	}
	if s.find(s.current) < 0 && len(s.rows) > 0 {
		s.current = s.rows[min(max(at, 0), len(s.rows)-1)].key
		s.load()
	}
}

func (s *Screen) addField(f *forms.Field, label string, depth int) {
	switch {
	case label == "" && f.Parent() == nil:
		label = "value"
	case label == "":
		label = `""`
	}
	s.rows = append(s.rows, row{key: key{kind: fieldRow, field: f}, label: safetext.Line(label), depth: depth})
	if f.Parent() != nil || !picks(f) { // what is in a root of several shapes stands beside its picker
		depth++
	}
	if hasValueRow(f) {
		s.rows = append(s.rows, row{key: key{kind: valueRow, field: f}, label: "value", depth: depth})
	}
	if s.expanded(f) {
		s.addContent(f, depth)
	}
}

// addContent makes the rows of what is in a field.
func (s *Screen) addContent(f *forms.Field, depth int) {
	switch {
	case f.Kind == forms.Object:
		s.addObject(f, depth)
	case f.MultiChoice && onlyChoices(f):
		for i := range f.Choices {
			s.rows = append(s.rows, row{key: key{kind: optionRow, field: f, option: i}, depth: depth})
		}
	case f.Kind == forms.Array:
		for i, item := range f.Children() {
			label := strconv.Itoa(i + 1)
			if f.Tuple {
				label = item.Label()
			}
			s.addField(item, label, depth)
		}
		if f.TakesItems() {
			s.rows = append(s.rows, row{key: key{kind: addRow, field: f}, depth: depth})
		}
	}
}

func (s *Screen) addObject(f *forms.Field, depth int) {
	hidden := s.hidden(f)
	s.addChildren(f, depth, func(child *forms.Field) bool { return !hidden.fields[child] })
	if len(hidden.fields) > 0 {
		r := row{key: key{kind: foldRow, field: f}, depth: depth}
		if !hidden.open {
			r.hidden = len(hidden.fields)
		}
		s.rows = append(s.rows, r)
	}
	if hidden.open {
		s.addChildren(f, depth, func(child *forms.Field) bool { return hidden.fields[child] })
	}
	if f.ExpectsKeys() || s.naming == f {
		s.rows = append(s.rows, row{key: key{kind: addRow, field: f}, depth: depth})
	}
}

func (s *Screen) addChildren(f *forms.Field, depth int, which func(*forms.Field) bool) {
	for _, child := range s.ordered(f.Children()) {
		if which(child) {
			s.addField(child, child.Name, depth)
		}
	}
}

// ordered are fields as the source wrote them, or the needed ones first when
// the person asked for that.
func (s *Screen) ordered(fields []*forms.Field) []*forms.Field {
	if !s.neededFirst {
		return fields
	}
	return slices.SortedStableFunc(slices.Values(fields), func(a, b *forms.Field) int {
		switch {
		case a.Required == b.Required:
			return 0
		case a.Required:
			return -1
		}
		return 1
	})
}

// hidden are the fields of an object behind its fold. A field that was given a
// value leaves them, and does not go back when it is cleared; while the fold is
// open it stays where it is, so that nothing moves under the cursor.
func (s *Screen) hidden(f *forms.Field) *leftOut {
	l := s.leftOut[f]
	if l == nil {
		l = &leftOut{fields: untouched(f)}
		if len(l.fields) < fewest || len(l.fields) == len(f.Children()) {
			l.fields = nil
		}
		s.leftOut[f] = l
	}
	for child := range l.fields {
		if child.State() != forms.StateAbsent && !l.open || !slices.Contains(f.Children(), child) {
			delete(l.fields, child)
		}
	}
	return l
}

func untouched(f *forms.Field) map[*forms.Field]bool {
	fields := map[*forms.Field]bool{}
	for _, child := range f.Children() {
		if !child.Required && child.State() == forms.StateAbsent {
			fields[child] = true
		}
	}
	return fields
}

// onlyChoices tells whether a selection holds nothing but its choices, each
// once.
func onlyChoices(f *forms.Field) bool {
	if f.Kind != forms.Array {
		return false
	}
	held := 0
	for i := range f.Choices {
		if f.Holds(i) {
			held++
		}
	}
	return held == len(f.Children())
}

func isGroup(f *forms.Field) bool { return f.Kind == forms.Object || f.Kind == forms.Array }

// chooses tells whether one of several values is chosen in the row.
func (r *row) chooses() bool {
	return r.field.Kind == forms.Enum && !r.field.Constant && (r.kind == valueRow || r.kind == fieldRow)
}

// holdsText tells whether text is typed into the row.
func (r *row) holdsText() bool {
	return (r.kind == valueRow || r.kind == fieldRow && !picks(r.field)) && isText(r.field)
}

// isJudged tells whether the row is where a field's problem is said.
func (r *row) isJudged() bool {
	return r.kind == valueRow || r.kind == fieldRow && !hasValueRow(r.field)
}

// isText tells whether a field is filled by typing.
func isText(f *forms.Field) bool {
	switch f.Kind {
	case forms.String, forms.Number, forms.Integer, forms.Mixed, forms.JSON:
		return true
	}
	return false
}

// expanded tells whether what is in a field shows below it.
func (s *Screen) expanded(f *forms.Field) bool {
	if !isGroup(f) || f.State() == forms.StateNull {
		return false
	}
	if open, ok := s.folds[f]; ok {
		return open
	}
	if p := f.Parent(); p != nil && p.Kind == forms.Array && !p.Tuple && len(p.Children()) > 1 {
		return false
	}
	return f.State() == forms.StateValue && depthOf(f) <= 4
}

func depthOf(f *forms.Field) int {
	depth := 0
	for p := f.Parent(); p != nil; p = p.Parent() {
		depth++
	}
	return depth
}

func (s *Screen) find(k key) int {
	return slices.IndexFunc(s.rows, func(r row) bool { return r.key == k })
}

func (s *Screen) index() int { return s.find(s.current) }

// row is the row under the cursor, nil when there is none.
func (s *Screen) row() *row {
	if i := s.index(); i >= 0 {
		return &s.rows[i]
	}
	return nil
}
