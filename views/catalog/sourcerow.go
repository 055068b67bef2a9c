package catalog

import (
	"fmt"
	"regexp"
	"strings"
	"time"

	"toolbench/theme"
	"toolbench/toolkit/source"
	"toolbench/views"
	"toolbench/views/safetext"
	"toolbench/views/widget"
)

// sourceLine is the row of a source: its name, and how it is. A source that
// failed says why right behind its name, since the reason is long.
func (s *Screen) sourceLine(r row, indent, fold string, width int) string {
	src := &s.sources[r.source]
	t := s.theme
	name, style := src.Name, t.Text
	if name == "" {
		name, style = string(src.Kind), t.Title
	}
	if src.State == source.Failed {
		head := indent + t.Error.Render(t.Glyphs.Failed+" ") + style.Render(safetext.Line(name))
		room := width - widget.Width(head) - 2
		return widget.Fit(head+"  "+widget.Fit(s.failure(src), room), width)
	}
	sign, state := s.condition(src, r.shown)
	if sign == "" {
		sign = fold
	}
	return widget.Between(indent+t.Quiet.Render(sign+" ")+style.Render(safetext.Line(name)), state, width)
}

// failure is why a source serves nothing, and when that is tried to be mended.
func (s *Screen) failure(src *Source) string {
	text := strings.TrimPrefix(src.Reason, "server "+src.Name+" ")
	// A row has no room for the file's path, which the source's page shows.
	if rest, ok := strings.CutPrefix(text, src.Origin); ok && place.MatchString(rest) {
		text = place.ReplaceAllString(rest, "line $1: ")
	}
	reason := s.theme.Error.Render(safetext.Line(text))
	if src.Retry.IsZero() {
		return reason
	}
	return s.theme.Busy.Render("again "+widget.In(time.Until(src.Retry))) + "  " + reason
}

// place is a line and a column, behind the path of a file.
var place = regexp.MustCompile(`^:(\d+):\d+: `)

// condition is how a source is, and the sign before its name; empty where its
// branch can be folded.
func (s *Screen) condition(src *Source, shown int) (sign, state string) {
	t, g := s.theme, s.theme.Glyphs
	switch src.State {
	case source.Connecting:
		return g.Off, t.Busy.Render(connecting(g, time.Since(src.Since)))
	case source.NeedsAuthorization:
		return g.Waiting, s.authorization(src)
	case source.Untrusted:
		return g.Off, t.Warn.Render("not trusted") + "  " + t.Key.Render("t")
	case source.Disabled:
		return g.Off, t.Faint.Render("disabled")
	}
	state = t.OK.Render(g.On) + " " + t.Quiet.Render(s.tally(src, shown))
	if src.Watched {
		state = t.Faint.Render("watched ") + state
	}
	return "", state
}

func (s *Screen) authorization(src *Source) string {
	t := s.theme
	switch rec := s.latest(views.Key(src.ID(), views.SignIn)); {
	case rec.Running():
		return t.Warn.Render("signing in" + t.Glyphs.More)
	case src.CanSignIn:
		return t.Warn.Render("needs authorization") + "  " + t.Key.Render("s")
	}
	return t.Warn.Render("needs authorization")
}

// connecting says for how long, once that is worth saying.
func connecting(g theme.Glyphs, elapsed time.Duration) string {
	if elapsed < 2*time.Second {
		return "connecting" + g.More
	}
	return "connecting" + g.More + " " + widget.Clock(elapsed)
}

func (s *Screen) tally(src *Source, shown int) string {
	n := widget.Count(len(src.Tools))
	if s.filtering() {
		n = fmt.Sprintf("%s of %s", widget.Count(shown), n)
	}
	if src.Problems > 0 {
		n += fmt.Sprintf(", %d odd", src.Problems)
	}
	return n
}

// Counting tells whether a row that shows counts seconds.
func (s *Screen) Counting() bool {
	for y := range s.list.Height() {
		if i, ok := s.list.At(y); ok && s.rows[i].item < 0 && s.rows[i].source >= 0 {
			if src := &s.sources[s.rows[i].source]; src.State == source.Connecting || !src.Retry.IsZero() {
				return true
			}
		}
	}
	return false
}
