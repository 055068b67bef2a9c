package forms

import (
	"fmt"
	"slices"
	"strings"

	"toolbench/toolkit/schema"
)

// A shape is how a schema is to be filled.
type shape struct {
	kind     Kind
	schema   *schema.Value // with references followed and parts merged
	nullable bool
	choices  []Choice
	types    []string // of Mixed
	branches []shape  // of which one is to be chosen
	reason   string
}

func raw(s *schema.Value, reason string) shape { return shape{kind: JSON, schema: s, reason: reason} }

// interpret finds out how a schema is to be filled.
func (f *Form) interpret(s *schema.Value) shape {
	f.steps, f.inside = 0, nil
	return f.shapeOf(s)
}

func (f *Form) shapeOf(s *schema.Value) shape {
	merged, err := f.merged(s, nil)
	switch {
	case err != nil:
		return raw(s, err.Error())
	case merged.Get(brokenKey) != nil:
		return raw(without(merged, brokenKey), merged.Get(brokenKey).Text())
	case merged.IsFalse():
		return raw(schema.NewObject(), "the schema takes no value here")
	case merged.Kind() == schema.Boolean:
		return raw(schema.NewObject(), "")
	case merged.Kind() != schema.Object:
		return raw(schema.NewObject(), "its schema is "+schema.Given(merged)+", which is none")
	}
	if choices := choicesOf(merged); choices != nil {
		return choice(merged, choices)
	}
	for _, key := range []string{"anyOf", "oneOf"} {
		if merged.Get(key).Kind() == schema.Array {
			return f.union(merged, key)
		}
	}
	return f.byType(merged)
}

// choice is the shape of a list of values. A null beside others is a state of
// the field rather than a choice.
func choice(s *schema.Value, choices []Choice) shape {
	sh := shape{kind: Enum, schema: s, nullable: s.Get("nullable").IsTrue() || slices.Contains(typeNames(s), "null")}
	sh.choices = slices.DeleteFunc(slices.Clone(choices), func(c Choice) bool { return c.value.Kind() == schema.Null })
	if len(sh.choices) < len(choices) {
		sh.nullable = true
	}
	quoteAmbiguous(sh.choices, choices)
	if len(sh.choices) == 0 {
		return shape{kind: Null, schema: s}
	}
	return sh
}

func choiceTypes(choices []Choice) []string {
	var names []string
	for _, c := range choices {
		names = append(names, typeName(c.value))
	}
	return names
}

func typeName(v *schema.Value) string {
	switch v.Kind() {
	case schema.Boolean:
		return "boolean"
	case schema.Number:
		return "number"
	case schema.String:
		return "string"
	case schema.Array:
		return "array"
	case schema.Object:
		return "object"
	}
	return "null"
}

// typeWords says types as people do: "text or a number".
func typeWords(names []string) string {
	words := make([]string, len(names))
	for i, name := range names {
		words[i] = schema.TypeWord(name)
	}
	return strings.Join(words, " or ")
}

func onlyScalars(types []string) bool {
	return !slices.ContainsFunc(types, func(name string) bool {
		return !slices.Contains([]string{"string", "integer", "number", "boolean", "null"}, name)
	})
}

func unique(names []string) []string {
	var once []string
	for _, name := range names {
		if !slices.Contains(once, name) {
			once = append(once, name)
		}
	}
	return once
}

// byType is the shape that a schema's type tells, or what the schema speaks of
// when it names none.
func (f *Form) byType(s *schema.Value) shape {
	names := typeNames(s)
	nullable := s.Get("nullable").IsTrue()
	rest := slices.DeleteFunc(slices.Clone(names), func(name string) bool { return name == "null" })
	if len(rest) < len(names) {
		nullable = true
		if len(rest) == 0 {
			return shape{kind: Null, schema: s}
		}
	}
	sh := f.ofTypes(s, rest)
	sh.nullable = nullable && sh.kind != JSON
	return sh
}

func (f *Form) ofTypes(s *schema.Value, names []string) shape {
	switch {
	case len(names) == 0:
		return f.untyped(s)
	case len(names) == 1:
		return f.ofType(s, names[0])
	case len(names) == 2 && slices.Contains(names, "integer") && slices.Contains(names, "number"):
		return f.ofType(s, "number")
	case onlyScalars(names):
		return shape{kind: Mixed, schema: s, types: names}
	}
	branches := make([]*schema.Value, len(names))
	for i, name := range names {
		branches[i] = schema.NewObject(schema.Member{Name: "type", Value: schema.NewString(name)})
	}
	return f.oneOf(s, without(s, "type"), branches)
}

func (f *Form) ofType(s *schema.Value, name string) shape {
	switch name {
	case "string":
		return shape{kind: String, schema: s}
	case "integer":
		return shape{kind: Integer, schema: s}
	case "number":
		return shape{kind: Number, schema: s}
	case "boolean":
		return shape{kind: Boolean, schema: s}
	case "array":
		return shape{kind: Array, schema: s}
	case "object":
		return shape{kind: Object, schema: s}
	}
	return raw(s, fmt.Sprintf("its type %q is none of JSON Schema's", name))
}

func (f *Form) untyped(s *schema.Value) shape {
	for _, m := range s.Members() {
		switch m.Name {
		case "properties", "additionalProperties", "patternProperties", "required", "propertyNames":
			return shape{kind: Object, schema: s}
		case "items", "prefixItems", "contains", "minItems", "maxItems", "uniqueItems":
			return shape{kind: Array, schema: s}
		case "pattern", "minLength", "maxLength", "format", "contentEncoding":
			return shape{kind: String, schema: s}
		case "minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf":
			return shape{kind: Number, schema: s}
		}
	}
	return raw(s, "")
}
