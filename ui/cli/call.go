package cli

import (
	"fmt"
	"os"
	"time"

	"toolbench/toolkit/run"
	"toolbench/toolkit/tool"
	"toolbench/views/safetext"
)

type callVerb struct {
	Tool      string   `arg:"" name:"name" help:"The tool, by its name or its short name."`
	Arguments []string `arg:"" optional:"" name:"key=value" sep:"none" help:"Arguments: key=value is read by the schema's type, key:=JSON as it is. A repeated key builds a list."`
	targetFlags
	connectFlags
	Args       string   `placeholder:"JSON|@FILE|-" help:"All arguments as one JSON object, from a file, or from stdin."`
	SendAnyway bool     `help:"Call also when the arguments do not fit the schema."`
	Answer     []string `sep:"none" placeholder:"JSON|@FILE|yes|no" help:"Answer what the tool asks. Repeatable, used in order."`
	Out        string   `placeholder:"DIR" help:"Save pictures, audio and files into this folder."`
	JSON       bool     `help:"Print the result as one JSON document."`
}

// Help tells how the call ends.
func (callVerb) Help() string {
	return "The exit code is 0 when the tool returned a result, 1 when it reported an error or the answer was no, 2 for bad arguments, " +
		"3 when its source failed, 4 when it asked something that nobody answered, 5 when it failed itself."
}

// Run runs the tool.
func (v *callVerb) Run(s *session) error {
	answers, err := s.readAnswers(v.Answer)
	if err != nil {
		return &failure{exitUsage, err}
	}
	tk, err := s.connect(v.Target, v.connecting(), withBuiltins)
	if err != nil {
		return err
	}
	defer s.close(tk)
	t, err := s.find(tk, v.Tool)
	if err != nil {
		return err
	}
	if t.Details != nil && t.Details.Uncallable != "" {
		return fail(exitUsage, "%s", t.Details.Uncallable)
	}
	args, err := v.arguments(s, t)
	if err != nil {
		return &failure{exitUsage, err}
	}
	folder, err := s.openFolder(v.Out)
	if err != nil {
		return err
	}
	if folder != nil {
		defer folder.Close()
	}
	c := &call{session: s, tool: t, answers: answers, json: v.JSON, dir: v.Out, folder: folder}
	r := run.Start(s.ctx, t, args, run.Options{Timeout: v.Timeout, Ask: len(answers) > 0 || s.asks()})
	return c.finish(c.watch(r))
}

// connecting is how to connect before the call. --timeout is for the call: a
// short one must not cut the start of a server, but a long one helps a slow start.
func (v *callVerb) connecting() connectFlags {
	flags := v.connectFlags
	if flags.Timeout > 0 && flags.Timeout < 30*time.Second {
		flags.Timeout = 0
	}
	return flags
}

// A call is one run that is watched from the command line.
type call struct {
	session *session
	tool    tool.Tool
	answers []tool.Answer
	json    bool
	dir     string   // to save parts into, as it was given
	folder  *os.Root // the same, nil for none

	drawn      bool          // a line of progress is on the terminal
	unanswered *tool.Request // which nobody answered
	refused    error         // why an answer could not be given
}

// watch follows the run to its end.
func (c *call) watch(r *run.Run) run.Outcome {
	for event := range r.Events() {
		switch e := event.(type) {
		case run.Progressed:
			c.progress(e.Progress)
		case run.Logged:
			c.clear()
			if e.Level != "debug" {
				c.session.tell(fmt.Sprintf("%s [%s] %s", c.tool.Name, e.Level, e.Message))
			}
		case run.Suspended:
			c.clear()
			c.suspended(r, e.Request)
		}
	}
	c.clear()
	return r.Wait()
}

// suspended answers from --answer, then by asking on the terminal. With
// neither the run is stopped.
func (c *call) suspended(r *run.Run, request tool.Request) {
	var answer tool.Answer
	switch {
	case len(c.answers) > 0:
		answer, c.answers = c.answers[0], c.answers[1:]
		if c.refused = checkAnswer(request, answer); c.refused != nil {
			r.Cancel()
			return
		}
	case c.session.asks():
		answer = c.session.ask(c.tool, request)
	default:
		c.unanswered = &request
		r.Cancel()
		return
	}
	// That it is not waiting any more is told by the outcome.
	_ = r.Resolve(request.ID, answer)
}

// progress draws one line that replaces itself.
func (c *call) progress(p tool.Progress) {
	if !c.session.ErrTerminal || c.session.dumb() {
		return
	}
	line := c.tool.Name
	switch {
	case p.Total > 0:
		line += fmt.Sprintf(" %g/%g", p.Progress, p.Total)
	default:
		line += fmt.Sprintf(" %g", p.Progress)
	}
	if p.Message != "" {
		line += " " + p.Message
	}
	c.clear()
	fmt.Fprint(c.session.Err, fit(safetext.Line(line), c.session.Width))
	c.drawn = true
}

// clear takes the line of progress away.
func (c *call) clear() {
	if c.drawn {
		fmt.Fprint(c.session.Err, "\r\x1b[K")
		c.drawn = false
	}
}

// finish prints what came of the run, and is its exit code.
func (c *call) finish(out run.Outcome) error {
	s := c.session
	switch {
	case c.refused != nil:
		return &failure{exitUsage, c.refused}
	case c.unanswered != nil:
		return c.nobody(*c.unanswered)
	case out.Kind == run.Unanswered:
		return c.nobody(*out.Request)
	case out.Kind == run.Stopped:
		return fail(exitInterrupted, "%w", out.Err)
	case out.Kind == run.Lost:
		return fail(exitSource, "%w", out.Err)
	case out.Err != nil:
		return fail(exitFailed, "%s failed: %w", c.tool.Name, out.Err)
	}
	if len(c.answers) > 0 {
		s.say("%s more than were asked for", plural(len(c.answers), "answer"))
	}
	if err := c.print(out.Result); err != nil {
		return err
	}
	if out.Kind == run.OK {
		return nil
	}
	if out.Kind == run.ToolError {
		s.say("%s reported an error", c.tool.Name)
	}
	return leave(exitToolError)
}

// nobody prints the request that nobody answered.
func (c *call) nobody(request tool.Request) error {
	if err := c.session.printJSON(request); err != nil {
		return err
	}
	return fail(exitUnanswered, "%s asks, and nobody is there to answer; --answer does, once for each question", c.tool.Name)
}
