package mcp

import (
	"context"
	"encoding/json"
	"errors"
	"slices"
	"sync"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	sdk "github.com/modelcontextprotocol/go-sdk/mcp"
)

// pagesIn are the pages that a server wants opened before it takes a request.
func pagesIn(err error) []elicitation {
	refused, ok := errors.AsType[*jsonrpc.Error](err)
	if !ok || refused.Code != sdk.CodeURLElicitationRequired {
		return nil
	}
	var data struct {
		Elicitations []elicitation `json:"elicitations"`
	}
	if parse(refused.Data, &data) != nil {
		return nil
	}
	return slices.DeleteFunc(data.Elicitations, func(page elicitation) bool { return page.URL == "" })
}

// request sends an errand, and again each time that the pages which the server
// wants opened are.
func (n *session) request(c *call, e errand, r round) (json.RawMessage, error) {
	ends := map[string]context.Context{} // of pages, by their ids
	for tries := 0; ; tries++ {
		r.meta = n.callMeta(c)
		raw, err := n.send(c, e, r)
		pages := pagesIn(err)
		if len(pages) == 0 {
			return raw, err
		}
		for _, page := range pages {
			if ends[page.ID] == nil {
				end, cancel := n.tap.completions.await(c.ctx, page.ID)
				defer cancel()
				ends[page.ID] = end
			}
			if err := n.open(c, ends[page.ID], page, tries > 0); err != nil {
				return nil, err
			}
			if ends[page.ID].Err() != nil { // a server that then wants the same again means it
				delete(ends, page.ID)
			}
		}
		if tries > 0 { // who says yes without looking must not keep the server busy
			pause(c.ctx, tries)
		}
	}
}

// open asks for a page to be opened. The server may say that it is done with,
// which is its end, before the person does.
func (n *session) open(c *call, end context.Context, page elicitation, again bool) error {
	request := page.request()
	if again {
		request.Prompt += "\nThe server still waits for this. Is it done?"
	}
	answer, err := c.put(end, request)
	switch {
	case err == nil && answer.OK, errors.Is(context.Cause(end), errCompleted):
		return nil
	case c.ctx.Err() != nil:
		return context.Cause(c.ctx)
	}
	return refusalf("the server wants %s to be opened first, and it was not: %s", page.URL, page.Message)
}

var errCompleted = errors.New("the server says that it is done")

// completions are the pages whose end is waited for.
type completions struct {
	mu      sync.Mutex
	waiting map[*completion]bool
}

// A completion is one wait for the end of a page.
type completion struct {
	id   string
	done context.CancelCauseFunc
}

// await is ctx, ended also with errCompleted when the server says that the page
// of this id is done with.
func (c *completions) await(ctx context.Context, id string) (context.Context, context.CancelFunc) {
	awaiting, done := context.WithCancelCause(ctx)
	wait := &completion{id, done}
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.waiting == nil {
		c.waiting = map[*completion]bool{}
	}
	c.waiting[wait] = true
	return awaiting, func() {
		done(nil)
		c.mu.Lock()
		defer c.mu.Unlock()
		delete(c.waiting, wait)
	}
}

// complete ends the waits for a page. It is false when there are none.
func (c *completions) complete(id string) (awaited bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	for wait := range c.waiting {
		if wait.id == id {
			wait.done(errCompleted)
			awaited = true
		}
	}
	return awaited
}
