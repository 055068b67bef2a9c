package result

import (
	"fmt"

	"toolbench/toolkit/run"
	"toolbench/toolkit/tool"
	"toolbench/views/safetext"
	"toolbench/views/widget"
)

// raw prepares the raw page: the arguments as they were sent, and the result
// as JSON.
func (j job) raw() content {
	sent := []string{j.heading("arguments, %s as sent", widget.Bytes(int64(len(j.arguments))))}
	all := join(widget.Prepared(sent), newListing(j.theme, j.arguments), widget.Prepared{""}, j.came())
	return content{lines: all, facts: facts{fits: []mode{plain}, used: plain}}
}

func (j job) heading(format string, a ...any) string {
	return j.theme.Title.Render(fmt.Sprintf(format, a...))
}

// came is what came back: the result as JSON, or why there is none.
func (j job) came() widget.Lines {
	o := j.outcome
	if o == nil {
		return widget.Prepared{j.theme.Quiet.Render("The tool has not answered yet.")}
	}
	why := failure(j.theme, j.tool, o)
	if empty(o) {
		return widget.Prepared(why)
	}
	raw, err := encode(brief(o.Result))
	if err != nil {
		return widget.Prepared(append(why, j.theme.Error.Render("The result can not be written as JSON: ")+safetext.Line(err.Error())))
	}
	return around(why, join(widget.Prepared{j.heading("result")}, newListing(j.theme, indent(shorten(raw)))), nil)
}

// empty tells whether a run without a proper result yielded nothing at all.
func empty(o *run.Outcome) bool {
	r := o.Result
	return o.Err != nil && r.Output == "" && len(r.Parts) == 0 && len(r.Metadata) == 0
}

// brief is a result whose output is cut as far as the view cuts it anyway, so
// that a large one is not written as JSON in whole first.
func brief(r tool.ToolResult) tool.ToolResult {
	if n := len(r.Output); n > 2*longestText {
		r.Output = fmt.Sprintf("%.*s… (%s more)", longestText, r.Output, widget.Bytes(int64(n-longestText)))
	}
	return r
}
