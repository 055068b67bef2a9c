package cli

import (
	"slices"

	"toolbench/forms"
	"toolbench/toolkit/tool"
)

// complete asks for the arguments that are needed and were not given, where
// somebody can be asked and nothing else is wrong. It returns sentences on what
// the schema has against the arguments then.
func (s *session) complete(t tool.Tool, form *forms.Form) (problems []string) {
	found := form.Problems()
	if s.asks() && len(found) > 0 && !slices.ContainsFunc(found, func(p forms.Problem) bool { return !isMissing(p) }) {
		s.askMissing(t, form)
	}
	for _, p := range form.Problems() {
		sentence := p.String()
		if isMissing(p) && p.Field.Parent() == form.Root() {
			sentence += "; " + p.Field.Name + "=VALUE gives it"
		}
		problems = append(problems, sentence)
	}
	return problems
}

func (s *session) askMissing(t tool.Tool, form *forms.Form) {
	if !s.takeTerminal(s.ctx) {
		return
	}
	defer s.leaveTerminal()
	s.tell(t.Name + " needs what was not given yet:")
	asked := map[*forms.Field]bool{}
	// What is answered may bring further needs.
	for found := form.Problems(); len(found) > 0; found = form.Problems() {
		field := found[0].Field
		if !isMissing(found[0]) || asked[field] || !(asker{s, s.ctx}).askField(field) {
			return
		}
		asked[field] = true
	}
}

// isMissing tells whether a problem is that something needed was left out.
func isMissing(p forms.Problem) bool {
	return p.Field != nil && p.Field.Parent() != nil && p.Field.Required && p.Field.State() == forms.StateAbsent
}
