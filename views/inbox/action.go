package inbox

import (
	tea "charm.land/bubbletea/v2"

	"toolbench/views"
)

func (p *prompt) mark(by int) func() tea.Cmd {
	return func() tea.Cmd {
		p.marked = (p.marked + by + len(p.choices)) % len(p.choices)
		return nil
	}
}

func (p *prompt) actions() []views.Action {
	if p.declining {
		return []views.Action{{Name: "decline", Hint: "decline", Keys: []string{"enter"}, Run: p.declined}}
	}
	if p.inForm {
		actions := append(p.reading(), p.form.Actions()...)
		return append(actions, views.Action{Name: "go on to the choices", Hint: "choices", Keys: []string{"f2"},
			Run: func() tea.Cmd { p.leave(true); return nil }})
	}
	actions := []views.Action{
		{Name: "take the marked choice: " + p.choices[p.marked].name, Hint: p.choices[p.marked].name, Keys: []string{"enter"}, Run: p.choices[p.marked].take},
		{Name: "mark the next choice", Hint: "choose", Keys: []string{"right", "tab", "l"}, Run: p.mark(1)},
		{Name: "mark the choice before", Keys: []string{"left", "h"}, Run: p.mark(-1)},
	}
	back := views.Action{Name: "mark the choice before", Keys: []string{"shift+tab"}, Run: p.mark(-1)}
	if p.form != nil {
		back = views.Action{Name: "go back to the form", Hint: "form", Keys: []string{"shift+tab", "up"},
			Run: func() tea.Cmd { p.enterForm(); return nil }}
	}
	return append(actions, back)
}

// reading scrolls a long text from within the form.
func (p *prompt) reading() []views.Action {
	if !p.scrolls() || p.form.Text() {
		return nil
	}
	page := max(1, p.shape.text-1)
	scroll := func(by int) func() tea.Cmd { return func() tea.Cmd { p.text.Scroll(by); return nil } }
	return []views.Action{
		{Name: "read on in what is asked", Hint: "read on", Keys: []string{"pgdown"}, Run: scroll(page)},
		{Name: "read back in what is asked", Keys: []string{"pgup"}, Run: scroll(-page)},
	}
}
