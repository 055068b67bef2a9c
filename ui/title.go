package ui

import (
	"fmt"
	"strings"

	"toolbench/views/safetext"
	"toolbench/views/widget"
)

func (m *Model) windowTitle() string {
	if m.tool == nil {
		return "toolbench"
	}
	return "toolbench: " + safetext.Line(m.tool.Tool().ShortName())
}

// titleLine is where we are, what is not as it should be, and what needs a
// person. A warning keeps its place when there is little room.
func (m *Model) titleLine() string {
	left, right := m.titleLeft(), m.titleRight()
	if m.options.Warning == "" {
		return widget.Between(left, right, m.width)
	}
	warning := m.theme.Warn.Render(m.theme.Glyphs.Destructive + " " + safetext.Line(m.options.Warning))
	least := min(widget.Width(warning), max(leastWarning, m.width/3))
	room := max(least, m.width-widget.Width(left)-widget.Width(right)-2*warningGap)
	warning = widget.Fit(warning, min(room, widget.Width(warning)))
	left = widget.Fit(left, min(widget.Width(left), max(0, m.width-widget.Width(warning)-widget.Width(right)-2*warningGap)))
	return widget.Between(left+strings.Repeat(" ", warningGap)+warning, right, m.width)
}

// leastWarning is how many cells a warning keeps, beside a third of a wide
// line, and warningGap what stands around it.
const leastWarning, warningGap = 12, 2

func (m *Model) titleLeft() string {
	if !m.layout.wide {
		line, _ := widget.Tabs(m.theme, narrowTabs, m.narrowTab(), m.width/2+4)
		return " " + line
	}
	name := " " + m.theme.Title.Render("toolbench") + "   "
	facts := []string{widget.Plural(len(m.statuses), "source", "sources"), widget.Plural(m.total(), "tool", "tools")}
	if m.options.Title != "" {
		facts = append([]string{safetext.Line(m.options.Title)}, facts...)
	}
	return name + m.theme.Quiet.Render(strings.Join(facts, " "+m.theme.Glyphs.Bullet+" "))
}

// narrowTabs are the panes of a narrow window.
var narrowTabs = []string{"Tools", "Tool", "Result"}

func (m *Model) narrowTab() int {
	if m.front == panePrompt {
		return int(m.before)
	}
	return int(m.front)
}

func (m *Model) titleRight() string {
	var parts []string
	if n := m.running(); n > 0 {
		parts = append(parts, m.theme.Busy.Render(fmt.Sprintf("%s %d running", m.theme.Glyphs.Running, n)))
	}
	if n := m.inbox.Count(); n > 0 {
		parts = append(parts, m.theme.Warn.Render(fmt.Sprintf("%s %d waiting", m.theme.Glyphs.Waiting, n))+" "+m.theme.Key.Render("ctrl+g"))
	}
	if len(parts) == 0 {
		return ""
	}
	return strings.Join(parts, "  ") + " "
}
