package ui

import (
	"context"
	"fmt"
	"strings"
	"time"

	tea "charm.land/bubbletea/v2"

	"toolbench/toolkit/source"
	"toolbench/views"
	"toolbench/views/call"
	"toolbench/views/catalog"
	"toolbench/views/confirm"
	"toolbench/views/safetext"
	"toolbench/views/sources"
	"toolbench/views/widget"
)

// kitChangedMsg says that the catalogue or the state of a source has changed.
type kitChangedMsg struct {
	version uint64
	sources []catalog.Source
}

// reloadMsg and toggleMsg say that a source is to be connected anew, enabled or
// disabled, and that nothing that runs is in the way.
type (
	reloadMsg struct{ id string }
	toggleMsg struct{ id string }
)

// kitPace is the least time between two looks at the toolkit.
const kitPace = 50 * time.Millisecond

// watch waits for the toolkit to be newer than version and reads it.
func (m *Model) watch(version uint64) tea.Cmd {
	ctx, kit := m.ctx, m.kit
	return func() tea.Msg {
		if version > 0 && !pause(ctx, kitPace) {
			return nil
		}
		at, ok := kit.Changed(ctx, version)
		if !ok {
			return nil
		}
		return kitChangedMsg{at, m.read()}
	}
}

// pause waits, and tells whether ctx let it.
func pause(ctx context.Context, d time.Duration) bool {
	t := time.NewTimer(d)
	defer t.Stop()
	select {
	case <-t.C:
		return true
	case <-ctx.Done():
		return false
	}
}

// read is the toolkit's sources with their tools, as the catalogue takes them.
func (m *Model) read() []catalog.Source {
	statuses, entries := m.kit.Sources(), m.kit.Entries()
	all := make([]catalog.Source, len(statuses))
	place := make(map[string]int, len(statuses))
	for i, st := range statuses {
		all[i] = catalog.Source{Info: st.Info, State: st.State, Since: st.Since, Reason: st.Reason, Problems: len(st.Problems),
			Tools: make([]catalog.Item, 0, st.Tools)}
		place[st.ID()] = i
	}
	for _, e := range entries {
		if i, ok := place[e.SourceID]; ok {
			all[i].Tools = append(all[i].Tools, catalog.Item{Tool: e.Tool, HiddenBy: e.HiddenBy})
		}
	}
	return all
}

func (m *Model) kitChanged(msg kitChangedMsg) tea.Cmd {
	m.statuses = m.kit.Sources()
	m.catalog.Set(msg.sources)
	cmds := []tea.Cmd{m.watch(msg.version)}
	for _, src := range msg.sources {
		for _, item := range src.Tools {
			if t := m.tools[views.Key(src.ID(), item.Name)]; t != nil {
				cmds = append(cmds, t.SetTool(item.Tool))
			}
		}
	}
	if m.tool == nil {
		cmds = append(cmds, m.showSource())
	}
	return tea.Batch(cmds...)
}

// follow puts what is under the catalogue's cursor into the panes at the right.
func (m *Model) follow() tea.Cmd {
	id, item, ok := m.catalog.Selected()
	if !ok {
		src, _ := m.catalog.SelectedSource()
		if m.tool == nil && m.sourceShown == src.ID() {
			return nil
		}
		m.leaveTool()
		return m.showSource()
	}
	key := views.Key(id, item.Name)
	if m.tool != nil && m.tool.Key() == key {
		return nil
	}
	m.leaveTool()
	m.tool = m.tools[key]
	var cmds []tea.Cmd
	if m.tool == nil {
		m.tool = call.New(m.theme, m.out, key, item.Tool, m.info(id))
		cmds = append(cmds, m.tool.Init())
	}
	m.tool.Focus(m.front == paneCall && len(m.overlays) == 0)
	return tea.Batch(append(cmds, m.show(m.latest[key]))...)
}

// leaveTool keeps the screen of the tool in front when something was typed into
// it or run from it, and forgets it otherwise.
func (m *Model) leaveTool() {
	if m.tool == nil {
		return
	}
	m.tool.Focus(false)
	if m.tool.Touched() {
		m.tools[m.tool.Key()] = m.tool
	}
	m.tool = nil
}

func (m *Model) info(id string) source.Info {
	for _, st := range m.statuses {
		if st.ID() == id {
			return st.Info
		}
	}
	return source.Info{}
}

// showSource shows the source under the cursor.
func (m *Model) showSource() tea.Cmd {
	show := m.show(nil)
	src, ok := m.catalog.SelectedSource()
	m.sourceShown = src.ID()
	if !ok {
		return tea.Batch(show, m.source.Show(nil))
	}
	for _, st := range m.statuses {
		if st.ID() == src.ID() {
			return tea.Batch(show, m.source.Show(&sources.Source{Info: st.Info, State: st.State, Since: st.Since, Reason: st.Reason,
				Tools: st.Tools, Problems: st.Problems, Facts: st.Facts, Log: m.kit.Log(st.ID()), Exchange: m.kit.Exchange(st.ID())}))
		}
	}
	return show
}

// disturb does something that ends a source's session. While calls of it run it
// asks first.
func (m *Model) disturb(id, what string, then tea.Msg) tea.Cmd {
	n := 0
	for _, rec := range m.records {
		if of, _, _ := strings.Cut(rec.Key, "\x00"); of == id && rec.Running() {
			n++
		}
	}
	if n == 0 {
		return m.asked(then)
	}
	text := fmt.Sprintf("%s on %s. To %s it stops what runs.", widget.Plural(n, "call is running", "calls are running"), safetext.Line(id), what)
	m.question("Stop what runs?", text, confirm.Choice{Name: "leave it"}, confirm.Choice{Name: what, Msg: then})
	return nil
}

func (m *Model) kitDo(do func(id string) error, id string) tea.Cmd {
	if err := do(id); err != nil {
		m.notice = views.NoticeMsg{Text: err.Error(), Trouble: true}
	}
	return nil
}

func (m *Model) toggle(id string) tea.Cmd {
	for _, st := range m.statuses {
		if st.ID() == id && st.State == source.Disabled {
			return m.kitDo(m.kit.Enable, id)
		}
	}
	m.notice = views.NoticeMsg{Text: safetext.Line(id) + " is disabled and its tools are hidden; x enables it again."}
	return m.kitDo(m.kit.Disable, id)
}

// total is how many tools the catalogue has.
func (m *Model) total() int {
	n := 0
	for _, st := range m.statuses {
		n += st.Tools
	}
	return n
}
