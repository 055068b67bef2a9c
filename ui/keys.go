package ui

import (
	"fmt"
	"strings"

	tea "charm.land/bubbletea/v2"

	"toolbench/views"
	"toolbench/views/confirm"
)

// quitMsg ends the program.
type quitMsg struct{}

// key gives a key to whom it is for: quit first, then the focused text field,
// then the actions of the screen in front, then those of the program.
func (m *Model) key(msg tea.KeyPressMsg) tea.Cmd {
	m.notice = views.NoticeMsg{}
	if msg.String() == "ctrl+c" {
		return m.quit()
	}
	screen := m.focused()
	if screen.Owns(msg) {
		return screen.Update(msg)
	}
	if a, ok := views.Find(screen.Actions(), msg); ok {
		return m.do(a)
	}
	if len(m.overlays) == 0 {
		if a, ok := views.Find(m.Actions(), msg); ok {
			return m.do(a)
		}
	}
	return screen.Update(msg)
}

// do does an action, or says why not.
func (m *Model) do(a views.Action) tea.Cmd {
	if !a.Live() {
		what, _, _ := strings.Cut(a.Name, ":") // what comes after explains it
		m.notice = views.NoticeMsg{Text: fmt.Sprintf("Can not %s: %s.", what, a.Why), Trouble: true}
		return nil
	}
	if m.front == paneTools {
		m.catalog.Hold()
	}
	return a.Run()
}

// Actions are what a person can do wherever the keys are.
func (m *Model) Actions() []views.Action {
	if m.onSource() {
		return append(m.sourceActions(), m.generalActions()...)
	}
	return m.generalActions()
}

// onSource tells whether the keys that do something to a source work: in the
// catalogue and on a source's page.
func (m *Model) onSource() bool {
	return m.front == paneTools || m.tool == nil && m.front == paneCall
}

func (m *Model) generalActions() []views.Action {
	return []views.Action{
		m.promptAction(),
		m.runAction(),
		m.stopAction(),
		{Name: "find an action by its name", Hint: "all actions", Keys: []string{"ctrl+p"}, Run: m.openPalette},
		{Name: "show the keys that work here", Hint: "keys", Stays: true, Keys: []string{"?", "f1"}, Run: m.openHelp},
		{Name: "go to the next pane", Hint: "pane", Keys: []string{"tab", "f6"}, Run: func() tea.Cmd { return m.turn(m.neighbour(true)) }},
		{Name: "go to the pane before", Keys: []string{"shift+tab", "shift+f6"}, Run: func() tea.Cmd { return m.turn(m.neighbour(false)) }},
		m.backAction(),
		{Name: "filter the tools", Keys: []string{"ctrl+f", "/"}, Run: m.filter},
		{Name: "zoom the pane, or back", Keys: []string{"f4"}, Why: m.unless(m.layout.wide, "the window is narrow: one pane shows at a time anyway"), Run: func() tea.Cmd { m.zoomed = !m.zoomed; return nil }},
		{Name: "show the run before this one", Keys: []string{"alt+up"}, Why: m.unless(m.canStep(-1), "there is no earlier run of this tool"), Run: func() tea.Cmd { return m.step(-1) }},
		{Name: "show the run after this one", Keys: []string{"alt+down"}, Why: m.unless(m.canStep(1), "there is no later run of this tool"), Run: func() tea.Cmd { return m.step(1) }},
		m.mouseAction(),
		{Name: "suspend the program", Keys: []string{"ctrl+z"}, Run: func() tea.Cmd { return tea.Suspend }},
		{Name: "quit", Keys: []string{"ctrl+c"}, Run: m.quit},
	}
}

// backAction leads back by one pane in a narrow window, to the tools elsewhere.
func (m *Model) backAction() views.Action {
	to, name := paneTools, "go back to the tools"
	switch {
	case m.offer != "" && (m.front == paneCall || m.front == paneResult && m.layout.wide):
		return views.Action{Name: "go back to the source", Hint: "back", Stays: true, Keys: []string{"esc"}, Run: m.closeOffer}
	case !m.layout.wide && m.front == paneResult && m.tool == nil && m.pageRun != "":
		to, name = paneCall, "go back to the source"
	}
	if !m.layout.wide && m.front == paneResult && m.tool != nil {
		to, name = paneCall, "go back to the form"
	}
	a := views.Action{Name: name, Keys: []string{"esc"}, Run: func() tea.Cmd { return m.turn(to) }}
	if m.front == paneTools {
		// Nothing is wrong with pressing it: there is just nowhere to go.
		a.Keys, a.Why = nil, "the tools are in front"
		return a
	}
	a.Hint, a.Stays = "back", !m.layout.wide
	if m.layout.wide {
		a.Hint = "tools"
	}
	return a
}

