package catalog

import (
	"fmt"
	"strings"
	"time"

	"charm.land/lipgloss/v2"

	"toolbench/theme"
	"toolbench/toolkit/run"
	"toolbench/views"
	"toolbench/views/safetext"
	"toolbench/views/widget"
)

// View implements [views.Screen].
func (s *Screen) View() views.Frame {
	f := views.Frame{Title: "Tools", Total: len(s.rows), Offset: s.list.Offset(), Note: s.counted()}
	if s.height <= 0 || s.width <= 0 {
		return f
	}
	prompt := s.theme.Quiet.Render("/ ")
	if s.typing {
		prompt = s.theme.Accent.Render("› ")
	}
	f.Lines = append([]string{widget.Fit(prompt+s.filter.View(), s.width)}, s.body()...)
	if s.typing && s.focused {
		if c := s.filter.Cursor(); c != nil {
			c.X += 2
			c.X = min(c.X, s.width-1)
			f.Cursor = c
		}
	}
	return f
}

func (s *Screen) counted() string {
	total := len(s.index.docs)
	if s.filtering() {
		return s.theme.Quiet.Render(fmt.Sprintf("%s of %s", widget.Count(s.shown), widget.Count(total)))
	}
	return s.theme.Quiet.Render(widget.Plural(total, "tool", "tools"))
}

func (s *Screen) body() []string {
	if len(s.rows) > 0 {
		return s.list.View(s.theme, s.focused, s.line)
	}
	why := "No source of tools is open."
	if s.filtering() {
		why = fmt.Sprintf("Nothing matches %q; esc clears the filter.", safetext.Line(s.query.text))
	}
	lines := make([]string, 0, s.height)
	for line := range strings.SplitSeq(lipgloss.Wrap(why, max(1, s.width), ""), "\n") {
		lines = append(lines, s.theme.Quiet.Render(line))
	}
	return widget.Block(lines, s.width, max(0, s.height-1))
}

func (s *Screen) line(i int, _ bool, width int) string {
	r := s.rows[i]
	indent := strings.Repeat("  ", r.depth)
	if r.item >= 0 {
		return s.toolLine(r, indent, width)
	}
	g := s.theme.Glyphs
	fold := g.Collapsed
	if r.open {
		fold = g.Expanded
	}
	if r.source < 0 {
		return widget.Between(indent+s.theme.Quiet.Render(fold+" ")+s.theme.Title.Render(string(r.kind)),
			s.theme.Quiet.Render(widget.Count(r.shown)), width)
	}
	return s.sourceLine(r, indent, fold, width)
}

func (s *Screen) toolLine(r row, indent string, width int) string {
	src := &s.sources[r.source]
	t := &src.Tools[r.item]
	name := safetext.Line(t.ShortName())
	style := s.theme.Text
	if t.HiddenBy != "" {
		style = s.theme.Faint.Strikethrough(true)
	}
	head := indent + "  " + s.marked(name, t.Name, style)
	state := s.state(views.Key(src.ID(), t.Name), t)
	if title := safetext.Line(t.Title()); title != name {
		room := width - widget.Width(head) - widget.Width(state) - 4
		if room >= 8 {
			head += "  " + s.theme.Faint.Render(widget.Fit(title, min(room, widget.Width(title))))
		}
	}
	return widget.Between(head, state, width)
}

// marked is a name with the letters that the filter found in it, or in the full
// name that ends with it.
func (s *Screen) marked(name, full string, style lipgloss.Style) string {
	words := s.query.words()
	if len(words) == 0 {
		return style.Render(name)
	}
	hits := highlights(words, name, full)
	if len(hits) == 0 {
		return style.Render(name)
	}
	var out strings.Builder
	next := 0
	for i, r := range name {
		st := style
		for next < len(hits) && hits[next] < i {
			next++
		}
		if next < len(hits) && hits[next] == i {
			st = s.theme.Match
		}
		out.WriteString(st.Render(string(r)))
	}
	return out.String()
}

// state is what stands at a tool's right edge: how its newest run is, else what
// it says of itself.
func (s *Screen) state(key string, t *Item) string {
	if t.HiddenBy != "" {
		return s.theme.Faint.Render("hidden by " + safetext.Line(t.HiddenBy))
	}
	if rec := s.latest(key); rec != nil {
		return Mark(s.theme, rec, time.Since(rec.Started))
	}
	g := s.theme.Glyphs
	switch {
	case t.Details != nil && t.Details.Problem != "":
		return s.theme.Warn.Render(g.Told + " odd")
	case t.Destructive():
		return s.theme.Text.Render(g.Destructive)
	case t.ReadOnly():
		return s.theme.Faint.Render(g.ReadOnly)
	}
	return ""
}

// Mark is how a run is, in a word or two: its outcome and how long it took, or
// how far it has come.
func Mark(t *theme.Theme, rec *views.Record, elapsed time.Duration) string {
	g := t.Glyphs
	if rec.Running() {
		switch {
		case len(rec.Waiting) > 0:
			return t.Warn.Render(g.Waiting + " waiting")
		case rec.Progress != nil && rec.Progress.Total > 0:
			return t.Busy.Render(fmt.Sprintf("%s %.0f %%", g.Running, 100*rec.Progress.Progress/rec.Progress.Total))
		}
		if elapsed < time.Second {
			return t.Busy.Render(g.Running)
		}
		return t.Busy.Render(g.Running + " " + widget.Clock(elapsed))
	}
	took := widget.Duration(rec.Outcome.Duration)
	switch rec.Outcome.Kind {
	case run.OK:
		return t.OK.Render(g.OK) + " " + t.Quiet.Render(took)
	case run.ToolError:
		return t.Error.Render(g.Told + " error")
	case run.Stopped:
		return t.Quiet.Render(g.Stopped + " stopped")
	case run.TimedOut:
		return t.Error.Render(g.Late + " " + took)
	case run.Declined:
		reason, _, _ := strings.Cut(rec.Outcome.Result.Output, ":") // declined, cancelled or expired
		return t.Quiet.Render(g.Stopped + " " + reason)
	}
	return t.Error.Render(g.Failed + " failed")
}
