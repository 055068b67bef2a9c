package ui

import (
	"context"

	tea "charm.land/bubbletea/v2"

	"toolbench/theme"
	"toolbench/toolkit"
	"toolbench/ui/term"
	"toolbench/views"
	"toolbench/views/call"
	"toolbench/views/catalog"
	"toolbench/views/confirm"
	"toolbench/views/inbox"
	"toolbench/views/result"
	"toolbench/views/sources"
)

// A Model is the root of the program and its only tea.Model: it owns the
// screens, routes messages to them, and puts what they draw together. See [New].
type Model struct {
	ctx     context.Context
	kit     *toolkit.Toolkit
	options Options
	out     *views.Outbox

	caps   term.Caps
	theme  *theme.Theme
	width  int
	height int
	layout layout
	front  pane // the pane with the keys
	before pane // the one that had them before the prompt pane
	zoomed bool

	catalog *catalog.Screen
	source  *sources.Screen
	tool    *call.Screen // the selected tool's; nil on the row of a source
	tools   map[string]*call.Screen
	result  *result.Screen
	inbox   *inbox.Screen

	overlays []views.Overlay
	notice   views.NoticeMsg

	statuses    []toolkit.Status
	sourceShown string            // the branch whose page was filled last: a source's ID, or a kind
	offer       string            // key of the resource or prompt that is open over its source's page
	pageRun     string            // key of what was run from that page last
	levels      map[string]string // by source, the log messages that were asked for
	attention   attention
	hearing     hearing
	records     []*views.Record
	latest      map[string]*views.Record
	shown       *views.Record // in the result pane

	ticking   bool
	mouseFree bool // the mouse is left to the terminal
}

// New is the root model on kit. The context ends what the program started.
func New(ctx context.Context, kit *toolkit.Toolkit, o Options) *Model {
	m := &Model{ctx: ctx, kit: kit, options: o, out: &views.Outbox{}, tools: map[string]*call.Screen{}, latest: map[string]*views.Record{}, levels: map[string]string{}}
	m.theme = theme.With(m.caps.Theme())
	m.catalog = catalog.New(m.theme, m.out, func(key string) *views.Record { return m.latest[key] })
	m.source = sources.New(m.theme, m.out)
	m.result = result.New(m.theme)
	m.inbox = inbox.New(m.theme, m.out)
	m.catalog.Focus(true)
	m.statuses, m.sourceShown = kit.Sources(), "\x00"
	m.catalog.Set(m.read())
	return m
}

// Init implements [tea.Model].
func (m *Model) Init() tea.Cmd {
	m.kit.Attend(m.attention.put)
	return tea.Batch(m.caps.Query(), m.watch(0), m.attend())
}

// Update implements [tea.Model].
func (m *Model) Update(msg tea.Msg) (tea.Model, tea.Cmd) {
	cmds := []tea.Cmd{m.update(msg)}
	for asked := m.out.Take(); len(asked) > 0; asked = m.out.Take() {
		for _, msg := range asked {
			cmds = append(cmds, m.update(msg))
		}
	}
	return m, tea.Batch(append(cmds, m.sync())...)
}

func (m *Model) update(msg tea.Msg) tea.Cmd {
	if m.caps.Update(msg) {
		return m.restyle()
	}
	switch msg := msg.(type) {
	case tea.WindowSizeMsg:
		m.width, m.height = msg.Width, msg.Height
	case tea.KeyPressMsg:
		return m.key(msg)
	case tea.PasteMsg:
		return m.focused().Update(msg)
	case tea.MouseClickMsg, tea.MouseWheelMsg, tea.MouseReleaseMsg, tea.MouseMotionMsg:
		return m.mouse(msg.(tea.MouseMsg))
	case kitChangedMsg:
		return m.kitChanged(msg)
	case runEventsMsg:
		return m.runEvents(msg)
	case heardMsg:
		m.heard(msg)
	case askedMsg:
		return m.takeAsked(msg)
	case tickMsg:
		m.ticking = false
		m.source.Tick()
	case quitMsg:
		return tea.Quit
	case draftedMsg:
		return m.drafted(msg)
	case editedMsg:
		return m.edited(msg)
	default:
		return m.asked(msg)
	}
	return nil
}

