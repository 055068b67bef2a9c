package cli

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"sync"
	"time"

	"toolbench/toolkit"
	"toolbench/toolkit/run"
	"toolbench/toolkit/tool"
	"toolbench/views/safetext"
)

type callVerb struct {
	Tool      string   `arg:"" name:"name" help:"The tool, by its name or its short name."`
	Arguments []string `arg:"" optional:"" name:"key=value" sep:"none" help:"Arguments: key=value is read by the schema's type, key:=JSON as it is. A repeated key builds a list."`
	targetFlags
	connectFlags
	callFlags
	argumentFlags
}

// callFlags say how something is run and what becomes of its result.
type callFlags struct {
	Answer []string `sep:"none" placeholder:"JSON|@FILE|yes|no" help:"Answer what is asked. Repeatable, used in order."`
	Out    string   `placeholder:"DIR" help:"Save pictures, audio and files into this folder."`
	JSON   bool     `help:"Print the result as one JSON document."`
}

// argumentFlags say with what it is run, beside key=value.
type argumentFlags struct {
	Args       string `placeholder:"JSON|@FILE|-" help:"All arguments as one JSON object, from a file, or from stdin."`
	SendAnyway bool   `help:"Call also when the arguments do not fit the schema."`
}

// Help tells how the call ends.
func (callVerb) Help() string {
	return "The exit code is 0 when the tool returned a result, 1 when it reported an error or the answer was no, 2 for bad arguments, " +
		"3 when its source failed, 4 when it asked something that nobody answered, 5 when it failed itself."
}

// Run runs the tool.
func (v *callVerb) Run(s *session) error {
	if err := checkArguments(v.Arguments); err != nil {
		return err
	}
	return s.perform(v.Target, v.connectFlags, v.callFlags, func(tk *toolkit.Toolkit) (tool.Tool, json.RawMessage, error) {
		t, err := s.find(tk, v.Tool)
		if err != nil {
			return t, nil, err
		}
		if t.Details != nil && t.Details.Uncallable != "" {
			return t, nil, fail(exitUsage, "%s", t.Details.Uncallable)
		}
		args, err := v.arguments(s, t, v.Arguments)
		return t, args, err
	})
}

// A search finds in what is open what to run, and with what.
type search func(*toolkit.Toolkit) (tool.Tool, json.RawMessage, error)

// perform opens the targets, finds in them what to run and with what, runs it,
// and prints what came of it.
func (s *session) perform(words []string, flags connectFlags, how callFlags, find search) error {
	answers, err := s.readAnswers(how.Answer)
	if err != nil {
		return &failure{exitUsage, err}
	}
	return s.with(words, flags.beforeCall(), answers, func(s *session, tk *toolkit.Toolkit, p *plan) error {
		t, args, err := find(tk)
		if codeOf(err) == exitSource { // it may be behind a sign-in, or a file that is not trusted
			signedIn, interrupted := s.signIn(tk, answers)
			if interrupted != nil {
				return interrupted
			}
			if signedIn {
				t, args, err = find(tk)
			}
		}
		switch {
		case err == nil:
			return s.execute(t, args, answers, how, flags.Timeout)
		case codeOf(err) == exitSource:
			s.untrusted(tk, p)
		}
		return err
	})
}

func (s *session) execute(t tool.Tool, args json.RawMessage, answers *answers, how callFlags, timeout time.Duration) error {
	folder, err := s.openFolder(how.Out)
	if err != nil {
		return err
	}
	if folder != nil {
		defer folder.Close()
	}
	c := &call{session: s, tool: t, answers: answers, json: how.JSON, dir: how.Out, folder: folder}
	r := run.Start(s.ctx, t, args, run.Options{Timeout: timeout, Ask: answers.given || s.asks()})
	return c.finish(c.watch(r))
}

// beforeCall is how to connect before a call. --timeout is for the call: a
// short one must not cut the start of a server, but a long one helps a slow start.
func (flags connectFlags) beforeCall() connectFlags {
	if flags.Timeout > 0 && flags.Timeout < 30*time.Second {
		flags.Timeout = 0
	}
	return flags
}

// A call is one run that is watched from the command line.
type call struct {
	session *session
	tool    tool.Tool
	answers *answers
	json    bool
	dir     string   // to save parts into, as it was given
	folder  *os.Root // the same, nil for none

	drawn      bool                          // a line of progress is on the terminal
	questions  map[string]context.CancelFunc // to the person, by the request's id
	asking     sync.WaitGroup                // the questions that are on the terminal, or wait for it
	unanswered *tool.Request                 // which nobody answered
	refused    error                         // why an answer could not be given
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
		case run.Resumed:
			c.resumed(e.Request)
		}
	}
	c.clear()
	c.withdraw()
	return r.Wait()
}

// withdraw takes the questions that are left away. The terminal is as it was
// when it returns.
func (c *call) withdraw() {
	for _, cancel := range c.questions {
		cancel()
	}
	c.asking.Wait()
}

// suspended answers from --answer, then by asking on the terminal. With
// neither the run is stopped.
func (c *call) suspended(r *run.Run, request tool.Request) {
	if answer, ok := c.answers.next(); ok {
		if c.refused = checkAnswer(request, answer); c.refused != nil {
			r.Cancel()
			return
		}
		// That it is not waiting any more is told by the outcome.
		_ = r.Resolve(request.ID, answer)
		return
	}
	if !c.session.asks() {
		c.unanswered = &request
		r.Cancel()
		return
	}
	ctx, cancel := context.WithCancel(c.session.ctx)
	if c.questions == nil {
		c.questions = map[string]context.CancelFunc{}
	}
	c.questions[request.ID] = cancel
	c.asking.Go(func() {
		answer := c.session.ask(ctx, c.tool, request)
		if c.session.ctx.Err() != nil || ctx.Err() == nil {
			_ = r.Resolve(request.ID, answer)
		}
	})
}

// resumed takes a question away that was answered, also by somebody else than
// the person at the terminal.
func (c *call) resumed(request tool.Request) {
	if cancel := c.questions[request.ID]; cancel != nil {
		cancel()
		delete(c.questions, request.ID)
	}
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
	if n := c.answers.unused(); n > 0 {
		s.say("%s more than were asked for", plural(n, "answer"))
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
