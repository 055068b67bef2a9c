package ui

import (
	"context"
	"time"

	tea "charm.land/bubbletea/v2"

	"toolbench/toolkit"
	"toolbench/views"
	"toolbench/views/call"
	"toolbench/views/catalog"
)

// kitChangedMsg says that the catalogue or the state of a source has changed.
type kitChangedMsg struct {
	version uint64
	sources []catalog.Source
}

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
			CanSignIn: st.CanSignIn, Retry: st.Retry, Watched: len(st.Watched) > 0,
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
	before := m.statuses
	m.statuses = m.kit.Sources()
	m.tellChanges(before)
	m.catalog.Set(msg.sources)
	cmds := []tea.Cmd{m.watch(msg.version)}
	for _, src := range msg.sources {
		for _, item := range src.Tools {
			if t := m.open(views.Key(src.ID(), item.Name)); t != nil {
				cmds = append(cmds, t.SetTool(item.Tool))
			}
		}
	}
	for _, st := range m.statuses {
		for _, o := range st.Offers {
			if t := m.open(offerKey(st.ID(), o)); t != nil {
				cmds = append(cmds, t.SetOffer(o))
			}
		}
	}
	m.refreshPage()
	return tea.Batch(cmds...)
}

// open is the screen of a tool that holds something, or shows; nil when there is
// none.
func (m *Model) open(key string) *call.Screen {
	if m.tool != nil && m.tool.Key() == key {
		return m.tool
	}
	return m.tools[key]
}

// status is how the source of an id is, the zero Status when there is none.
func (m *Model) status(id string) toolkit.Status {
	for _, st := range m.statuses {
		if st.ID() == id {
			return st
		}
	}
	return toolkit.Status{}
}

// total is how many tools the catalogue has.
func (m *Model) total() int {
	n := 0
	for _, st := range m.statuses {
		n += st.Tools
	}
	return n
}
