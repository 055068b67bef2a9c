package forms

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"toolbench/toolkit/schema"
)

// maxSteps bounds the work on one schema: the parts of a schema that refers to
// itself may double with every step.
const maxSteps = 300

// merged is a schema with its reference followed and the parts of allOf laid
// over each other. The chain holds the schemas that references led
// through to here.
func (f *Form) merged(s *schema.Value, chain []*schema.Value) (*schema.Value, error) {
	if s.Kind() != schema.Object {
		return s, nil
	}
	if f.steps++; f.steps > maxSteps {
		return nil, errors.New("its parts refer to each other without end")
	}
	for _, keyword := range []string{"$ref", "$dynamicRef", "$recursiveRef"} {
		if s.Get(keyword).Kind() == schema.String {
			return f.followed(s, keyword, chain)
		}
	}
	parts := s.Get("allOf").Items()
	if len(parts) == 0 {
		return s, nil
	}
	s = without(s, "allOf")
	var rest []*schema.Value
	for _, part := range parts {
		part, err := f.merged(part, chain)
		if err != nil {
			return nil, err
		}
		if part.IsFalse() {
			return part, nil
		}
		if part.Kind() == schema.Object {
			var left []*schema.Value
			s, left = overlay(s, part)
			rest = append(rest, left...)
		}
	}
	return withRest(s, rest), nil
}

func (f *Form) followed(s *schema.Value, keyword string, chain []*schema.Value) (*schema.Value, error) {
	ref := s.Get(keyword).Text()
	resolve := f.document.ResolveFrom
	if keyword != "$ref" {
		resolve = f.document.ResolveDynamic
	}
	target, err := resolve(s, ref)
	if err != nil {
		return nil, fmt.Errorf("the reference %w", err)
	}
	if slices.Contains(chain, target) || len(chain) > 32 {
		return nil, fmt.Errorf("the reference %s leads back to itself", ref)
	}
	chain = append(slices.Clip(chain), target)
	if target, err = f.merged(target, chain); err != nil {
		return nil, err
	}
	if len(s.Members()) == 1 || target.Kind() != schema.Object {
		return target, nil
	}
	rest, err := f.merged(without(s, keyword), chain)
	if err != nil {
		return nil, err
	}
	return merge(rest, target), nil
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

// quoteAmbiguous puts the quotes around texts that are written like a choice
// among all that is none: "1" beside 1, "null" beside null.
func quoteAmbiguous(choices, all []Choice) {
	others := map[string]bool{}
	for _, c := range all {
		if c.value.Kind() != schema.String {
			others[string(c.Value)] = true
		}
	}
	for i, c := range choices {
		if c.value.Kind() == schema.String && others[c.value.Text()] {
			choices[i].Label = strings.Replace(c.Label, c.value.Text(), string(c.Value), 1)
		}
	}
}

// scalarText is a value as it is typed into a field.
func scalarText(value *schema.Value) string {
	if value.Kind() == schema.String {
		return value.Text()
	}
	return string(value.JSON())
}
