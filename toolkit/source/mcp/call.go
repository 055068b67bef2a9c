package mcp

import (
	"context"
	"slices"
	"strconv"
	"sync"
	"sync/atomic"

	"toolbench/toolkit/tool"
)

// A call is one errand in flight: most are calls of tools.
type call struct {
	token string // its progress token
	what  string // it is, for sentences: "the call of echo"
	tool  *tool.ToolContext
	ctx   context.Context // ends with tool, and with the session

	answered atomic.Bool               // its request was: what is reported now comes too late
	refusal  atomic.Pointer[rejection] // what the server answered over HTTP that was no answer
}

// calls are the calls in flight on one session, the oldest first.
type calls struct {
	mu    sync.Mutex
	last  int
	list  []*call
	ended error // why no call may begin any more
	stop  map[*call]context.CancelCauseFunc
	gone  chan struct{} // closed when calls have ended and none is in flight
}

// begin makes a call be in flight until done is called.
func (c *calls) begin(ctx *tool.ToolContext, what string) (begun *call, done func(), err error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.ended != nil {
		return nil, nil, c.ended
	}
	c.last++
	begun = &call{token: "call-" + strconv.Itoa(c.last), what: what, tool: ctx}
	var cancel context.CancelCauseFunc
	begun.ctx, cancel = context.WithCancelCause(ctx)
	if c.stop == nil {
		c.stop = map[*call]context.CancelCauseFunc{}
	}
	c.stop[begun] = cancel
	c.list = append(c.list, begun)
	return begun, func() { c.end(begun); cancel(nil) }, nil
}

func (c *calls) end(ended *call) {
	c.mu.Lock()
	defer c.mu.Unlock()
	delete(c.stop, ended)
	c.list = slices.DeleteFunc(c.list, func(other *call) bool { return other == ended })
	if c.gone != nil && len(c.list) == 0 {
		close(c.gone)
		c.gone = nil
	}
}

// close ends the calls in flight with one reason and those to come with
// another. What it returns is closed when the last has returned.
func (c *calls) close(inFlight, toCome error) (gone <-chan struct{}) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.ended == nil {
		c.ended = toCome
	}
	for _, stop := range c.stop {
		stop(inFlight)
	}
	left := make(chan struct{})
	if len(c.list) == 0 {
		close(left)
	} else {
		c.gone = left
	}
	return left
}

func (c *calls) find(token string) *call {
	c.mu.Lock()
	defer c.mu.Unlock()
	for _, call := range c.list {
		if call.token == token {
			return call
		}
	}
	return nil
}

// only is the call in flight when there is exactly one, else nil.
func (c *calls) only() *call {
	c.mu.Lock()
	defer c.mu.Unlock()
	if len(c.list) == 1 {
		return c.list[0]
	}
	return nil
}

// latest is the call that was begun last of those in flight that were not told
// to end, or nil.
func (c *calls) latest() *call {
	c.mu.Lock()
	defer c.mu.Unlock()
	for _, call := range slices.Backward(c.list) {
		if call.ctx.Err() == nil {
			return call
		}
	}
	return nil
}
