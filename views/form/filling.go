package form

import (
	"encoding/json"
	"slices"
	"strconv"

	tea "charm.land/bubbletea/v2"

	"toolbench/forms"
	"toolbench/views"
	"toolbench/views/safetext"
	"toolbench/views/widget"
)

// filling is the menu of what the form can be filled from, in place of the
// fields.
type filling struct {
	offers []offer
	list   widget.List
	entry  *entry // when JSON or a file's name is entered
}

// An offer is one thing that the form can be filled from.
type offer struct {
	key    string // the key that takes it, "" when only the arrows reach it
	name   string
	detail string // the value, or why there is none
	why    string // why it can not be taken
	take   func() tea.Cmd
}

// mostSent is how many earlier runs are offered, mostExamples how many examples.
const (
	mostSent     = 6
	mostExamples = 9
)

// sent are arguments that were sent, and how they are shown.
type sent struct{ value, shown json.RawMessage }

// mask stands for a secret in what is shown.
const mask = "••••••"

// Sent notes that the form was sent as it stands, for filling it from that again.
func (s *Screen) Sent() {
	value := slices.Clone(s.form.JSON())
	s.sent = slices.DeleteFunc(s.sent, func(earlier sent) bool { return string(earlier.value) == string(value) })
	s.sent = slices.Insert(s.sent, 0, sent{value, s.form.Masked(mask)})
	s.sent = s.sent[:min(len(s.sent), mostSent)]
}

// openFilling opens the menu.
func (s *Screen) openFilling() tea.Cmd {
	f := s.field()
	s.leave()
	s.filling = &filling{offers: s.offers(f)}
	s.filling.list.SetCount(len(s.filling.offers))
	s.settle()
	return nil
}

// offers are what the form, and the field under the cursor, can be filled from.
func (s *Screen) offers(f *forms.Field) []offer {
	all := []offer{
		{key: "d", name: "the defaults", take: s.replacing("The defaults are back.", s.reset)},
		s.sampleOffer("s", "a sample that is valid", forms.Sample),
		s.sampleOffer("e", "a sample of everything", forms.FullSample),
		s.sentOffer(),
	}
	for i, example := range s.form.Examples() {
		if i < mostExamples {
			all = append(all, s.valueOffer(strconv.Itoa(i+1), example.Label, example.Value))
		}
	}
	for _, earlier := range s.sent[min(1, len(s.sent)):] {
		all = append(all, s.earlierOffer("", "an earlier run", earlier))
	}
	all = append(all,
		offer{key: "p", name: "JSON, pasted or typed", take: s.asksFor(&entry{prompt: "JSON"})},
		offer{key: "f", name: "a file of JSON", take: s.asksFor(&entry{prompt: "file", file: true})})
	if f != nil && (f.Kind == forms.String || f.Kind == forms.JSON) {
		name := "a file, into " + named(f)
		if isEncoded(f) {
			name += " as base64"
		}
		all = append(all, offer{key: "v", name: name, take: s.asksFor(&entry{prompt: "file", file: true, field: f})})
	}
	return all
}

// sampleOffer makes a sample when it is wanted: that may take a moment.
func (s *Screen) sampleOffer(key, name string, make func(json.RawMessage) (json.RawMessage, error)) offer {
	return offer{key: key, name: name, take: func() tea.Cmd {
		sample, err := make(s.form.Schema())
		if err != nil {
			return s.out.Send(views.NoticeMsg{Text: "Not filled in: " + err.Error(), Trouble: true})
		}
		return s.refill(string(sample), name)
	}}
}

func (s *Screen) sentOffer() offer {
	if len(s.sent) == 0 {
		return offer{key: "l", name: "the last run", why: "nothing was sent yet"}
	}
	return s.earlierOffer("l", "the last run", s.sent[0])
}

func (s *Screen) earlierOffer(key, name string, earlier sent) offer {
	o := s.valueOffer(key, name, earlier.value)
	o.detail = string(earlier.shown)
	return o
}

