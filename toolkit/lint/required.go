package lint

import (
	"iter"
	"slices"
	"strconv"

	"toolbench/toolkit/schema"
)

// required looks at the names that a schema requires.
func (c *check) required(p place) {
	names := p.schema.Get("required").Items()
	if len(names) == 0 {
		return
	}
	beside := append(slices.Clip(p.around), p.schema)
	d := c.describe(beside[0])
	for i, name := range names {
		if name.Kind() != schema.String {
			continue // the meta-schema says so
		}
		path := at("required", strconv.Itoa(i))
		switch {
		case forbids(beside, name.Text()):
			c.contradiction(p, path, "no value fits: "+name.Text()+" is required and not allowed")
		case d.any || p.shared && len(d.names) == 0 || d.names[name.Text()] || d.matches(name.Text()):
		default:
			c.report(RequiredUnknown, p.path(path...), "%s is required, but no property of that name is described%s", name.Text(), d.meant(name.Text()))
		}
	}
}

// forbids tells whether one of the schemas that judge an object leaves no room
// for a property.
func forbids(schemas []*schema.Value, name string) bool {
	for _, s := range schemas {
		property := s.Get("properties").Get(name)
		if property.IsFalse() {
			return true
		}
		if property == nil && s.Get("additionalProperties").IsFalse() && !(described{patterns: patternsOf(s)}).matches(name) {
			return true
		}
	}
	return false
}

// described are the properties that schemas speak of.
type described struct {
	names    map[string]bool
	patterns []string
	any      bool // other keys have a schema of their own
}

// describe gathers what a schema says of an object's properties, also in its
// alternatives.
func (c *check) describe(whole *schema.Value) described {
	if d, known := c.spoken[whole]; known {
		return d
	}
	d := described{names: map[string]bool{}}
	seen := map[*schema.Value]bool{}
	var gather func(*schema.Value)
	gather = func(s *schema.Value) {
		if s.Kind() != schema.Object || seen[s] {
			return
		}
		seen[s] = true
		for _, m := range s.Get("properties").Members() {
			d.names[m.Name] = true
		}
		d.patterns = append(d.patterns, patternsOf(s)...)
		if others := s.Get("additionalProperties"); len(others.Members()) > 0 {
			d.any = true
		}
		if ref := s.Get("$ref"); ref != nil {
			target, err := c.document.Resolve(ref.Text())
			d.any = d.any || err != nil
			gather(target)
		}
		for part := range besides(s) {
			gather(part)
		}
	}
	gather(whole)
	c.spoken[whole] = d
	return d
}

// besides are the parts of a schema that judge the same value, also those that
// do so only sometimes.
func besides(s *schema.Value) iter.Seq[*schema.Value] {
	return func(yield func(*schema.Value) bool) {
		for _, key := range []string{"allOf", "anyOf", "oneOf"} {
			for _, part := range s.Get(key).Items() {
				if !yield(part) {
					return
				}
			}
		}
		for _, key := range []string{"if", "then", "else"} {
			if !yield(s.Get(key)) {
				return
			}
		}
		for _, key := range []string{"dependentSchemas", "dependencies"} {
			for _, m := range s.Get(key).Members() {
				if !yield(m.Value) {
					return
				}
			}
		}
	}
}

func patternsOf(s *schema.Value) []string {
	var patterns []string
	for _, m := range s.Get("patternProperties").Members() {
		patterns = append(patterns, m.Name)
	}
	return patterns
}

func (d described) matches(name string) bool {
	return slices.ContainsFunc(d.patterns, func(pattern string) bool { return schema.Matches(pattern, name) })
}

// meant asks whether another name was meant.
func (d described) meant(name string) string {
	var names []string
	for n := range d.names {
		names = append(names, n)
	}
	slices.Sort(names)
	if near := schema.Nearest(name, names); near != "" {
		return "; is " + near + " meant?"
	}
	return ""
}
