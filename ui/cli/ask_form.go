package cli

import (
	"encoding/json"
	"fmt"
	"strconv"
	"strings"

	"toolbench/forms"
	"toolbench/toolkit/redact"
	"toolbench/toolkit/tool"
)

// askForm asks field by field for what a request wants.
func (s asker) askForm(request tool.Request) (map[string]any, bool) {
	schema := request.Schema()
	if schema == nil {
		schema = json.RawMessage(`{"type":"object"}`)
	}
	form := forms.New(schema)
	if !s.askRoot(form) {
		return nil, false
	}
	for _, p := range form.Problems() {
		s.tell("  " + p.String())
	}
	if len(form.Problems()) > 0 || !s.yes("Send "+string(form.Masked(redact.Mark))+"?") {
		return nil, false
	}
	data, err := tool.DecodeArguments(form.JSON())
	if err != nil {
		s.tell("  " + err.Error())
	}
	return data, err == nil
}

func (s asker) askRoot(form *forms.Form) bool {
	root := form.Root()
	if !s.askShape(root) {
		return false
	}
	if root.Kind != forms.Object || len(root.Children()) == 0 {
		return s.askWhole(form)
	}
	return s.askFields(root)
}

// askWhole asks for all data as JSON.
func (s asker) askWhole(form *forms.Form) bool {
	for {
		text, ok := s.line("JSON (empty for none):")
		if !ok {
			return false
		}
		if strings.TrimSpace(text) == "" {
			return true
		}
		err := form.SetJSON([]byte(text))
		if err == nil {
			return true
		}
		s.tell("  " + err.Error())
	}
}

// askFields asks for everything in an object. What is answered may bring further
// fields.
func (s asker) askFields(object *forms.Field) bool {
	asked := map[*forms.Field]bool{}
	next := func() *forms.Field {
		for _, field := range object.Children() {
			if !asked[field] {
				return field
			}
		}
		return nil
	}
	for field := next(); field != nil; field = next() {
		asked[field] = true
		if !s.askField(field) {
			return false
		}
	}
	return true
}

// askField asks for one field until what was given fits.
func (s asker) askField(field *forms.Field) bool {
	if field.Constant && field.Required {
		return true
	}
	if field.Description != "" {
		s.tell("  " + field.Description)
	}
	if len(field.Alternatives()) > 0 {
		if !s.askShape(field) {
			return false
		}
		if field.Alternative() < 0 || field.State() == forms.StateNull {
			return true
		}
	}
	switch {
	case field.Kind == forms.Object && len(field.Children()) > 0 || field.Tuple:
		return s.askGroup(field)
	case field.Kind == forms.Array && !field.MultiChoice && ofGroups(field):
		return s.askItems(field)
	}
	for {
		ask := s.line
		if field.Secret {
			ask = s.secretLine
		}
		text, ok := ask(question(field) + ":")
		if !ok {
			return false
		}
		if text == "" {
			if field.Required && field.State() == forms.StateAbsent {
				s.tell("  it is needed")
				continue
			}
			return true
		}
		if problem := s.give(field, text); problem != "" {
			s.tell("  " + problem)
			continue
		}
		return true
	}
}

// question is a field in a line, by its whole path.
func question(field *forms.Field) string {
	words := label(field)
	if path := field.Path(); path != field.Name {
		return path + strings.TrimPrefix(words, field.Name)
	}
	return words
}

