package forms

import (
	"encoding/json"
	"fmt"
	"slices"

	"toolbench/toolkit/schema"
)

// Set sets a property of the root from text, as key=value on a command line
// does. The name is the property's exactly as it is spelled. The text is read as
// the type that the schema allows, and as text only where it fits no other
// type that is allowed. Setting a list appends to what earlier calls of Set
// built. The error names the field, what was given and what would do.
func (f *Form) Set(name, text string) error { return f.set(name, text, false) }

// SetAnyway is [Form.Set] that takes what the schema does not: a text that can
// not be read is sent as text, and a key that has no place is added.
func (f *Form) SetAnyway(name, text string) error { return f.set(name, text, true) }

func (f *Form) set(name, text string, anyway bool) error {
	defer f.root.edit(false)()
	field, store, err := f.property(name, anyway)
	if err != nil {
		return err
	}
	if f.named[name] {
		field.becomeList()
	}
	if field.natural == Array {
		return f.append(field, name, text, store, anyway)
	}
	value, err := field.readNamed(text, anyway)
	if err != nil {
		return fmt.Errorf("%s: %w", name, err)
	}
	f.store(field, name, value, store)
	return nil
}

// becomeList makes a field that can also be a list one of what it holds.
func (f *Field) becomeList() {
	before := f.Alternative()
	if before < 0 || f.natural == Array {
		return
	}
	for i, branch := range f.union.whole.branches {
		if branch.kind != Array {
			continue
		}
		if f.ChooseAlternative(i); len(f.children) > 0 {
			return
		}
	}
	f.ChooseAlternative(before)
}

// SetValue sets a property of the root from JSON, as key:=JSON does. The value
// may be one that the schema does not take: [Form.Problems] says so.
func (f *Form) SetValue(name string, raw json.RawMessage) error {
	return f.setValue(name, raw, false)
}

// SetValueAnyway is [Form.SetValue] that adds a key that has no place.
func (f *Form) SetValueAnyway(name string, raw json.RawMessage) error {
	return f.setValue(name, raw, true)
}

func (f *Form) setValue(name string, raw json.RawMessage, anyway bool) error {
	value, err := schema.ParseForgiving(raw)
	if err != nil {
		return fmt.Errorf("%s: %s is not JSON: %w", name, quoted(string(raw)), err)
	}
	defer f.root.edit(false)()
	field, store, err := f.property(name, anyway)
	if err != nil {
		return err
	}
	f.store(field, name, value, store)
	return nil
}

// property is the field of a property of the root. When the root is raw JSON
// the field stands outside the form, and store is true: its value has to be put
// into the root's.
func (f *Form) property(name string, anyway bool) (field *Field, store bool, err error) {
	root := f.root
	switch kind := root.Kind; {
	case root.union != nil && (kind == Object || root.State() == StateAbsent):
		field = f.newField(nil, name, f.looseSchema(name))
		field.Name = name
		if child := root.Child(name); child != nil && f.named[name] {
			field.load(child.Value())
		}
		return field, true, nil
	case kind == Object:
		if child := root.Child(name); child != nil {
			return child, false, nil
		}
		if loose := f.looseSchema(name); len(loose.Members()) > 0 || anyway && !root.Open {
			field = f.newField(root, name, loose)
			field.Extra = true
			root.touch()
			root.children = append(slices.Clip(root.children), field)
			return field, false, nil
		}
		field, err = root.AddKey(name)
		return field, false, err
	case kind == JSON:
		if v := root.value; v != nil && v.Kind() != schema.Object {
			return nil, false, fmt.Errorf("%s: the arguments are %s, which has no keys", name, schema.Given(v))
		}
		field = f.newField(nil, name, f.looseSchema(name))
		if v := root.value.Get(name); v != nil && f.named[name] {
			field.load(v)
		}
		return field, true, nil
	}
	return nil, false, fmt.Errorf("%s: the schema takes %s, which has no keys", name, root.Type())
}

