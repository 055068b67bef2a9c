package mcp

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"

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

// call runs a tool. It goes round as long as the server answers with a question
// in place of a result.
func (n *session) call(ctx *tool.ToolContext, name string, args json.RawMessage) (tool.ToolResult, error) {
	if !isSet(args) {
		args = json.RawMessage(`{}`)
	}
	c, done, err := n.tap.calls.begin(ctx, name)
	if err != nil {
		return tool.ToolResult{}, err
	}
	defer done()
	params := &sdk.CallToolParams{Name: name, Arguments: args}
	signedIn := false
	for range maxRounds {
		params.Meta = n.callMeta(c)
		raw, err := n.request(c, params)
		if urls := urlsToOpen(err); len(urls) > 0 && !signedIn {
			signedIn = true
			if refusal := c.openAll(urls); refusal != nil {
				return *refusal, c.ctx.Err()
			}
			continue
		}
		if err != nil {
			return tool.ToolResult{}, n.callError(c, err)
		}
		asked, ok := questionsIn(raw)
		if !ok {
			return readResult(raw)
		}
		responses, refusal := c.answerAll(asked.questions)
		if err := context.Cause(c.ctx); err != nil {
			return tool.ToolResult{}, n.callError(c, err)
		}
		if refusal != nil {
			return *refusal, nil
		}
		params.InputResponses, params.RequestState = responses, asked.state
	}
	return tool.ErrorResult(fmt.Sprintf("%s asked more than %d times in one call of %s and was given up", n.tap.subject, maxRounds, name)), nil
}

func (n *session) callMeta(c *call) sdk.Meta {
	meta := sdk.Meta{"progressToken": c.token}
	if n.modern() {
		meta["io.modelcontextprotocol/logLevel"] = logLevel
	}
	return meta
}

// request sends one tools/call and returns its result as it was written.
func (n *session) request(c *call, params *sdk.CallToolParams) (json.RawMessage, error) {
	r := &reply{call: c}
	defer n.tap.forget(r)
	c.answered.Store(false)
	c.refusal.Store(nil)
	_, err := n.sdk.CallTool(expect(c.ctx, r), params)
	if got := r.outcome.Load(); got != nil {
		return got.result, got.err
	}
	if n.http != nil && c.ctx.Err() != nil {
		n.tap.owes(r)
	}
	return nil, err
}

// callError is the error of a call that has no result.
func (n *session) callError(c *call, err error) error {
	var lost *source.LostError
	var refused *jsonrpc.Error
	var long *lengthError
	switch cause := context.Cause(c.ctx); {
	case errors.As(cause, &lost):
		return lost
	case c.tool.Err() != nil:
		return c.tool.Err()
	case errors.As(err, &long):
		return long
	case errors.As(err, &refused) && refused.Code != rejected:
		return fmt.Errorf("%s refused the call of %s: %s", n.tap.subject, c.name, wordsOf(refused))
	case n.http != nil && errors.Is(err, errRejected) && c.refusal.Load() != nil:
		return n.http.refusedBy(c.refusal.Load())
	case n.http != nil && errors.Is(err, errRejected):
		return n.http.explain(err)
	}
	return n.lossOf(err, "in mid-call")
}

// wordsOf is a JSON-RPC error in words.
func wordsOf(e *jsonrpc.Error) string {
	text := fmt.Sprintf("%s (JSON-RPC error %d)", e.Message, e.Code)
	if isSet(e.Data) && len(e.Data) <= 500 {
		text += ", with " + string(e.Data)
	}
	return text
}
