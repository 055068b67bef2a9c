package forms

import (
	"errors"
	"fmt"
	"slices"

	"toolbench/toolkit/schema"
)

// maxSteps bounds the work on one schema: the parts of a schema that refers to
// itself may double with every step.
const maxSteps = 300

// merged is a schema with its reference followed and the parts of allOf laid
// over each other. The chain holds the references that led here.
func (f *Form) merged(s *schema.Value, chain []string) (*schema.Value, error) {
	if s.Kind() != schema.Object {
		return s, nil
	}
	if f.steps++; f.steps > maxSteps {
		return nil, errors.New("its parts refer to each other without end")
	}
	if ref := s.Get("$ref"); ref.Kind() == schema.String {
		return f.followed(s, ref.Text(), chain)
	}
	parts := s.Get("allOf").Items()
	if len(parts) == 0 {
		return s, nil
	}
	s = without(s, "allOf")
	for _, part := range parts {
		part, err := f.merged(part, chain)
		if err != nil {
			return nil, err
		}
		if part.Kind() == schema.Object {
			s = merge(s, part)
		}
	}
	return s, nil
}

func (f *Form) followed(s *schema.Value, ref string, chain []string) (*schema.Value, error) {
	if slices.Contains(chain, ref) || len(chain) > 32 {
		return nil, fmt.Errorf("the reference %s leads back to itself", ref)
	}
	target, err := f.document.Resolve(ref)
	if err != nil {
		return nil, fmt.Errorf("the reference %w", err)
	}
	chain = append(slices.Clip(chain), ref)
	if target, err = f.merged(target, chain); err != nil {
		return nil, err
	}
	if len(s.Members()) == 1 || target.Kind() != schema.Object {
		return target, nil
	}
	return merge(without(s, "$ref"), target), nil
}

// merge lays two schemas over each other. The first one's own words and limits
// win; properties and required names are joined.
func merge(a, b *schema.Value) *schema.Value {
	members := slices.Clone(a.Members())
	for _, m := range b.Members() {
		i := slices.IndexFunc(members, func(other schema.Member) bool { return other.Name == m.Name })
		switch {
		case i < 0:
			members = append(members, m)
		case m.Name == "properties":
			members[i].Value = mergeProperties(members[i].Value, m.Value)
		case m.Name == "required":
			members[i].Value = schema.NewArray(slices.Concat(members[i].Value.Items(), m.Value.Items())...)
		case m.Name == "type" && m.Value.Text() == "integer":
			members[i].Value = m.Value
		}
	}
	return schema.NewObject(members...)
}

func mergeProperties(a, b *schema.Value) *schema.Value {
	members := slices.Clone(a.Members())
	for _, m := range b.Members() {
		i := slices.IndexFunc(members, func(other schema.Member) bool { return other.Name == m.Name })
		if i < 0 {
			members = append(members, m)
			continue
		}
		both := schema.NewArray(members[i].Value, m.Value)
		members[i].Value = schema.NewObject(schema.Member{Name: "allOf", Value: both})
	}
	return schema.NewObject(members...)
}

func without(s *schema.Value, name string) *schema.Value {
	members := slices.DeleteFunc(slices.Clone(s.Members()), func(m schema.Member) bool { return m.Name == name })
	return schema.NewObject(members...)
}

func typeNames(s *schema.Value) []string {
	if name := s.Get("type").Text(); name != "" {
		return []string{name}
	}
	return s.Get("type").Strings()
}

// choicesOf are the values of a const or enum, nil when there is neither.
func choicesOf(s *schema.Value) []Choice {
	if constant := s.Get("const"); constant != nil {
		return []Choice{titled(constant, "")}
	}
	enum := s.Get("enum")
	if enum.Kind() != schema.Array || len(enum.Items()) == 0 {
		return nil
	}
	var names []string
	for _, key := range []string{"enumNames", "x-enumNames", "x-enum-varnames"} {
		if names == nil {
			names = s.Get(key).Strings()
		}
	}
	choices := make([]Choice, len(enum.Items()))
	for i, value := range enum.Items() {
		title := ""
		if len(names) == len(choices) {
			title = names[i]
		}
		choices[i] = titled(value, title)
	}
	return choices
}

func titled(value *schema.Value, title string) Choice {
	label := scalarText(value)
	if label == "" {
		label = string(value.JSON())
	}
	if title != "" && title != label {
		label = title + " (" + label + ")"
	}
	return Choice{Label: label, Value: value.JSON(), value: value}
}

// scalarText is a value as it is typed into a field.
func scalarText(value *schema.Value) string {
	if value.Kind() == schema.String {
		return value.Text()
	}
	return string(value.JSON())
}
