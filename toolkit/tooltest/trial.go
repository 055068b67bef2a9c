package tooltest

import (
	"context"
	"encoding/json"
	"fmt"
	"testing"

	"toolbench/toolkit/source"
	"toolbench/toolkit/tool"
)

// A trial is one step of the contract, run on one source.
type trial struct {
	*testing.T
	Case
	ctx context.Context // bounds the step
}

// open opens the source and gives its tools by name.
func (t *trial) open() map[string]tool.Tool {
	t.Helper()
	listing, err := t.Source.Open(t.ctx, &Host{})
	if err != nil {
		t.Fatalf("Open: %v", err)
	}
	tools := map[string]tool.Tool{}
	for _, one := range listing.Tools {
		tools[one.Name] = one
	}
	return tools
}

func (t *trial) close() {
	t.Helper()
	if err := t.Source.Close(); err != nil {
		t.Errorf("Close: %v", err)
	}
}

// has tells whether the case has the step, and logs when it has not.
func (t *trial) has(s Step, field string) bool {
	if s.Tool == "" {
		t.Logf("not tested: the case has no %s", field)
	}
	return s.Tool != ""
}

// An ending is how a call ended.
type ending struct {
	result tool.ToolResult
	err    error
	panic  any
}

func (e ending) String() string {
	switch {
	case e.panic != nil:
		return fmt.Sprintf("panic: %v", e.panic)
	case e.err != nil:
		return fmt.Sprintf("error: %v", e.err)
	}
	b, _ := json.Marshal(e.result)
	return fmt.Sprintf("result: %.400s", b)
}

// ok tells whether the call succeeded.
func (e ending) ok() bool { return e.panic == nil && e.err == nil && !e.result.IsError }

// start makes the call of a step in the background.
func (t *trial) start(ctx context.Context, tools map[string]tool.Tool, s Step, host *CallHost) <-chan ending {
	t.Helper()
	one, listed := tools[s.Tool]
	if !listed || one.Execute == nil {
		t.Fatalf("the source lists no callable tool %q", s.Tool)
	}
	ended := make(chan ending, 1)
	go func() {
		var e ending
		defer func() {
			e.panic = recover()
			ended <- e
		}()
		e.result, e.err = host.Call(ctx, one, s.Arguments)
	}()
	return ended
}

// await is how a started call ended; it fails the test when it does not.
func (t *trial) await(ended <-chan ending) ending {
	t.Helper()
	select {
	case e := <-ended:
		if e.panic != nil {
			t.Errorf("Execute panicked: %v", e.panic)
		}
		return e
	case <-t.ctx.Done():
		t.Fatalf("the call has not ended: %v", t.ctx.Err())
		return ending{}
	}
}

// call makes the call of a step and waits for its end.
func (t *trial) call(tools map[string]tool.Tool, s Step, host *CallHost) ending {
	t.Helper()
	return t.await(t.start(t.ctx, tools, s, host))
}

// succeed makes a call that has to succeed.
func (t *trial) succeed(tools map[string]tool.Tool, s Step, host *CallHost) {
	t.Helper()
	e := t.call(tools, s, host)
	if !e.ok() {
		t.Fatalf("%s ended with %s", s.Tool, e)
	}
	if s.Check != nil {
		s.Check(t.T, e.result)
	}
}

var _ source.Host = (*Host)(nil)
var _ tool.Host = (*CallHost)(nil)
var _ source.Source = (*Scripted)(nil)