// askShape asks which of its shapes a field is to have, when there are several.
func (s asker) askShape(field *forms.Field) bool {
	shapes := field.Alternatives()
	if len(shapes) == 0 {
		return true
	}
	labels := make([]string, len(shapes))
	for i, shape := range shapes {
		labels[i] = shape.Label
		s.tell(fmt.Sprintf("  %d) %s", i+1, shape.Label))
	}
	name := field.Path()
	if name == "" {
		name = "Which shape"
	}
	prompt := name + ", number or name:"
	needed := field.Required || field.Parent() == nil
	if !needed {
		prompt = name + ", number or name (enter leaves it out):"
	}
	for {
		text, ok := s.line(prompt)
		switch {
		case !ok:
			return false
		case text == "" && !needed:
			return true
		case field.Nullable && text == "null":
			field.SetNull()
			return true
		}
		chosen := chosen(text, labels)
		for i, label := range labels {
			if label == chosen {
				field.ChooseAlternative(i)
				return true
			}
		}
		s.tell(fmt.Sprintf("  there is no %s; 1 to %d would do", strconv.Quote(text), len(labels)))
	}
}

// askGroup asks for what is in an object or a list of fixed places: for an
// optional one only when it is wanted. It may be given whole as JSON.
func (s asker) askGroup(field *forms.Field) bool {
	if field.Required || field.Alternative() >= 0 {
		return s.askInside(field)
	}
	wanted, ok := s.wants(field, field.Path()+" ("+field.Type()+"; y to be asked for what is in it, or JSON; enter leaves it out):")
	if !wanted {
		return ok
	}
	field.SetEmpty()
	return s.askInside(field)
}

// wants asks whether a person wants to be asked further, who may instead give the
// field whole, as JSON. It is not ok at the end of the input.
func (s asker) wants(field *forms.Field, prompt string) (wanted, ok bool) {
	for {
		text, ok := s.line(prompt)
		switch strings.ToLower(strings.TrimSpace(text)) {
		case "", "n", "no":
			return false, ok
		case "y", "yes":
			return true, ok
		}
		problem := s.give(field, text)
		if problem == "" {
			return false, true
		}
		s.tell("  " + problem)
	}
}

// askInside asks for what is in a group: for the items behind fixed places too.
func (s asker) askInside(field *forms.Field) bool {
	if !s.askFields(field) {
		return false
	}
	return !field.Tuple || !field.TakesItems() || s.askItems(field)
}

// ofGroups tells whether a list is one of objects, lists or shapes, which are no
// words to be written between commas.
func ofGroups(list *forms.Field) bool {
	fresh := list.Sketch()
	return fresh != nil && (fresh.Kind == forms.Object || fresh.Kind == forms.Array || len(fresh.Alternatives()) > 0)
}

// askItems asks for the items of a list, or for its places.
func (s asker) askItems(list *forms.Field) bool {
	for {
		number := len(list.Children()) + 1
		wanted, ok := s.wants(list, fmt.Sprintf("%s, item %d (y to be asked for it, or JSON of the list; enter for no more):", list.Path(), number))
		if !wanted {
			return ok
		}
		if item := list.AddItem(); item == nil || !s.askField(item) {
			return false
		}
	}
}

// give sets a field to the text that was typed. When that does not fit, the field
// stays as it was, and what is wrong is said.
func (s asker) give(field *forms.Field, text string) string {
	state, before := field.State(), field.Value()
	field.SetAbsent()
	switch trimmed := strings.TrimSpace(text); {
	case field.Nullable && trimmed == "null":
		field.SetNull()
	case field.Kind == forms.Array && !strings.HasPrefix(trimmed, "["):
		for part := range strings.SplitSeq(text, ",") {
			if item := field.AddItem(); item != nil {
				item.SetText(strings.TrimSpace(part))
			}
		}
	default:
		field.SetText(text)
	}
	problem := problemIn(field)
	if problem == "" {
		return ""
	}
	if field.SetAbsent(); state != forms.StateAbsent {
		_ = field.SetJSON(before.JSON()) // which it was before, so it is JSON
	}
	return problem
}

// problemIn is the first problem of a field or of what is in it.
func problemIn(field *forms.Field) string {
	for _, p := range field.Form().Problems() {
		for at := p.Field; at != nil; at = at.Parent() {
			if at == field {
				return p.String()
			}
		}
	}
	return ""
}
