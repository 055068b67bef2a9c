package forms

import (
	"fmt"
	"slices"
	"strings"

	"toolbench/toolkit/schema"
)

// touch notes that a person changed the field: what the form had filled in
// around it is theirs too from then on.
func (f *Field) touch() {
	f.form.version++
	f.form.opened = 0
	for p := f; p != nil; p = p.parent {
		if p.seeded && p != f {
			p.explicit = true
		}
		p.seeded = false
	}
}

// SetText gives the field the text that was typed. It stays the field's draft
// as it is. No text makes the field absent; an empty text is [Field.SetEmpty].
// Text that the field can not read is sent as a JSON string, and is a problem.
func (f *Field) SetText(text string) {
	defer f.edit(true)()
	f.asText = f.asText && !f.seeded // a default that is replaced says nothing of what replaces it
	f.touch()
	f.null = false
	if text == "" {
		f.clear()
		f.unload()
		return
	}
	value, err := f.read(text)
	if f.natural == Object || f.natural == Array {
		f.setComposite(text, value, err)
		return
	}
	f.value, f.draft, f.problem = value, text, ""
	if err != nil {
		f.value, f.problem = schema.NewString(text), err.Error()
	}
}

// setComposite takes the JSON text of an object or a list.
func (f *Field) setComposite(text string, value *schema.Value, err error) {
	if err == nil {
		f.load(value)
		if f.Kind == f.natural {
			return
		}
	} else {
		f.clear()
		f.odd(schema.NewString(text))
		f.problem = err.Error()
	}
	f.draft = text
}

// SetAbsent leaves the field out.
func (f *Field) SetAbsent() {
	defer f.edit(false)()
	f.touch()
	f.remember()
	f.choose(f.firstAlternative())
	f.clear()
	f.unload()
}

// SetNull makes the field null, also where the schema does not take it.
func (f *Field) SetNull() {
	defer f.edit(false)()
	f.touch()
	f.remember()
	f.choose(-1)
	f.clear()
	f.unload()
	if f.natural == JSON && f.union == nil || f.natural == Null {
		f.put(schema.NewNull())
		return
	}
	f.null = true
}

// SetEmpty makes the field an empty text, list or object; for other kinds it
// does nothing.
func (f *Field) SetEmpty() {
	defer f.edit(false)()
	switch f.natural {
	case String, Mixed:
		f.SetAbsent()
		f.value = schema.NewString("")
	case Object, Array:
		f.SetAbsent()
		f.explicit = true
		f.build()
	}
}

// SetJSON gives the field a value as JSON text. Comments and trailing commas
// are forgiven. When the text is not JSON the field stays as it is and the
// error names the line and column.
func (f *Field) SetJSON(raw []byte) error {
	value, err := schema.ParseForgiving(raw)
	if err != nil {
		return err
	}
	defer f.edit(false)()
	f.touch()
	f.load(value)
	return nil
}

// SetChoice gives an Enum its i-th value.
func (f *Field) SetChoice(i int) {
	if i < 0 || i >= len(f.Choices) || f.natural == Array {
		return
	}
	defer f.edit(false)()
	f.touch()
	f.null = false
	f.put(f.Choices[i].value)
}

// Chosen is the choice that the field is set to, -1 when it is none.
func (f *Field) Chosen() int {
	return slices.IndexFunc(f.Choices, func(c Choice) bool {
		return f.value != nil && !f.null && schema.Equal(c.value, f.value)
	})
}

// Toggle takes a Boolean from absent to true to false and back to absent. From a
// false that only the default put there it goes to true: that is what a person
// can want of it.
func (f *Field) Toggle() {
	defer f.edit(false)()
	switch {
	case f.natural != Boolean:
	case f.value.IsTrue() && !f.null:
		f.setBoolean(false)
	case f.value.IsFalse() && !f.null && !f.seeded:
		f.SetAbsent()
	default:
		f.setBoolean(true)
	}
}

func (f *Field) setBoolean(b bool) {
	f.touch()
	f.null = false
	f.put(schema.NewBoolean(b))
}

// Holds tells whether a selection has its i-th choice.
func (f *Field) Holds(i int) bool { return f.itemOf(i) >= 0 }

