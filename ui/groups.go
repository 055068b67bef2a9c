package ui

import (
	"slices"

	tea "charm.land/bubbletea/v2"

	"toolbench/views"
	"toolbench/views/help"
	"toolbench/views/palette"
)

// groups are the actions whose keys work now, by the part of the window that they
// belong to. Keys that a text field takes for itself are left out.
func (m *Model) groups() []views.Group {
	groups := []views.Group{
		{Name: m.paneName(m.front), Actions: m.screen(m.front).Actions()},
		{Name: "everywhere", Actions: m.generalActions()},
	}
	if m.onSource() {
		groups = slices.Insert(groups, 1, views.Group{Name: "the source under the cursor", Actions: m.sourceActions()})
	}
	taken := map[string]bool{}
	for i := range groups {
		groups[i].Actions = slices.Clone(groups[i].Actions)
		for j, a := range groups[i].Actions {
			groups[i].Actions[j].Keys = m.working(a, taken)
		}
	}
	return groups
}

// working are the keys of an action that reach it: no text field and no action
// before it takes them.
func (m *Model) working(a views.Action, taken map[string]bool) []string {
	var keys []string
	for _, k := range a.Keys {
		if !taken[k] && !m.screen(m.front).Owns(pressOf(k)) {
			keys = append(keys, k)
			taken[k] = true
		}
	}
	return keys
}

// elsewhere are the actions of the panes that are not in front; doing one turns
// to its pane first.
func (m *Model) elsewhere() []views.Group {
	var groups []views.Group
	if !m.onSource() {
		groups = append(groups, keyless(views.Group{Name: "source", Actions: m.sourceActions()}, nil))
	}
	for p := paneTools; p <= panePrompt; p++ {
		if p == m.front || p == panePrompt && !m.inbox.Open() {
			continue
		}
		groups = append(groups, keyless(views.Group{Name: m.paneName(p), Actions: m.screen(p).Actions()}, func() tea.Cmd { return m.turn(p) }))
	}
	return groups
}

// keyless is a group without keys, for where they do not work. Something is done
// before each of its actions, if anything.
func keyless(g views.Group, before func() tea.Cmd) views.Group {
	g.Actions = slices.Clone(g.Actions)
	for i, a := range g.Actions {
		g.Actions[i].Keys = nil
		if a.Run != nil && before != nil {
			g.Actions[i].Run = func() tea.Cmd { return tea.Batch(before(), a.Run()) }
		}
	}
	return g
}

func (m *Model) paneName(p pane) string {
	switch p {
	case paneTools:
		return "tools"
	case paneResult:
		return "result"
	case panePrompt:
		return "prompt"
	}
	if m.tool == nil {
		return "source"
	}
	return "tool"
}

func (m *Model) openPalette() tea.Cmd {
	m.push(palette.New(m.theme, m.out, append(m.groups(), m.elsewhere()...)))
	return nil
}

func (m *Model) openHelp() tea.Cmd {
	m.push(help.New(m.theme, m.out, m.groups()))
	return nil
}
