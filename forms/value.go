package forms

import (
	"toolbench/toolkit/schema"
)

// A State says whether a field will be sent, and as what.
type State uint8

// The states of a field.
const (
	// StateAbsent fields are not sent.
	StateAbsent State = iota
	// StateNull fields are sent as null.
	StateNull
	// StateValue fields are sent with a value.
	StateValue
)

// State says whether the field will be sent.
func (f *Field) State() State {
	if f.null {
		return StateNull
	}
	if f.isThere() {
		return StateValue
	}
	return StateAbsent
}

func (f *Field) isThere() bool {
	switch f.Kind {
	case Object:
		return f.explicit || f.seeded || f.anyTouched()
	case Array:
		return f.explicit || f.seeded || len(f.children) > f.fixed() || f.Tuple && f.anyTouched()
	}
	return f.value != nil
}

// Seeded says that the form filled the field in by itself, from a default or a
// constant.
func (f *Field) Seeded() bool { return f.seeded }

// touched says that a person gave the field a value: an optional object whose
// only values come from defaults is not sent.
func (f *Field) touched() bool { return !f.seeded && f.State() != StateAbsent }

func (f *Field) anyTouched() bool {
	for _, child := range f.children {
		if child.touched() {
			return true
		}
	}
	return false
}

// Draft is the text in the field: what was typed, else the value as text.
func (f *Field) Draft() string {
	if f.Kind == Object || f.Kind == Array {
		if f.State() == StateAbsent {
			return ""
		}
		return string(f.Value().JSON())
	}
	return f.draft
}

// Value is what will be sent for the field, nil when it is absent.
func (f *Field) Value() *schema.Value { return f.masked(nil) }

// masked is the field's value with a mark, when there is one, for each secret.
func (f *Field) masked(mark *schema.Value) *schema.Value {
	switch f.State() {
	case StateNull:
		return schema.NewNull()
	case StateAbsent:
		return f.missingItem()
	}
	switch f.Kind {
	case Object:
		f.settle()
		return f.members(mark)
	case Array:
		fields := f.items()
		items := make([]*schema.Value, len(fields))
		for i, child := range fields {
			items[i] = child.masked(mark)
		}
		return schema.NewArray(items...)
	}
	if f.Secret && mark != nil && f.draft != "" {
		return mark
	}
	return f.value
}

// members is the object of what the children hold.
func (f *Field) members(mark *schema.Value) *schema.Value {
	members := make([]schema.Member, 0, len(f.children))
	for _, child := range f.children {
		if v := child.masked(mark); v != nil {
			members = append(members, schema.Member{Name: child.Name, Value: v})
		}
	}
	return schema.NewObject(members...)
}

// missingItem stands for an item that was added and not filled yet: a list can
// not leave a place out.
func (f *Field) missingItem() *schema.Value {
	switch {
	case !f.isItem():
		return nil
	case f.natural == String:
		return schema.NewString("")
	}
	return schema.NewNull()
}
