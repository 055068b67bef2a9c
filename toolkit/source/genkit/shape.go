package genkit

import (
	"encoding/json"
	"slices"
	"strings"

	"toolbench/toolkit/schema"
)

// anyObject is the schema of a tool that declares none.
const anyObject = `{"type":"object"}`

// shape is the schema of the arguments for an input of some schema. What is no
// object becomes the one argument "input".
func (a *action) shape(input *schema.Value) json.RawMessage {
	declared := input.Kind() == schema.Object && len(input.Members()) > 0
	switch {
	case declared && isObject(schema.NewDocument(input), input, 0):
		return requiredFirst(input).JSON()
	case !declared && !a.flow: // models call tools with objects
		return json.RawMessage(anyObject)
	}
	a.wrapped = true
	inner := schema.NewObject()
	members := []schema.Member{{Name: "type", Value: schema.NewString("object")}}
	var required []schema.Member
	if declared {
		inner = rebased(requiredFirst(input))
		required = []schema.Member{{Name: "required", Value: schema.NewArray(schema.NewString(inputProperty))}}
	}
	members = append(members, schema.Member{Name: "properties", Value: schema.NewObject(schema.Member{Name: inputProperty, Value: inner})})
	return schema.NewObject(append(members, required...)...).JSON()
}

// isObject tells whether all values that a schema takes are objects, as far as
// its form says so.
func isObject(document *schema.Document, s *schema.Value, depth int) bool {
	if depth > 8 { // it goes round in a circle
		return false
	}
	if ref := s.Get("$ref"); ref != nil {
		target, err := document.Resolve(ref.Text())
		return err == nil && isObject(document, target, depth+1)
	}
	if kind := s.Get("type"); kind != nil {
		return kind.Text() == "object"
	}
	for _, keyword := range []string{"anyOf", "oneOf"} {
		if choices := s.Get(keyword).Items(); len(choices) > 0 {
			return !slices.ContainsFunc(choices, func(c *schema.Value) bool { return !isObject(document, c, depth+1) })
		}
	}
	return s.Get("properties").Kind() == schema.Object ||
		slices.ContainsFunc(s.Get("allOf").Items(), func(c *schema.Value) bool { return isObject(document, c, depth+1) })
}

// Keywords below which schemas lie: as they are or in a list, and by name.
var (
	inSchemas = []string{"items", "prefixItems", "additionalItems", "contains", "additionalProperties", "propertyNames",
		"unevaluatedItems", "unevaluatedProperties", "allOf", "anyOf", "oneOf", "not", "if", "then", "else"}
	inNamedSchemas = []string{"properties", "patternProperties", "dependentSchemas", "$defs", "definitions"}
)

// rewritten is a schema in which change was applied to every schema object, the
// inner ones first.
func rewritten(s *schema.Value, change func([]schema.Member) []schema.Member) *schema.Value {
	switch s.Kind() {
	case schema.Array:
		items := make([]*schema.Value, len(s.Items()))
		for i, item := range s.Items() {
			items[i] = rewritten(item, change)
		}
		return schema.NewArray(items...)
	case schema.Object:
		members := slices.Clone(s.Members())
		for i, m := range members {
			switch {
			case slices.Contains(inSchemas, m.Name):
				members[i].Value = rewritten(m.Value, change)
			case slices.Contains(inNamedSchemas, m.Name) && m.Value.Kind() == schema.Object:
				named := slices.Clone(m.Value.Members())
				for j := range named {
					named[j].Value = rewritten(named[j].Value, change)
				}
				members[i].Value = schema.NewObject(named...)
			}
		}
		return schema.NewObject(change(members)...)
	}
	return s
}

// requiredFirst is a schema with the properties in the order in which they were
// declared, as far as that can be told. Go apps sort them by name, but keep the
// order in the list of those that are required: these come first.
func requiredFirst(s *schema.Value) *schema.Value {
	return rewritten(s, func(members []schema.Member) []schema.Member {
		object := schema.NewObject(members...)
		properties, required := object.Get("properties").Members(), object.Get("required").Strings()
		byName := func(a, b schema.Member) int { return strings.Compare(a.Name, b.Name) }
		if len(required) == 0 || !slices.IsSortedFunc(properties, byName) {
			return members
		}
		place := func(m schema.Member) int {
			if i := slices.Index(required, m.Name); i >= 0 {
				return i
			}
			return len(required)
		}
		ordered := slices.Clone(properties)
		slices.SortStableFunc(ordered, func(a, b schema.Member) int { return place(a) - place(b) })
		return replaced(members, "properties", schema.NewObject(ordered...))
	})
}

// rebased is a schema whose references still lead to the same places when it is
// the one property of another.
func rebased(s *schema.Value) *schema.Value {
	return rewritten(s, func(members []schema.Member) []schema.Member {
		ref := schema.NewObject(members...).Get("$ref").Text()
		if ref != "#" && !strings.HasPrefix(ref, "#/") {
			return members
		}
		return replaced(members, "$ref", schema.NewString("#/properties/"+inputProperty+ref[1:]))
	})
}

func replaced(members []schema.Member, name string, value *schema.Value) []schema.Member {
	members = slices.Clone(members)
	for i := range members {
		if members[i].Name == name {
			members[i].Value = value
		}
	}
	return members
}
