package ui

import (
	"context"

	tea "charm.land/bubbletea/v2"
)

// A hearing is the wait for what a source's log and traffic get while one of
// them shows. The zero value waits for nothing.
type hearing struct {
	id      string
	version uint64
	waiting bool
	cancel  context.CancelFunc
}

// heardMsg says that a source's log or traffic has got something.
type heardMsg struct {
	id      string
	version uint64
}

// hear waits for more while a log or a traffic shows, and for nothing otherwise.
func (m *Model) hear() tea.Cmd {
	id := ""
	if m.tool == nil && m.source.Growing() && !m.layout.panes[paneCall].Empty() {
		id = m.sourceShown
	}
	if id != m.hearing.id {
		if m.hearing.cancel != nil {
			m.hearing.cancel()
		}
		m.hearing = hearing{id: id}
	}
	if id == "" || m.hearing.waiting {
		return nil
	}
	ctx, cancel := context.WithCancel(m.ctx)
	first := m.hearing.cancel == nil
	m.hearing.waiting, m.hearing.cancel = true, cancel
	kit, version := m.kit, m.hearing.version
	return func() tea.Msg {
		defer cancel()
		if !first && !pause(ctx, kitPace) {
			return nil
		}
		if at, ok := kit.Heard(ctx, id, version); ok {
			return heardMsg{id, at}
		}
		return nil
	}
}

func (m *Model) heard(msg heardMsg) {
	if msg.id == m.hearing.id {
		m.hearing.version, m.hearing.waiting = msg.version, false
		m.refreshPage()
	}
}
