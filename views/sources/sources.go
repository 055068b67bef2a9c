package sources

import (
	"slices"
	"strings"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/x/ansi"

	"toolbench/theme"
	"toolbench/toolkit/source"
	"toolbench/views"
	"toolbench/views/safetext"
	"toolbench/views/widget"
)

// A Screen shows one source.
type Screen struct {
	theme   *theme.Theme
	out     *views.Outbox
	source  *Source
	kind    string   // whose sources show when none is in front by itself
	among   []Source // those sources
	page    Page
	text    widget.TextView
	offers  [pageCount][]source.Offer // of the pages that list
	lists   [pageCount]widget.List
	focused bool
	width   int
	height  int
	filled  int // the width that the text was made for
}

// New is a screen that shows nothing yet. What it asks of the root goes to out.
func New(t *theme.Theme, out *views.Outbox) *Screen {
	s := &Screen{theme: t, out: out}
	s.fill()
	return s
}

// Show takes the source in front. A newer state of the source that shows leaves
// the person where they are.
func (s *Screen) Show(src *Source) {
	other := s.source == nil || src.ID() != s.source.ID()
	s.source = src
	s.setOffers(src.Offers, other)
	if other || s.page.lists() && len(s.offers[s.page]) == 0 {
		s.turn(0)
		return
	}
	end := s.page.grows() && s.text.AtBottom()
	s.fill()
	if end {
		s.text.Bottom()
	}
}

// ShowKind puts how all sources of a kind are in front, of which there may be
// none.
func (s *Screen) ShowKind(kind string, among []Source) {
	other := s.source != nil || kind != s.kind
	s.source, s.kind, s.among = nil, kind, among
	s.setOffers(nil, true)
	if other {
		s.turn(0)
		return
	}
	s.fill()
}

// Restyle takes another theme.
func (s *Screen) Restyle(t *theme.Theme) {
	s.theme = t
	s.fill()
}

func (s *Screen) fill() {
	s.filled = s.width
	s.text.Replace(widget.Prepared(s.lines()))
}

// Counting tells whether the page that shows counts seconds.
func (s *Screen) Counting() bool {
	if s.source == nil {
		return slices.ContainsFunc(s.among, func(src Source) bool { return !src.Retry.IsZero() })
	}
	return s.page == PageAbout && !s.source.Retry.IsZero()
}

// Growing tells whether what shows is added to at its end.
func (s *Screen) Growing() bool { return s.source != nil && s.page.grows() }

// Tick brings the seconds that the page counts up to date.
func (s *Screen) Tick() {
	if s.Counting() {
		s.fill()
	}
}

// Resize implements [views.Screen].
func (s *Screen) Resize(width, height int) {
	if s.width, s.height = width, height; s.width != s.filled {
		s.fill()
	}
	s.text.Resize(width, height)
	s.resizeLists()
}

// Height is how many lines the screen would fill. A text takes what it gets.
func (s *Screen) Height() int {
	if s.page.lists() {
		return max(s.lists[s.page].Count(), leastList) + detailLines
	}
	return 1000
}

// Focus implements [views.Screen].
func (s *Screen) Focus(focused bool) { s.focused = focused }

// Owns implements [views.Screen].
func (s *Screen) Owns(tea.KeyPressMsg) bool { return false }

// Update implements [views.Screen].
func (s *Screen) Update(msg tea.Msg) tea.Cmd {
	switch msg := msg.(type) {
	case tea.KeyPressMsg:
		if s.page.lists() {
			s.lists[s.page].Key(msg)
			return nil
		}
		s.text.Key(msg)
	case tea.MouseWheelMsg:
		if s.page.lists() {
			s.lists[s.page].Wheel(tea.Mouse(msg))
			return nil
		}
		s.text.Wheel(tea.Mouse(msg))
	case tea.MouseClickMsg:
		return s.click(tea.Mouse(msg))
	case views.TabMsg:
		s.turn(msg.Tab)
	}
	return nil
}

// Actions implements [views.Screen].
func (s *Screen) Actions() []views.Action {
	none := ""
	if s.source == nil {
		none = "no source is in front"
	}
	step := func(by int) func() tea.Cmd { return func() tea.Cmd { s.turn(s.tab() + by); return nil } }
	return append(s.offerActions(),
		views.Action{Name: "go to the next view of the source", Hint: "next view", Keys: []string{"]", "right"}, Why: none, Run: step(1)},
		views.Action{Name: "go to the view of the source before", Keys: []string{"[", "left"}, Why: none, Run: step(-1)},
		s.levelAction(),
		views.Action{Name: "copy what shows", Hint: "copy", Keys: []string{"y"}, Why: none, Run: s.copy})
}

// levelAction leads to the choice of which log messages the source sends.
func (s *Screen) levelAction() views.Action {
	a := views.Action{Name: "choose which log messages the source sends", Keys: []string{"v"}}
	switch {
	case s.source == nil:
		a.Why = "no source is in front"
	case !s.source.Leveled:
		a.Why = "it can not be told which log messages to send"
	default:
		a.Run = func() tea.Cmd { return s.out.Send(LevelMsg{s.source.ID()}) }
		if s.page == PageLog {
			a.Hint = "level"
		}
	}
	return a
}

func (s *Screen) copy() tea.Cmd {
	if o, ok := s.Selected(); ok {
		if o.URI == "" {
			return s.out.Send(views.CopyMsg{Text: o.Read.Name, What: "the prompt's name"})
		}
		return s.out.Send(views.CopyMsg{Text: o.URI, What: "the resource's address"})
	}
	lines := s.text.Lines()
	var b strings.Builder
	for i := range lines.Len() {
		b.WriteString(strings.TrimRight(ansi.Strip(lines.Line(i)), " ") + "\n")
	}
	return s.out.Send(views.CopyMsg{Text: b.String(), What: "what shows of " + s.source.ID()})
}

// View implements [views.Screen].
func (s *Screen) View() views.Frame {
	f := views.Frame{Title: "Source"}
	if s.page.lists() {
		f.Lines = s.listView()
		list := &s.lists[s.page]
		f.Total, f.Offset = list.Count()+s.height-list.Height(), list.Offset()
	} else {
		f.Lines = s.text.View(s.theme)
		f.Total, f.Offset = s.text.Extent()
	}
	if s.source == nil {
		if len(s.among) > 0 {
			f.Title = s.kind
		}
		return f
	}
	f.Title = safetext.Line(s.source.ID())
	f.Tabs, f.Tab = s.tabs(), s.tab()
	if s.page == PageLog && s.source.Level != "" {
		f.Note = s.theme.Quiet.Render(safetext.Line(s.source.Level) + " and above")
	}
	return f
}
