// Package result is the screen that shows a run: how it ended or how far it has
// come, what came back in the way that fits it, its parts, its events, and what
// a model would be handed of it.
//
// What takes long to draw is prepared in commands: see [Screen.Prepare].
package result

import (
	"time"

	tea "charm.land/bubbletea/v2"

	"toolbench/theme"
	"toolbench/views"
	"toolbench/views/safetext"
	"toolbench/views/widget"
)

// A Screen shows one run. The zero value is not ready: see [New].
type Screen struct {
	theme  *theme.Theme
	record *views.Record // nil: nothing was run
	page   page
	leaves [pages]leaf

	output  string // the text of a run that has ended
	partial stream
	events  eventLog
	tail    bool // the end of the partial output showed when the run ended

	list      widget.List // of the parts
	zoomed    bool        // a part has the whole screen
	format    int         // the provider whose form the model page shows
	unwrapped [pages]bool // pages whose long lines do not go on below

	search  search
	focused bool
	width   int
	height  int
}

// New is a screen without a run.
func New(t *theme.Theme) *Screen {
	s := &Screen{theme: t}
	s.unwrapped[pageEvents] = true
	s.search.restyle(t)
	s.clear()
	return s
}

// Show puts a run in front; nil is none. What it returns prepares what shows.
func (s *Screen) Show(rec *views.Record) tea.Cmd {
	if rec != s.record {
		s.record, s.page, s.zoomed = rec, pageOutput, false
		s.clear()
	}
	return s.Changed(rec)
}

// clear forgets what was prepared for another run.
func (s *Screen) clear() {
	s.leaves = [pages]leaf{}
	for p := range s.leaves {
		s.leaves[p].sheet.text.SetWrapped(!s.unwrapped[p])
	}
	s.output, s.partial, s.events, s.tail = "", stream{}, eventLog{}, false
	s.list = widget.List{}
	s.search.leave()
	s.arrange()
}

// Changed tells that events were applied to rec.
func (s *Screen) Changed(rec *views.Record) tea.Cmd {
	if rec == nil || rec != s.record {
		return nil
	}
	s.grow()
	if rec.Running() {
		return s.Prepare()
	}
	s.list.SetCount(len(rec.Outcome.Result.Parts))
	if l := &s.leaves[pageOutput]; l.ready == (key{}) {
		total, _ := l.sheet.extent()
		s.output = outputText(rec.Outcome, rec.Partial.String())
		s.tail = s.partial.Len() > 0 && total > s.height && l.sheet.following()
		s.preview(l)
	}
	s.arrange()
	return s.Prepare()
}

// grow takes in what a run has added to its events and its partial output.
func (s *Screen) grow() {
	l := &s.leaves[pageEvents].sheet
	follow := l.text.Lines() == nil || l.following()
	s.events.grow(s.theme, s.record)
	if l.text.Lines() == nil {
		l.show(&s.events, false)
	}
	l.grown(follow)
	if s.record.Running() {
		s.growOutput(&s.leaves[pageOutput].sheet)
	}
}

func (s *Screen) growOutput(l *sheet) {
	before := s.partial.Len()
	follow := before == 0 || l.following()
	s.partial.grow(s.record.Partial.String())
	switch {
	case s.partial.Len() == 0:
		l.show(widget.Prepared(pending(s.theme, s.record)), false)
		return
	case before == 0:
		l.show(&s.partial, false)
	}
	l.grown(follow)
}

// preview shows a run's text as it is until it is prepared.
func (s *Screen) preview(l *leaf) {
	o := s.record.Outcome
	partial := s.record.Partial.String()
	above := apart(failure(s.theme, s.record.Tool, o), absence(s.theme, o, partial))
	l.sheet.show(around(above, first(s.output), nil), false)
	if s.tail {
		l.sheet.grown(true)
	}
}

