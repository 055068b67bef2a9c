package toolkit

import (
	"context"
	"encoding/json"
	"fmt"

	"toolbench/toolkit/run"
	"toolbench/toolkit/source"
	"toolbench/toolkit/tool"
)

// Asked is what a source asks by itself, outside of any call, as a run that is
// suspended: whoever attends follows its events and resolves its request, as
// with a call.
type Asked struct {
	SourceID string
	Run      *run.Run
}

// Attend says who answers what sources ask by themselves. asked is called from
// any goroutine and must not block; nil attends no more. Without an attendant
// sources are told that nobody is there.
func (tk *Toolkit) Attend(asked func(Asked)) {
	tk.mu.Lock()
	defer tk.mu.Unlock()
	tk.attendant, tk.attended = asked, false
	tk.change()
}

// attending is who attends, once somebody does when that is to be expected; nil
// when nobody will.
func (tk *Toolkit) attending(ctx context.Context) func(Asked) {
	for {
		tk.mu.Lock()
		attendant, expected, wait := tk.attendant, tk.attended && !tk.closed, tk.wait()
		if tk.closed {
			attendant = nil
		}
		tk.mu.Unlock()
		if attendant != nil || !expected {
			return attendant
		}
		select {
		case <-wait:
		case <-ctx.Done():
			return nil
		}
	}
}

// ask puts a source's request to the attendant.
func (tk *Toolkit) ask(ctx context.Context, from source.Info, request tool.Request) (tool.Answer, error) {
	attendant := tk.attending(ctx)
	if attendant == nil {
		return tool.Answer{}, tool.ErrNobodyToAsk
	}
	var answer tool.Answer
	var failure error
	asking := from.Of("asks", "What "+from.ID()+" asks by itself, outside of any call.",
		func(_ map[string]any, c *tool.ToolContext) (tool.ToolResult, error) {
			answer, failure = c.WaitFor(request)
			switch {
			case failure != nil:
				return tool.ToolResult{}, failure
			case !answer.OK:
				return tool.ToolResult{Output: "The answer was no.", IsError: true}, nil
			}
			return tool.ToolResult{Output: "Answered."}, nil
		})
	r := run.Start(ctx, asking, json.RawMessage("{}"), run.Options{Timeout: -1, Ask: true})
	attendant(Asked{from.ID(), r})
	if out := r.Wait(); failure == nil && out.Err != nil {
		failure = out.Err
	}
	return answer, failure
}

// SignIn is the tool that signs the person in to a source which needs that, and
// then connects it. It asks what it needs to.
func (tk *Toolkit) SignIn(id string) (tool.Tool, error) {
	tk.mu.Lock()
	defer tk.mu.Unlock()
	e := tk.entry(id)
	if e == nil {
		return tool.Tool{}, fmt.Errorf("there is no source %q", id)
	}
	if !e.status.CanSignIn {
		return tool.Tool{}, fmt.Errorf("%s does not ask to be signed in to", id)
	}
	signIn := e.signIn
	return e.status.Of("sign_in", "Signs you in to "+e.status.Name+".", func(args map[string]any, c *tool.ToolContext) (tool.ToolResult, error) {
		result, err := signIn(args, c)
		if err == nil && !result.IsError {
			err = tk.Reload(id)
		}
		return result, err
	}), nil
}
