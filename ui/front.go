package ui

import (
	tea "charm.land/bubbletea/v2"

	"toolbench/toolkit"
	"toolbench/views"
	"toolbench/views/call"
	"toolbench/views/sources"
)

// follow puts what is under the catalogue's cursor into the panes at the right.
func (m *Model) follow() tea.Cmd {
	id, item, ok := m.catalog.Selected()
	if !ok {
		if m.sourceShown == m.catalog.Branch() && (m.tool == nil || m.offer != "") {
			return nil
		}
		m.leaveTool()
		m.pageRun = ""
		return m.showSource()
	}
	key := views.Key(id, item.Name)
	if m.tool != nil && m.tool.Key() == key {
		return nil
	}
	m.leaveTool()
	m.sourceShown = "\x00"
	made := m.tools[key] == nil
	m.tool = m.tools[key]
	if made {
		m.tool = call.New(m.theme, m.out, key, item.Tool, m.status(id).Info)
	}
	return m.enterTool(made)
}

// enterTool shows the tool in front with its newest run.
func (m *Model) enterTool(made bool) tea.Cmd {
	m.tool.Focus(m.front == paneCall && len(m.overlays) == 0)
	cmds := []tea.Cmd{m.show(m.latest[m.tool.Key()])}
	if made {
		cmds = append(cmds, m.tool.Init())
	}
	return tea.Batch(cmds...)
}

// leaveTool keeps the screen of the tool in front when something was typed into
// it or run from it, and forgets it otherwise.
func (m *Model) leaveTool() {
	m.offer = ""
	if m.tool == nil {
		return
	}
	m.tool.Focus(false)
	if m.tool.Touched() {
		m.tools[m.tool.Key()] = m.tool
	}
	m.tool = nil
}

// frontKey names what the runs in the result pane are of: the tool in front, or
// what was run from a source's page.
func (m *Model) frontKey() string {
	if m.tool != nil {
		return m.tool.Key()
	}
	return m.pageRun
}

// showSource shows the page of the source, or of the kind, under the cursor, with
// what was run from it last.
func (m *Model) showSource() tea.Cmd {
	m.sourceShown = m.catalog.Branch()
	m.source.Focus(m.front == paneCall && len(m.overlays) == 0)
	m.fillPage()
	return m.show(m.latest[m.pageRun])
}

// refreshPage brings a page that shows, or is behind what is open over it, up to
// date.
func (m *Model) refreshPage() {
	if m.tool == nil || m.offer != "" {
		m.fillPage()
	}
}

// fillPage gives the page what is known of the source, or of those of a kind.
func (m *Model) fillPage() {
	if st := m.status(m.sourceShown); m.sourceShown != "" && st.ID() == m.sourceShown {
		src := m.pageOf(st)
		src.Log, src.Exchange = m.kit.Log(st.ID()), m.kit.Exchange(st.ID())
		m.source.Show(&src)
		return
	}
	var among []sources.Source
	for _, st := range m.statuses {
		if string(st.Kind) == m.sourceShown {
			among = append(among, m.pageOf(st))
		}
	}
	m.source.ShowKind(m.sourceShown, among)
}

// pageOf is a source as its page shows it, without its log and traffic.
func (m *Model) pageOf(st toolkit.Status) sources.Source {
	id := st.ID()
	var with []string
	if m.options.With != nil {
		with = m.options.With(id)
	}
	return sources.Source{
		Info: st.Info, With: with, State: st.State, Since: st.Since, Reason: st.Reason, Retry: st.Retry,
		CanSignIn: st.CanSignIn, SigningIn: m.latest[views.Key(id, views.SignIn)].Running(),
		Tools: st.Tools, Problems: st.Problems, Offers: st.Offers, More: st.More, Facts: st.Facts,
		Changes: st.Changes.String(), ChangedAt: st.Changes.At, Watched: st.Watched,
		Leveled: st.Leveled, Level: m.levels[id],
	}
}