// Restyle takes another theme.
func (s *Screen) Restyle(t *theme.Theme) tea.Cmd {
	s.theme = t
	s.search.restyle(t)
	if s.record == nil {
		return nil
	}
	s.grow()
	return s.Prepare()
}

// Resize implements [views.Screen].
func (s *Screen) Resize(width, height int) {
	if width == s.width && height == s.height {
		return
	}
	s.width, s.height = max(0, width), max(0, height)
	s.arrange()
}

// room is how many lines there are for a page.
func (s *Screen) room() int { return s.height - s.search.height(s.height) }

// arrange gives the pages their room.
func (s *Screen) arrange() {
	for p := range s.leaves {
		s.leaves[p].sheet.resize(s.width, s.room())
	}
	s.list.Resize(s.width, s.listHeight())
	d := s.detail()
	s.leaves[pageParts].sheet.resize(d.Dx(), d.Dy())
}

// Focus implements [views.Screen].
func (s *Screen) Focus(focused bool) {
	s.focused = focused
	if !focused {
		s.search.rest()
	}
}

// sheet is what is in front.
func (s *Screen) sheet() *sheet { return &s.leaves[s.page].sheet }

// Update implements [views.Screen].
func (s *Screen) Update(msg tea.Msg) tea.Cmd {
	switch msg := msg.(type) {
	case preparedMsg:
		return s.prepared(msg)
	case foundMsg:
		s.found(msg)
	case tea.KeyPressMsg:
		return s.key(msg)
	case tea.PasteMsg:
		return s.search.paste(msg)
	case tea.MouseWheelMsg:
		return s.wheel(tea.Mouse(msg))
	case tea.MouseClickMsg:
		return s.click(tea.Mouse(msg))
	case views.TabMsg:
		if open := s.pages(); msg.Tab >= 0 && msg.Tab < len(open) {
			s.turn(open[msg.Tab])
		}
		return s.Prepare()
	}
	return nil
}

func (s *Screen) key(msg tea.KeyPressMsg) tea.Cmd {
	switch {
	case s.search.typing:
		return s.search.key(msg)
	case s.record == nil:
		return nil
	case s.page == pageParts && !s.zoomed && !paging[msg.String()]:
		s.list.Key(msg)
		return s.Prepare()
	}
	s.sheet().key(msg)
	return nil
}

// View implements [views.Screen].
func (s *Screen) View() views.Frame {
	if s.record == nil {
		return views.Frame{Title: "Result", Lines: s.vacant()}
	}
	f := views.Frame{Title: outcome(s.theme, s.record, time.Since(s.record.Started)), Note: s.note()}
	f.Tabs, f.Tab = s.tabs()
	f.Total, f.Offset = s.extent()
	if s.width <= 0 || s.height <= 0 {
		return f
	}
	f.Lines = widget.Block(widget.Rows(s.body(), s.search.view(s)), s.width, s.height)
	f.Cursor = s.search.cursor(s)
	return f
}

func (s *Screen) body() []string {
	if s.page == pageParts {
		return s.partsView()
	}
	return s.sheet().view(s.theme, s.focused)
}

func (s *Screen) extent() (total, offset int) {
	if s.page == pageParts && !s.zoomed {
		return s.list.Count(), s.list.Offset()
	}
	return s.sheet().extent()
}

// vacant is what stands where nothing was run.
func (s *Screen) vacant() []string {
	text := "Nothing was run yet. " + s.theme.Key.Render("ctrl+r") + " runs the selected tool with what its form holds."
	return widget.Block(widget.Wrap(text, s.width), s.width, s.height)
}

// note is what stands at the lower edge: how the text is shown, and what was
// not done.
func (s *Screen) note() string {
	l := &s.leaves[s.page]
	if l.facts.note != "" {
		return s.theme.Quiet.Render(safetext.Line(l.facts.note))
	}
	if l.ready == (key{}) || s.live(s.page) || len(l.facts.fits) < 2 {
		return ""
	}
	return s.theme.Quiet.Render(l.facts.used.String())
}
