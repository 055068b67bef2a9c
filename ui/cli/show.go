package cli

import (
	"fmt"
	"strings"

	"toolbench/forms"
	"toolbench/toolkit/provider"
	"toolbench/toolkit/tool"
	"toolbench/views/safetext"
)

type showVerb struct {
	Tool string `arg:"" name:"name" help:"The tool, by its name or its short name."`
	targetFlags
	connectFlags
	As   string `enum:",openai,anthropic,gemini" default:"" placeholder:"PROVIDER" help:"Print the definition as openai, anthropic or gemini is given it."`
	JSON bool   `help:"Print one JSON document."`
}

// Run prints one tool.
func (v *showVerb) Run(s *session) error {
	p, err := s.plan(v.Target, v.connectFlags, withBuiltins)
	if err != nil {
		return &failure{exitUsage, err}
	}
	tk, err := s.create(p)
	if err != nil {
		return err
	}
	defer s.close(tk)
	t, err := s.find(tk, v.Tool)
	switch {
	case err != nil:
		s.untrusted(tk, p)
		return err
	case v.As != "":
		s.out.WriteString(indented(provider.Definition(provider.Format(v.As), t)) + "\n")
	case v.JSON:
		return s.printJSON(itemOf(t))
	default:
		s.printTool(t)
	}
	return nil
}

func (s *session) printTool(t tool.Tool) {
	heading := t.Name
	if t.Title() != t.Name && t.Title() != t.ShortName() {
		heading += " · " + t.Title()
	}
	facts := append([]string{string(t.Source)}, hints(t)...)
	if t.Server() != "" {
		facts[0] += " server " + t.Server()
	}
	s.printBlock(heading + "\n" + strings.Join(facts, ", "))
	if t.Details != nil {
		for _, sentence := range []string{t.Details.Problem, t.Details.Uncallable} {
			if sentence != "" {
				s.printBlock("! " + sentence)
			}
		}
	}
	if t.Description != "" {
		s.printBlock("\n" + t.Description)
	}
	form := forms.New(t.Schema())
	s.out.WriteString("\nFields\n")
	s.printFields(form.Root(), 1)
	s.out.WriteString("\nSchema\n" + indented(t.Schema()) + "\n")
	if output := t.OutputSchema(); output != nil {
		s.out.WriteString("\nOutput schema\n" + indented(output) + "\n")
	}
}

// deepestField is how deep fields within fields are printed.
const deepestField = 4

func (s *session) printFields(parent *forms.Field, depth int) {
	indent := strings.Repeat("  ", depth)
	if len(parent.Children()) == 0 && depth == 1 {
		s.out.WriteString(indent + none(parent) + "\n")
	}
	for _, field := range parent.Children() {
		s.out.WriteString(indent + safetext.Line(label(field)) + "\n")
		if text := strings.TrimSpace(field.Description); text != "" {
			s.out.WriteString(indent + "    " + safetext.Line(text) + "\n")
		}
		if field.Kind == forms.Object && depth < deepestField && !field.Recursive() {
			s.printFields(field, depth+1)
		}
	}
}

func none(root *forms.Field) string {
	if root.Reason != "" {
		return safetext.Line("any JSON: " + root.Reason)
	}
	return "none"
}

// label is a field in a line: name* (integer, 1 to 14, default 3).
func label(field *forms.Field) string {
	facts := []string{field.Type()}
	switch {
	case field.MultiChoice:
		facts = append(facts, choices(field.Choices))
	case len(field.Choices) > 0:
		facts[0] = choices(field.Choices)
	}
	facts = append(facts, field.Limits...)
	if field.Default != nil {
		facts = append(facts, fmt.Sprintf("default %s", field.Default))
	}
	name := field.Name
	if field.Required {
		name += "*"
	}
	return name + " (" + strings.Join(facts, ", ") + ")"
}

// mostChoices is how many choices are written out in a line.
const mostChoices = 12

func choices(all []forms.Choice) string {
	var labels []string
	for _, c := range all[:min(len(all), mostChoices)] {
		labels = append(labels, c.Label)
	}
	if len(all) > mostChoices {
		labels = append(labels, "…")
	}
	return strings.Join(labels, " | ")
}
