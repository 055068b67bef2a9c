package forms

import (
	"maps"
	"slices"

	"toolbench/toolkit/schema"
)

// maxRounds bounds how often what a condition adds may change what others find:
// conditions can contradict each other in a circle.
const maxRounds = 10

// A condition is a part of an object's schema that holds only at times.
type condition struct {
	key             string        // that has to be there, when is is nil
	when            *schema.Value // that the value has to satisfy
	then, otherwise *schema.Value
}

// conditionsOf are the conditions of a schema: if with then and else,
// dependentSchemas, and the dependencies of older drafts.
func conditionsOf(s *schema.Value) []condition {
	var all []condition
	if when := s.Get("if"); when != nil {
		all = append(all, condition{when: when, then: s.Get("then"), otherwise: s.Get("else")})
	}
	for _, keyword := range []string{"dependentSchemas", "dependencies"} {
		for _, m := range s.Get(keyword).Members() {
			if m.Value.Kind() == schema.Object {
				all = append(all, condition{key: m.Name, then: m.Value})
			}
		}
	}
	for _, part := range s.Get("allOf").Items() {
		all = append(all, conditionsOf(part)...)
	}
	return all
}

// requiredBy are the keys that the presence of others asks for.
func requiredBy(s, value *schema.Value, required map[string]bool) {
	for _, keyword := range []string{"dependentRequired", "dependencies"} {
		for _, m := range s.Get(keyword).Members() {
			if value.Get(m.Name) != nil {
				for _, name := range m.Value.Strings() {
					required[name] = true
				}
			}
		}
	}
	for _, part := range s.Get("allOf").Items() {
		requiredBy(part, value, required)
	}
}

func conditional(s *schema.Value) bool {
	for _, keyword := range []string{"if", "dependentSchemas", "dependentRequired", "dependencies"} {
		if s.Get(keyword) != nil {
			return true
		}
	}
	return slices.ContainsFunc(s.Get("allOf").Items(), conditional)
}

// An effect is what the conditions of an object that apply now say of it.
type effect struct {
	properties []schema.Member // each name once, with all that is said of it
	required   map[string]bool
}

func (e *effect) add(name string, s *schema.Value) {
	i := slices.IndexFunc(e.properties, func(m schema.Member) bool { return m.Name == name })
	if i < 0 {
		e.properties = append(e.properties, schema.Member{Name: name, Value: s})
		return
	}
	e.properties[i].Value = bothSchemas(e.properties[i].Value, s)
}

// effectOn finds out what applies to a value of the field.
func (f *Field) effectOn(value *schema.Value) *effect {
	e := &effect{required: f.requiredNames()}
	requiredBy(f.schema, value, e.required)
	steps := 0
	var apply func(s *schema.Value, agreed bool)
	check := func(s *schema.Value) {
		for _, c := range conditionsOf(s) {
			apply(f.branch(c, value), false)
		}
	}
	apply = func(s *schema.Value, agreed bool) {
		f.form.steps = 0
		merged, err := f.form.merged(s, nil)
		if steps++; err != nil || merged.Kind() != schema.Object || steps > maxSteps {
			return
		}
		for _, m := range merged.Get("properties").Members() {
			if !agreed || f.schema.Get("properties").Get(m.Name) == nil {
				e.add(m.Name, m.Value) // what a shape was chosen by stays free
			}
		}
		for _, name := range merged.Get("required").Strings() {
			e.required[name] = true
		}
		requiredBy(merged, value, e.required)
		check(merged)
		for _, keyword := range []string{"oneOf", "anyOf"} {
			if i := f.agreeing(merged.Get(keyword).Items(), value); i >= 0 {
				apply(merged.Get(keyword).Items()[i], true)
			}
		}
	}
	check(f.schema)
	for _, s := range f.refinements {
		apply(s, false)
	}
	f.addNeeded(e)
	return e
}

// addNeeded adds the keys that are needed only at times and that no property
// names.
func (f *Field) addNeeded(e *effect) {
	if !f.Open {
		return
	}
	always, own := f.requiredNames(), f.schema.Get("properties")
	for _, name := range slices.Sorted(maps.Keys(e.required)) {
		isNamed := slices.ContainsFunc(e.properties, func(m schema.Member) bool { return m.Name == name })
		if !always[name] && !isNamed && own.Get(name) == nil {
			s, _ := f.keySchema(name)
			e.add(name, s)
		}
	}
}

// branch is the part of a condition that applies to a value, nil when none does.
func (f *Field) branch(c condition, value *schema.Value) *schema.Value {
	switch {
	case c.when == nil && value.Get(c.key) != nil:
		return c.then
	case c.when == nil:
		return nil
	case f.form.satisfies(c.when, value):
		return c.then
	}
	return c.otherwise
}

// agreeing is the first of several schemas that has nothing against what the
// value already has, as long as it speaks of any of it; -1 when there is none.
func (f *Field) agreeing(branches []*schema.Value, value *schema.Value) int {
	for i, branch := range branches {
		branch, err := f.form.merged(branch, nil)
		if err != nil {
			continue
		}
		speaks, agrees := false, true
		for _, m := range branch.Get("properties").Members() {
			given := value.Get(m.Name)
			if given == nil || f.schema.Get("properties").Get(m.Name) == nil {
				continue
			}
			speaks = true
			agrees = agrees && f.form.satisfies(m.Value, given)
		}
		if speaks && agrees {
			return i
		}
	}
	return -1
}

// satisfies tells whether a value is judged to fit a part of the schema.
func (f *Form) satisfies(s, value *schema.Value) bool {
	v := f.part(s)
	if v == nil {
		return false
	}
	problems, err := v.Validate(value)
	return err == nil && len(problems) == 0
}

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

// possible are the schemas of the properties that conditions of a schema may add,
// whether they hold or not.
func (f *Form) possible(s *schema.Value, depth int) []schema.Member {
	var all []schema.Member
	if depth > 8 {
		return nil
	}
	for _, c := range conditionsOf(s) {
		for _, part := range []*schema.Value{c.then, c.otherwise} {
			merged, err := f.merged(part, nil)
			if err != nil || merged.Kind() != schema.Object {
				continue
			}
			all = append(all, merged.Get("properties").Members()...)
			all = append(all, f.possible(merged, depth+1)...)
			for _, keyword := range []string{"oneOf", "anyOf"} {
				for _, branch := range merged.Get(keyword).Items() {
					if branch, err := f.merged(branch, nil); err == nil {
						all = append(all, branch.Get("properties").Members()...)
						all = append(all, f.possible(branch, depth+1)...)
					}
				}
			}
		}
	}
	return all
}