// looseSchema is what the shapes of a root that can not be shown as fields say
// of a property, all together.
func (f *Form) looseSchema(name string) *schema.Value {
	var found []*schema.Value
	var visit func(s *schema.Value, depth int)
	visit = func(s *schema.Value, depth int) {
		s, err := f.merged(s, nil)
		if err != nil || depth > 8 {
			return
		}
		if p := s.Get("properties").Get(name); p != nil {
			found = append(found, p)
		}
		for _, key := range []string{"anyOf", "oneOf", "allOf"} {
			for _, item := range s.Get(key).Items() {
				visit(item, depth+1)
			}
		}
		for _, c := range conditionsOf(s) {
			visit(c.then, depth+1)
			visit(c.otherwise, depth+1)
		}
	}
	whole := f.root.schema
	if f.root.union != nil {
		whole = f.root.union.whole.schema
	}
	visit(whole, 0)
	switch len(found) {
	case 0:
		return schema.NewObject()
	case 1:
		return found[0]
	}
	return schema.NewObject(schema.Member{Name: "anyOf", Value: schema.NewArray(found...)})
}

// append adds an item to a list. The first call replaces what was there.
func (f *Form) append(field *Field, name, text string, store, anyway bool) error {
	at := 0
	if f.named[name] && field.Kind == Array {
		at = len(field.items())
	}
	item := field.newItem(at)
	value, err := item.readNamed(text, anyway)
	if err != nil {
		return fmt.Errorf("%s: %w", name, err)
	}
	if at == 0 {
		field.SetAbsent()
	}
	if field.Tuple {
		items := append(slices.Clip(field.Value().Items()), value)
		f.store(field, name, schema.NewArray(items...), store)
		return nil
	}
	field.touch()
	field.children = append(slices.Clip(field.children), item)
	item.load(value)
	f.store(field, name, field.Value(), store)
	return nil
}

func (f *Form) store(field *Field, name string, value *schema.Value, store bool) {
	if f.named == nil {
		f.named = map[string]bool{}
	}
	f.named[name] = true
	if !store {
		field.touch()
		field.load(value)
		return
	}
	if f.root.union != nil && f.root.Kind == Object {
		f.root.assemble(name, value)
		return
	}
	members := slices.DeleteFunc(slices.Clone(f.root.value.Members()), func(m schema.Member) bool { return m.Name == name })
	f.root.touch()
	f.root.put(schema.NewObject(append(members, schema.Member{Name: name, Value: value})...))
}

// assemble gives a property of an object of several shapes a value, and chooses
// the shape that what has been given looks like.
func (f *Field) assemble(name string, value *schema.Value) {
	f.touch()
	var given []schema.Member
	for _, child := range f.Children() {
		if child.touched() && child.Name != name {
			given = append(given, schema.Member{Name: child.Name, Value: child.Value()})
		}
	}
	given = append(given, schema.Member{Name: name, Value: value})
	f.choose(f.closest(schema.NewObject(given...)))
	f.start()
	f.present()
	for _, m := range given {
		child := f.Child(m.Name)
		if child == nil {
			child = f.newKey(m.Name)
			f.children = append(f.children, child)
		}
		child.load(m.Value)
	}
}

// readNamed reads the text of key=value. Null is read where it is allowed, and
// text that can not be read is text when it is to be sent anyway.
func (f *Field) readNamed(text string, anyway bool) (*schema.Value, error) {
	if f.Nullable && text == "null" {
		return schema.NewNull(), nil
	}
	f.asText = false // it came with what the text replaces
	value, err := f.read(text)
	switch {
	case err == nil && (f.natural == Object && value.Kind() != schema.Object || f.natural == Array && value.Kind() != schema.Array):
		err = fmt.Errorf("%s is not %s", schema.Given(value), schema.TypeWord(either(f.natural == Object, "object", "array")))
	case err == nil:
		return value, nil
	}
	if anyway {
		return schema.NewString(text), nil
	}
	if f.natural == Object || f.natural == Array {
		return nil, fmt.Errorf("%w; %s:=%s would do", err, either(f.Name == "", "key", f.Name), either(f.natural == Object, `{"key":"value"}`, `["value"]`))
	}
	return nil, err
}
