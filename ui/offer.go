package ui

import (
	"encoding/json"
	"fmt"

	tea "charm.land/bubbletea/v2"

	"toolbench/forms"
	"toolbench/toolkit/source"
	"toolbench/views"
	"toolbench/views/call"
	"toolbench/views/safetext"
)

// offerKey names a resource, a template or a prompt among all that can be run.
func offerKey(sourceID string, o source.Offer) string {
	return views.Key(sourceID, string(o.Kind)+" "+o.Read.Name)
}

// openOffer reads a resource or gets a prompt. One that takes arguments shows
// its form first; one that takes none is read at once, and the list stays in
// front, unless the person only wants to look at it.
func (m *Model) openOffer(id string, o source.Offer, look bool) tea.Cmd {
	key := offerKey(id, o)
	if !look && len(forms.New(o.Read.Schema()).Root().Children()) == 0 {
		m.pageRun = key
		return m.call(views.CallMsg{Key: key, Tool: o.Read, Arguments: json.RawMessage("{}")})
	}
	m.offer = key
	made := m.tools[key] == nil
	m.tool = m.tools[key]
	if made {
		m.tool = call.NewOffer(m.theme, m.out, key, o, m.status(id).Info)
	}
	return tea.Batch(m.turn(paneCall), m.enterTool(made))
}

// closeOffer goes back to the page of the source, where the list stands as it
// was left. What was read stays in sight.
func (m *Model) closeOffer() tea.Cmd {
	if m.latest[m.offer] != nil {
		m.pageRun = m.offer
	}
	m.leaveTool()
	return tea.Batch(m.turn(paneCall), m.showSource())
}

// follows asks a source to tell of a resource's changes, or no more.
func (m *Model) follows(id string, o source.Offer) tea.Cmd {
	ctx, name := m.ctx, safetext.Line(o.Read.Title())
	return func() tea.Msg {
		switch err := o.Follow(ctx, !o.Followed); {
		case err != nil:
			return trouble("%s is followed as before: %v", name, err)
		case o.Followed:
			return views.NoticeMsg{Text: name + " is not followed any more."}
		}
		return views.NoticeMsg{Text: fmt.Sprintf("Following %s: you are told when %s says that it has changed.", name, safetext.Line(id))}
	}
}

// trouble is a sentence on what did not work.
func trouble(format string, args ...any) views.NoticeMsg {
	return views.NoticeMsg{Text: fmt.Sprintf(format, args...), Trouble: true}
}
