package mcp

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"toolbench/toolkit/source"
	"toolbench/toolkit/tool"
)

const (
	// maxRounds is how often one call may come back with a question.
	maxRounds = 10
	// rejected is the code of the SDK's own error for a request that could not
	// be sent.
	rejected = -32005
)

// call does an errand.
func (n *session) call(ctx *tool.ToolContext, e errand) (tool.ToolResult, error) {
	c, done, err := n.tap.calls.begin(ctx, e.what)
	if err != nil {
		return tool.ToolResult{}, err
	}
	defer done()
	raw, err := n.result(c, e)
	if refused, ok := errors.AsType[*refusal](err); ok && c.ctx.Err() == nil {
		return tool.ErrorResult(refused.text), nil
	}
	if err != nil {
		return tool.ToolResult{}, n.callError(c, err)
	}
	return e.read(raw)
}

// result goes round as long as the server answers with a question in place of a
// result. One that only hands back a state is busy, and is given time.
func (n *session) result(c *call, e errand) (json.RawMessage, error) {
	var r round
	for tries := range maxRounds {
		raw, err := n.request(c, e, r)
		if err != nil {
			return nil, err
		}
		asked, ok := questionsIn(raw)
		if !ok {
			return raw, nil
		}
		if len(asked.questions) == 0 {
			pause(c.ctx, tries)
		}
		if r.responses, err = n.answerAll(c, asked.questions); err != nil {
			return nil, err
		}
		r.state = asked.state
	}
	return nil, refusalf("%s asked more than %d times before it answered %s, and was given up", n.tap.subject, maxRounds, c.what)
}

// pause waits before the same is tried again, longer each time.
func pause(ctx context.Context, tries int) {
	wait := time.NewTimer(100 * time.Millisecond << min(tries, 5))
	defer wait.Stop()
	select {
	case <-wait.C:
	case <-ctx.Done():
	}
}

func (n *session) callMeta(c *call) sdk.Meta {
	meta := sdk.Meta{"progressToken": c.token}
	if n.modern() {
		meta["io.modelcontextprotocol/logLevel"] = cmp.Or(n.source.levelSet(), defaultLevel)
	}
	return meta
}

// send makes one request of an errand and returns its result as it was written.
func (n *session) send(c *call, e errand, r round) (json.RawMessage, error) {
	answer := &reply{call: c}
	defer n.tap.forget(answer)
	c.answered.Store(false)
	c.refusal.Store(nil)
	err := e.send(expect(c.ctx, answer), n.sdk, r)
	if got := answer.outcome.Load(); got != nil {
		return got.result, got.err
	}
	if n.http != nil && c.ctx.Err() != nil {
		n.tap.owes(answer)
	}
	return nil, err
}

// callError is the error of a call that has no result.
func (n *session) callError(c *call, err error) error {
	var lost *source.LostError
	var notSignedIn *signInError
	switch cause := context.Cause(c.ctx); {
	case errors.As(cause, &lost):
		return lost
	case c.tool.Err() != nil:
		return c.tool.Err()
	case errors.Is(err, tool.ErrNobodyToAsk) && !errors.As(err, &notSignedIn):
		return err
	case n.http != nil && errors.Is(err, errRejected) && c.refusal.Load() != nil:
		return n.http.refusedBy(c.refusal.Load())
	}
	return n.requestError(c.what, err, "in mid-call")
}

// requestError is the error of a request that has no result, made at a moment.
func (n *session) requestError(what string, err error, moment string) error {
	var refused *jsonrpc.Error
	var untaken *answerError
	switch {
	case errors.As(err, &untaken):
		return untaken
	case errors.As(err, &refused) && refused.Code != rejected:
		return fmt.Errorf("%s refused %s: %s", n.tap.subject, what, wordsOf(refused))
	case n.http != nil && errors.Is(err, errRejected):
		return n.http.explain(err)
	}
	return n.lossOf(err, moment)
}

// wordsOf is a JSON-RPC error in words.
func wordsOf(e *jsonrpc.Error) string {
	text := fmt.Sprintf("%s (JSON-RPC error %d)", e.Message, e.Code)
	if isSet(e.Data) && len(e.Data) <= 500 {
		text += ", with " + string(e.Data)
	}
	return text
}
