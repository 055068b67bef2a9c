package ui

import (
	tea "charm.land/bubbletea/v2"

	"toolbench/views"
	"toolbench/views/safetext"
	"toolbench/views/widget"
)

func (m *Model) hintLine() string {
	hints, _ := m.hints()
	return widget.Fit(" "+widget.Hints(m.theme, hints, m.width-2), m.width)
}

// noticeLines are what there is to say, in the place of the hint line. A long
// sentence takes what it needs of the lines above, up to a few.
func (m *Model) noticeLines() []string {
	if m.notice.Text == "" {
		return nil
	}
	style := m.theme.Accent
	if m.notice.Trouble {
		style = m.theme.Warn
	}
	rows := widget.Wrap(safetext.Line(m.notice.Text), m.width-2)
	if len(rows) > mostNotice {
		rows = append(rows[:mostNotice-1], rows[mostNotice-1]+m.theme.Glyphs.More)
	}
	for i, row := range rows {
		rows[i] = widget.Fit(" "+style.Render(row), m.width)
	}
	return rows
}

// mostNotice is how many lines a notice takes at the most.
const mostNotice = 4

// hints are the hint line, and the actions behind it.
func (m *Model) hints() ([]widget.Hint, []views.Action) {
	actions := m.focused().Actions()
	if len(m.overlays) == 0 {
		actions = append(actions, m.Actions()...)
	}
	var hints []widget.Hint
	var behind []views.Action
	taken := map[string]bool{}
	for _, a := range actions {
		key := m.hintKey(a)
		if a.Hint == "" || !a.Live() || key == "" || taken[key] {
			continue
		}
		taken[key] = true
		hints = append(hints, widget.Hint{Key: key, Label: a.Hint, Keep: a.Stays})
		behind = append(behind, a)
	}
	return hints, behind
}

// hintKey is the first key of an action that no text field takes for itself,
// empty when there is none.
func (m *Model) hintKey(a views.Action) string {
	for _, k := range a.Keys {
		if !m.focused().Owns(pressOf(k)) {
			return views.KeyName(k)
		}
	}
	return ""
}

// pressOf is the key press that a printable keystroke stands for.
func pressOf(stroke string) tea.KeyPressMsg {
	if r := []rune(stroke); len(r) == 1 {
		return tea.KeyPressMsg{Code: r[0], Text: stroke}
	}
	return tea.KeyPressMsg{}
}
