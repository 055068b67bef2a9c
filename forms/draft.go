package forms

import (
	"maps"
	"slices"
)

// A Draft is all that stood in a form at one moment: values, texts that could
// not be read, and what the form had filled in by itself. The zero Draft holds
// nothing, and restoring it changes nothing.
type Draft struct {
	fields []kept
	named  map[string]bool
}

// kept is a field and a copy of it.
type kept struct{ field, copy *Field }

// Keep takes down what stands in the form.
func (f *Form) Keep() Draft {
	d := Draft{named: maps.Clone(f.named)}
	var visit func(field *Field)
	visit = func(field *Field) {
		state := *field
		state.children = slices.Clone(field.children)
		d.fields = append(d.fields, kept{field, &state})
		for _, child := range field.children {
			visit(child)
		}
		for _, child := range field.hidden {
			visit(child)
		}
		for _, other := range field.memory {
			for _, child := range other.children {
				visit(child)
			}
		}
	}
	visit(f.root)
	return d
}

// Restore brings back what was kept from the same form, as often as is wanted.
// Fields that were there then are there again; those that were opened since are
// made anew when they are asked for.
func (f *Form) Restore(d Draft) {
	if len(d.fields) == 0 {
		return
	}
	for _, k := range d.fields {
		*k.field = *k.copy
		k.field.children = slices.Clone(k.copy.children)
	}
	f.named, f.opened = maps.Clone(d.named), 0
	f.version++
}
