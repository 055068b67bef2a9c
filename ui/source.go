package ui

import (
	"encoding/json"
	"fmt"
	"strings"

	tea "charm.land/bubbletea/v2"

	"toolbench/toolkit"
	"toolbench/toolkit/source"
	"toolbench/views"
	"toolbench/views/confirm"
	"toolbench/views/safetext"
	"toolbench/views/widget"
)

// reloadMsg and disableMsg say that a source is to be connected anew, or to be
// disabled, and that nothing that runs is in the way; enableMsg that sources are
// to be opened, and whether that is kept for another time.
type (
	reloadMsg  struct{ id string }
	disableMsg struct{ id string }
	enableMsg  struct {
		ids      []string
		remember bool
	}
)

// sourceActions are what can be done to the source under the catalogue's cursor,
// or that of the tool there.
func (m *Model) sourceActions() []views.Action {
	src, ok := m.catalog.SelectedSource()
	st := m.status(src.ID())
	actions := []views.Action{m.signInAction(st), m.trustAction(st), m.reloadAction(st), m.toggleAction(st), m.watchAction(st), m.saveAction(st)}
	actions = append(actions, m.pageActions(st)...)
	if !ok || st.ID() == "" {
		for i := range actions {
			actions[i].Hint, actions[i].Why = "", "no source is selected"
		}
	}
	return actions
}

// onPage is a hint that is worth its room only where the source's page has the
// keys.
func (m *Model) onPage(hint string) string {
	if m.front == paneCall {
		return hint
	}
	return ""
}

func (m *Model) signInAction(st toolkit.Status) views.Action {
	id := st.ID()
	a := views.Action{Name: "sign in to the source", Keys: []string{"s"}, Run: func() tea.Cmd { return m.signIn(id) }}
	switch {
	case m.latest[views.Key(id, views.SignIn)].Running():
		a.Why = "signing in is under way: ctrl+g answers what it asks"
	case st.State != source.NeedsAuthorization:
		a.Why = safetext.Line(id) + " does not ask for it"
	case !st.CanSignIn:
		a.Why = "this program can not sign in to it by itself"
	default:
		a.Hint, a.Stays = "sign in", true
	}
	return a
}

// signIn runs what signs the person in; what it asks shows in the prompt pane,
// and the source connects by itself afterwards.
func (m *Model) signIn(id string) tea.Cmd {
	t, err := m.kit.SignIn(id)
	if err != nil {
		m.notice = trouble("%v", err)
		return nil
	}
	key := views.Key(id, views.SignIn)
	if m.tool == nil {
		m.pageRun = key
	}
	started := m.start(views.CallMsg{Key: key, Tool: t, Arguments: json.RawMessage("{}")})
	m.refreshPage()
	return started
}

func (m *Model) reloadAction(st toolkit.Status) views.Action {
	id := st.ID()
	a := views.Action{Name: "connect the source anew", Keys: []string{"r"}}
	switch st.State {
	case source.Disabled:
		a.Why = safetext.Line(id) + " is disabled"
	case source.Untrusted:
		a.Why = safetext.Line(id) + " is not trusted yet: t shows what it would start"
	case source.Connected:
		a.Hint = m.onPage("reconnect")
	default:
		a.Hint = "reconnect"
	}
	a.Run = func() tea.Cmd { return m.disturb(id, "reconnect", reloadMsg{id}) }
	return a
}

func (m *Model) toggleAction(st toolkit.Status) views.Action {
	id := st.ID()
	a := views.Action{Name: "disable the source", Keys: []string{"x"}}
	switch st.State {
	case source.Disabled:
		a.Name, a.Hint = "enable the source", "enable"
		a.Run = func() tea.Cmd { m.catalog.Stay(); return m.examine(id, enableMsg{[]string{id}, true}) }
		return a
	case source.Untrusted:
		a.Why = "it is not trusted, so nothing of it runs"
	}
	a.Run = func() tea.Cmd { m.catalog.Stay(); return m.disturb(id, "disable", disableMsg{id}) }
	return a
}

// disturb does something that ends a source's session. While calls of it run it
// asks first.
func (m *Model) disturb(id, what string, then tea.Msg) tea.Cmd {
	n := len(m.callsOf(id))
	if n == 0 {
		return m.asked(then)
	}
	text := fmt.Sprintf("%s on %s. To %s it stops what runs.", widget.Plural(n, "call is running", "calls are running"), safetext.Line(id), what)
	m.question("Stop what runs?", text, confirm.Choice{Name: "leave it"}, confirm.Choice{Name: what, Msg: then})
	return nil
}

