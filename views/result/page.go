package result

import (
	"fmt"

	"toolbench/theme"
	"toolbench/toolkit/run"
	"toolbench/toolkit/tool"
	"toolbench/views"
)

// A page is one of the screen's tabs.
type page int

const (
	pageOutput page = iota
	pageParts
	pageStructured
	pageMeta
	pageEvents
	pageRaw
	pageModel
	pages
)

func (p page) String() string {
	return [...]string{"Output", "Parts", "Structured", "Meta", "Events", "Raw", "Model"}[p]
}

// A leaf is a page's content, as far as it is prepared.
type leaf struct {
	sheet  sheet
	ready  key  // what the sheet shows
	asked  key  // what is being prepared for it
	chosen mode // by the person
	facts  facts
}

// facts are what was found out about a page's content while preparing it.
type facts struct {
	fits []mode // the ways in which it can be shown
	used mode
	note string // on what was not done, and why
	// wide and high say that the content was made for the page's width, or
	// its height.
	wide, high bool
}

// pages are those that have something to show, in their order.
func (s *Screen) pages() []page {
	if s.record == nil {
		return nil
	}
	open := []page{pageOutput}
	if o := s.record.Outcome; o != nil {
		if len(o.Result.Parts) > 0 {
			open = append(open, pageParts)
		}
		if o.Result.Metadata[tool.MetadataStructured] != nil {
			open = append(open, pageStructured)
		}
		if len(metadata(o.Result)) > 0 {
			open = append(open, pageMeta)
		}
	}
	open = append(open, pageEvents, pageRaw)
	if o := s.record.Outcome; o != nil && handed(o) {
		open = append(open, pageModel)
	}
	return open
}

// handed tells whether a run has a result that a model would be handed.
func handed(o *run.Outcome) bool {
	return o.Kind == run.OK || o.Kind == run.ToolError || o.Kind == run.Declined
}

// tabs are the names of the pages and which of them is in front.
func (s *Screen) tabs() (names []string, front int) {
	for i, p := range s.pages() {
		name := p.String()
		switch p {
		case pageParts:
			name = fmt.Sprintf("Parts %d", len(s.record.Outcome.Result.Parts))
		case pageEvents:
			name = fmt.Sprintf("Events %d", len(s.record.Events))
		}
		names = append(names, name)
		if p == s.page {
			front = i
		}
	}
	return names, front
}

// turn brings another page to the front.
func (s *Screen) turn(to page) {
	s.page, s.zoomed = to, false
	s.search.leave()
	s.arrange()
}

// step turns to the page by so many further on, round the ends.
func (s *Screen) step(by int) {
	open := s.pages()
	_, front := s.tabs()
	if n := len(open); n > 0 {
		s.turn(open[((front+by)%n+n)%n])
	}
}

// A key says what something was prepared for. What comes for another key than
// the page wants by then is dropped.
type key struct {
	record *views.Record
	page   page
	ended  bool
	mode   mode
	part   int
	format int

	width, height int
	options       theme.Options
}

// want is the key of what the page should show by now.
func (s *Screen) want(p page) key {
	k := key{record: s.record, page: p, ended: !s.record.Running(), mode: s.leaves[p].chosen, options: s.theme.Options, width: s.width, height: s.height}
	switch p {
	case pageParts:
		room := s.detail()
		k.width, k.height, k.part = room.Dx(), room.Dy(), s.list.Cursor()
	case pageModel:
		k.format = s.format
	}
	return k
}

// serves tells whether what was prepared for k is what is wanted: sizes count
// only where it was made for them.
func (f facts) serves(k, wanted key) bool {
	if !f.wide {
		k.width = wanted.width
	}
	if !f.high {
		k.height = wanted.height
	}
	return k == wanted
}

// live tells whether a page shows what the record holds by itself, without
// anything to prepare.
func (s *Screen) live(p page) bool {
	return p == pageEvents || p == pageOutput && s.record.Running()
}
