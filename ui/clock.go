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
// shows, or a row of one, or what waits for an answer.
func (m *Model) clockInView() bool {
	return !m.layout.tooSmall && m.width > 0 && m.running() > 0
}
