package forms

import (
	"slices"

	"toolbench/toolkit/schema"
)

// places are the schemas of a list's fixed places: prefixItems, or in older
// drafts a list of items.
func places(s *schema.Value) []*schema.Value {
	if prefix := s.Get("prefixItems"); prefix.Kind() == schema.Array {
		return prefix.Items()
	}
	if items := s.Get("items"); items.Kind() == schema.Array {
		return items.Items()
	}
	return nil
}

// further is the schema of items beyond the fixed places.
func further(s *schema.Value) *schema.Value {
	rest := s.Get("items")
	if rest.Kind() == schema.Array {
		rest = s.Get("additionalItems")
	}
	if rest == nil {
		rest = s.Get("unevaluatedItems")
	}
	if rest == nil {
		return schema.NewObject()
	}
	return rest
}

// TakesItems tells whether a list takes items beyond those that it has: not when
// all its places are fixed.
func (f *Field) TakesItems() bool {
	return f.Kind == Array && !(f.Tuple && further(f.schema).IsFalse())
}

// newItem is the item of a list at a place, not yet in it.
func (f *Field) newItem(at int) *Field {
	s := further(f.schema)
	required := true
	if fixed := places(f.schema); at < len(fixed) {
		least, _ := f.schema.Get("minItems").Int()
		s, required = fixed[at], at < least
	}
	item := f.form.newField(f, "", s)
	item.Required = required
	return item
}

// buildPlaces makes the fields of the fixed places.
func (f *Field) buildPlaces() {
	f.built = true
	for i := range places(f.schema) {
		item := f.newItem(i)
		f.children = append(f.children, item)
		item.begin()
	}
}

// fixed is how many places of a list always have a field.
func (f *Field) fixed() int {
	if !f.Tuple {
		return 0
	}
	return len(places(f.schema))
}

// items are the fields of a list that are sent: fixed places at its end that
// nobody filled are not.
func (f *Field) items() []*Field {
	end := len(f.children)
	for end > 0 && end <= f.fixed() && f.children[end-1].State() == StateAbsent {
		end--
	}
	return f.children[:end]
}

// loadPlaces gives the fixed places their values, and appends the other items.
func (f *Field) loadPlaces(values []*schema.Value) {
	f.build()
	f.children = slices.Clone(f.children[:f.fixed()])
	for i, child := range f.children {
		if i < len(values) {
			child.load(values[i])
			continue
		}
		child.clear()
		child.unload()
	}
	for i := f.fixed(); i < len(values); i++ {
		item := f.newItem(i)
		item.load(values[i])
		f.children = append(f.children, item)
	}
}