func (s *Screen) valueOffer(key, name string, value json.RawMessage) offer {
	return offer{key: key, name: name, detail: string(value), take: func() tea.Cmd {
		return s.refill(string(value), name)
	}}
}

// refill is [Screen.fill] with what is known to be JSON.
func (s *Screen) refill(text, from string) tea.Cmd {
	if err := s.fill(text, from); err != nil {
		return s.out.Send(views.NoticeMsg{Text: "Not filled in: " + err.Error(), Trouble: true})
	}
	return nil
}

// asksFor asks for a line of text.
func (s *Screen) asksFor(e *entry) func() tea.Cmd {
	return func() tea.Cmd {
		s.filling.entry = e
		return nil
	}
}

// takeOffer takes the i-th offer, after which the fields show again unless it
// asks for something.
func (s *Screen) takeOffer(i int) tea.Cmd {
	if i < 0 || i >= len(s.filling.offers) || s.filling.offers[i].why != "" {
		return nil
	}
	open := s.filling
	cmd := open.offers[i].take()
	if open.entry == nil {
		s.closeFilling()
	}
	s.settle()
	return cmd
}

func (s *Screen) closeFilling() {
	s.filling = nil
	s.rebuild()
	s.load()
}

func (s *Screen) fillingActions() []views.Action {
	m := s.filling
	if m.entry != nil {
		return s.entryActions()
	}
	actions := []views.Action{{Name: "fill the form from the marked line", Hint: "fill in", Keys: []string{"enter"}, Run: func() tea.Cmd { return s.takeOffer(m.list.Cursor()) }}}
	for i, o := range m.offers {
		if o.key != "" {
			actions = append(actions, views.Action{Name: "fill in " + o.name, Keys: []string{o.key}, Why: o.why, Run: func() tea.Cmd { return s.takeOffer(i) }})
		}
	}
	return append(actions,
		views.Action{Name: "fill in nothing", Hint: "close", Keys: []string{"esc", "alt+i"}, Run: s.done(s.closeFilling)},
		views.Action{Name: "mark the next line", Keys: []string{"down", "tab"}, Run: s.done(func() { m.list.Move(1) })},
		views.Action{Name: "mark the line before", Keys: []string{"up", "shift+tab"}, Run: s.done(func() { m.list.Move(-1) })})
}

const fillingTitle = "Fill the form from"

// fillingHeight is how many lines the menu would like to have.
func (s *Screen) fillingHeight(width int) int {
	if s.filling.entry != nil {
		return len(s.filling.entry.lines(s, width))
	}
	return len(s.filling.offers) + 1
}

func (s *Screen) viewFilling() views.Frame {
	m := s.filling
	if m.entry != nil {
		return m.entry.view(s)
	}
	names := 0
	for _, o := range m.offers {
		names = max(names, widget.Width(safetext.Line(o.name)))
	}
	m.list.Resize(s.width, max(1, s.height-1))
	lines := m.list.View(s.theme, s.focused, func(i int, selected bool, width int) string {
		o := m.offers[i]
		style, detail := s.theme.Text, s.theme.Faint.Render(safetext.Line(beginning(o.detail, width)))
		if o.why != "" {
			style, detail = s.theme.Faint, s.theme.Faint.Render(safetext.Line(o.why))
		}
		name := widget.Fit(style.Render(safetext.Line(o.name)), min(names, 40))
		return " " + s.theme.Key.Render(widget.Fit(o.key, 1)) + "  " + name + "  " + detail
	})
	if s.height > 1 {
		lines = append([]string{s.theme.Title.Render(fillingTitle)}, lines...)
	}
	return views.Frame{Lines: lines, Total: len(m.offers) + 1, Offset: m.list.Offset()}
}

// clickFilling takes the offer that was clicked.
func (s *Screen) clickFilling(y int) tea.Cmd {
	if s.filling.entry != nil {
		return nil
	}
	if s.height > 1 {
		y--
	}
	if i, ok := s.filling.list.At(y); ok {
		s.filling.list.Select(i)
		return s.takeOffer(i)
	}
	return nil
}