func (m *Model) kitDo(do func(id string) error, id string) tea.Cmd {
	if err := do(id); err != nil {
		m.notice = trouble("%v", err)
	}
	return nil
}

func (m *Model) disable(id string) tea.Cmd {
	m.notice = views.NoticeMsg{Text: safetext.Line(id) + " is disabled and its tools are hidden; x enables it again."}
	return tea.Batch(m.kitDo(m.kit.Disable, id), m.remember(id, true))
}

func (m *Model) enable(ids []string, remember bool) tea.Cmd {
	var cmds []tea.Cmd
	for _, id := range ids {
		if m.options.Trust != nil { // it was asked, and there is no no
			cmds = append(cmds, m.kitDo(m.kit.Trust, id))
		}
		cmds = append(cmds, m.kitDo(m.kit.Enable, id))
		if remember {
			cmds = append(cmds, m.remember(id, false))
		}
	}
	return tea.Batch(cmds...)
}

// remember keeps that a source was disabled, or enabled again.
func (m *Model) remember(id string, disabled bool) tea.Cmd {
	keep := m.options.Remember
	if keep == nil {
		return nil
	}
	return func() tea.Msg {
		if err := keep(id, disabled); err != nil {
			return trouble("It is so until you quit, but was not kept for another time: %v", err)
		}
		return nil
	}
}

func (m *Model) watchAction(st toolkit.Status) views.Action {
	id, watched := st.ID(), len(st.Watched) > 0
	a := views.Action{Name: "watch the source's files: connect it anew when they change", Hint: m.onPage("watch"), Keys: []string{"w"},
		Run: func() tea.Cmd { return m.watchFiles(id, !watched) }}
	switch {
	case watched:
		a.Name, a.Hint = "watch the source's files no more", m.onPage("unwatch")
	case st.State == source.Disabled || st.State == source.Untrusted:
		a.Why = fmt.Sprintf("%s is %s", safetext.Line(id), st.State)
	}
	return a
}

// watchFiles has a source connected anew when its files change, or no more.
func (m *Model) watchFiles(id string, on bool) tea.Cmd {
	kit, name := m.kit, safetext.Line(id)
	return func() tea.Msg {
		if !on {
			if err := kit.Unwatch(id); err != nil {
				return trouble("%v", err)
			}
			return views.NoticeMsg{Text: name + " is not watched any more."}
		}
		if err := kit.Watch(id); err != nil {
			return trouble("%v", err)
		}
		return views.NoticeMsg{Text: "Watching " + name + ": it connects anew when its files change. w ends that."}
	}
}

func (m *Model) saveAction(st toolkit.Status) views.Action {
	id := st.ID()
	a := views.Action{Name: "add the source to your configuration", Hint: m.onPage("save"), Keys: []string{"a"}, Run: func() tea.Cmd { return m.save(id) }}
	switch {
	case m.options.Save == nil:
		a.Why = "there is no configuration here to add it to"
	case m.options.Savable != nil && !m.options.Savable(id),
		m.options.Savable == nil && st.Origin != commandLine:
		a.Why = "it was not opened by hand"
		if st.Origin != "" {
			a.Why = "it is declared in " + safetext.Line(st.Origin)
		}
	}
	return a
}

// commandLine is the origin of what was opened by hand.
const commandLine = "command line"

func (m *Model) save(id string) tea.Cmd {
	save, name := m.options.Save, safetext.Line(id)
	return func() tea.Msg {
		where, err := save(id)
		if err != nil {
			return trouble("%s was not saved: %v", name, err)
		}
		return views.NoticeMsg{Text: "Saved to " + where + "."}
	}
}

// ended tells how something ended that no pane shows the end of.
func (m *Model) ended(rec *views.Record) {
	id, name := views.Of(rec.Key)
	if name != views.SignIn {
		return
	}
	defer m.refreshPage()
	why := ""
	switch o := rec.Outcome; {
	case o.Err != nil:
		why = o.Err.Error()
	case o.Result.IsError:
		why = o.Result.Output
	default:
		m.notice = views.NoticeMsg{Text: "Signed in to " + safetext.Line(id) + "."}
		return
	}
	why, _, _ = strings.Cut(strings.TrimSpace(why), "\n")
	m.notice = trouble("Not signed in to %s: %s", safetext.Line(id), why)
}
