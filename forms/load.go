package forms

import (
	"slices"
	"strconv"

	"toolbench/toolkit/schema"
)

// clear makes the field absent, and itself again after an odd value.
func (f *Field) clear() {
	f.value, f.draft, f.problem, f.asText = nil, "", "", false
	f.null, f.explicit, f.seeded = false, false, false
	f.resume()
	if f.Kind == Array && !f.Tuple {
		f.children = nil
	}
}

// resume gives the field its natural kind back.
func (f *Field) resume() {
	if f.Kind != f.natural {
		f.Kind, f.Reason = f.natural, ""
	}
	if f.union != nil && f.chosen < 0 {
		f.Reason = ""
	}
}

// load gives the field a value that came as JSON, and makes everything below
// it that the value does not have absent.
func (f *Field) load(value *schema.Value) {
	if f.union != nil {
		f.choose(f.fitting(value))
	}
	f.clear()
	switch {
	case value.Kind() == schema.Null && (f.natural != JSON || f.Nullable) && f.natural != Null && !f.hasChoice(value):
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
		if f.union != nil && f.chosen < 0 {
			f.Reason = schema.Given(value) + " is of none of its " + strconv.Itoa(len(f.union.whole.branches)) + " shapes"
		}
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
	f.asText = f.Kind == Mixed && value.Kind() == schema.String && f.literal(f.draft) != nil
}

// unload makes everything below an object absent.
func (f *Field) unload() {
	if f.natural != Object && !f.Tuple {
		f.children = nil
		return
	}
	if f.Tuple && f.built {
		f.children = slices.Clone(f.children[:f.fixed()])
	}
	f.stashConditional()
	f.children = slices.DeleteFunc(slices.Clone(f.children), (*Field).passing)
	for _, child := range f.children {
		child.clear()
		child.unload()
	}
}

func (f *Field) loadObject(value *schema.Value) {
	f.explicit = true
	f.build()
	f.stashConditional()
	f.children = slices.DeleteFunc(slices.Clone(f.children), func(child *Field) bool {
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
	f.loading, f.settledAt = true, -1
	f.settle()
	f.loading, f.settledAt = false, -1
}

// stashConditional puts away what conditions have added, so that the same fields
// come back where they still hold.
func (f *Field) stashConditional() {
	for _, child := range f.children {
		if child.Conditional {
			child.clear()
			child.unload()
			f.hide(child)
		}
	}
}

func (f *Field) loadArray(value *schema.Value) {
	f.explicit = true
	if f.Tuple {
		f.loadPlaces(value.Items())
		return
	}
	f.children = make([]*Field, len(value.Items()))
	for i, v := range value.Items() {
		f.children[i] = f.newItem(i)
		f.children[i].load(v)
	}
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
	if s, known = f.patternSchema(nil, name); known {
		return s, true
	}
	additional := f.schema.Get("additionalProperties")
	switch {
	case additional.Kind() == schema.Object || additional.IsTrue():
		return additional, true
	case additional == nil && f.schema.Get("unevaluatedProperties").Kind() == schema.Object:
		return f.schema.Get("unevaluatedProperties"), true
	case additional == nil && len(f.schema.Get("properties").Members()) == 0:
		return schema.NewObject(), true
	}
	return schema.NewObject(), false
}

// patternSchema is a schema, nil for none, together with those of the patterns
// that a key matches.
func (f *Field) patternSchema(s *schema.Value, name string) (joined *schema.Value, known bool) {
	for _, m := range f.schema.Get("patternProperties").Members() {
		if !schema.Matches(m.Name, name) {
			continue
		}
		if known = true; s == nil {
			s = m.Value
			continue
		}
		s = bothSchemas(s, m.Value)
	}
	return s, known
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
