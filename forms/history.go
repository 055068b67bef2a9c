package forms

import (
	"strconv"
	"strings"
)

// maxKept bounds what the steps hold for undoing: so many fields in all.
const maxKept = 100_000

// A history is what an edited form looked like before. Its zero value is that
// of a form that nobody has edited.
type history struct {
	past, future []Draft
	depth        int    // of edits that are made of others
	typing       *Field // the field that the latest step was typed into
}

// CanUndo tells whether there is a step to take back.
func (f *Form) CanUndo() bool { return len(f.history.past) > 0 }

// CanRedo tells whether there is a step that was taken back.
func (f *Form) CanRedo() bool { return len(f.history.future) > 0 }

// Undo takes the latest step back: an edit, or all that was typed into one field
// without doing anything else. It tells whether there was one.
func (f *Form) Undo() bool { return f.move(&f.history.past, &f.history.future) }

// Redo takes the latest step that was taken back again.
func (f *Form) Redo() bool { return f.move(&f.history.future, &f.history.past) }

// move brings back the latest state of a stack that differs from what stands in
// the form.
func (f *Form) move(from, to *[]Draft) bool {
	current, stands := f.Keep(), f.looks()
	for len(*from) > 0 {
		last := len(*from) - 1
		draft := (*from)[last]
		*from = (*from)[:last]
		f.Restore(draft)
		if f.looks() != stands {
			*to = append(*to, current)
			f.history.typing = nil
			return true
		}
	}
	f.Restore(current)
	return false
}

// edit begins a change that a person makes to the field; what it returns ends it.
func (f *Field) edit(typing bool) func() {
	form := f.form
	if form.history.depth++; form.history.depth == 1 {
		form.record(f, typing)
	}
	return func() {
		form.history.depth--
		form.version++
	}
}

func (f *Form) record(field *Field, typing bool) {
	h := &f.history
	h.future = nil
	if typing && h.typing == field && len(h.past) > 0 {
		return
	}
	h.typing = nil
	if typing {
		h.typing = field
	}
	h.past = append(h.past, f.Keep())
	kept := 0
	for i := len(h.past) - 1; i > 0; i-- {
		if kept += len(h.past[i].fields); kept > maxKept {
			h.past = append([]Draft(nil), h.past[i:]...)
			return
		}
	}
}

// looks is all of a form that a person sees, to tell two moments apart.
func (f *Form) looks() string {
	var b strings.Builder
	var visit func(field *Field)
	visit = func(field *Field) {
		b.WriteString(strconv.Quote(field.Name))
		b.WriteByte("anv"[field.State()])
		b.WriteString(strconv.Itoa(field.chosen))
		if field.Kind != Object && field.Kind != Array {
			b.WriteString(strconv.Quote(field.draft))
			b.WriteString(strconv.FormatBool(field.asText))
		}
		b.WriteByte('(')
		for _, child := range field.children {
			visit(child)
		}
		b.WriteByte(')')
	}
	visit(f.root)
	return b.String()
}
