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
	"toolbench/views/palette"
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
	sourceShown string // ID of the source whose page was filled last
	records     []*views.Record
	latest      map[string]*views.Record
	shown       *views.Record // in the result pane

	ticking   bool
	mouseFree bool // the mouse is left to the terminal
}

// New is the root model on kit. The context ends what the program started.
func New(ctx context.Context, kit *toolkit.Toolkit, o Options) *Model {
	m := &Model{ctx: ctx, kit: kit, options: o, out: &views.Outbox{}, tools: map[string]*call.Screen{}, latest: map[string]*views.Record{}}
	m.theme = theme.With(m.caps.Theme())
	m.catalog = catalog.New(m.theme, m.out, func(key string) *views.Record { return m.latest[key] })
	m.source = sources.New(m.theme)
	m.result = result.New(m.theme)
	m.inbox = inbox.New(m.theme, m.out)
	m.catalog.Focus(true)
	m.statuses, m.sourceShown = kit.Sources(), "\x00"
	m.catalog.Set(m.read())
	return m
}

// Init implements [tea.Model].
func (m *Model) Init() tea.Cmd { return tea.Batch(m.caps.Query(), m.watch(0)) }

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
	case tickMsg:
		m.ticking = false
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

// asked does what a screen asked for; any other message goes to the screens,
// each of which knows the answers to its own commands.
func (m *Model) asked(msg tea.Msg) tea.Cmd {
	switch msg := msg.(type) {
	case views.CallMsg:
		return m.call(msg)
	case runAnywayMsg:
		return m.start(msg.call)
	case views.AnswerMsg:
		return m.answer(msg)
	case views.LeaveMsg:
		if m.front == panePrompt && m.inbox.Leave(msg.Forward) {
			return nil
		}
		return m.turn(m.neighbour(msg.Forward))
	case views.EditMsg:
		return m.edit(msg)
	case views.CopyMsg:
		return m.copy(msg)
	case views.OpenMsg:
		return m.open(msg)
	case views.NoticeMsg:
		m.notice = msg
	case views.CloseMsg:
		m.close()
	case inbox.AwayMsg:
		return m.turn(m.before)
	case palette.ChosenMsg:
		m.close()
		return msg.Action.Run()
	case catalog.OpenMsg:
		return m.turn(paneCall)
	case catalog.ReloadMsg:
		return m.disturb(msg.ID, "reconnect", reloadMsg{msg.ID})
	case catalog.ToggleMsg:
		return m.disturb(msg.ID, "disable", toggleMsg{msg.ID})
	case reloadMsg:
		return m.kitDo(m.kit.Reload, msg.id)
	case toggleMsg:
		return m.toggle(msg.id)
	default:
		return m.broadcast(msg)
	}
	return nil
}

// broadcast hands a message to every screen: the answers to their commands
// carry for whom they are.
func (m *Model) broadcast(msg tea.Msg) tea.Cmd {
	cmds := []tea.Cmd{m.catalog.Update(msg), m.source.Update(msg), m.result.Update(msg), m.inbox.Update(msg)}
	for _, t := range m.tools {
		cmds = append(cmds, t.Update(msg))
	}
	if m.tool != nil && m.tools[m.tool.Key()] != m.tool {
		cmds = append(cmds, m.tool.Update(msg))
	}
	for _, o := range m.overlays {
		cmds = append(cmds, o.Update(msg))
	}
	return tea.Batch(cmds...)
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
	cmds := []tea.Cmd{m.source.Restyle(m.theme), m.result.Restyle(m.theme), m.inbox.Restyle(m.theme)}
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
	m.inbox.Set(m.waiting())
	if !m.inbox.Open() && m.front == panePrompt {
		cmds = append(cmds, m.turn(m.before))
	}
	m.arrange()
	cmds = append(cmds, m.result.Prepare(), m.clock())
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
		return m.height // a source's page takes what it gets
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
