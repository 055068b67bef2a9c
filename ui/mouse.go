package ui

import (
	"image"
	"time"

	tea "charm.land/bubbletea/v2"

	"toolbench/views"
	"toolbench/views/widget"
)

// clickGrace is how long a prompt that has just appeared takes no click: what
// was aimed at something else must not answer it.
const clickGrace = 400 * time.Millisecond

// mouse gives a mouse message to what is under it, in that screen's own
// coordinates.
func (m *Model) mouse(msg tea.MouseMsg) tea.Cmd {
	at := image.Pt(msg.Mouse().X, msg.Mouse().Y)
	_, click := msg.(tea.MouseClickMsg)
	if click {
		m.notice = views.NoticeMsg{}
	}
	if n := len(m.overlays); n > 0 {
		return m.mouseOver(m.overlays[n-1], msg, at, click)
	}
	for p := paneTools; p <= panePrompt; p++ {
		if at.In(m.layout.panes[p]) {
			return m.mouseIn(p, msg, at, click)
		}
	}
	switch {
	case !click:
	case at.In(m.layout.title):
		return m.clickTitle(at.X)
	case at.In(m.layout.hints):
		return m.clickHint(at.X)
	}
	return nil
}

func (m *Model) mouseOver(o views.Overlay, msg tea.MouseMsg, at image.Point, click bool) tea.Cmd {
	room := m.overlayRoom(o)
	if at.In(room) {
		return o.Update(moved(msg, room.Min))
	}
	if click && !at.In(room.Inset(-2)) {
		m.close()
	}
	return nil
}

func (m *Model) mouseIn(p pane, msg tea.MouseMsg, at image.Point, click bool) tea.Cmd {
	if click && p == panePrompt && time.Since(m.inbox.Appeared()) < clickGrace {
		return nil
	}
	var turned tea.Cmd
	if click && p != m.front {
		turned = m.turn(p)
	}
	if click {
		if tab, ok := m.tabAt(p, at); ok {
			return tea.Batch(turned, m.screen(p).Update(views.TabMsg{Tab: tab}))
		}
	}
	inner := m.layout.inner(p)
	if !at.In(inner) {
		return turned
	}
	return tea.Batch(turned, m.screen(p).Update(moved(msg, inner.Min)))
}

// moved is a mouse message whose coordinates count from a corner.
func moved(msg tea.MouseMsg, corner image.Point) tea.Msg {
	switch msg := msg.(type) {
	case tea.MouseClickMsg:
		msg.X, msg.Y = msg.X-corner.X, msg.Y-corner.Y
		return msg
	case tea.MouseWheelMsg:
		msg.X, msg.Y = msg.X-corner.X, msg.Y-corner.Y
		return msg
	case tea.MouseReleaseMsg:
		msg.X, msg.Y = msg.X-corner.X, msg.Y-corner.Y
		return msg
	case tea.MouseMotionMsg:
		msg.X, msg.Y = msg.X-corner.X, msg.Y-corner.Y
		return msg
	}
	return msg
}

func (m *Model) clickTitle(x int) tea.Cmd {
	if right := m.titleRight(); x >= m.width-widget.Width(right) {
		if m.inbox.Open() {
			return m.turnToPrompt()
		}
		return m.showRunning()
	}
	if m.layout.wide {
		return nil
	}
	_, hits := widget.Tabs(m.theme, narrowTabs, m.narrowTab(), m.width/2+4)
	if i, ok := widget.HitAt(hits, x-1); ok {
		return m.turn(pane(i))
	}
	return nil
}

// showRunning turns to the oldest run that has not ended.
func (m *Model) showRunning() tea.Cmd {
	for _, rec := range m.records {
		if rec.Running() {
			return m.visit(rec)
		}
	}
	return nil
}

func (m *Model) clickHint(x int) tea.Cmd {
	hints, behind := m.hints()
	_, hits := widget.HintHits(m.theme, hints, m.width-2)
	if i, ok := widget.HitAt(hits, x-1); ok {
		return m.do(behind[i])
	}
	return nil
}
