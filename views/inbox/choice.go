package inbox

import (
	"slices"

	"toolbench/toolkit/tool"
	"toolbench/views"
	"toolbench/views/safetext"
	"toolbench/views/widget"

	tea "charm.land/bubbletea/v2"
)

// done is the choice that says that an authorization took place.
const done = "I am done"

// A choice is one of the named answers.
type choice struct {
	name string
	take func() tea.Cmd
}

// choices are the named answers to the request, and the one that is marked at
// first: never one that can not be undone.
func (p *prompt) choicesFor() (choices []choice, marked int) {
	refuse := []choice{{"decline…", p.decline}, {"cancel", p.cancel}}
	switch p.item.Request.Kind {
	case tool.KindApproval:
		return append([]choice{{"approve once", p.accept}}, refuse...), 1
	case tool.KindAuthorization:
		if !safetext.URL(p.item.Request.URL).Open {
			return append([]choice{{"copy", p.copy}, {done, p.accept}}, refuse...), 0
		}
		return append([]choice{{"open in browser", p.open}, {"copy", p.copy}, {"QR code", p.showQR}, {done, p.accept}}, refuse...), 0
	case tool.KindSampling:
		return append([]choice{{"send reply", p.send}}, refuse...), 0
	}
	return append([]choice{{"send", p.send}}, refuse...), 0
}

func (p *prompt) answer(a tool.Answer) tea.Cmd {
	return p.out.Send(views.AnswerMsg{Record: p.item.Record, Request: p.item.Request.ID, Answer: a})
}

func (p *prompt) accept() tea.Cmd { return p.answer(tool.Answer{OK: true}) }

func (p *prompt) cancel() tea.Cmd { return p.answer(tool.Answer{Reason: tool.ReasonCancelled}) }

func (p *prompt) open() tea.Cmd {
	p.opened = true
	p.marked = slices.IndexFunc(p.choices, func(c choice) bool { return c.name == done })
	p.text.SetLines(widget.Prepared(p.lines(p.width)))
	return p.out.Send(views.OpenMsg{URL: p.item.Request.URL})
}

func (p *prompt) copy() tea.Cmd {
	return p.out.Send(views.CopyMsg{Text: safetext.URL(p.item.Request.URL).Text, What: "the address"})
}

// showQR asks to show the address to a camera.
func (p *prompt) showQR() tea.Cmd {
	link := safetext.URL(p.item.Request.URL)
	return p.out.Send(QRMsg{Address: link.Text, Host: link.Host})
}

// decline asks for a reason, which may stay empty.
func (p *prompt) decline() tea.Cmd {
	p.declining = true
	return p.reason.Focus()
}

func (p *prompt) undecline() {
	p.declining = false
	p.reason.Blur()
}

func (p *prompt) declined() tea.Cmd {
	return p.answer(tool.Answer{Reason: tool.ReasonDeclined, Note: p.reason.Value()})
}

// send answers with what stands in the form. Problems are shown first; the same
// choice again, with nothing changed, sends it as it is.
func (p *prompt) send() tea.Cmd {
	if err := p.form.Broken(); err != nil {
		p.form.Reveal()
		p.enterForm()
		return p.out.Send(views.NoticeMsg{Text: "Not sent: " + err.Error(), Trouble: true})
	}
	f := p.form.Form()
	if problems := f.Problems(); len(problems) > 0 && !(p.insist && p.version == f.Version()) {
		p.insist, p.version = true, f.Version()
		p.form.Reveal()
		p.enterForm()
		return nil
	}
	values, err := tool.DecodeArguments(f.JSON())
	if err != nil {
		return p.out.Send(views.NoticeMsg{Text: "Not sent: an answer is a JSON object. " + err.Error(), Trouble: true})
	}
	if p.names != nil {
		values = answers(values, p.names)
	}
	return p.answer(tool.Answer{OK: true, Data: values})
}
