// Package sources is the screen that says how a source is: its state, what it
// says of itself, what was wrong with its listing, its log and its traffic.
package sources

import (
	"fmt"
	"strings"
	"time"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/x/ansi"

	"toolbench/theme"
	"toolbench/toolkit/source"
	"toolbench/toolkit/tool"
	"toolbench/views"
	"toolbench/views/safetext"
	"toolbench/views/widget"
)

// A Source is one source as the screen shows it.
type Source struct {
	source.Info
	State    source.State
	Since    time.Time
	Reason   string
	Tools    int
	Problems []source.Problem
	Facts    source.Facts
	Log      []tool.LogEntry
	Exchange []source.Message
}

const (
	tabAbout = iota
	tabProblems
	tabLog
	tabTraffic
)

// A Screen shows one source.
type Screen struct {
	theme   *theme.Theme
	source  *Source
	tab     int
	text    widget.TextView
	focused bool
}

// New is a screen that shows nothing yet.
func New(t *theme.Theme) *Screen {
	s := &Screen{theme: t}
	s.fill()
	return s
}

// Show takes the source in front, nil for none.
func (s *Screen) Show(src *Source) tea.Cmd {
	other := src == nil || s.source == nil || src.ID() != s.source.ID()
	s.source = src
	if other {
		s.tab = tabAbout
	}
	end := s.text.AtBottom()
	s.fill()
	if s.tab >= tabLog && end && !other {
		s.text.Bottom()
	}
	return nil
}

// Restyle takes another theme.
func (s *Screen) Restyle(t *theme.Theme) tea.Cmd {
	s.theme = t
	s.fill()
	return nil
}

func (s *Screen) fill() {
	var lines []string
	switch {
	case s.source == nil:
		lines = []string{s.theme.Quiet.Render("Choose a tool or a source at the left.")}
	case s.tab == tabProblems:
		lines = s.problems()
	case s.tab == tabLog:
		lines = s.log()
	case s.tab == tabTraffic:
		lines = s.traffic()
	default:
		lines = s.about()
	}
	s.text.SetLines(widget.Prepared(lines))
}

func (s *Screen) about() []string {
	src, t := s.source, s.theme
	lines := []string{s.state()}
	if src.Reason != "" {
		for line := range strings.SplitSeq(safetext.Block(src.Reason), "\n") {
			lines = append(lines, t.Text.Render(line))
		}
	}
	lines = append(lines, "")
	fact := func(name, value string) {
		if value != "" {
			lines = append(lines, t.Quiet.Render(widget.Fit(name, 14))+t.Text.Render(safetext.Line(value)))
		}
	}
	fact("reached at", src.Target)
	fact("declared in", src.Origin)
	fact("server", strings.TrimSpace(src.Facts.Server+" "+src.Facts.Version))
	fact("protocol", src.Facts.Protocol)
	fact("capabilities", strings.Join(src.Facts.Capabilities, ", "))
	fact("tools", widget.Count(src.Tools))
	if src.Facts.Instructions != "" {
		lines = append(lines, "", t.Title.Render("Instructions"))
		for line := range strings.SplitSeq(safetext.Block(src.Facts.Instructions), "\n") {
			lines = append(lines, t.Text.Render(line))
		}
	}
	return lines
}

func (s *Screen) state() string {
	t, g := s.theme, s.theme.Glyphs
	since := " since " + s.source.Since.Format(time.TimeOnly)
	switch s.source.State {
	case source.Connected:
		return t.OK.Render(g.On+" connected") + t.Quiet.Render(since)
	case source.Failed:
		return t.Error.Render(g.Failed+" failed") + t.Quiet.Render(" at "+s.source.Since.Format(time.TimeOnly)+"; r tries again")
	case source.NeedsAuthorization:
		return t.Warn.Render(g.Waiting + " needs authorization")
	case source.Disabled:
		return t.Quiet.Render(g.Off + " disabled; x enables it")
	}
	return t.Busy.Render(g.Off+" connecting") + t.Quiet.Render(since)
}