// focused is the screen that has the keys.
func (m *Model) focused() views.Screen {
	if n := len(m.overlays); n > 0 {
		return m.overlays[n-1]
	}
	return m.screen(m.front)
}

// screen is what a pane shows.
func (m *Model) screen(p pane) views.Screen {
	switch p {
	case paneTools:
		return m.catalog
	case paneResult:
		return m.result
	case panePrompt:
		return m.inbox
	}
	if m.tool == nil {
		return m.source
	}
	return m.tool
}

// restyle gives every screen the theme that fits what the terminal can show.
func (m *Model) restyle() tea.Cmd {
	m.theme = theme.With(m.caps.Theme())
	m.catalog.Restyle(m.theme)
	m.source.Restyle(m.theme)
	cmds := []tea.Cmd{m.result.Restyle(m.theme), m.inbox.Restyle(m.theme)}
	for _, t := range m.tools {
		cmds = append(cmds, t.Restyle(m.theme))
	}
	if m.tool != nil && m.tools[m.tool.Key()] != m.tool {
		cmds = append(cmds, m.tool.Restyle(m.theme))
	}
	return tea.Batch(cmds...)
}

// sync brings what follows from the state up to date after each message: the
// tool in front, what waits, the layout, the clock.
func (m *Model) sync() tea.Cmd {
	cmds := []tea.Cmd{m.follow()}
	shown := m.inbox.Shown()
	m.inbox.Set(m.waiting())
	if m.front == panePrompt && m.inbox.Shown() != shown {
		// What showed was answered elsewhere, in a browser perhaps: a key that
		// was meant for it must not reach what waits next.
		cmds = append(cmds, m.turn(m.before))
	}
	m.arrange()
	cmds = append(cmds, m.result.Prepare(), m.clock(), m.hear())
	if m.tool != nil {
		cmds = append(cmds, m.tool.Prepare())
	}
	return tea.Batch(cmds...)
}

// arrange lays the window out and tells the screens their sizes.
func (m *Model) arrange() {
	m.layout = arrange(m.width, m.height, m.front, m.zoomed, wish{call: m.toolHeight, prompt: m.inbox.Height, result: m.shown != nil})
	for p := paneTools; p <= panePrompt; p++ {
		r := m.layout.inner(p)
		m.screen(p).Resize(r.Dx(), r.Dy())
	}
	for _, o := range m.overlays {
		r := m.overlayRoom(o)
		o.Resize(r.Dx(), r.Dy())
	}
}

// toolHeight is how many lines the tool in front would fill.
func (m *Model) toolHeight(width int) int {
	if m.tool == nil {
		return m.source.Height()
	}
	return m.tool.Height(width)
}

// turn gives the keys to another pane.
func (m *Model) turn(to pane) tea.Cmd {
	if to == panePrompt && m.front != panePrompt {
		m.before = m.front
	}
	m.screen(m.front).Focus(false)
	m.front = to
	m.screen(to).Focus(true)
	return nil
}

// neighbour is the pane after, or before, the one with the keys.
func (m *Model) neighbour(forward bool) pane {
	order := []pane{paneTools, paneCall, paneResult}
	if m.inbox.Open() {
		order = []pane{paneTools, paneCall, panePrompt, paneResult}
	}
	for i, p := range order {
		if p == m.front {
			step := 1
			if !forward {
				step = len(order) - 1
			}
			return order[(i+step)%len(order)]
		}
	}
	return paneTools
}

// question opens an overlay that asks before something that can not be undone.
func (m *Model) question(title, text string, choices ...confirm.Choice) {
	m.push(confirm.New(m.theme, m.out, title, text, choices...))
}

func (m *Model) push(o views.Overlay) {
	o.Focus(true)
	m.overlays = append(m.overlays, o)
}

// close takes the topmost overlay away.
func (m *Model) close() {
	if n := len(m.overlays); n > 0 {
		m.overlays = m.overlays[:n-1]
	}
}
