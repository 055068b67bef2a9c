package ui

import (
	"fmt"

	tea "charm.land/bubbletea/v2"

	"toolbench/toolkit"
	"toolbench/toolkit/source"
	"toolbench/views"
	"toolbench/views/safetext"
	"toolbench/views/sources"
)

// pageActions lead to the views of a source's page, from wherever the keys are.
func (m *Model) pageActions(st toolkit.Status) []views.Action {
	prompts := 0
	for _, o := range st.Offers {
		if o.Kind == source.Prompt {
			prompts++
		}
	}
	show := func(what string, p sources.Page, there bool) views.Action {
		a := views.Action{Name: "show the source's " + what, Run: func() tea.Cmd { return m.showPage(st.ID(), p) }}
		if !there {
			a.Why = fmt.Sprintf("%s has no %s", safetext.Line(st.ID()), what)
		}
		return a
	}
	return []views.Action{
		show("state and capabilities", sources.PageAbout, true),
		show("resources", sources.PageResources, len(st.Offers) > prompts),
		show("prompts", sources.PagePrompts, prompts > 0),
		show("problems", sources.PageProblems, true),
		show("log", sources.PageLog, true),
		show("traffic", sources.PageTraffic, true),
	}
}

// showPage turns to a view of a source's page.
func (m *Model) showPage(id string, p sources.Page) tea.Cmd {
	if !m.catalog.SelectSource(id) {
		return nil
	}
	if m.offer != "" {
		m.leaveTool()
	}
	shown := tea.Batch(m.follow(), m.turn(paneCall))
	if m.tool == nil && m.sourceShown == id {
		m.source.Turn(p)
	}
	return shown
}
