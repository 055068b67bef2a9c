package result

import (
	"strings"

	"toolbench/theme"
	"toolbench/toolkit/run"
	"toolbench/views"
	"toolbench/views/safetext"
	"toolbench/views/widget"
)

// An eventLog is the events of a run as lines. Each is drawn once, but for the
// newest progress report, which the next one replaces.
type eventLog struct {
	settled []string
	open    []string // the line of the newest event while it may be replaced
	theme   *theme.Theme
}

// Len implements [widget.Lines].
func (l *eventLog) Len() int { return len(l.settled) + len(l.open) }

// Line implements [widget.Lines].
func (l *eventLog) Line(i int) string {
	if i < len(l.settled) {
		return l.settled[i]
	}
	return l.open[i-len(l.settled)]
}

func (l *eventLog) snapshot() widget.Lines {
	now := *l
	return &now
}

// grow takes in what was added to a record's events.
func (l *eventLog) grow(t *theme.Theme, rec *views.Record) {
	if t != l.theme {
		*l = eventLog{theme: t}
	}
	l.open = nil
	for _, e := range rec.Events[len(l.settled):] {
		line := eventLine(t, e, rec.Started)
		if _, replaceable := e.(run.Progressed); replaceable && len(l.settled) == len(rec.Events)-1 {
			l.open = []string{line}
			return
		}
		l.settled = append(l.settled, line)
	}
}

// pending is what stands on the output page of a run that has sent nothing yet.
func pending(t *theme.Theme, rec *views.Record) []string {
	if len(rec.Waiting) == 0 {
		return []string{t.Quiet.Render("No output yet.")}
	}
	var lines []string
	for _, w := range rec.Waiting {
		lines = append(lines, t.Warn.Render(t.Glyphs.Waiting+" the tool asks: ")+safetext.Line(firstLine(w.Request.Prompt)))
	}
	return lines
}

// firstLine is what a question begins with; the prompt pane has it whole.
func firstLine(text string) string {
	line, _, _ := strings.Cut(strings.TrimSpace(text), "\n")
	return line
}
