package sources

import (
	"slices"
	"strings"
	"time"

	tea "charm.land/bubbletea/v2"

	"toolbench/toolkit/source"
	"toolbench/views"
	"toolbench/views/safetext"
	"toolbench/views/widget"
)

// setOffers takes the source's offers. Each list's cursor stays on its offer.
func (s *Screen) setOffers(all []source.Offer, other bool) {
	for _, p := range []Page{PageResources, PagePrompts} {
		at, on := s.selected(p)
		s.offers[p] = nil
		for _, o := range all {
			if p.has(o) {
				s.offers[p] = append(s.offers[p], o)
			}
		}
		s.lists[p].SetCount(len(s.offers[p]))
		if other {
			s.lists[p].Select(0)
		} else if on {
			if i := slices.IndexFunc(s.offers[p], func(o source.Offer) bool { return o.Kind == at.Kind && o.Read.Name == at.Read.Name }); i >= 0 {
				s.lists[p].Select(i)
			}
		}
	}
}

// selected is the offer under the cursor of a page.
func (s *Screen) selected(p Page) (source.Offer, bool) {
	if !p.lists() {
		return source.Offer{}, false
	}
	i := s.lists[p].Cursor()
	if i < 0 || i >= len(s.offers[p]) {
		return source.Offer{}, false
	}
	return s.offers[p][i], true
}

// Selected is the offer under the cursor, when a list of them is in front.
func (s *Screen) Selected() (source.Offer, bool) { return s.selected(s.page) }

// detailLines is how many lines tell of the offer under the cursor, below the
// list, and leastList how many the list must keep for that.
const detailLines, leastList = 5, 4

func (s *Screen) resizeLists() {
	height := s.height
	if s.height >= detailLines+leastList {
		height -= detailLines
	}
	for i := range s.lists {
		s.lists[i].Resize(s.width, height)
	}
}

// listView is the list of the page in front, and what its cursor is on.
func (s *Screen) listView() []string {
	list := &s.lists[s.page]
	lines := list.View(s.theme, s.focused, s.row)
	if rest := s.height - len(lines); rest > 0 {
		lines = append(lines, widget.Block(s.detail(), s.width, rest)...)
	}
	return lines
}

// row is one offer: what it is called, what reading it gives, and whether it is
// followed.
func (s *Screen) row(i int, _ bool, width int) string {
	o := s.offers[s.page][i]
	name, also := safetext.Line(o.Read.ShortName()), safetext.Line(o.Read.Title())
	if o.Kind != source.Prompt {
		name, also = also, safetext.Line(o.URI)
	}
	head := s.theme.Text.Render(name)
	if also != name {
		head += "  " + s.theme.Faint.Render(also)
	}
	return widget.Between(head, s.facts(o), width)
}

func (s *Screen) facts(o source.Offer) string {
	var facts []string
	quiet := func(text string) {
		if text != "" {
			facts = append(facts, s.theme.Quiet.Render(text))
		}
	}
	if o.Kind == source.ResourceTemplate {
		quiet("template")
	}
	quiet(safetext.Line(o.MimeType))
	if o.Size > 0 {
		quiet(widget.Bytes(o.Size))
	}
	switch {
	case !o.Updated.IsZero():
		facts = append(facts, s.theme.Accent.Render("updated "+o.Updated.Format(time.TimeOnly)))
	case o.Followed:
		facts = append(facts, s.theme.OK.Render("followed"))
	}
	return strings.Join(facts, s.theme.Quiet.Render(" "+s.theme.Glyphs.Bullet+" "))
}

// detail is where the offer under the cursor is, and what is said of it.
func (s *Screen) detail() []string {
	t := s.theme
	lines := []string{t.Line.Render(strings.Repeat(t.Glyphs.Rule, s.width))}
	o, ok := s.Selected()
	if !ok {
		return lines
	}
	if o.URI != "" {
		for _, row := range widget.HardWrap(safetext.Line(o.URI), s.width) {
			lines = append(lines, t.Link.Render(row))
		}
	}
	said := strings.TrimSpace(o.Read.Description)
	if said == "" {
		said = "It has no description."
	}
	for _, row := range widget.Wrap(safetext.Block(said), s.width) {
		lines = append(lines, t.Quiet.Render(row))
	}
	if len(lines) > detailLines {
		last := lines[detailLines-1] + t.Quiet.Render(" "+t.Glyphs.More)
		lines = append(lines[:detailLines-1], last)
	}
	return lines
}

// offerActions are what can be done with the offer under the cursor.
func (s *Screen) offerActions() []views.Action {
	o, ok := s.Selected()
	if !ok {
		return nil
	}
	open := views.Action{Name: "read the resource", Hint: "read", Keys: []string{"enter", "ctrl+r"}, Stays: true}
	if o.Kind == source.Prompt {
		open.Name, open.Hint = "get the prompt", "get"
	}
	open.Run = func() tea.Cmd { return s.out.Send(OpenMsg{ID: s.source.ID(), Offer: o}) }
	look := views.Action{Name: "open the " + string(o.Kind) + "'s page: its description and the call as code", Hint: "open", Keys: []string{"o"},
		Run: func() tea.Cmd { return s.out.Send(OpenMsg{ID: s.source.ID(), Offer: o, Look: true}) }}
	actions := []views.Action{open, look}
	if o.Kind == source.Prompt {
		return actions
	}
	follow := views.Action{Name: "follow the resource: be told when it changes", Hint: "follow", Keys: []string{"f"},
		Run: func() tea.Cmd { return s.out.Send(FollowMsg{s.source.ID(), o}) }}
	if o.Followed {
		follow.Name, follow.Hint = "follow the resource no more", "unfollow"
	}
	if o.Follow == nil {
		follow.Why = "the server does not tell of changes to it"
	}
	return append(actions, follow)
}

// click selects an offer; the one that is selected already is opened.
func (s *Screen) click(m tea.Mouse) tea.Cmd {
	if !s.page.lists() {
		return nil
	}
	list := &s.lists[s.page]
	i, ok := list.At(m.Y)
	if !ok {
		return nil
	}
	if i != list.Cursor() {
		list.Select(i)
		return nil
	}
	return s.offerActions()[0].Run()
}
