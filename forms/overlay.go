package forms

import (
	"slices"

	"toolbench/toolkit/schema"
)

// merge lays two schemas over each other. The first one's own words win, the
// narrower limits do, and what both name is joined. What can not be said in one
// schema stays beside it in allOf.
func merge(a, b *schema.Value) *schema.Value {
	s, rest := overlay(a, b)
	return withRest(s, rest)
}

// withRest adds parts that stay beside a schema.
func withRest(s *schema.Value, rest []*schema.Value) *schema.Value {
	if len(rest) == 0 {
		return s
	}
	return with(without(s, "allOf"), "allOf", schema.NewArray(slices.Concat(s.Get("allOf").Items(), rest)...))
}

func with(s *schema.Value, name string, value *schema.Value) *schema.Value {
	return schema.NewObject(append(slices.Clip(s.Members()), schema.Member{Name: name, Value: value})...)
}

// overlay is merge, with what has to stay beside the result.
func overlay(a, b *schema.Value) (s *schema.Value, rest []*schema.Value) {
	members := slices.Clone(a.Members())
	var left []schema.Member
	twice := a.Get("if") != nil && b.Get("if") != nil
	for _, m := range b.Members() {
		i := slices.IndexFunc(members, func(other schema.Member) bool { return other.Name == m.Name })
		condition := m.Name == "if" || m.Name == "then" || m.Name == "else"
		switch {
		case m.Name == "allOf":
			rest = append(rest, m.Value.Items()...)
		case condition && twice, i >= 0 && beside(m.Name) && !schema.Equal(members[i].Value, m.Value):
			left = append(left, m)
		case i < 0:
			members = append(members, m)
		default:
			joined, conflict := both(m.Name, members[i].Value, m.Value)
			members[i].Value = joined
			if conflict != "" {
				members = append(members, schema.Member{Name: brokenKey, Value: schema.NewString(conflict)})
			}
		}
	}
	if len(left) > 0 {
		rest = append(rest, schema.NewObject(left...))
	}
	return schema.NewObject(members...), rest
}

// beside tells whether a keyword that two schemas have can not be joined.
func beside(name string) bool {
	switch name {
	case "anyOf", "oneOf", "not", "contains", "pattern", "format", "multipleOf", "prefixItems", "dependentRequired", "dependencies":
		return true
	}
	return false
}

// both joins the values that two schemas have for a keyword. The conflict says
// why no value satisfies both.
func both(name string, a, b *schema.Value) (joined *schema.Value, conflict string) {
	switch name {
	case "properties", "patternProperties", "dependentSchemas":
		return joinSchemas(a, b), ""
	case "required":
		return joinNames(a, b), ""
	case "type":
		return bothTypes(a, b)
	case "enum", "const":
		return bothChoices(name, a, b)
	case "minimum", "exclusiveMinimum", "minLength", "minItems", "minProperties":
		return extreme(a, b, 1), ""
	case "maximum", "exclusiveMaximum", "maxLength", "maxItems", "maxProperties":
		return extreme(a, b, -1), ""
	case "additionalProperties", "unevaluatedProperties", "items", "propertyNames":
		return bothSchemas(a, b), ""
	}
	return a, ""
}

func joinSchemas(a, b *schema.Value) *schema.Value {
	members := slices.Clone(a.Members())
	for _, m := range b.Members() {
		i := slices.IndexFunc(members, func(other schema.Member) bool { return other.Name == m.Name })
		if i < 0 {
			members = append(members, m)
			continue
		}
		members[i].Value = bothSchemas(members[i].Value, m.Value)
	}
	return schema.NewObject(members...)
}

// bothSchemas is the schema of what satisfies two.
func bothSchemas(a, b *schema.Value) *schema.Value {
	switch {
	case a == b || a.IsFalse() || b.IsTrue() || b.Kind() == schema.Array:
		return a
	case b.IsFalse() || a.IsTrue():
		return b
	}
	return schema.NewObject(schema.Member{Name: "allOf", Value: schema.NewArray(a, b)})
}

func joinNames(a, b *schema.Value) *schema.Value {
	var names []*schema.Value
	for _, name := range unique(slices.Concat(a.Strings(), b.Strings())) {
		names = append(names, schema.NewString(name))
	}
	return schema.NewArray(names...)
}

func bothTypes(a, b *schema.Value) (joined *schema.Value, conflict string) {
	one, other := typesIn(a), typesIn(b)
	var names []string
	for _, name := range one {
		switch {
		case slices.Contains(other, name), name == "integer" && slices.Contains(other, "number"):
			names = append(names, name)
		case name == "number" && slices.Contains(other, "integer"):
			names = append(names, "integer")
		}
	}
	switch len(names) {
	case 0:
		return a, "its parts contradict each other: " + typeWords(one) + " and " + typeWords(other)
	case 1:
		return schema.NewString(names[0]), ""
	}
	list := make([]*schema.Value, len(names))
	for i, name := range names {
		list[i] = schema.NewString(name)
	}
	return schema.NewArray(list...), ""
}

func typesIn(v *schema.Value) []string {
	if name := v.Text(); name != "" {
		return []string{name}
	}
	return v.Strings()
}

func bothChoices(name string, a, b *schema.Value) (joined *schema.Value, conflict string) {
	if name == "const" {
		if !schema.Equal(a, b) {
			conflict = "its parts contradict each other: it is " + schema.Given(a) + " and " + schema.Given(b)
		}
		return a, conflict
	}
	var common []*schema.Value
	for _, choice := range a.Items() {
		if slices.ContainsFunc(b.Items(), func(v *schema.Value) bool { return schema.Equal(v, choice) }) {
			common = append(common, choice)
		}
	}
	if len(common) == 0 {
		return a, "its parts contradict each other: they have no choice in common"
	}
	return schema.NewArray(common...), ""
}

// extreme is the larger of two numbers, or with sign -1 the smaller.
func extreme(a, b *schema.Value, sign int) *schema.Value {
	x, y := a.Rat(), b.Rat()
	if x == nil || y != nil && y.Cmp(x)*sign > 0 {
		return b
	}
	return a
}
