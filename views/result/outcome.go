package result

import (
	"errors"
	"fmt"
	"strings"
	"time"

	"charm.land/lipgloss/v2"

	"toolbench/theme"
	"toolbench/toolkit/run"
	"toolbench/toolkit/source"
	"toolbench/toolkit/tool"
	"toolbench/views"
	"toolbench/views/safetext"
	"toolbench/views/widget"
)

// tellHow is after how long a run says how to stop it.
const tellHow = 2 * time.Second

// outcome is a run in one line: how it ended first, in words and with a glyph,
// or how far it has come.
func outcome(t *theme.Theme, rec *views.Record, elapsed time.Duration) string {
	if rec.Running() {
		return underway(t, rec, elapsed)
	}
	glyph, style, words := verdict(t, rec)
	said := style.Render(glyph + " " + words)
	if rest := figures(rec.Outcome); rest != "" {
		said += "   " + t.Quiet.Render(rest)
	}
	return said
}

// verdict is how a run ended.
func verdict(t *theme.Theme, rec *views.Record) (glyph string, style lipgloss.Style, words string) {
	o, g := rec.Outcome, t.Glyphs
	switch o.Kind {
	case run.OK:
		return g.OK, t.OK, "ok"
	case run.ToolError:
		return g.Told, t.Error, "the tool reported an error"
	case run.Panicked:
		return g.Failed, t.Error, "the tool failed: panic"
	case run.Stopped:
		return g.Stopped, t.Text, "stopped by you after " + widget.Duration(o.Duration)
	case run.TimedOut:
		return g.Late, t.Error, late(rec)
	case run.Lost:
		return g.Failed, t.Error, "lost: " + reason(o.Err)
	case run.Declined:
		return g.Stopped, t.Text, refusal(o.Result.Output)
	case run.Unanswered:
		return g.Waiting, t.Error, "unanswered: nobody was there to ask"
	}
	return g.Failed, t.Error, "the tool failed: " + reason(o.Err)
}

// late says how long nothing came. Progress begins the wait anew, so that the
// whole duration then is not it.
func late(rec *views.Record) string {
	if rec.Progress != nil {
		return "no answer in time, " + widget.Duration(rec.Outcome.Duration) + " in all"
	}
	waited := rec.Outcome.Duration - rec.Outcome.Asked
	if waited >= time.Second {
		return fmt.Sprintf("no answer in %d s", int(waited.Round(time.Second).Seconds()))
	}
	return "no answer in " + widget.Duration(waited)
}

// refusal is the reason that a declined run's result begins with.
func refusal(output string) string {
	switch word, _, _ := strings.Cut(output, ":"); word {
	case tool.ReasonCancelled, tool.ReasonExpired:
		return word
	}
	return tool.ReasonDeclined
}

// longestReason is how many cells of an error stand in the title; the output
// page has it whole.
const longestReason = 60

func reason(err error) string {
	if err == nil {
		return "it did not say why"
	}
	var lost *source.LostError
	if errors.As(err, &lost) && lost.Err != nil {
		err = lost.Err
	}
	said, _, more := strings.Cut(strings.TrimSpace(err.Error()), "\n")
	if said = safetext.Line(said); more || widget.Width(said) > longestReason {
		said = strings.TrimRight(widget.FitStart(said, min(longestReason, widget.Width(said)), "")+"…", " ")
	}
	return said
}

// figures are how long an ended run took and how much came back.
func figures(o *run.Outcome) string {
	var said []string
	if o.Kind != run.Stopped && o.Kind != run.TimedOut {
		said = append(said, widget.Duration(o.Duration-o.Asked))
	}
	if o.Asked >= time.Second {
		said = append(said, "asked "+widget.Duration(o.Asked))
	}
	if n := len(o.Result.Parts); n > 0 {
		said = append(said, widget.Plural(n, "part", "parts"))
	}
	if size := weight(o.Result); size > 0 {
		said = append(said, widget.Bytes(size))
	}
	return strings.Join(said, "   ")
}

// weight is how many bytes of text and decoded parts came back.
func weight(r tool.ToolResult) int64 {
	n := int64(len(r.Output))
	for _, p := range r.Parts {
		n += int64(p.Bytes())
		if p.Type == tool.PartText {
			n += int64(len(p.Text))
		}
	}
	return n
}

// underway is how far a run has come.
func underway(t *theme.Theme, rec *views.Record, elapsed time.Duration) string {
	g := t.Glyphs
	took := widget.Duration(elapsed)
	if elapsed >= time.Second {
		took = widget.Duration(elapsed.Truncate(100 * time.Millisecond))
	}
	switch {
	case rec.Stopping:
		return t.Quiet.Render(g.Stopped + " stopping" + g.More + "   " + took)
	case len(rec.Waiting) > 0:
		return t.Warn.Render(g.Waiting+" waiting for you") + "   " + t.Quiet.Render(took)
	}
	said := t.Busy.Render(g.Running + " " + progress(rec.Progress))
	said += "   " + t.Quiet.Render(took)
	if elapsed >= tellHow {
		said += "   " + t.Key.Render("ctrl+x") + " " + t.Quiet.Render("stops it")
	}
	return said
}

// progress is a progress report in words: 42 %  21 of 50 files.
func progress(p *tool.Progress) string {
	if p == nil {
		return "running"
	}
	var said []string
	if p.Total > 0 {
		said = append(said, fmt.Sprintf("%.0f %%", 100*p.Progress/p.Total))
	}
	switch {
	case p.Message != "":
		said = append(said, safetext.Line(p.Message))
	case p.Total > 0:
		said = append(said, fmt.Sprintf("%g of %g", p.Progress, p.Total))
	default:
		said = append(said, fmt.Sprintf("%g", p.Progress))
	}
	return strings.Join(said, "  ")
}
