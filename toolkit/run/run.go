// Package run is one call in flight: its events, its suspensions, its clock and
// its cancel.
//
// A call can stop to ask in two ways, and both arrive as one [Suspended] event:
// it returns a result with a pending request, and is executed once more with the
// answer; or it waits for an answer inside Execute. [Run.Resolve] answers both.
package run

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"runtime/debug"
	"slices"
	"time"

	"toolbench/toolkit/tool"
)

// DefaultTimeout is how long a tool may take when [Options] do not say.
const DefaultTimeout = 60 * time.Second

// stopGrace is how long a tool that was told to stop may take to hand over what
// it has before it is left behind.
const stopGrace = 500 * time.Millisecond

// Options say how a tool is run. The zero value gives it the default time and
// nobody to ask.
type Options struct {
	// Timeout is how long the tool may take; progress begins it anew, and it
	// stands still while the tool waits for an answer. 0 is [DefaultTimeout];
	// negative is no limit.
	Timeout time.Duration
	// Ask says that somebody reads the events and answers what the tool asks.
	Ask bool
}

var errStopped = errors.New("stopped before it was done")

// A Run is one call in flight. Its methods are safe from any goroutine.
type Run struct {
	tool    tool.Tool
	args    json.RawMessage
	options Options
	started time.Time

	ctx    context.Context
	cancel context.CancelCauseFunc
	clock  clock
	queue  queue
	asks   asks
	parts  parts
	done   chan struct{}
	end    Outcome // valid when done is closed
}

// Start begins to execute t with args, which must be a JSON object, and returns
// at once. When ctx ends the run is stopped.
func Start(ctx context.Context, t tool.Tool, args json.RawMessage, o Options) *Run {
	if o.Timeout == 0 {
		o.Timeout = DefaultTimeout
	}
	r := &Run{tool: t, args: args, options: o, started: time.Now(), done: make(chan struct{})}
	r.ctx, r.cancel = context.WithCancelCause(ctx)
	r.clock.start(o.Timeout, func() { r.cancel(&timeoutError{o.Timeout}) })
	r.queue.push(Started{r.started})
	go r.supervise()
	return r
}

// Tool is the tool that runs.
func (r *Run) Tool() tool.Tool { return r.tool }

// Arguments are the exact arguments of the call.
func (r *Run) Arguments() json.RawMessage { return r.args }

// StartedAt is when the run began.
func (r *Run) StartedAt() time.Time { return r.started }

// Cancel tells the tool to stop. A [Finished] event still follows, also when the
// tool does not heed it.
func (r *Run) Cancel() { r.cancel(errStopped) }

// Done is closed when the run has ended.
func (r *Run) Done() <-chan struct{} { return r.done }

// Wait blocks until the run has ended and tells how.
func (r *Run) Wait() Outcome {
	<-r.done
	return r.end
}

// Resolve answers the request with the given id. It never blocks.
func (r *Run) Resolve(id string, a tool.Answer) error {
	if !r.asks.resolve(id, a) {
		return fmt.Errorf("request %q is not waiting for an answer: %w", id, ErrNotWaiting)
	}
	return nil
}

// ErrNotWaiting is returned by [Run.Resolve] for a request that was answered
// before, expired, or whose call has ended.
var ErrNotWaiting = errors.New("not waiting")

func (r *Run) supervise() {
	out := r.execute()
	r.clock.stop()
	r.cancel(nil) // ends what the tool asked and did not wait for
	r.asks.close()
	out.Result.Parts = append(slices.Clip(out.Result.Parts), r.parts.close()...)
	out.Asked = r.clock.stood()
	out.Duration = time.Since(r.started)
	r.end = out
	r.queue.close(Finished{time.Now(), out})
	close(r.done)
}

func (r *Run) execute() Outcome {
	if r.tool.Execute == nil {
		return Outcome{Kind: Failed, Err: uncallable(r.tool)}
	}
	out := r.attempt(nil)
	req := tool.PendingOf(out.Result)
	if out.Err == nil && req != nil {
		out = r.suspend(*req, out)
	}
	own := out.Kind == OK || out.Kind == ToolError || out.Kind == Failed // the tool's own end, which may come of the silence
	if asked := r.asks.unheard(); asked != nil && own {
		out.Kind, out.Request = Unanswered, asked
		if out.Err == nil {
			out.Err = fmt.Errorf("the tool asked %q: %w", asked.Prompt, tool.ErrNobodyToAsk)
		}
	}
	return out
}

