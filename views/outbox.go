package views

import tea "charm.land/bubbletea/v2"

// An Outbox takes what the screens ask of the root program: to give the keys to
// another pane, to close an overlay, to run a tool. The root empties it before
// the Update in which they were called ends, so that the next key already meets
// what was asked for; the message of a command would come some keys later. The
// zero value is ready, and a nil one takes nothing.
type Outbox struct{ messages []tea.Msg }

// Send puts a message in. The command it returns is nil: it lets a screen end
// with it.
func (o *Outbox) Send(msg tea.Msg) tea.Cmd {
	if o != nil {
		o.messages = append(o.messages, msg)
	}
	return nil
}

// Take is what was put in since it was last called.
func (o *Outbox) Take() []tea.Msg {
	if o == nil {
		return nil
	}
	taken := o.messages
	o.messages = nil
	return taken
}
