package sources

import (
	"fmt"
	"slices"

	"toolbench/toolkit/source"
	"toolbench/views/widget"
)

// A page is one view of the source.
type page int

const (
	pageAbout page = iota
	pageResources
	pagePrompts
	pageProblems
	pageLog
	pageTraffic
	pageCount
)

// lists tells whether a page is a list with a cursor; the others are texts.
func (p page) lists() bool { return p == pageResources || p == pagePrompts }

// grows tells whether a page is added to at its end.
func (p page) grows() bool { return p == pageLog || p == pageTraffic }

// has are the offers that a page lists.
func (p page) has(o source.Offer) bool {
	if p == pagePrompts {
		return o.Kind == source.Prompt
	}
	return p == pageResources && o.Kind != source.Prompt
}

// pages are those that the source has something for.
func (s *Screen) pages() []page {
	if s.source == nil {
		return []page{pageAbout}
	}
	pages := []page{pageAbout}
	for _, p := range []page{pageResources, pagePrompts} {
		if len(s.offers[p]) > 0 {
			pages = append(pages, p)
		}
	}
	return append(pages, pageProblems, pageLog, pageTraffic)
}

func (s *Screen) tabs() []string {
	var names []string
	for _, p := range s.pages() {
		names = append(names, s.name(p))
	}
	return names
}

func (s *Screen) name(p page) string {
	more := ""
	if s.source.More {
		more = s.theme.Glyphs.More
	}
	switch p {
	case pageResources:
		return fmt.Sprintf("Resources %d%s", len(s.offers[p]), more)
	case pagePrompts:
		return fmt.Sprintf("Prompts %d%s", len(s.offers[p]), more)
	case pageProblems:
		return fmt.Sprintf("Problems %d", len(s.source.Problems))
	case pageLog:
		return fmt.Sprintf("Log %d", len(s.source.Log))
	case pageTraffic:
		return "Traffic"
	}
	return "About"
}

// turn shows the page at a place among the tabs.
func (s *Screen) turn(tab int) {
	pages := s.pages()
	s.page = pages[(tab+len(pages))%len(pages)]
	s.text.SetLines(widget.Prepared(s.lines()))
	if s.page.grows() {
		s.text.Bottom()
	}
}

func (s *Screen) tab() int { return max(0, slices.Index(s.pages(), s.page)) }

// lines are the text of the page in front.
func (s *Screen) lines() []string {
	if s.source == nil {
		return []string{s.theme.Quiet.Render("Choose a tool or a source at the left.")}
	}
	var lines []string
	var none string
	switch s.page {
	case pageResources, pagePrompts:
		return nil
	case pageProblems:
		lines, none = s.problems(), "Nothing is wrong with what it lists."
	case pageLog:
		lines, none = s.log(), "Nothing has been logged yet."
	case pageTraffic:
		lines, none = s.traffic(), "Nothing has gone over the wire that can be shown."
	default:
		return s.about()
	}
	if len(lines) == 0 {
		return []string{s.theme.Quiet.Render(none)}
	}
	return lines
}
