// Package call is the screen of one tool: the form of its arguments, its
// schema, its description, how a model sees it, and the call as code.
package call

import (
	"bytes"
	"slices"

	tea "charm.land/bubbletea/v2"

	"toolbench/forms"
	"toolbench/theme"
	"toolbench/toolkit/provider"
	"toolbench/toolkit/source"
	"toolbench/toolkit/tool"
	"toolbench/views"
	"toolbench/views/form"
	"toolbench/views/widget"
)

const (
	tabForm = iota
	tabSchema
	tabDocs
	tabModel
	tabCode
	tabCount
)

// masked stands for the value of a password field wherever arguments are shown.
const masked = "••••••"

var tabNames = [tabCount]string{"Form", "Schema", "Docs", "Model", "Code"}

// toolTabs are the views of a tool, offerTabs those of what no model calls, and
// resourceTabs of what takes no arguments either.
var (
	toolTabs     = []int{tabForm, tabSchema, tabDocs, tabModel, tabCode}
	offerTabs    = []int{tabForm, tabDocs, tabCode}
	resourceTabs = []int{tabDocs, tabCode}
)

// A Screen is the screen of one tool, or of a resource or a prompt, which is
// read the way a tool is called. It holds the draft of the arguments.
type Screen struct {
	theme  *theme.Theme
	out    *views.Outbox
	key    string
	tool   tool.Tool
	source source.Info
	offer  *source.Offer // what the tool reads; nil for a tool
	tabs   []int         // the views that there are

	form    *form.Screen
	tab     int
	pages   [tabCount]page
	tokens  int
	insist  bool // the problems were shown: running again sends anyway
	version int  // of the form when insist was set
	ran     bool
	focused bool
	width   int
	height  int
}

// New is the screen of a tool. The key is the tool's: see [views.Key].
func New(t *theme.Theme, out *views.Outbox, key string, tl tool.Tool, info source.Info) *Screen {
	s := &Screen{theme: t, out: out, key: key, tool: tl, source: info, tabs: toolTabs}
	s.form = form.New(t, out, forms.New(tl.Schema()))
	s.form.Empty = "This tool names no arguments."
	return s
}

// NewOffer is the screen of a resource or a prompt. The key tells it from others
// as a tool's does.
func NewOffer(t *theme.Theme, out *views.Outbox, key string, o source.Offer, info source.Info) *Screen {
	s := New(t, out, key, o.Read, info)
	s.offer, s.tabs = &o, offerTabs
	s.form.Empty = "The " + string(o.Kind) + " takes no arguments."
	if o.Kind == source.Resource {
		s.tabs, s.tab = resourceTabs, tabDocs
	}
	return s
}

// Key names the tool across sources.
func (s *Screen) Key() string { return s.key }

// Tool is the tool.
func (s *Screen) Tool() tool.Tool { return s.tool }

// Init prepares what must be prepared outside of Update.
func (s *Screen) Init() tea.Cmd { return s.count() }

// countedMsg says what a tool's definition costs in tokens.
type countedMsg struct {
	screen *Screen
	tokens int
}

func (s *Screen) count() tea.Cmd {
	if s.offer != nil {
		return nil // no model is given it
	}
	t := s.tool
	return func() tea.Msg {
		return countedMsg{s, provider.Tokens(provider.Definition(provider.OpenAI, t))}
	}
}

// SetTool takes a newer definition of the same tool. The draft stays.
func (s *Screen) SetTool(t tool.Tool) tea.Cmd {
	same := bytes.Equal(t.Schema(), s.tool.Schema())
	s.tool = t
	s.pages = [tabCount]page{}
	if same {
		return s.Prepare()
	}
	s.form.Replace(forms.New(t.Schema()))
	return tea.Batch(s.count(), s.Prepare())
}

// SetOffer takes a newer state of the same resource or prompt.
func (s *Screen) SetOffer(o source.Offer) tea.Cmd {
	s.offer = &o
	return s.SetTool(o.Read)
}

// Doing is what running it is, in words and in a word.
func (s *Screen) Doing() (name, word string) {
	switch {
	case s.offer == nil:
		return "run the tool", "run"
	case s.offer.Kind == source.Prompt:
		return "get the prompt", "get"
	}
	return "read the resource", "read"
}

// Touched tells whether the screen holds something that must not be lost.
func (s *Screen) Touched() bool { return s.ran || s.form.Touched() }

// Restyle takes another theme.
func (s *Screen) Restyle(t *theme.Theme) tea.Cmd {
	s.theme = t
	s.form.Restyle(t)
	s.pages = [tabCount]page{}
	return s.Prepare()
}

// Problems is how many problems stand between the draft and a call.
func (s *Screen) Problems() int {
	problems := len(s.form.Form().Problems())
	if s.form.Broken() != nil {
		return max(1, problems)
	}
	return problems
}

