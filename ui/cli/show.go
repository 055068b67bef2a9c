package cli

import (
	"fmt"
	"strings"

	"toolbench/forms"
	"toolbench/toolkit"
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
	return s.with(v.Target, v.connectFlags, &answers{}, v.show)
}

func (v *showVerb) show(s *session, tk *toolkit.Toolkit, p *plan) error {
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
	s.printFields(form.Root())
	s.out.WriteString("\nSchema\n" + indented(t.Schema()) + "\n")
	if output := t.OutputSchema(); output != nil {
		s.out.WriteString("\nOutput schema\n" + indented(output) + "\n")
	}
}

// deepestField is how deep fields within fields and shapes are printed.
const deepestField = 6

func (s *session) printFields(root *forms.Field) {
	if len(root.Children()) == 0 && len(root.Alternatives()) == 0 {
		s.out.WriteString("  " + none(root) + "\n")
	}
	s.printContent(root, 1)
}

// printContent prints what is in a field: of each of its shapes, where it has
// several. The form is not used for anything else.
func (s *session) printContent(f *forms.Field, depth int) {
	if depth > deepestField || f.Recursive() {
		return
	}
	shapes := f.Alternatives()
	if len(shapes) == 0 {
		s.printChildren(f, depth)
	}
	for i, shape := range shapes {
		f.ChooseAlternative(i)
		if !hasFields(f) {
			continue // its label says it all
		}
		s.out.WriteString(strings.Repeat("  ", depth) + safetext.Line("either "+shape.Label) + "\n")
		s.printChildren(f, depth+1)
	}
}

// hasFields tells whether there is something in a field to be printed.
func hasFields(f *forms.Field) bool {
	switch {
	case f.Recursive():
		return false
	case f.Kind == forms.Object || f.Tuple:
		return len(f.Children()) > 0
	case f.Kind == forms.Array && !f.MultiChoice:
		item := f.Sketch()
		return item != nil && (len(item.Alternatives()) > 0 || hasFields(item))
	}
	return false
}

func (s *session) printChildren(f *forms.Field, depth int) {
	switch {
	case f.Kind == forms.Array && !f.Tuple && !f.MultiChoice:
		if item := f.Sketch(); item != nil {
			s.printContent(item, depth)
		}
	case f.Kind == forms.Object || f.Kind == forms.Array:
		for _, child := range f.Children() {
			s.printField(child, depth)
		}
	}
}

func (s *session) printField(f *forms.Field, depth int) {
	indent := strings.Repeat("  ", depth)
	s.out.WriteString(indent + safetext.Line(label(f)) + "\n")
	if text := strings.TrimSpace(f.Description); text != "" {
		s.out.WriteString(indent + "    " + safetext.Line(text) + "\n")
	}
	s.printContent(f, depth+1)
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
	case len(field.Alternatives()) > 0:
		facts[0] = shapesOf(field)
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
	if name == "" {
		name = field.Label()
	}
	if field.Required {
		name += "*"
	}
	return name + " (" + strings.Join(facts, ", ") + ")"
}

// shapesOf are the shapes of which a field takes one.
func shapesOf(field *forms.Field) string {
	var labels []string
	for _, shape := range field.Alternatives() {
		labels = append(labels, shape.Label)
	}
	if field.Nullable {
		labels = append(labels, "null")
	}
	return listed(labels)
}

// mostChoices is how many choices are written out in a line.
const mostChoices = 12

func choices(all []forms.Choice) string {
	labels := make([]string, len(all))
	for i, c := range all {
		labels[i] = c.Label
	}
	return listed(labels)
}

func listed(labels []string) string {
	if len(labels) > mostChoices {
		labels = append(labels[:mostChoices:mostChoices], "…")
	}
	return strings.Join(labels, " | ")
}
