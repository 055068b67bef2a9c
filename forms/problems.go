package forms

import (
	"slices"
	"strconv"
	"strings"

	"toolbench/toolkit/schema"
)

// A Problem is something that the schema has against what would be sent.
type Problem struct {
	// Field is the field that it is about: the innermost one there is.
	Field *Field
	// Path is the place as people write it: alerts[0].place; empty for the
	// value as a whole.
	Path string
	// Message is the rest of a sentence that begins with the place: "99 is
	// above 14; 1 to 14 would do", "is needed".
	Message string
}

// String is the problem as one sentence.
func (p Problem) String() string {
	if p.Path == "" {
		return p.Message
	}
	return p.Path + ": " + p.Message
}

// Problems are what the schema has against what would be sent, in the order of
// the fields. The slice is kept until the next edit and is not to be changed.
func (f *Form) Problems() []Problem {
	if f.checkedAt == f.version {
		return f.problems
	}
	f.checkedAt, f.doubt = f.version, ""
	f.judge()
	f.root.Value() // what conditions add is there
	f.problems = f.drafts(f.root, nil)
	if f.validator != nil {
		f.addJudged()
	} else {
		f.problems = f.missing(f.root, f.problems)
	}
	order := f.order()
	slices.SortStableFunc(f.problems, func(a, b Problem) int { return order[a.Field] - order[b.Field] })
	return f.problems
}

// drafts are the texts that could not be read.
func (f *Form) drafts(field *Field, found []Problem) []Problem {
	switch {
	case field.State() == StateAbsent && field.isItem() && !field.emptyFits():
		return append(found, Problem{field, field.Path(), "is needed"})
	case field.State() != StateValue:
		return found
	case field.problem != "":
		return append(found, Problem{field, field.Path(), field.problem})
	}
	inside := field.children
	if field.Kind == Array {
		inside = field.items()
	}
	for _, child := range inside {
		found = f.drafts(child, found)
	}
	return found
}

// emptyFits tells whether what stands for an item that nobody filled may be a
// value of it.
func (f *Field) emptyFits() bool {
	return f.natural == String || f.natural == JSON || f.natural == Null || f.Nullable
}

func (f *Form) addJudged() {
	value := f.root.Value()
	if value == nil {
		if f.root.schema.Get("type") != nil {
			f.problems = append(f.problems, Problem{f.root, "", "is needed"})
		}
		return
	}
	unread := map[*Field]bool{}
	for _, p := range f.problems {
		unread[p.Field] = true
	}
	judged, err := f.validator.Validate(value)
	if err != nil {
		f.doubt = err.Error()
		return
	}
	for _, p := range f.root.asChosen(judged) {
		field := f.at(schema.Tokens(p.Pointer))
		if !unread[field] {
			f.problems = append(f.problems, Problem{field, p.Path, field.discreet(p.Message)})
		}
	}
}

// asChosen puts what the chosen shape of a field has against its value in place of
// what all the shapes together have.
func (f *Field) asChosen(problems []schema.Problem) []schema.Problem {
	if len(problems) == 0 || f.State() != StateValue {
		return problems
	}
	here := f.Pointer()
	if f.union != nil && f.chosen >= 0 {
		within := func(p schema.Problem) bool { return p.Pointer == here || strings.HasPrefix(p.Pointer, here+"/") }
		if slices.ContainsFunc(problems, within) {
			if own := f.judgedAlone(); len(own) > 0 {
				problems = append(slices.DeleteFunc(slices.Clone(problems), within), own...)
			}
		}
	}
	for _, child := range f.children {
		problems = child.asChosen(problems)
	}
	return problems
}

// judgedAlone is what the field's own schema has against its value, placed in
// the whole.
func (f *Field) judgedAlone() []schema.Problem {
	v := f.form.part(f.schema)
	if v == nil {
		return nil
	}
	problems, err := v.Validate(f.Value())
	if err != nil {
		return nil
	}
	tokens, whole := schema.Tokens(f.Pointer()), f.form.root.Value()
	for i, p := range problems {
		problems[i].Pointer = f.Pointer() + p.Pointer
		problems[i].Path = schema.PathIn(whole, slices.Concat(tokens, schema.Tokens(p.Pointer))...)
	}
	return problems
}

// discreet is a message without the value of a secret field.
func (f *Field) discreet(message string) string {
	if !f.Secret || f.value == nil {
		return message
	}
	return strings.ReplaceAll(message, schema.Given(f.value), "this")
}

// Broken is a field of raw JSON whose text is not JSON, the first one that would
// be sent. Unlike other problems it leaves nothing to send: as a JSON string the
// text is never what is meant.
func (f *Form) Broken() (problem Problem, broken bool) { return f.root.broken() }

func (f *Field) broken() (Problem, bool) {
	switch {
	case f.State() != StateValue:
	case f.Kind == JSON && f.problem != "":
		return Problem{f, f.Path(), f.problem}, true
	default:
		for _, child := range f.children {
			if p, broken := child.broken(); broken {
				return p, true
			}
		}
	}
	return Problem{}, false
}

// missing finds required fields that are absent, for a schema that can not be
// judged by.
func (f *Form) missing(field *Field, found []Problem) []Problem {
	if field.State() == StateAbsent {
		if field.Required && field.parent != nil && !field.isItem() {
			found = append(found, Problem{field, field.Path(), "is needed"})
		}
		return found
	}
	for _, child := range field.children {
		found = f.missing(child, found)
	}
	return found
}

// at is the innermost field on the way of a JSON Pointer's tokens.
func (f *Form) at(tokens []string) *Field {
	field := f.root
	for _, token := range tokens {
		var next *Field
		switch field.Kind {
		case Object:
			next = field.Child(token)
		case Array:
			if i, err := strconv.Atoi(token); err == nil && i >= 0 && i < len(field.children) {
				next = field.children[i]
			}
		}
		if next == nil {
			return field
		}
		field = next
	}
	return field
}

func (f *Form) order() map[*Field]int {
	order := map[*Field]int{}
	var visit func(field *Field)
	visit = func(field *Field) {
		order[field] = len(order)
		for _, child := range field.children {
			visit(child)
		}
	}
	visit(f.root)
	return order
}

// Problem is the first problem of the field itself, "" when it has none.
func (f *Field) Problem() string {
	for _, p := range f.form.Problems() {
		if p.Field == f {
			if path := f.Path(); p.Path != path {
				return p.String()
			}
			return p.Message
		}
	}
	return ""
}
