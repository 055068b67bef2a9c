package sources

import (
	"strings"
	"time"

	"toolbench/toolkit/source"
	"toolbench/views/safetext"
	"toolbench/views/widget"
)

// factColumn is how wide the names of facts stand.
const factColumn = 14

// about is how the source is and what it says of itself.
func (s *Screen) about() []string {
	src, t := s.source, s.theme
	lines := append([]string{s.state()}, s.block(src.Reason)...)
	lines = append(lines, "")
	fact := func(name, value string) {
		if value == "" {
			return
		}
		for _, row := range widget.Wrap(safetext.Line(value), max(20, s.width-factColumn)) {
			lines = append(lines, t.Quiet.Render(widget.Fit(name, factColumn))+t.Text.Render(row))
			name = ""
		}
	}
	fact("reached at", src.Target)
	for i, line := range src.With {
		fact(first(i, "with"), line)
	}
	fact("declared in", src.Origin)
	fact("server", strings.TrimSpace(src.Facts.Server+" "+src.Facts.Version))
	fact("protocol", src.Facts.Protocol)
	fact("capabilities", strings.Join(src.Facts.Capabilities, ", "))
	fact("tools", widget.Count(src.Tools))
	if !src.ChangedAt.IsZero() {
		fact("changed", src.ChangedAt.Format(time.TimeOnly)+": "+src.Changes)
	}
	for i, file := range src.Watched {
		fact(first(i, "watched"), file)
	}
	if src.Facts.Instructions != "" {
		lines = append(lines, "", t.Title.Render("Instructions"))
		lines = append(lines, s.block(src.Facts.Instructions)...)
	}
	return lines
}

// first names the first of several facts; those below it need no name.
func first(i int, name string) string {
	if i > 0 {
		return ""
	}
	return name
}

func (s *Screen) block(text string) []string {
	if text == "" {
		return nil
	}
	var lines []string
	for line := range strings.SplitSeq(safetext.Block(text), "\n") {
		lines = append(lines, s.theme.Text.Render(line))
	}
	return lines
}

// state is how the source is, and the key that does something about it.
func (s *Screen) state() string {
	t, src := s.theme, s.source
	state := s.condition(src)
	switch src.State {
	case source.Failed:
		if !src.Retry.IsZero() {
			return state + t.Quiet.Render(", ") + t.Key.Render("r") + t.Quiet.Render(" tries it now")
		}
		return state + t.Quiet.Render("; ") + t.Key.Render("r") + t.Quiet.Render(" tries again")
	case source.NeedsAuthorization:
		return state + s.authorization()
	case source.Untrusted:
		return state + t.Quiet.Render("; it was found, not asked for; ") + t.Key.Render("t") + t.Quiet.Render(" shows what it would start")
	case source.Disabled:
		return state + t.Quiet.Render("; ") + t.Key.Render("x") + t.Quiet.Render(" enables it")
	}
	return state
}

// condition is how a source is, and since when.
func (s *Screen) condition(src *Source) string {
	t, g := s.theme, s.theme.Glyphs
	since := t.Quiet.Render(" since " + src.Since.Format(time.TimeOnly))
	switch src.State {
	case source.Connected:
		return t.OK.Render(g.On+" connected") + since
	case source.Failed:
		at := " at " + src.Since.Format(time.TimeOnly)
		if !src.Retry.IsZero() {
			at += "; it is tried again " + widget.In(time.Until(src.Retry))
		}
		return t.Error.Render(g.Failed+" failed") + t.Quiet.Render(at)
	case source.NeedsAuthorization:
		return t.Warn.Render(g.Waiting + " needs authorization")
	case source.Untrusted:
		return t.Warn.Render(g.Off + " not trusted")
	case source.Disabled:
		return t.Quiet.Render(g.Off + " disabled")
	}
	return t.Busy.Render(g.Off+" connecting") + since
}

func (s *Screen) authorization() string {
	t := s.theme
	switch {
	case s.source.SigningIn:
		return t.Quiet.Render("; signing in, it waits for you: ") + t.Key.Render("ctrl+g")
	case s.source.CanSignIn:
		return t.Quiet.Render("; ") + t.Key.Render("s") + t.Quiet.Render(" signs in")
	}
	return t.Quiet.Render("; this program can not sign in to it by itself: give it a header or a variable of the environment")
}
