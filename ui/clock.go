package ui

import (
	"slices"
	"time"

	tea "charm.land/bubbletea/v2"

	"toolbench/toolkit"
	"toolbench/toolkit/source"
)

// tickMsg redraws a running clock.
type tickMsg struct{}

// clock ticks once a second, and only while a running clock is in view.
func (m *Model) clock() tea.Cmd {
	if m.ticking || !m.clockInView() {
		return nil
	}
	m.ticking = true
	return tea.Tick(time.Second, func(time.Time) tea.Msg { return tickMsg{} })
}

// clockInView tells whether something on the screen counts seconds: a run that
// shows, or a row of one, or a source that connects.
func (m *Model) clockInView() bool {
	return !m.layout.tooSmall && m.width > 0 && (m.running() > 0 || m.connecting())
}

func (m *Model) connecting() bool {
	return slices.ContainsFunc(m.statuses, func(st toolkit.Status) bool { return st.State == source.Connecting })
}
