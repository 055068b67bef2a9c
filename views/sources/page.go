package sources

import (
	"fmt"
	"slices"

	"toolbench/toolkit/source"
	"toolbench/views/widget"
)

// A Page is one view of the source.
type Page int

// The views. A source without resources or prompts has no view of them.
const (
	PageAbout Page = iota
	PageResources
	PagePrompts
	PageProblems
	PageLog
	PageTraffic
	pageCount
)

// lists tells whether a page is a list with a cursor; the others are texts.
func (p Page) lists() bool { return p == PageResources || p == PagePrompts }

// grows tells whether a page is added to at its end.
func (p Page) grows() bool { return p == PageLog || p == PageTraffic }

// has are the offers that a page lists.
func (p Page) has(o source.Offer) bool {
	if p == PagePrompts {
		return o.Kind == source.Prompt
	}
	return p == PageResources && o.Kind != source.Prompt
}

// pages are those that the source has something for.
func (s *Screen) pages() []Page {
	if s.source == nil {
		return []Page{PageAbout}
	}
	pages := []Page{PageAbout}
	for _, p := range []Page{PageResources, PagePrompts} {
		if len(s.offers[p]) > 0 {
			pages = append(pages, p)
		}
	}
	return append(pages, PageProblems, PageLog, PageTraffic)
}

func (s *Screen) tabs() []string {
	var names []string
	for _, p := range s.pages() {
		names = append(names, s.name(p))
	}
	return names
}

func (s *Screen) name(p Page) string {
	more := ""
	if s.source.More {
		more = s.theme.Glyphs.More
	}
	switch p {
	case PageResources:
		return fmt.Sprintf("Resources %d%s", len(s.offers[p]), more)
	case PagePrompts:
		return fmt.Sprintf("Prompts %d%s", len(s.offers[p]), more)
	case PageProblems:
		return fmt.Sprintf("Problems %d", len(s.source.Problems))
	case PageLog:
		return fmt.Sprintf("Log %d", len(s.source.Log))
	case PageTraffic:
		return "Traffic"
	}
	return "About"
}

// turn shows the page at a place among the tabs.
func (s *Screen) turn(tab int) {
	pages := s.pages()
	s.Turn(pages[(tab+len(pages))%len(pages)])
}

// Turn shows a page, which the source must have.
func (s *Screen) Turn(p Page) {
	s.page = p
	s.text.SetLines(widget.Prepared(s.lines()))
	if s.page.grows() {
		s.text.Bottom()
	}
}

func (s *Screen) tab() int { return max(0, slices.Index(s.pages(), s.page)) }

// lines are the text of the page in front.
func (s *Screen) lines() []string {
	if s.source == nil {
		return s.overview()
	}
	var lines []string
	var none string
	switch s.page {
	case PageResources, PagePrompts:
		return nil
	case PageProblems:
		lines, none = s.problems(), "Nothing is wrong with what it lists."
	case PageLog:
		lines, none = s.log(), "Nothing has been logged yet."
	case PageTraffic:
		lines, none = s.traffic(), "Nothing has gone over the wire that can be shown."
	default:
		return s.about()
	}
	if len(lines) == 0 {
		return []string{s.theme.Quiet.Render(none)}
	}
	return lines
}
