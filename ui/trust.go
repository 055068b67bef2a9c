package ui

import (
	"strings"

	tea "charm.land/bubbletea/v2"

	"toolbench/toolkit"
	"toolbench/toolkit/source"
	"toolbench/views"
	"toolbench/views/confirm"
	"toolbench/views/safetext"
)

// A Trust knows the configuration files that were found, and keeps which of them
// the person trusts. Its methods are called outside of the screen's loop.
type Trust interface {
	// About is what trusting the file of a source would start. It is false
	// when the source needs no trust: its file is trusted as it is by now, or
	// it came from none.
	About(id string) (TrustQuestion, bool)
	// Trust keeps that the file of a source is trusted as it was when About
	// told of it.
	Trust(id string) error
	// Sources are the IDs of the sources of the same file that a yes starts.
	Sources(id string) []string
}

// A TrustQuestion is what a person decides on. Its texts come from the file and
// hold no secret.
type TrustQuestion struct {
	// File is the file's path, Client whose configuration it is.
	File, Client string
	// Starts are the file's servers.
	Starts []TrustStart
	// Changes are sentences on what is other than when it was last trusted;
	// empty when it never was.
	Changes []string
}

// A TrustStart is one server that a yes starts.
type TrustStart struct {
	// What is its name with its command line or URL.
	What string
	// With are lines on what the file sets beside that: variables, headers, a
	// folder.
	With []string
}

// trustMsg brings what there is to decide on, trustedMsg that the person said
// yes.
type (
	trustMsg struct {
		id       string
		question TrustQuestion
	}
	trustedMsg struct{ id string }
)

func (m *Model) trustAction(st toolkit.Status) views.Action {
	id := st.ID()
	a := views.Action{Name: "see what the source would start, and trust it", Keys: []string{"t"}}
	if st.State != source.Untrusted {
		a.Why = safetext.Line(id) + " needs no trust"
		return a
	}
	a.Hint, a.Stays = "trust", true
	a.Run = func() tea.Cmd { return m.examine(id, nil) }
	return a
}

// examine finds out what trusting a source would start, and asks. One that needs
// no trust gets the other message at once.
func (m *Model) examine(id string, otherwise tea.Msg) tea.Cmd {
	trust, st := m.options.Trust, m.status(id)
	if trust == nil {
		if otherwise != nil {
			return m.asked(otherwise)
		}
		return m.asked(trustMsg{id, TrustQuestion{File: st.Origin, Starts: []TrustStart{{What: strings.TrimSpace(st.Name + "  " + st.Target)}}}})
	}
	return func() tea.Msg {
		if question, ok := trust.About(id); ok {
			return trustMsg{id, question}
		}
		if otherwise != nil {
			return otherwise
		}
		return enableMsg{ids: []string{id}}
	}
}

// askTrust shows what would start, and asks. The marked choice does nothing.
func (m *Model) askTrust(msg trustMsg) {
	t, q := m.theme, msg.question
	var text []string
	say := func(lines ...string) { text = append(text, lines...) }
	file := t.Title.Render(safetext.Line(q.File))
	if q.Client != "" {
		file += t.Quiet.Render("  " + safetext.Line(q.Client))
	}
	say(file, "")
	if len(q.Changes) > 0 {
		say(t.Warn.Render("It has changed since you trusted it:"))
		for _, change := range q.Changes {
			say(t.Quiet.Render(t.Glyphs.Bullet+" ") + t.Text.Render(safetext.Line(change)))
		}
		say("")
	}
	say(t.Quiet.Render("It was found, not asked for, so nothing of it has been started. Your yes starts this, now and next time, until the file changes:"), "")
	for _, start := range q.Starts {
		say(t.Quiet.Render(t.Glyphs.Bullet+" ") + t.Code.Render(safetext.Line(start.What)))
		for _, line := range start.With {
			say("  " + t.Quiet.Render("with ") + t.Text.Render(safetext.Line(line)))
		}
	}
	yes := "trust this file"
	if m.options.Trust == nil {
		yes = "start it"
	}
	m.question("Start what was found?", strings.Join(text, "\n"), confirm.Choice{Name: "not now"}, confirm.Choice{Name: yes, Msg: trustedMsg{msg.id}})
}

// trust keeps the person's yes and opens the sources that it is for.
func (m *Model) trust(id string) tea.Cmd {
	trust := m.options.Trust
	if trust == nil {
		return m.kitDo(m.kit.Trust, id)
	}
	return func() tea.Msg {
		if err := trust.Trust(id); err != nil {
			return trouble("It was not trusted, and nothing was started: %v", err)
		}
		return enableMsg{ids: trust.Sources(id)}
	}
}