func uncallable(t tool.Tool) error {
	if t.Details != nil && t.Details.Uncallable != "" {
		return errors.New(t.Details.Uncallable)
	}
	return fmt.Errorf("%s can be read about but not called", t.Name)
}

// suspend asks what the tool's first execution returned, and executes it once
// more with the answer.
func (r *Run) suspend(req tool.Request, first Outcome) Outcome {
	answer, err := r.ask(r.ctx, req)
	switch {
	case errors.Is(err, tool.ErrNobodyToAsk):
		return first
	case err != nil:
		return r.interrupted(tool.ToolResult{}, false)
	case !answer.OK:
		reason := answer.Reason
		if reason == "" {
			reason = tool.ReasonDeclined
		}
		return Outcome{Kind: Declined, Result: tool.ErrorResult(reason + ": " + req.Prompt)}
	}
	r.parts.drop()
	second := r.attempt(&answer)
	if again := tool.PendingOf(second.Result); second.Err == nil && again != nil {
		return Outcome{Kind: ToolError, Result: tool.ErrorResult("unresolved: " + again.Prompt)}
	}
	return second
}

type returned struct {
	result tool.ToolResult
	err    error
}

// attempt executes the tool once. It returns when the tool does, or a short
// while after the run was told to stop.
func (r *Run) attempt(answer *tool.Answer) Outcome {
	args, err := tool.DecodeArguments(r.args)
	if err != nil {
		return Outcome{Kind: Failed, Err: err}
	}
	if r.ctx.Err() != nil {
		return r.interrupted(tool.ToolResult{}, false)
	}
	ctx := tool.NewToolContext(r.ctx, host{r}, r.args)
	ctx.Answer = answer
	ctx.Timeout = int(max(0, r.options.Timeout).Milliseconds())
	back := make(chan returned, 1)
	go func() { back <- call(r.tool, args, ctx) }()
	select {
	case got := <-back:
		return r.outcome(got)
	case <-r.ctx.Done():
	}
	grace := time.NewTimer(stopGrace)
	defer grace.Stop()
	select {
	case got := <-back:
		return r.outcome(got)
	case <-grace.C:
		return r.interrupted(tool.ToolResult{}, true)
	}
}

func call(t tool.Tool, args map[string]any, ctx *tool.ToolContext) (got returned) {
	defer func() {
		if p := recover(); p != nil {
			// The value and the stack can hold anything that the tool had in
			// hand, secrets included: they go to the log only.
			slog.Error("tool panicked", "tool", t.Name, "panic", p, "stack", string(debug.Stack()))
			got = returned{err: tool.ErrPanicked}
		}
	}()
	result, err := t.Execute(args, ctx)
	return returned{result, err}
}

func (r *Run) outcome(got returned) Outcome {
	var lost interface{ Lost() bool }
	switch {
	case errors.Is(got.err, tool.ErrPanicked):
		return Outcome{Kind: Panicked, Err: tool.ErrPanicked}
	case r.ctx.Err() != nil:
		out := r.interrupted(got.result, false)
		if got.err != nil && errors.Is(got.err, out.Err) {
			out.Err = got.err // it says more: what became of the work
		}
		return out
	case errors.As(got.err, &lost) && lost.Lost():
		return Outcome{Kind: Lost, Result: got.result, Err: got.err}
	case got.err != nil:
		return Outcome{Kind: Failed, Result: got.result, Err: got.err}
	case got.result.IsError:
		return Outcome{Kind: ToolError, Result: got.result}
	}
	return Outcome{Kind: OK, Result: got.result}
}

// interrupted is the outcome of a run that was told to stop.
func (r *Run) interrupted(result tool.ToolResult, ignored bool) Outcome {
	cause := context.Cause(r.ctx)
	out := Outcome{Kind: Stopped, Result: result, Err: errStopped, Ignored: ignored}
	var timeout *timeoutError
	if errors.As(cause, &timeout) {
		out.Kind, out.Err = TimedOut, timeout
	}
	if ignored {
		out.Err = fmt.Errorf("%w; the tool did not heed it and was left behind", out.Err)
	}
	return out
}

type timeoutError struct{ limit time.Duration }

func (e *timeoutError) Error() string { return fmt.Sprintf("no result within %s", e.limit) }

// Timeout marks the error as a time-out, as in package net.
func (e *timeoutError) Timeout() bool { return true }
