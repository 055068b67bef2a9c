package ui

import (
	"slices"

	tea "charm.land/bubbletea/v2"

	"toolbench/views/choose"
	"toolbench/views/safetext"
)

// levelMsg says that a source is to send the log messages of a level and above,
// leveledMsg that it was told so.
type (
	levelMsg   struct{ id, level string }
	leveledMsg struct{ id, level string }
)

// logLevels are the levels of log messages, the chattiest first.
var logLevels = []choose.Choice{
	{Name: "debug", About: "everything"}, {Name: "info", About: "what it does"}, {Name: "notice", About: "what is worth a note"},
	{Name: "warning", About: "what may be wrong"}, {Name: "error", About: "what went wrong"}, {Name: "critical", About: "what fails as a whole"},
	{Name: "alert", About: "what needs a person at once"}, {Name: "emergency", About: "what makes it unusable"},
}

// chooseLevel opens the choice of which log messages a source sends.
func (m *Model) chooseLevel(id string) {
	choices := slices.Clone(logLevels)
	at := 0
	for i := range choices {
		choices[i].Msg = levelMsg{id, choices[i].Name}
		if choices[i].Name == m.levels[id] {
			at = i
		}
	}
	m.push(choose.New(m.theme, m.out, "Log messages of "+safetext.Line(id)+" from this level on", at, choices...))
}

func (m *Model) setLevel(msg levelMsg) tea.Cmd {
	ctx, kit := m.ctx, m.kit
	return func() tea.Msg {
		if err := kit.SetLogLevel(ctx, msg.id, msg.level); err != nil {
			return trouble("The level is as it was: %v", err)
		}
		return leveledMsg(msg)
	}
}
