package ui

import (
	"time"

	tea "charm.land/bubbletea/v2"
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
// shows, or a row of one, a question that waits, a source that connects or is
// tried again.
func (m *Model) clockInView() bool {
	if m.layout.tooSmall || m.width <= 0 {
		return false
	}
	return m.running() > 0 || !m.layout.panes[panePrompt].Empty() ||
		!m.layout.panes[paneTools].Empty() && m.catalog.Counting() ||
		!m.layout.panes[paneCall].Empty() && m.tool == nil && m.source.Counting()
}
