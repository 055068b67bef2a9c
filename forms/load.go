package forms

import (
	"slices"

	"toolbench/toolkit/schema"
)

// clear makes the field absent, and itself again after an odd value.
func (f *Field) clear() {
	f.value, f.draft, f.problem = nil, "", ""
	f.null, f.explicit, f.seeded = false, false, false
	f.resume()
	if f.Kind == Array {
		f.children = nil
	}
}

// resume gives the field its natural kind back.
func (f *Field) resume() {
	if f.Kind != f.natural {
		f.Kind, f.Reason = f.natural, ""
	}
}

// load gives the field a value that came as JSON, and makes everything below
// it that the value does not have absent.
func (f *Field) load(value *schema.Value) {
	f.clear()
	switch {
	case value.Kind() == schema.Null && f.natural != JSON && f.natural != Null && !f.hasChoice(value):
		f.null = true
		f.unload()
	case f.natural == Object && value.Kind() == schema.Object:
		f.loadObject(value)
	case f.natural == Array && value.Kind() == schema.Array:
		f.loadArray(value)
	case f.natural == Object || f.natural == Array:
		f.odd(value)
	default:
		f.put(value)
	}
}

// odd keeps a value that an object or a list can not hold.
func (f *Field) odd(value *schema.Value) {
	f.unload()
	f.Kind = JSON
	f.Reason = schema.Given(value) + " is not " + schema.TypeWord(either(f.natural == Object, "object", "array"))
	f.put(value)
}

// put sets the value of a field that has no children, and the draft from it.
func (f *Field) put(value *schema.Value) {
	f.value, f.problem = value, ""
	f.draft = string(value.JSON())
	if f.Kind != JSON {
		f.draft = scalarText(value)
	}
}

// unload makes everything below an object absent.
func (f *Field) unload() {
	if f.natural != Object {
		f.children = nil
		return
	}
	f.children = slices.DeleteFunc(f.children, func(child *Field) bool { return child.Keyed || child.Extra })
	for _, child := range f.children {
		child.clear()
		child.unload()
	}
}

func (f *Field) loadObject(value *schema.Value) {
	f.explicit = true
	f.build()
	f.children = slices.DeleteFunc(f.children, func(child *Field) bool {
		return (child.Keyed || child.Extra) && value.Get(child.Name) == nil
	})
	given := map[string]*schema.Value{}
	for _, m := range value.Members() {
		given[m.Name] = m.Value
	}
	for _, child := range f.children {
		if v, ok := given[child.Name]; ok {
			child.load(v)
		} else {
			child.clear()
			child.unload()
		}
		delete(given, child.Name)
	}
	for _, m := range value.Members() {
		if v, ok := given[m.Name]; ok {
			delete(given, m.Name)
			child := f.newKey(m.Name)
			child.load(v)
			f.children = append(f.children, child)
		}
	}
}

func (f *Field) loadArray(value *schema.Value) {
	f.explicit = true
	f.children = make([]*Field, len(value.Items()))
	for i, v := range value.Items() {
		f.children[i] = f.newItem()
		f.children[i].load(v)
	}
}

// newItem is an item of a list, not yet in it.
func (f *Field) newItem() *Field {
	items := f.schema.Get("items")
	if items == nil {
		items = schema.NewObject()
	}
	item := f.form.newField(f, "", items)
	item.Required = true
	return item
}

// newKey is the field of a key that an object's properties do not name, not yet
// in it.
func (f *Field) newKey(name string) *Field {
	s, known := f.keySchema(name)
	child := f.form.newField(f, name, s)
	child.Keyed, child.Extra = known, !known
	return child
}

// keySchema is the schema of a key beyond the properties; known is false when
// the schema does not speak of such keys, or takes none.
func (f *Field) keySchema(name string) (s *schema.Value, known bool) {
	for _, m := range f.schema.Get("patternProperties").Members() {
		if schema.Matches(m.Name, name) {
			return m.Value, true
		}
	}
	additional := f.schema.Get("additionalProperties")
	switch {
	case additional.Kind() == schema.Object || additional.IsTrue():
		return additional, true
	case additional == nil && len(f.schema.Get("properties").Members()) == 0:
		return schema.NewObject(), true
	}
	return schema.NewObject(), false
}

func (f *Field) hasChoice(value *schema.Value) bool {
	return slices.ContainsFunc(f.Choices, func(c Choice) bool { return schema.Equal(c.value, value) })
}

func either(first bool, a, b string) string {
	if first {
		return a
	}
	return b
}
