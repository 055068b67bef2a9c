package custom

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"toolbench/toolkit/process"
	"toolbench/toolkit/schema"
	"toolbench/toolkit/tool"
)

const (
	// maxOutput is how much of standard output is kept, in bytes.
	maxOutput = 100 << 20
	// maxStreamed is how much of it is handed over while it comes, in bytes:
	// nobody reads more as it scrolls by.
	maxStreamed = 1 << 20
	// maxErrors is how much of standard error is kept, in bytes.
	maxErrors = 64 << 10
	// afterCancel is how long a cancelled call waits for its command to end. The
	// command may take longer; then it ends in the background.
	afterCancel = 500 * time.Millisecond
)

// A runner runs one command as a tool.
type runner struct {
	source    *Source
	command   Command
	schema    *schema.Value
	validator *schema.Validator // nil when the schema can not be judged by
}

// execute is the tool's [tool.ExecuteFunc].
func (r *runner) execute(args map[string]any, ctx *tool.ToolContext) (tool.ToolResult, error) {
	n := r.source.sessions.Join((*session).begin)
	if n == nil {
		return tool.ToolResult{}, r.source.lost()
	}
	c, err := r.prepare(args, ctx)
	if err != nil {
		n.runs.Done()
		return tool.ErrorResult(r.command.Name + ": " + err.Error() + "."), nil
	}
	return r.run(n, c, ctx)
}

// prepare is the command with the call's arguments. An error is a sentence on
// what is wrong with them.
func (r *runner) prepare(args map[string]any, ctx *tool.ToolContext) (process.Command, error) {
	c := process.Command{Dir: r.command.Dir}
	raw, err := tool.ArgumentsOf(args, ctx)
	if err != nil {
		return c, fmt.Errorf("the arguments can not be written as JSON: %w", err)
	}
	given, err := schema.Parse(raw)
	if err != nil {
		return c, fmt.Errorf("the arguments are not JSON: %w", err)
	}
	switch given.Kind() {
	case schema.Null: // which is none
		given, raw = schema.NewObject(), []byte(`{}`)
	case schema.Object:
	default:
		return c, fmt.Errorf("the arguments are not a JSON object: %.40s", raw)
	}
	if err := r.judge(given); err != nil {
		return c, err
	}
	c.Words = append([]string{r.command.Command}, r.command.Args...)
	if r.command.Input == InputArgs {
		words, err := commandLineOf(r.command.Args, r.schema, given)
		if err != nil {
			return c, err
		}
		c.Words = append([]string{r.command.Command}, words...)
	} else {
		c.Input = raw
	}
	for _, name := range slices.Sorted(maps.Keys(r.command.Env)) {
		c.Env = append(c.Env, name+"="+r.command.Env[name])
	}
	return c, nil
}

// judge says what the input schema has against the arguments.
func (r *runner) judge(given *schema.Value) error {
	if r.validator == nil {
		return nil
	}
	problems, _ := r.validator.Validate(given) // what can not be judged is let pass
	if len(problems) == 0 {
		return nil
	}
	sentences := make([]string, len(problems))
	for i, p := range problems {
		sentences[i] = strings.TrimSuffix(p.String(), ".")
	}
	return fmt.Errorf("%s", strings.Join(sentences, "; "))
}

// run runs the command and waits for its end; for not much longer than the call
// goes on.
func (r *runner) run(n *session, c process.Command, ctx *tool.ToolContext) (tool.ToolResult, error) {
	bound, cancel := r.bound(ctx)
	unbind := context.AfterFunc(n.ctx, cancel)
	w := &written{
		out: process.Transcript{Limit: r.source.limit, SendLimit: min(maxStreamed, r.source.limit)},
		err: errorLines{kept: process.Transcript{Limit: maxErrors}, hide: r.source.hide, log: ctx.Log},
	}
	if r.command.Output == "" || r.command.Output == OutputText {
		w.out.Send = ctx.SendChunk
	}
	c.Stdout, c.Stderr, c.Insist = &w.out, &w.err, n.insist
	ended := make(chan end, 1)
	go func() {
		defer n.runs.Done()
		defer cancel()
		defer unbind()
		how, err := process.Run(bound, c)
		w.err.finish()
		ended <- end{Ending: how, failure: err}
	}()
	if r.command.Timeout > 0 {
		// Whoever runs the tool waits on then.
		defer process.Heartbeat(func(seconds float64, message string) {
			ctx.Progress(tool.Progress{Progress: seconds, Message: message})
		})()
	}
	e := await(bound, ended)
	if e.Stopped && ctx.Err() == nil {
		e.limit = r.command.Timeout
	}
	switch {
	case n.ctx.Err() != nil && e.Stopped:
		return tool.ToolResult{}, r.source.lost()
	case e.failure != nil:
		return tool.ToolResult{}, r.notStarted(e.failure)
	}
	return r.result(e, w), nil
}

// await waits for the end; when bound ends first, not for much longer.
func await(bound context.Context, ended <-chan end) end {
	select {
	case e := <-ended:
		return e
	case <-bound.Done():
	}
	timer := time.NewTimer(afterCancel)
	defer timer.Stop()
	select {
	case e := <-ended:
		return e
	case <-timer.C:
		return end{Ending: process.Ending{ExitCode: -1, Stopped: true}}
	}
}

// An end is how a command ended.
type end struct {
	process.Ending
	failure error         // why it could not be started
	limit   time.Duration // the time that it had, when it was stopped because that was up
}

// written is what a command wrote.
type written struct {
	out process.Transcript
	err errorLines
}

// bound is the context of the command.
func (r *runner) bound(ctx *tool.ToolContext) (context.Context, context.CancelFunc) {
	if r.command.Timeout > 0 {
		return context.WithTimeout(ctx, r.command.Timeout)
	}
	return context.WithCancel(ctx)
}

func (r *runner) notStarted(err error) error {
	err = process.NotStarted("the command "+r.command.Command, r.command.Dir, err)
	return fmt.Errorf("%s", r.source.hide.String(err.Error()))
}