func (m *Model) unless(ok bool, why string) string {
	if ok {
		return ""
	}
	return why
}

func (m *Model) runAction() views.Action {
	a := views.Action{Name: "run the tool", Hint: "run", Keys: []string{"ctrl+r"}, Stays: m.front == paneCall, Run: m.runFront}
	if m.tool != nil {
		a.Name, a.Hint = m.tool.Doing()
	}
	switch {
	case m.tool == nil:
		a.Why = "no tool is selected"
	case m.front == panePrompt:
		a.Why = "a question has the keys: answer it, or turn away with esc"
	}
	return a
}

func (m *Model) runFront() tea.Cmd {
	cmd := m.tool.Submit()
	if m.tool.Problems() > 0 && m.front != paneCall {
		return tea.Batch(cmd, m.turn(paneCall))
	}
	return cmd
}

func (m *Model) stopAction() views.Action {
	a := views.Action{Name: "stop the run that shows", Keys: []string{"ctrl+x"}, Run: m.stop}
	switch {
	case !m.shown.Running():
		a.Why = "nothing runs in the result pane"
	case m.shown.Stopping:
		a.Why = "it was told to stop"
	default:
		a.Hint, a.Stays = "stop", m.front != panePrompt
	}
	return a
}

func (m *Model) promptAction() views.Action {
	a := views.Action{Name: "answer what waits", Keys: []string{"ctrl+g"}, Run: m.turnToPrompt}
	switch {
	case !m.inbox.Open():
		a.Why = "nothing waits for an answer"
	case m.front != panePrompt:
		a.Hint = "answer"
	case m.inbox.Count() > 1:
		a.Name, a.Hint = "go to the next that waits", "next"
		a.Run = func() tea.Cmd { m.inbox.Next(); return nil }
	}
	return a
}

func (m *Model) turnToPrompt() tea.Cmd {
	var visited tea.Cmd
	if item, ok := m.inbox.Current(); ok && !ofSource(item.Record) {
		visited = m.visit(item.Record)
	}
	return tea.Batch(visited, m.turn(panePrompt))
}

// visit brings the tool of a run to the front, with that run as its result.
func (m *Model) visit(rec *views.Record) tea.Cmd {
	id, name := views.Of(rec.Key)
	if m.catalog.Select(id, name) {
		return tea.Batch(m.follow(), m.show(rec))
	}
	if !m.catalog.SelectSource(id) {
		return nil
	}
	followed := m.follow()
	if t := m.tools[rec.Key]; t != nil && m.tool != t { // a resource or a prompt
		m.leaveTool()
		m.offer, m.tool = rec.Key, t
		return tea.Batch(followed, m.enterTool(false), m.show(rec))
	}
	if m.tool == nil {
		m.pageRun = rec.Key
	}
	return tea.Batch(followed, m.show(rec))
}

func (m *Model) mouseAction() views.Action {
	a := views.Action{Name: "leave the mouse to the terminal, to select text", Keys: []string{"f8"}}
	if m.mouseFree {
		a.Name = "take the mouse back"
	}
	a.Run = func() tea.Cmd {
		m.mouseFree = !m.mouseFree
		if m.mouseFree {
			m.notice = views.NoticeMsg{Text: "The mouse is the terminal's now; f8 takes it back."}
		}
		return nil
	}
	return a
}

func (m *Model) canStep(by int) bool {
	runs := m.runsInFront()
	for i, rec := range runs {
		if rec == m.shown {
			return i+by >= 0 && i+by < len(runs)
		}
	}
	return false
}

func (m *Model) filter() tea.Cmd {
	return tea.Batch(m.turn(paneTools), m.catalog.Filter())
}

// quit ends the program; while calls run it asks first, and the same key again
// is the answer.
func (m *Model) quit() tea.Cmd {
	n := m.running()
	if n == 0 || m.quitting() {
		return tea.Quit
	}
	text := "A call is running. Quitting stops it."
	if n > 1 {
		text = fmt.Sprintf("%d calls are running. Quitting stops them.", n)
	}
	m.question(quitTitle, text, confirm.Choice{Name: "stay"}, confirm.Choice{Name: "quit", Msg: quitMsg{}})
	return nil
}

const quitTitle = "Quit?"

func (m *Model) quitting() bool {
	n := len(m.overlays)
	if n == 0 {
		return false
	}
	q, ok := m.overlays[n-1].(*confirm.Screen)
	return ok && q.Title() == quitTitle
}
