package ui

import (
	tea "charm.land/bubbletea/v2"

	"toolbench/views"
	"toolbench/views/catalog"
	"toolbench/views/inbox"
	"toolbench/views/palette"
	"toolbench/views/qr"
	"toolbench/views/sources"
)

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
		return m.openOutside(msg)
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
	case inbox.QRMsg:
		m.push(qr.New(m.theme, m.out, msg.Address, msg.Host))
	default:
		return m.managed(msg)
	}
	return nil
}

// managed does what was asked of a source, once nothing is in the way.
func (m *Model) managed(msg tea.Msg) tea.Cmd {
	switch msg := msg.(type) {
	case sources.OpenMsg:
		return m.openOffer(msg.ID, msg.Offer, msg.Look)
	case sources.FollowMsg:
		return m.follows(msg.ID, msg.Offer)
	case sources.LevelMsg:
		m.chooseLevel(msg.ID)
	case levelMsg:
		return m.setLevel(msg)
	case leveledMsg:
		m.levels[msg.id] = msg.level
		m.refreshPage()
	case reloadMsg:
		return m.kitDo(m.kit.Reload, msg.id)
	case disableMsg:
		return m.disable(msg.id)
	case enableMsg:
		return m.enable(msg.ids, msg.remember)
	case trustMsg:
		m.askTrust(msg)
	case trustedMsg:
		return m.trust(msg.id)
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