func (f *Field) itemOf(i int) int {
	if i < 0 || i >= len(f.Choices) {
		return -1
	}
	return slices.IndexFunc(f.children, func(item *Field) bool {
		return item.value != nil && schema.Equal(item.value, f.Choices[i].value)
	})
}

// ToggleChoice adds the i-th choice to a selection, or takes it out.
func (f *Field) ToggleChoice(i int) {
	if !f.MultiChoice || f.Kind != Array || i < 0 || i >= len(f.Choices) {
		return
	}
	defer f.edit(false)()
	if at := f.itemOf(i); at >= 0 {
		f.RemoveItem(at)
		return
	}
	item := f.AddItem()
	item.put(f.Choices[i].value)
}

// AddItem adds an item at the end of a list and returns it; nil when the field
// is no list, or one that takes no further items.
func (f *Field) AddItem() *Field {
	if !f.TakesItems() {
		return nil
	}
	defer f.edit(false)()
	f.touch()
	f.null = false
	f.build()
	item := f.newItem(len(f.children))
	f.children = append(f.children, item)
	item.begin()
	return item
}

// RemoveItem takes the i-th item out of a list. A fixed place becomes absent.
func (f *Field) RemoveItem(i int) {
	if f.Kind != Array || i < 0 || i >= len(f.children) {
		return
	}
	defer f.edit(false)()
	f.touch()
	if i < f.fixed() {
		f.children[i].SetAbsent()
		return
	}
	f.children = slices.Delete(slices.Clone(f.children), i, i+1)
	if len(f.children) == 0 {
		f.explicit = false
	}
}

// MoveItem moves the i-th item of a list by so many places, and returns where
// it came to be. What stands in a fixed place stays there.
func (f *Field) MoveItem(i, by int) int {
	to := i + by
	if f.Kind != Array || min(i, to) < f.fixed() || max(i, to) >= len(f.children) {
		return i
	}
	defer f.edit(false)()
	f.touch()
	f.children = slices.Clone(f.children)
	item := f.children[i]
	f.children = slices.Insert(slices.Delete(f.children, i, i+1), to, item)
	return to
}

// DuplicateItem puts a copy of the i-th item after it and returns the copy; nil
// when there is none or when it stands in a fixed place.
func (f *Field) DuplicateItem(i int) *Field {
	if f.Kind != Array || i < f.fixed() || i >= len(f.children) {
		return nil
	}
	defer f.edit(false)()
	f.touch()
	value := f.children[i].Value()
	item := f.newItem(i + 1)
	f.children = slices.Insert(slices.Clone(f.children), i+1, item)
	item.load(value)
	return item
}

// AddKey adds a key to an object and returns its field. The error says why the
// object does not take it.
func (f *Field) AddKey(name string) (*Field, error) {
	if f.Kind != Object {
		return nil, fmt.Errorf("%s takes no keys", f.subject())
	}
	if f.Child(name) != nil {
		return nil, fmt.Errorf("%s has a %s already", f.subject(), name)
	}
	if !f.Open {
		return nil, f.unknownKey(name)
	}
	defer f.edit(false)()
	f.touch()
	f.null, f.explicit = false, true
	child := f.newKey(name)
	child.Keyed = true
	f.children = append(f.children, child)
	child.begin()
	return child, nil
}

// RemoveKey takes out a key that was added; a property becomes absent.
func (f *Field) RemoveKey(name string) {
	child := f.Child(name)
	if child == nil {
		return
	}
	defer f.edit(false)()
	child.SetAbsent()
	if child.Keyed || child.Extra {
		f.children = slices.DeleteFunc(slices.Clone(f.children), func(c *Field) bool { return c == child })
	}
}

func (f *Field) unknownKey(name string) error {
	var names []string
	for _, child := range f.Children() {
		names = append(names, child.Name)
	}
	switch near := schema.Nearest(name, names); {
	case near != "":
		return fmt.Errorf("%s: there is no such argument; did you mean %s?", name, near)
	case len(names) == 0:
		return fmt.Errorf("%s: there is no such argument; %s takes none", name, f.subject())
	default:
		return fmt.Errorf("%s: there is no such argument; there are %s", name, strings.Join(names[:min(12, len(names))], ", "))
	}
}

func (f *Field) subject() string {
	if path := f.Path(); path != "" {
		return path
	}
	return "this"
}
