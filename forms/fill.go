package forms

import (
	"encoding/json"
	"fmt"

	"toolbench/toolkit/schema"
)

// Fill replaces the whole value by JSON as one step that can be undone. Comments
// and trailing commas are forgiven. When the text is not JSON the form stays as
// it is and the error names the line and column.
func (f *Form) Fill(raw json.RawMessage) error {
	value, err := schema.ParseForgiving(raw)
	if err != nil {
		return err
	}
	defer f.root.edit(false)()
	f.root.touch()
	f.named = nil
	f.root.load(value)
	return nil
}

// An Example is a value that the schema itself offers.
type Example struct {
	// Label says where in the schema it comes from.
	Label string
	// Value is the whole value, for [Form.Fill].
	Value json.RawMessage
}

// Examples are the values that the schema offers for the whole: its examples and
// its default, and what the examples of its properties make together.
func (f *Form) Examples() []Example {
	root := f.root.schema
	if f.root.union != nil {
		root = f.root.union.whole.schema
	}
	var all []Example
	listed := root.Get("examples").Items()
	for i, v := range listed {
		label := "the schema's example"
		if len(listed) > 1 {
			label = fmt.Sprintf("example %d of the schema", i+1)
		}
		all = append(all, Example{label, v.JSON()})
	}
	if v := root.Get("example"); v.Kind() == schema.Object {
		all = append(all, Example{"the schema's example", v.JSON()})
	}
	if v := root.Get("default"); v != nil && v.Kind() != schema.Null {
		all = append(all, Example{"the schema's default", v.JSON()})
	}
	if v := f.root.exampleOfParts(); v != nil {
		all = append(all, Example{"the examples of its fields", v.JSON()})
	}
	return all
}

// exampleOfParts is an object of the examples of its properties, nil when none
// has one.
func (f *Field) exampleOfParts() *schema.Value {
	var members []schema.Member
	found := false
	for _, child := range f.Children() {
		v, isExample := child.example()
		if v != nil {
			members = append(members, schema.Member{Name: child.Name, Value: v})
		}
		found = found || isExample
	}
	if !found {
		return nil
	}
	return schema.NewObject(members...)
}

func (f *Field) example() (v *schema.Value, isExample bool) {
	if items := f.schema.Get("examples").Items(); len(items) > 0 {
		return items[0], true
	}
	if v := f.schema.Get("example"); v != nil {
		return v, true
	}
	if f.Kind == Object && !f.Recursive() {
		if v := f.exampleOfParts(); v != nil {
			return v, true
		}
	}
	if f.seeded {
		return f.Value(), false
	}
	return nil, false
}
