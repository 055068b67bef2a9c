package forms

import (
	"maps"
	"slices"

	"toolbench/toolkit/schema"
)

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
