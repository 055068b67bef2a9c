package result

import (
	"fmt"
	"strings"
	"time"

	"charm.land/lipgloss/v2"

	"toolbench/theme"
	"toolbench/toolkit/run"
	"toolbench/toolkit/tool"
	"toolbench/views/safetext"
)

// eventLine is one event in one line: when it was since the start, what kind it
// is, and what it says.
func eventLine(t *theme.Theme, e run.Event, started time.Time) string {
	at, kind, style, text := describe(t, e)
	return t.Faint.Render(since(at.Sub(started))) + "  " + style.Render(fmt.Sprintf("%-9s", kind)) + "  " + safetext.Line(text)
}

// since is a time from the start: +0.012 s.
func since(d time.Duration) string {
	return fmt.Sprintf("%+9.3f s", max(0, d).Seconds())
}

func describe(t *theme.Theme, e run.Event) (at time.Time, kind string, style lipgloss.Style, text string) {
	switch e := e.(type) {
	case run.Started:
		return e.Time, "started", t.Quiet, ""
	case run.Progressed:
		p := e.Progress
		text = progress(&p)
		if p.Message != "" && p.Total > 0 {
			text += fmt.Sprintf("  (%g of %g)", p.Progress, p.Total)
		}
		return e.Time, "progress", t.Busy, text
	case run.Chunk:
		return e.Time, "output", t.Quiet, e.Text
	case run.Logged:
		return e.Time, level(e.Level), logStyle(t, e.Level), e.Message
	case run.Suspended:
		return e.Time, "asked", t.Warn, e.Request.Kind + ": " + e.Request.Prompt
	case run.Resumed:
		return e.Time, "answered", t.Quiet, answer(e.Answer) + ": " + e.Request.Prompt
	case run.Finished:
		return e.Time, "finished", t.Quiet, ending(e.Outcome)
	}
	return time.Time{}, "event", t.Quiet, fmt.Sprintf("%T", e)
}

func level(l string) string {
	if l == "" {
		return "log"
	}
	return safetext.Line(l)
}

func logStyle(t *theme.Theme, level string) lipgloss.Style {
	switch level {
	case "error", "critical", "alert", "emergency":
		return t.Error
	case "warning":
		return t.Accent
	}
	return t.Quiet
}

func answer(a tool.Answer) string {
	switch {
	case a.OK:
		return "yes"
	case a.Reason == "" || a.Reason == tool.ReasonDeclined:
		if a.Note != "" {
			return "declined (" + a.Note + ")"
		}
		return tool.ReasonDeclined
	}
	return a.Reason
}

func ending(o run.Outcome) string {
	said := []string{o.Kind.String()}
	if o.Err != nil {
		said = append(said, o.Err.Error())
	}
	return strings.Join(said, ": ")
}
