package call

import (
	"encoding/json"
	"fmt"
	"strings"

	tea "charm.land/bubbletea/v2"

	"toolbench/theme"
	"toolbench/toolkit/provider"
	"toolbench/toolkit/snippet"
	"toolbench/views"
	"toolbench/views/widget"
)

// A page is a view of the tool that is read only: a text or a JSON tree. It is
// prepared in a command, since Markdown and large schemas take their time.
type page struct {
	choice int    // which of the page's variants
	stamp  string // what it was prepared for
	text   widget.TextView
	tree   *widget.Tree
	source string // the page's text, for copying
}

// preparedMsg brings a page. It is dropped when the page has since been asked
// for otherwise.
type preparedMsg struct {
	screen *Screen
	tab    int
	stamp  string
	lines  widget.Lines
	tree   *widget.Tree
	source string
}

// variants are what a page can show, by their names.
func (s *Screen) variants(tab int) []string {
	switch tab {
	case tabSchema:
		names := []string{"input as a tree", "input as sent"}
		if s.tool.OutputSchema() != nil {
			names = append(names, "output as a tree", "output as sent")
		}
		if s.tool.Details != nil && len(s.tool.Details.Definition) > 0 {
			names = append(names, "whole definition")
		}
		return names
	case tabModel:
		return []string{"OpenAI", "Anthropic", "Gemini"}
	case tabCode:
		var names []string
		for _, l := range s.snippet().Languages() {
			names = append(names, string(l))
		}
		return names
	}
	return nil
}

func (s *Screen) snippet() snippet.Call {
	return snippet.Call{Tool: s.tool, Source: s.source, Arguments: s.form.Form().Masked(masked)}
}

// Prepare makes the page in front, unless it is there already.
func (s *Screen) Prepare() tea.Cmd {
	if s.tab == tabForm {
		return nil
	}
	p := &s.pages[s.tab]
	names := s.variants(s.tab)
	if len(names) > 0 {
		p.choice = (p.choice + len(names)) % len(names)
	}
	stamp := fmt.Sprint(p.choice, s.width, s.theme.Options)
	var code string
	if s.tab == tabCode {
		code = s.snippet().In(snippet.Language(names[p.choice]))
		stamp += code
	}
	if p.stamp == stamp {
		return nil
	}
	p.stamp = stamp
	msg := preparedMsg{screen: s, tab: s.tab, stamp: stamp}
	about := ""
	if s.tab == tabDocs {
		about = s.docs()
	}
	t, tl, width, tab, choice := s.theme, s.tool, s.width, s.tab, p.choice
	name := ""
	if len(names) > 0 {
		name = names[choice]
	}
	return func() tea.Msg {
		switch tab {
		case tabDocs:
			msg.source = about
			msg.lines = widget.Markdown(t, msg.source, width)
		case tabCode:
			msg.source = code
			msg.lines = widget.Plain(t, code)
		case tabModel:
			raw := provider.Definition(provider.Format(strings.ToLower(name)), tl)
			msg.source = indented(raw)
			msg.lines = widget.Plain(t, fmt.Sprintf("%s %s about %s tokens\n\n%s", name, t.Glyphs.Bullet, widget.Count(provider.Tokens(raw)), msg.source))
		case tabSchema:
			raw := schemaNamed(tl.Schema(), tl.OutputSchema(), definition(tl), name)
			msg.source = indented(raw)
			if tree, err := widget.NewTree(raw); err == nil && !strings.HasSuffix(name, "as sent") {
				msg.tree = tree
			} else {
				msg.source = string(raw)
				msg.lines = widget.NewRaw(string(raw))
			}
		}
		return msg
	}
}

func schemaNamed(input, output, whole json.RawMessage, name string) json.RawMessage {
	switch {
	case strings.HasPrefix(name, "output"):
		return output
	case strings.HasPrefix(name, "whole"):
		return whole
	}
	return input
}

func (s *Screen) take(msg preparedMsg) {
	if msg.screen != s || s.pages[msg.tab].stamp != msg.stamp {
		return
	}
	p := &s.pages[msg.tab]
	p.tree, p.source = msg.tree, msg.source
	if msg.lines != nil {
		p.text.SetLines(msg.lines)
	}
	p.resize(s.width, s.height)
}

// vary shows the page's next variant.
func (s *Screen) vary(by int) tea.Cmd {
	s.pages[s.tab].choice += by
	return s.Prepare()
}

func (s *Screen) pageActions() []views.Action {
	p := &s.pages[s.tab]
	actions := []views.Action{{Name: "copy what shows", Hint: "copy", Keys: []string{"y"},
		Run: func() tea.Cmd {
			return s.out.Send(views.CopyMsg{Text: p.source, What: "the " + strings.ToLower(tabNames[s.tab])})
		}}}
	if names := s.variants(s.tab); len(names) > 1 {
		next := names[(p.choice+1)%len(names)]
		actions = append(actions, views.Action{Name: "show the " + strings.ToLower(tabNames[s.tab]) + " otherwise: " + next, Hint: next,
			Keys: []string{"v"}, Run: func() tea.Cmd { return s.vary(1) }})
	}
	return actions
}

func (p *page) resize(width, height int) {
	p.text.Resize(width, height)
	if p.tree != nil {
		p.tree.Resize(width, height)
	}
}

func (p *page) key(key tea.KeyPressMsg) {
	if p.tree != nil {
		p.tree.Key(key)
		return
	}
	p.text.Key(key)
}

func (p *page) mouse(msg tea.MouseMsg) {
	switch msg := msg.(type) {
	case tea.MouseWheelMsg:
		if p.tree != nil {
			p.tree.Wheel(tea.Mouse(msg))
			return
		}
		p.text.Wheel(tea.Mouse(msg))
	case tea.MouseClickMsg:
		if p.tree != nil {
			p.tree.Click(msg.X, msg.Y)
		}
	}
}

func (p *page) view(t *theme.Theme, width, height int, focused bool) []string {
	if p.tree != nil {
		return widget.Block(p.tree.View(t, focused), width, height)
	}
	return widget.Block(p.text.View(t), width, height)
}

func (p *page) extent() (total, offset int) {
	if p.tree != nil {
		return p.tree.Count(), p.tree.Offset()
	}
	return p.text.Extent()
}
