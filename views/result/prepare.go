package result

import (
	"fmt"

	tea "charm.land/bubbletea/v2"

	"toolbench/theme"
	"toolbench/toolkit/run"
	"toolbench/toolkit/tool"
	"toolbench/views/widget"
)

// A job is everything that preparing a page needs. It is a copy: the record
// itself belongs to the root's Update.
type job struct {
	key
	theme     *theme.Theme
	tool      tool.Tool
	arguments []byte
	outcome   *run.Outcome // nil while it runs; else nobody changes it
	partial   string
}

// content is what a page shows: lines, or a tree between two texts.
type content struct {
	facts
	lines        widget.Lines
	tree         *widget.Tree
	above, below []string
}

// preparedMsg brings what was prepared for a page.
type preparedMsg struct {
	key
	content content
}

// Prepare is the command that prepares what the page in front lacks; nil when
// it lacks nothing. The root calls it after Resize.
func (s *Screen) Prepare() tea.Cmd {
	if s.record == nil || s.width <= 0 || s.height <= 0 || s.live(s.page) {
		return nil
	}
	l, k := &s.leaves[s.page], s.want(s.page)
	// One page is prepared once at a time: while a window is dragged, only the
	// size that it has when the last preparation ends is of interest.
	if l.facts.serves(l.ready, k) || l.asked.record == k.record {
		return nil
	}
	l.asked = k
	j := job{key: k, theme: s.theme, tool: s.record.Tool, arguments: s.record.Arguments, outcome: s.record.Outcome, partial: s.record.Partial.String()}
	return func() tea.Msg { return preparedMsg{k, j.do()} }
}

// prepared takes in what was prepared, if it is still wanted.
func (s *Screen) prepared(msg preparedMsg) tea.Cmd {
	l := &s.leaves[msg.page]
	if l.asked == msg.key {
		l.asked = key{}
	}
	if s.record == nil || !msg.content.serves(msg.key, s.want(msg.page)) {
		return s.Prepare()
	}
	again := l.ready.record == msg.record && l.ready.ended == msg.ended && l.facts.used == msg.content.used && l.ready.part == msg.part
	l.ready, l.facts = msg.key, msg.content.facts
	if c := msg.content; c.tree != nil {
		l.sheet.showTree(c.tree, c.above, c.below)
	} else {
		l.sheet.show(c.lines, again)
	}
	if s.tail && msg.page == pageOutput {
		l.sheet.grown(true)
	}
	s.tail = false
	return tea.Batch(s.find(), s.Prepare())
}

// do prepares. A library that panics over what a stranger sent costs the
// drawing, not the program.
func (j job) do() (c content) {
	defer func() {
		if p := recover(); p != nil {
			c = content{lines: widget.NewRaw(j.text()), facts: facts{note: "this could not be drawn and is shown as it is", fits: []mode{plain}, used: plain}}
		}
	}()
	switch j.page {
	case pageParts:
		return j.partContent()
	case pageStructured:
		return j.structured()
	case pageMeta:
		return j.metadata()
	case pageRaw:
		return j.raw()
	case pageModel:
		return j.handedOver()
	}
	return j.output()
}

// text is the run's output, whatever the page makes of it.
func (j job) text() string { return outputText(j.outcome, j.partial) }

// outputText is the text that a run yielded: the result's, else that of its
// structured content, else what it had sent before it ended.
func outputText(o *run.Outcome, partial string) string {
	switch {
	case o == nil:
		return partial
	case o.Result.Output != "":
		return o.Result.Output
	case o.Result.Structured() != nil:
		return string(o.Result.Structured())
	}
	return partial
}

// failure is what is said ahead of the text of a run that has no proper
// result: why, whole.
func failure(t *theme.Theme, called tool.Tool, o *run.Outcome) []string {
	if o == nil || o.Err == nil {
		return nil
	}
	var head string
	switch o.Kind {
	case run.Failed:
		head = blame(called)
	case run.Panicked:
		return []string{t.Error.Render("The tool panicked; the log of this program has more.") + t.Quiet.Render(" toolbench doctor says where that is.")}
	case run.Lost:
		head = "The tool's source is gone:"
	case run.Stopped, run.TimedOut, run.Unanswered:
		head = "There is no result:"
	default:
		return nil
	}
	why := rawLines(o.Err.Error())
	switch {
	case head == "":
		return why
	case len(why) == 1:
		return []string{t.Error.Render(head) + " " + why[0]}
	}
	return append([]string{t.Error.Render(head)}, why...)
}

// blame is what comes ahead of the error of a failed call: nothing where the
// error says by itself who refused what.
func blame(called tool.Tool) string {
	switch called.Source {
	case tool.SourceMCP, tool.SourceHTTP, tool.SourceA2A:
		return ""
	}
	if called.Execute == nil {
		return ""
	}
	return "The tool's code returned an error:"
}

// absence says what it means that there is no text, or that it is not the
// result's own.
func absence(t *theme.Theme, o *run.Outcome, partial string) []string {
	var said string
	switch {
	case o == nil || o.Result.Output != "":
		return nil
	case o.Result.Structured() != nil:
		said = "The tool returned no text. Its structured content:"
	case partial != "" && o.Err == nil:
		said = "The tool returned no text. What it had sent on the way:"
	case partial != "":
		said = "What it had sent on the way:"
	case o.Err != nil:
		return nil
	case len(o.Result.Parts) > 0:
		said = fmt.Sprintf("The tool returned no text, only %s.", widget.Plural(len(o.Result.Parts), "part", "parts"))
	default:
		said = "The tool returned no text."
	}
	return []string{t.Quiet.Render(said)}
}

// apart puts an empty line between two texts that are both there.
func apart(above, below []string) []string {
	if len(above) == 0 || len(below) == 0 {
		return append(above, below...)
	}
	return append(append(above, ""), below...)
}