// Submit asks to run the tool with the draft. With problems it shows them
// instead; asked again, with nothing changed, it sends the draft as it is. JSON
// text that can not be read, of the whole or of a field, is never sent.
func (s *Screen) Submit() tea.Cmd {
	if err := s.form.Broken(); err != nil {
		s.turn(tabForm)
		s.form.Reveal()
		return s.out.Send(views.NoticeMsg{Text: "Not sent: " + err.Error(), Trouble: true})
	}
	f := s.form.Form()
	if len(f.Problems()) > 0 && !(s.insist && s.version == f.Version()) {
		s.insist, s.version = true, f.Version()
		s.turn(tabForm)
		s.form.Reveal()
		return nil
	}
	s.insist, s.ran = false, true
	s.form.Sent()
	return s.out.Send(views.CallMsg{Key: s.key, Tool: s.tool, Arguments: f.JSON()})
}

// Resize implements [views.Screen].
func (s *Screen) Resize(width, height int) {
	s.width, s.height = width, height
	head, foot := s.margins()
	s.form.Resize(width, max(0, height-head-foot))
	for i := range s.pages {
		s.pages[i].resize(width, height)
	}
}

// Height is how many lines the screen would fill: the form with what stands
// around it. A page takes what it gets.
func (s *Screen) Height(width int) int {
	if s.tab != tabForm {
		return 1000
	}
	return s.form.Height(width) + 5
}

// margins are the lines above and below the form.
func (s *Screen) margins() (head, foot int) {
	switch {
	case s.height >= 14:
		return 3, 2
	case s.height >= 10:
		return 2, 2
	case s.height >= 6:
		return 1, 1
	case s.height >= 3:
		return 0, 1
	}
	return 0, 0
}

// Focus implements [views.Screen].
func (s *Screen) Focus(focused bool) {
	s.focused = focused
	s.form.Focus(focused && s.tab == tabForm)
}

// Owns implements [views.Screen].
func (s *Screen) Owns(key tea.KeyPressMsg) bool { return s.tab == tabForm && s.form.Owns(key) }

// Update implements [views.Screen].
func (s *Screen) Update(msg tea.Msg) tea.Cmd {
	switch msg := msg.(type) {
	case views.TabMsg:
		return s.turn(s.tabs[min(max(0, msg.Tab), len(s.tabs)-1)])
	case countedMsg:
		if msg.screen == s {
			s.tokens = msg.tokens
		}
		return nil
	case preparedMsg:
		s.take(msg)
		return nil
	case tea.KeyPressMsg, tea.PasteMsg:
		if s.tab == tabForm {
			return s.form.Update(msg)
		}
		if key, ok := msg.(tea.KeyPressMsg); ok {
			s.pages[s.tab].key(key)
		}
		return nil
	case tea.MouseClickMsg:
		return s.mouse(msg, msg.Y)
	case tea.MouseWheelMsg:
		return s.mouse(msg, msg.Y)
	}
	return s.form.Update(msg)
}

func (s *Screen) mouse(msg tea.MouseMsg, y int) tea.Cmd {
	if s.tab != tabForm {
		s.pages[s.tab].mouse(msg)
		return nil
	}
	head, foot := s.margins()
	if y < head || y >= s.height-foot {
		return nil
	}
	switch msg := msg.(type) {
	case tea.MouseClickMsg:
		msg.Y -= head
		return s.form.Update(msg)
	case tea.MouseWheelMsg:
		msg.Y -= head
		return s.form.Update(msg)
	}
	return nil
}

// step shows the view after the one that shows, or before it.
func (s *Screen) step(by int) tea.Cmd {
	n := len(s.tabs)
	return s.turn(s.tabs[(slices.Index(s.tabs, s.tab)+by+n)%n])
}

// turn shows another view of the tool.
func (s *Screen) turn(tab int) tea.Cmd {
	s.tab = tab
	s.form.Focus(s.focused && s.tab == tabForm)
	return s.Prepare()
}

// View implements [views.Screen].
func (s *Screen) View() views.Frame {
	f := views.Frame{Title: s.title(), Tab: slices.Index(s.tabs, s.tab)}
	for _, tab := range s.tabs {
		f.Tabs = append(f.Tabs, tabNames[tab])
	}
	if s.width <= 0 || s.height <= 0 {
		return f
	}
	if s.tab != tabForm {
		f.Lines = s.pages[s.tab].view(s.theme, s.width, s.height, s.focused)
		f.Total, f.Offset = s.pages[s.tab].extent()
		return f
	}
	head, foot := s.margins()
	inner := s.form.View()
	f.Total, f.Offset = inner.Total, inner.Offset
	f.Lines = widget.Block(append(s.head(head), append(widget.Block(inner.Lines, s.width, s.height-head-foot), s.foot(foot)...)...), s.width, s.height)
	if inner.Cursor != nil {
		c := *inner.Cursor
		c.Y += head
		f.Cursor = &c
	}
	return f
}
