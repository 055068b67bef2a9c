package forms

import (
	"maps"
	"slices"

	"toolbench/toolkit/schema"
)

// maxRounds bounds how often what a condition adds may change what others find:
// conditions can contradict each other in a circle.
const maxRounds = 10

// settle makes the fields be there that the conditions of an object ask for, and
// takes away those that they no longer do.
func (f *Field) settle() {
	if f.Kind != Object || !f.built || f.settling || f.settledAt == f.form.version {
		return
	}
	if !conditional(f.schema) && f.refinements == nil && !f.unsettled {
		f.settledAt = f.form.version
		return
	}
	f.settling = true
	defer func() { f.settling = false }()
	for range maxRounds {
		if !f.apply(f.effectOn(f.members(nil))) {
			break
		}
	}
	f.settledAt, f.unsettled = f.form.version, false
}

// apply makes the field's children be as the conditions have it, and tells
// whether that changed anything that they may depend on.
func (f *Field) apply(e *effect) (changed bool) {
	own := f.schema.Get("properties")
	wanted := map[string]*schema.Value{}
	for _, m := range e.properties {
		if own.Get(m.Name) == nil {
			wanted[m.Name] = m.Value
		}
	}
	for _, child := range slices.Clone(f.children) {
		if child.Conditional && wanted[child.Name] == nil {
			f.hide(child)
			changed = true
		}
	}
	for _, m := range e.properties {
		if own.Get(m.Name) == nil {
			changed = f.show(m.Name, m.Value) || changed
		} else if child := f.named(m.Name); child != nil {
			child.refine(m.Value)
		}
	}
	f.arrange(e)
	for _, child := range f.children {
		child.Required = e.required[child.Name]
		if !slices.ContainsFunc(e.properties, func(m schema.Member) bool { return m.Name == child.Name }) {
			child.refine(nil)
		}
	}
	return changed
}

func (f *Field) named(name string) *Field {
	for _, child := range f.children {
		if child.Name == name {
			return child
		}
	}
	return nil
}

// hide takes a field out whose condition no longer holds. What it held is there
// again when it comes back.
func (f *Field) hide(child *Field) {
	f.hidden = maps.Clone(f.hidden)
	if f.hidden == nil {
		f.hidden = map[string]*Field{}
	}
	f.hidden[child.Name] = child
	f.children = slices.DeleteFunc(slices.Clone(f.children), func(c *Field) bool { return c == child })
}

// show puts the field of a property in that a condition adds. A key of that name
// that is there already becomes that field.
func (f *Field) show(name string, s *schema.Value) (changed bool) {
	present := f.named(name)
	if present != nil && present.Conditional && schema.Equal(present.source, s) {
		return false
	}
	child := f.hidden[name]
	if child == nil || !schema.Equal(child.source, s) {
		child = f.form.newField(f, name, s)
		child.Conditional = true
		if child.begin(); f.loading {
			child.clear()
			child.unload()
		}
	}
	if present != nil {
		if value := present.Value(); value != nil {
			child.load(value)
		}
		f.children = slices.DeleteFunc(slices.Clone(f.children), func(c *Field) bool { return c == present })
	}
	f.children = append(slices.Clip(f.children), child)
	return true
}

// arrange puts the fields in order: the properties, what conditions add in the
// order in which they say it, and the keys that were added.
func (f *Field) arrange(e *effect) {
	place := func(child *Field) int {
		switch {
		case child.Conditional:
			return 1 + slices.IndexFunc(e.properties, func(m schema.Member) bool { return m.Name == child.Name })
		case child.Keyed || child.Extra:
			return len(e.properties) + 1
		}
		return 0
	}
	f.children = slices.Clone(f.children)
	slices.SortStableFunc(f.children, func(a, b *Field) int { return place(a) - place(b) })
}

// refine makes a field be described by what a condition says of it beside its
// own schema. What is in it stays.
func (f *Field) refine(s *schema.Value) {
	if s == nil && f.refined == nil || schema.Equal(s, f.refined) && s != nil {
		return
	}
	if f.union != nil || f.Kind != f.natural {
		return
	}
	if f.natural == Object {
		f.refined, f.refinements, f.settledAt, f.unsettled = s, nil, -1, true
		if s != nil {
			f.refinements = []*schema.Value{s}
		}
		return
	}
	whole := f.source
	if s != nil {
		whole = bothSchemas(f.source, s)
	}
	sh := f.form.interpret(whole)
	if sh.kind != f.natural {
		return
	}
	f.refined = s
	f.take(sh)
}
