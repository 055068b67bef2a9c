// Package inbox is the prompt pane: it shows what running tools wait for, one
// request at a time, and takes the person's answer.
//
// It opens without taking the keys. Answering is choosing a named choice and
// pressing enter, never a chord that typing could hit; the choice that is marked
// at first is never one that can not be undone.
package inbox

import (
	"fmt"
	"time"

	tea "charm.land/bubbletea/v2"

	"toolbench/theme"
	"toolbench/views"
	"toolbench/views/safetext"
	"toolbench/views/widget"
)

// AwayMsg says that the person turned away; what waits goes on waiting.
type AwayMsg struct{}

// QRMsg asks to show an address as a QR code. Host names it.
type QRMsg struct{ Address, Host string }

// An Item is a request that waits, and the run that asks it.
type Item struct {
	Record *views.Record
	views.Waiting
}

func (i Item) id() string { return fmt.Sprint(i.Record.Number, "/", i.Request.ID) }

// A Screen is the prompt pane.
type Screen struct {
	theme    *theme.Theme
	out      *views.Outbox
	items    []Item
	at       int
	prompts  map[string]*prompt // by item; a half-filled form outlives a look elsewhere
	appeared time.Time
	focused  bool
	width    int
	height   int
}

// New is a prompt pane in which nothing waits.
func New(t *theme.Theme, out *views.Outbox) *Screen {
	return &Screen{theme: t, out: out, prompts: map[string]*prompt{}}
}

// Restyle takes another theme.
func (s *Screen) Restyle(t *theme.Theme) tea.Cmd {
	s.theme = t
	for _, p := range s.prompts {
		p.restyle(t)
	}
	return nil
}

// Set takes what waits. The request that shows stays, while it waits.
func (s *Screen) Set(items []Item) {
	shown := ""
	if item, ok := s.Current(); ok {
		shown = item.id()
	}
	s.items = items
	s.at = 0
	alive := make(map[string]*prompt, len(items))
	for i, item := range items {
		id := item.id()
		if id == shown && (s.focused || i == 0) {
			s.at = i
		}
		p := s.prompts[id]
		if p == nil {
			p = newPrompt(s.theme, s.out, item)
		}
		alive[id] = p
	}
	s.prompts = alive
	if item, ok := s.Current(); ok && item.id() != shown {
		s.appeared = time.Now()
		s.settle()
	}
}

// settle gives the prompt that shows its size and the keys.
func (s *Screen) settle() {
	for _, p := range s.prompts {
		p.focus(false)
	}
	if p := s.prompt(); p != nil {
		p.resize(s.width, s.height)
		p.focus(s.focused)
	}
}

// Open tells whether anything waits.
func (s *Screen) Open() bool { return len(s.items) > 0 }

// Count is how much waits.
func (s *Screen) Count() int { return len(s.items) }

// Appeared is when the request that shows came to the screen.
func (s *Screen) Appeared() time.Time { return s.appeared }

// Current is the request that shows.
func (s *Screen) Current() (Item, bool) {
	if s.at >= len(s.items) {
		return Item{}, false
	}
	return s.items[s.at], true
}

// Shown names the request that shows; empty for none.
func (s *Screen) Shown() string {
	if item, ok := s.Current(); ok {
		return item.id()
	}
	return ""
}

// Next shows the next request.
func (s *Screen) Next() {
	if len(s.items) > 1 {
		s.at = (s.at + 1) % len(s.items)
		s.settle()
	}
}

func (s *Screen) prompt() *prompt {
	item, ok := s.Current()
	if !ok {
		return nil
	}
	return s.prompts[item.id()]
}

// Height is how many lines the request that shows would fill.
func (s *Screen) Height(width int) int {
	if p := s.prompt(); p != nil {
		return p.wants(width)
	}
	return 0
}

// Resize implements [views.Screen].
func (s *Screen) Resize(width, height int) {
	s.width, s.height = width, height
	if p := s.prompt(); p != nil {
		p.resize(width, height)
	}
}

// Focus implements [views.Screen].
func (s *Screen) Focus(focused bool) {
	s.focused = focused
	s.settle()
}

// Leave takes over when the person walks out of the form that shows, by its last
// field or its first. It is false when the keys should go to another pane.
func (s *Screen) Leave(forward bool) bool {
	p := s.prompt()
	return p != nil && p.leave(forward)
}

// Owns implements [views.Screen].
func (s *Screen) Owns(key tea.KeyPressMsg) bool {
	p := s.prompt()
	return p != nil && p.owns(key)
}

// Update implements [views.Screen].
func (s *Screen) Update(msg tea.Msg) tea.Cmd {
	if p := s.prompt(); p != nil {
		return p.update(msg)
	}
	return nil
}

// Actions implements [views.Screen].
func (s *Screen) Actions() []views.Action {
	p := s.prompt()
	if p == nil {
		return nil
	}
	away := views.Action{Name: "turn away and leave it waiting", Hint: "leave it waiting", Keys: []string{"esc"},
		Run: func() tea.Cmd { return s.out.Send(AwayMsg{}) }}
	if p.declining {
		away = views.Action{Name: "do not decline after all", Hint: "back", Keys: []string{"esc"},
			Run: func() tea.Cmd { p.undecline(); return nil }}
	}
	return append(p.actions(), away)
}

// View implements [views.Screen].
func (s *Screen) View() views.Frame {
	p := s.prompt()
	if p == nil {
		return views.Frame{Title: "Nothing waits", Lines: widget.Block(nil, s.width, s.height)}
	}
	f := p.view()
	f.Title = s.title(p.item)
	f.Note = s.note(p.item)
	return f
}

func (s *Screen) title(item Item) string {
	t := item.Record.Tool
	who, from := safetext.Line(t.ShortName()), string(t.Source)
	server := safetext.Line(t.Server())
	_, name := views.Of(item.Record.Key)
	ofSource := name == views.Asks || name == views.SignIn
	switch {
	case ofSource && server != "":
		who = server
	case ofSource:
		who = from
	case server != "":
		from = server + " " + s.theme.Glyphs.Bullet + " " + from
	}
	return s.theme.Warn.Render(s.theme.Glyphs.Waiting+" "+safetext.Line(item.Request.Kind)) + "  " +
		s.theme.Title.Render(who) + s.theme.Quiet.Render(" ("+from+")")
}

func (s *Screen) note(item Item) string {
	text := ""
	if len(s.items) > 1 {
		text = fmt.Sprintf("%d of %d %s ", s.at+1, len(s.items), s.theme.Glyphs.Bullet)
	}
	text += "asked " + widget.Clock(time.Since(item.Since)) + " ago"
	if end := item.Request.ExpiresAt; !end.IsZero() {
		text += " " + s.theme.Glyphs.Bullet + " " + widget.Clock(time.Until(end)) + " left"
	}
	if !s.focused {
		return s.theme.Quiet.Render(text+" "+s.theme.Glyphs.Bullet+" ") + s.theme.Key.Render("ctrl+g") + s.theme.Quiet.Render(" answers")
	}
	return s.theme.Quiet.Render(text)
}
