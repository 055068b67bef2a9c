package inbox

import (
	"encoding/json"

	"charm.land/bubbles/v2/textinput"
	tea "charm.land/bubbletea/v2"

	"toolbench/forms"
	"toolbench/theme"
	"toolbench/toolkit/tool"
	"toolbench/views"
	"toolbench/views/form"
	"toolbench/views/widget"
)

// A prompt is one request on the screen, with what the person has entered so far.
type prompt struct {
	theme   *theme.Theme
	out     *views.Outbox
	item    Item
	form    *form.Screen // nil for a plain yes or no
	names   []string     // of the questions, for a question
	choices []choice
	marked  int

	inForm    bool
	opened    bool // the address was opened outside
	declining bool
	reason    textinput.Model
	insist    bool
	version   int

	text    widget.TextView
	focused bool
	width   int
	height  int
	shape   shape
	wrapped int // lines that the text takes at the width
}

func newPrompt(t *theme.Theme, out *views.Outbox, item Item) *prompt {
	p := &prompt{theme: t, out: out, item: item, reason: textinput.New()}
	p.reason.Prompt = ""
	p.reason.Placeholder = "why not? (may stay empty)"
	p.reason.SetVirtualCursor(false)
	req := item.Request
	switch req.Kind {
	case tool.KindApproval, tool.KindAuthorization:
	case tool.KindQuestion:
		schema, names := questionSchema(req.Questions())
		p.names = names
		p.form = form.New(t, out, forms.New(schema))
	default:
		schema := req.Schema()
		if schema == nil {
			schema = json.RawMessage(`{"type":"object","description":"any JSON object"}`)
		}
		p.form = form.New(t, out, forms.New(schema))
	}
	p.inForm = p.form != nil
	p.choices, p.marked = p.choicesFor()
	p.restyle(t)
	return p
}

func (p *prompt) restyle(t *theme.Theme) {
	p.theme = t
	styles := textinput.DefaultStyles(t.Options.Dark)
	styles.Focused.Text, styles.Focused.Placeholder = t.Text, t.Faint
	p.reason.SetStyles(styles)
	if p.form != nil {
		p.form.Restyle(t)
	}
	p.text.SetLines(widget.Prepared(p.lines(p.width)))
}

func (p *prompt) resize(width, height int) {
	if p.width != width || p.text.Lines() == nil {
		p.wrapped = p.textLines(width)
		p.text.SetLines(widget.Prepared(p.lines(width)))
	}
	p.width, p.height = width, height
	p.shape = divide(height, p.wrapped, -1)
	if p.form != nil {
		p.shape = divide(height, p.wrapped, p.form.Height(width))
	}
	p.text.Resize(width, p.shape.text)
	p.reason.SetWidth(max(1, width-20))
	if p.form != nil {
		p.form.Resize(width, p.shape.form)
	}
}

func (p *prompt) focus(focused bool) {
	if focused && !p.focused && !p.opened {
		_, p.marked = p.choicesFor() // a mark left from an earlier look is no choice
	}
	p.focused = focused
	if p.form != nil {
		p.form.Focus(focused && p.inForm && !p.declining)
	}
}

func (p *prompt) enterForm() {
	p.inForm = p.form != nil
	_, p.marked = p.choicesFor() // what was marked before is no choice either
	p.focus(p.focused)
}

// leave walks from the form to the choices, and from the choices on.
func (p *prompt) leave(forward bool) bool {
	if p.inForm && forward {
		p.inForm = false
		p.focus(p.focused)
		return true
	}
	return false
}

func (p *prompt) owns(key tea.KeyPressMsg) bool {
	if p.declining {
		return views.Typed(key)
	}
	return p.inForm && p.form.Owns(key)
}

func (p *prompt) update(msg tea.Msg) tea.Cmd {
	switch msg := msg.(type) {
	case tea.MouseClickMsg:
		return p.click(msg)
	case tea.MouseWheelMsg:
		if p.form == nil || msg.Y < p.shape.text {
			p.text.Wheel(tea.Mouse(msg))
			return nil
		}
		msg.Y -= p.shape.text
		return p.form.Update(msg)
	case tea.KeyPressMsg, tea.PasteMsg:
		if p.declining {
			var cmd tea.Cmd
			p.reason, cmd = p.reason.Update(msg)
			return cmd
		}
		if p.inForm {
			return p.form.Update(msg)
		}
		if key, ok := msg.(tea.KeyPressMsg); ok {
			p.text.Key(key)
		}
		return nil
	}
	if p.form != nil {
		return p.form.Update(msg)
	}
	return nil
}

func (p *prompt) click(msg tea.MouseClickMsg) tea.Cmd {
	if msg.Y == p.height-1 {
		_, hits := p.choiceLine()
		if i, ok := widget.HitAt(hits, msg.X); ok && !p.declining {
			p.inForm, p.marked = false, i
			p.focus(p.focused)
			return p.choices[i].take()
		}
		return nil
	}
	if p.form != nil && msg.Y >= p.shape.text {
		p.enterForm()
		msg.Y -= p.shape.text
		return p.form.Update(msg)
	}
	return nil
}

func (p *prompt) view() views.Frame {
	f := views.Frame{}
	if p.width <= 0 || p.height <= 0 {
		return f
	}
	lines := widget.Block(p.text.View(p.theme), p.width, p.shape.text)
	if p.form != nil {
		inner := p.form.View()
		lines = append(lines, widget.Block(inner.Lines, p.width, p.shape.form)...)
		f.Total, f.Offset = inner.Total, inner.Offset
		if inner.Cursor != nil && p.inForm && !p.declining {
			c := *inner.Cursor
			c.Y += p.shape.text
			f.Cursor = &c
		}
	}
	f.Lines = append(lines, widget.Block([]string{p.foot()}, p.width, p.shape.foot)...)
	if p.declining {
		if c := p.reason.Cursor(); c != nil {
			c.X, c.Y = min(c.X+10, p.width-1), p.height-1
			f.Cursor = c
		}
	}
	return f
}

func (p *prompt) foot() string {
	if p.declining {
		return p.theme.Warn.Render("decline: ") + " " + p.reason.View()
	}
	line, _ := p.choiceLine()
	return line
}

// choiceLine is the choices, with none marked while the keys are elsewhere.
func (p *prompt) choiceLine() (string, []widget.Hit) {
	names := make([]string, len(p.choices))
	for i, c := range p.choices {
		names[i] = c.name
	}
	marked := p.marked
	if p.inForm || !p.focused {
		marked = -1
	}
	return widget.Choices(p.theme, names, marked, p.width)
}
