package forms

import (
	"slices"

	"toolbench/toolkit/schema"
)

// fits tells whether the field's schema takes a value.
func (f *Field) fits(v *schema.Value) bool {
	if !f.takesKind(v) {
		return false
	}
	return f.form.fits(f.schema, v)
}

// takesKind tells whether the field is of a kind that can hold a value.
func (f *Field) takesKind(v *schema.Value) bool {
	return shape{kind: f.natural, choices: f.Choices, types: f.types, nullable: f.Nullable}.takesKind(v)
}

func (sh shape) takesKind(v *schema.Value) bool {
	if v.Kind() == schema.Null && sh.nullable {
		return true
	}
	switch sh.kind {
	case Object:
		return v.Kind() == schema.Object
	case Array:
		return v.Kind() == schema.Array
	case String:
		return v.Kind() == schema.String
	case Number:
		return v.Kind() == schema.Number
	case Integer:
		r := v.Rat()
		return r != nil && r.IsInt()
	case Boolean:
		return v.Kind() == schema.Boolean
	case Null:
		return v.Kind() == schema.Null
	case Enum:
		return slices.ContainsFunc(sh.choices, func(c Choice) bool { return schema.Equal(c.value, v) })
	case Mixed:
		return (&Field{types: sh.types}).takesType(v)
	}
	return true
}

// fitting is the shape that a value is of: the chosen one if it is, else the
// first one; if it is of none quite, the one that it comes closest to, or -1.
func (f *Field) fitting(v *schema.Value) int {
	if v.Kind() == schema.Null && f.union.whole.nullable {
		return f.chosen
	}
	for _, i := range f.inTurn() {
		branch := f.union.whole.branches[i]
		if branch.takesKind(v) && f.form.fits(branch.schema, v) {
			return i
		}
	}
	return f.closest(v)
}

// closest is the shape that a value looks most like, -1 when it is of another
// type than all of them.
func (f *Field) closest(v *schema.Value) int {
	best, most := -1, 0
	for _, i := range f.inTurn() {
		branch := f.union.whole.branches[i]
		if !branch.takesKind(v) {
			continue
		}
		if likeness := branch.likeness(v); best < 0 || likeness > most {
			best, most = i, likeness
		}
	}
	return best
}

// inTurn are the places of the shapes, that of the chosen one first.
func (f *Field) inTurn() []int {
	order := make([]int, 0, len(f.union.whole.branches))
	if f.chosen >= 0 {
		order = append(order, f.chosen)
	}
	for i := range f.union.whole.branches {
		if i != f.chosen {
			order = append(order, i)
		}
	}
	return order
}

// likeness is how much an object looks like it is meant to be of a shape: its
// constants count before the keys that it names.
func (sh shape) likeness(v *schema.Value) int {
	score := 0
	for _, m := range sh.schema.Get("properties").Members() {
		given := v.Get(m.Name)
		if given == nil {
			continue
		}
		score++
		if choices := choicesOf(m.Value); choices != nil {
			score -= 1000
			if slices.ContainsFunc(choices, func(c Choice) bool { return schema.Equal(c.value, given) }) {
				score += 2000
			}
		}
	}
	for _, name := range sh.schema.Get("required").Strings() {
		if v.Get(name) != nil {
			score += 10
		}
	}
	return score
}
