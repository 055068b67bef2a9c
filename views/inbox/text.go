package inbox

import (
	"encoding/json"
	"fmt"
	"reflect"
	"strings"

	"toolbench/toolkit/tool"
	"toolbench/views"
	"toolbench/views/safetext"
	"toolbench/views/widget"
)

// lines are the prompt and what belongs to it, for a width.
func (p *prompt) lines(width int) []string {
	t, req := p.theme, p.item.Request
	var out []string
	style := t.Text.Bold(true)
	for line := range strings.SplitSeq(strings.TrimRight(safetext.Block(req.Prompt), "\n"), "\n") {
		out = append(out, style.Render(line))
		if req.Kind == tool.KindSampling {
			style = t.Text // a conversation, below what it is
		}
	}
	if p.saysQuestions() {
		out = nil // they stand at their fields
	}
	if req.URL != "" {
		out = append(out, p.address(width)...)
	}
	if _, name := views.Of(p.item.Record.Key); req.Kind == tool.KindApproval && name != views.Asks {
		call := fmt.Sprintf("runs %s %s", safetext.Line(p.item.Record.Tool.Name), safetext.Line(string(p.item.Record.Arguments)))
		out = append(out, t.Quiet.Render(call))
	}
	return append(out, p.data()...)
}

// address is where to go: the host by itself, then the whole of it, which keeps
// its indent on every row.
func (p *prompt) address(width int) []string {
	t, link := p.theme, safetext.URL(p.item.Request.URL)
	state := "not opened yet"
	if p.opened {
		state = "opened"
	}
	var out []string
	if link.Host != "" {
		out = append(out, t.Accent.Bold(true).Render("  "+link.Host)+t.Quiet.Render("   "+link.Scheme+" "+t.Glyphs.Bullet+" "+state))
	}
	if link.Note != "" {
		out = append(out, t.Warn.Render("  "+link.Note))
	}
	for _, row := range widget.HardWrap(link.Text, width-2) {
		out = append(out, "  "+t.Link.Render(row))
	}
	return out
}

// data is what else came with the request.
func (p *prompt) data() []string {
	rest := map[string]any{}
	for k, v := range p.item.Request.Data {
		if k != "schema" && k != "questions" && !(k == "request" && p.item.Request.Kind == tool.KindSampling) {
			rest[k] = v
		}
	}
	if len(rest) == 0 {
		return nil
	}
	b, err := json.Marshal(rest)
	if err != nil || p.saysArguments(rest) {
		return nil
	}
	return []string{p.theme.Quiet.Render(safetext.Line(string(b)))}
}

// wants is how many lines the whole of the prompt takes, with a blank one above
// the choices and one above the form.
func (p *prompt) wants(width int) int {
	text := p.textLines(width)
	lines := text + 2
	if p.form != nil {
		lines += min(1, text) + p.form.Height(width)
	}
	return lines
}

// textLines is how many lines the text takes at a width.
func (p *prompt) textLines(width int) int {
	total := 0
	for _, line := range p.lines(width) {
		total += len(widget.Wrap(line, max(1, width)))
	}
	return total
}

// saysQuestions tells whether the prompt only repeats the questions that are asked.
func (p *prompt) saysQuestions() bool {
	questions := p.item.Request.Questions()
	return p.item.Request.Kind == tool.KindQuestion && (len(questions) == 0 || strings.Contains(p.item.Request.Prompt, questions[0].Question))
}

// saysArguments tells whether data only repeats the arguments of the call.
func (p *prompt) saysArguments(data map[string]any) bool {
	args, err := tool.DecodeArguments(p.item.Record.Arguments)
	return err == nil && reflect.DeepEqual(args, data)
}