func (s *Screen) problems() []string {
	var lines []string
	for _, p := range s.source.Problems {
		lines = append(lines, s.theme.Error.Render(s.theme.Glyphs.Failed+" "+safetext.Line(p.Name)), "  "+s.theme.Text.Render(safetext.Line(p.Reason)))
		if len(p.Raw) > 0 {
			lines = append(lines, "  "+s.theme.Faint.Render(safetext.Line(string(p.Raw))))
		}
	}
	return lines
}

func (s *Screen) log() []string {
	lines := make([]string, 0, len(s.source.Log))
	for _, e := range s.source.Log {
		style := s.theme.Text
		if levelMatters(e.Level) {
			style = s.theme.Warn
		}
		lines = append(lines, s.theme.Faint.Render(e.Time.Format(time.TimeOnly)+" ")+s.theme.Quiet.Render(widget.Fit(safetext.Line(e.Level), 8))+style.Render(safetext.Line(e.Message)))
	}
	return lines
}

func levelMatters(level string) bool {
	switch level {
	case "warning", "error", "critical", "alert", "emergency":
		return true
	}
	return false
}

func (s *Screen) traffic() []string {
	lines := make([]string, 0, len(s.source.Exchange))
	for _, m := range s.source.Exchange {
		way := s.theme.Accent.Render("→ ")
		if m.Direction == source.Received {
			way = s.theme.OK.Render("← ")
		}
		size := s.theme.Quiet.Render(widget.Fit(widget.Bytes(int64(m.Size)), 8))
		lines = append(lines, s.theme.Faint.Render(m.Time.Format("15:04:05.000")+" ")+way+size+" "+s.theme.Text.Render(safetext.Line(string(m.Body))))
	}
	return lines
}

// Resize implements [views.Screen].
func (s *Screen) Resize(width, height int) { s.text.Resize(width, height) }

// Focus implements [views.Screen].
func (s *Screen) Focus(focused bool) { s.focused = focused }

// Owns implements [views.Screen].
func (s *Screen) Owns(tea.KeyPressMsg) bool { return false }

// Update implements [views.Screen].
func (s *Screen) Update(msg tea.Msg) tea.Cmd {
	switch msg := msg.(type) {
	case tea.KeyPressMsg:
		s.text.Key(msg)
	case tea.MouseWheelMsg:
		s.text.Wheel(tea.Mouse(msg))
	case views.TabMsg:
		s.turn(msg.Tab)
	}
	return nil
}

func (s *Screen) turn(tab int) {
	s.tab = (tab + len(s.tabs())) % len(s.tabs())
	s.fill()
	if s.tab >= tabLog {
		s.text.Bottom()
	}
}

func (s *Screen) tabs() []string {
	if s.source == nil {
		return []string{"About"}
	}
	return []string{"About", fmt.Sprintf("Problems %d", len(s.source.Problems)), fmt.Sprintf("Log %d", len(s.source.Log)), "Traffic"}
}

// Actions implements [views.Screen].
func (s *Screen) Actions() []views.Action {
	none := ""
	if s.source == nil {
		none = "no source is in front"
	}
	step := func(by int) func() tea.Cmd { return func() tea.Cmd { s.turn(s.tab + by); return nil } }
	return []views.Action{
		{Name: "go to the next view of the source", Hint: "next view", Keys: []string{"]", "right"}, Why: none, Run: step(1)},
		{Name: "go to the view of the source before", Keys: []string{"[", "left"}, Why: none, Run: step(-1)},
		{Name: "copy what shows", Hint: "copy", Keys: []string{"y"}, Why: none, Run: s.copy},
	}
}

func (s *Screen) copy() tea.Cmd {
	lines := s.text.Lines()
	var b strings.Builder
	for i := range lines.Len() {
		b.WriteString(strings.TrimRight(ansi.Strip(lines.Line(i)), " ") + "\n")
	}
	return views.Send(views.CopyMsg{Text: b.String(), What: "what shows of " + s.source.ID()})
}

// View implements [views.Screen].
func (s *Screen) View() views.Frame {
	f := views.Frame{Title: "Source", Lines: s.text.View(s.theme)}
	f.Total, f.Offset = s.text.Extent()
	if s.source == nil {
		return f
	}
	f.Title = safetext.Line(s.source.ID())
	f.Tabs, f.Tab = s.tabs(), s.tab
	return f
}
