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
	reason   string
}

func raw(s *schema.Value, reason string) shape { return shape{kind: JSON, schema: s, reason: reason} }

// interpret finds out how a schema is to be filled.
func (f *Form) interpret(s *schema.Value) shape {
	f.steps = 0
	return f.shapeOf(s)
}

func (f *Form) shapeOf(s *schema.Value) shape {
	merged, err := f.merged(s, nil)
	switch {
	case err != nil:
		return raw(s, err.Error())
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
	sh.choices = slices.DeleteFunc(choices, func(c Choice) bool { return c.value.Kind() == schema.Null })
	if len(sh.choices) < len(choices) {
		sh.nullable = true
	}
	if len(sh.choices) == 0 {
		return shape{kind: Null, schema: s}
	}
	return sh
}

// union is the shape of alternatives: of T or null it is T's, of constants a
// choice, of scalars a mixed field.
func (f *Form) union(s *schema.Value, key string) shape {
	base := without(s, key)
	var branches []*schema.Value
	nullable := false
	for _, item := range s.Get(key).Items() {
		branch, err := f.merged(item, nil)
		if err != nil {
			return raw(s, err.Error())
		}
		if names := typeNames(branch); len(names) == 1 && names[0] == "null" {
			nullable = true
			continue
		}
		branches = append(branches, branch)
	}
	sh := f.alternatives(s, base, branches)
	sh.nullable = sh.nullable || nullable
	return sh
}

func (f *Form) alternatives(s, base *schema.Value, branches []*schema.Value) shape {
	if len(branches) == 1 {
		return f.shapeOf(merge(base, branches[0]))
	}
	if len(branches) == 0 {
		return f.byType(base)
	}
	if known := base.Get("properties"); known != nil && f.within(known, branches) {
		return f.byType(s) // the alternatives only say what goes together
	}
	if choices := jointChoices(branches); choices != nil {
		return choice(s, choices)
	}
	if names := typeNames(base); len(names) > 0 && (onlyScalars(names) || base.Get("items") != nil) {
		return f.byType(s) // they only say more about the one type
	}
	if types := scalarTypes(branches); types != nil {
		return shape{kind: Mixed, schema: s, types: types}
	}
	return raw(s, fmt.Sprintf("it takes one of %d shapes: %s", len(branches), f.branchNames(branches)))
}

// within tells whether alternatives name no property beyond the known ones.
func (f *Form) within(known *schema.Value, branches []*schema.Value) bool {
	for _, branch := range branches {
		for _, m := range branch.Get("properties").Members() {
			if known.Get(m.Name) == nil {
				return false
			}
		}
	}
	return true
}

func jointChoices(branches []*schema.Value) []Choice {
	var all []Choice
	for _, branch := range branches {
		choices := choicesOf(branch)
		if choices == nil {
			return nil
		}
		if title := branch.Get("title").Text(); title != "" && len(choices) == 1 {
			choices[0] = titled(choices[0].value, title)
		}
		all = append(all, choices...)
	}
	return all
}

// scalarTypes are the types of alternatives that are all scalars, else nil.
func scalarTypes(branches []*schema.Value) []string {
	var types []string
	for _, branch := range branches {
		names := typeNames(branch)
		if len(names) == 0 {
			names = choiceTypes(choicesOf(branch))
		}
		if len(names) == 0 || !onlyScalars(names) {
			return nil
		}
		types = append(types, names...)
	}
	return unique(types)
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

// branchNames tells alternatives apart by title, constant, required keys or
// type.
func (f *Form) branchNames(branches []*schema.Value) string {
	var names []string
	for _, branch := range branches {
		names = append(names, branchName(branch))
	}
	names = unique(names)
	if len(names) > 4 {
		names = append(names[:4:4], "…")
	}
	return strings.Join(names, ", ")
}

func branchName(branch *schema.Value) string {
	if title := branch.Get("title").Text(); title != "" {
		return title
	}
	for _, m := range branch.Get("properties").Members() {
		if choices := choicesOf(m.Value); len(choices) == 1 {
			return m.Name + " " + choices[0].Label
		}
	}
	if names := branch.Get("required").Strings(); len(names) > 0 {
		return "with " + strings.Join(names, " and ")
	}
	var words []string
	for _, name := range typeNames(branch) {
		words = append(words, schema.TypeWord(name))
	}
	if len(words) == 0 {
		return "any"
	}
	return strings.Join(words, " or ")
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
	words := make([]string, len(names))
	for i, name := range names {
		words[i] = schema.TypeWord(name)
	}
	return raw(s, "it takes "+strings.Join(words, " or "))
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
		return f.list(s)
	case "object":
		return f.object(s)
	}
	return raw(s, fmt.Sprintf("its type %q is none of JSON Schema's", name))
}

func (f *Form) untyped(s *schema.Value) shape {
	for _, m := range s.Members() {
		switch m.Name {
		case "properties", "additionalProperties", "patternProperties", "required", "propertyNames":
			return f.object(s)
		case "items", "prefixItems", "minItems", "maxItems", "uniqueItems":
			return f.list(s)
		case "pattern", "minLength", "maxLength", "format", "contentEncoding":
			return shape{kind: String, schema: s}
		case "minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf":
			return shape{kind: Number, schema: s}
		}
	}
	return raw(s, "")
}

func (f *Form) list(s *schema.Value) shape {
	if s.Get("prefixItems").Kind() == schema.Array || s.Get("items").Kind() == schema.Array {
		return raw(s, "it takes a list with a shape for each place")
	}
	return shape{kind: Array, schema: s}
}

// object is the shape of an object. Conditions that only speak of its own
// properties leave it as it is: the validator judges them.
func (f *Form) object(s *schema.Value) shape {
	var branches []*schema.Value
	for _, key := range []string{"then", "else"} {
		if branch, err := f.merged(s.Get(key), nil); err == nil && branch != nil {
			branches = append(branches, branch)
		}
	}
	for _, m := range s.Get("dependentSchemas").Members() {
		if branch, err := f.merged(m.Value, nil); err == nil {
			branches = append(branches, branch)
		}
	}
	if !f.within(s.Get("properties"), branches) {
		return raw(s, "which properties it takes depends on the value of others")
	}
	return shape{kind: Object, schema: s}
}
