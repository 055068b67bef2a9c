package call

import (
	"fmt"

	tea "charm.land/bubbletea/v2"

	"toolbench/views"
)

// Actions implements [views.Screen].
func (s *Screen) Actions() []views.Action {
	var actions []views.Action
	if s.tab == tabForm {
		actions = s.form.Actions()
	} else {
		actions = s.pageActions()
	}
	step := func(by int) func() tea.Cmd { return func() tea.Cmd { return s.step(by) } }
	actions = append(actions,
		views.Action{Name: "go to the next view of the " + s.kind(), Hint: s.stepHint(), Keys: s.stepKeys("]", "right", "alt+]", "f3"), Run: step(1)},
		views.Action{Name: "go to the view of the " + s.kind() + " before", Keys: s.stepKeys("[", "left", "shift+f3"), Run: step(-1)})
	for i, tab := range s.tabs {
		actions = append(actions, views.Action{Name: "show the " + s.kind() + "'s " + describe(tabNames[tab]), Keys: []string{fmt.Sprintf("alt+%d", i+1)},
			Run: func() tea.Cmd { return s.turn(tab) }})
	}
	return actions
}

// kind is what the screen is of, in words.
func (s *Screen) kind() string {
	if s.offer != nil {
		return string(s.offer.Kind)
	}
	return "tool"
}

func describe(tab string) string {
	switch tab {
	case "Docs":
		return "description"
	case "Model":
		return "definition as a model sees it"
	case "Code":
		return "call as code"
	case "Schema":
		return "schema"
	}
	return "form"
}

func (s *Screen) stepHint() string {
	if s.tab == tabForm {
		return ""
	}
	return "next view"
}

// stepKeys leaves the plain keys to the form while it shows.
func (s *Screen) stepKeys(keys ...string) []string {
	if s.tab != tabForm {
		return keys
	}
	return keys[2:]
}
