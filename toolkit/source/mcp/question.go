package mcp

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"toolbench/toolkit/tool"
)

// A question is what a server wants of its client: to ask a person something, to
// have a model write a message, to list its roots.
type question struct {
	id     string          // within an answer to a call
	Method string          `json:"method"`
	Params json.RawMessage `json:"params"`
}

// A putter puts a request to a person, and waits no longer than ctx.
type putter func(ctx context.Context, request tool.Request) (tool.Answer, error)

// A response is the answer to a question, whichever way it came.
type response interface {
	sdk.Result
	sdk.InputResponse
}

// answer answers a question. An error is a refusal in the words of the protocol,
// or says that the wait ended.
func (s *Source) answer(ctx context.Context, q question, put putter) (response, error) {
	switch q.Method {
	case methodElicit:
		return orNone(elicit(ctx, q.Params, put))
	case methodSample:
		return orNone(s.sample(ctx, q.Params, put))
	case methodRoots:
		return orNone(s.listRoots())
	}
	return nil, notDeclared(q.Method)
}

// orNone keeps a nil pointer from becoming a response that is not nil.
func orNone[P response](r P, err error) (response, error) {
	if err != nil {
		return nil, err
	}
	return r, nil
}

func invalid(format string, args ...any) error {
	return &jsonrpc.Error{Code: jsonrpc.CodeInvalidParams, Message: fmt.Sprintf(format, args...)}
}

// A note is a question while it passes the SDK, which loses the order of
// properties, refuses what a person could well answer, and does not know to
// which call a question belongs.
type note struct {
	Call   string          `json:"call"`
	Params json.RawMessage `json:"params,omitempty"`
}

const noteKey = "toolbench/note"

// noted is what takes the place of a question's params.
func noted(params json.RawMessage, on *call) json.RawMessage {
	n := note{Params: params}
	if on != nil {
		n.Call = on.token
	}
	text, err := json.Marshal(n)
	if err != nil {
		return params
	}
	raw, err := json.Marshal(map[string]any{"_meta": map[string]string{noteKey: string(text)}})
	if err != nil {
		return params
	}
	return raw
}

func noteIn(params sdk.Params) (n note) {
	if params == nil {
		return n
	}
	text, _ := params.GetMeta()[noteKey].(string)
	_ = json.Unmarshal([]byte(text), &n)
	return n
}

// answering answers questions that come as requests of the server's own. It
// stands before the SDK's own handling.
func (n *session) answering(next sdk.MethodHandler) sdk.MethodHandler {
	return func(ctx context.Context, method string, request sdk.Request) (sdk.Result, error) {
		switch method {
		case methodElicit, methodSample, methodRoots:
		default:
			return next(ctx, method, request)
		}
		asked := noteIn(request.GetParams())
		response, err := n.source.answer(ctx, question{Method: method, Params: asked.Params}, n.putterFor(asked.Call))
		if err != nil {
			return nil, err
		}
		return response, nil
	}
}

// put asks the person who made the call.
func (c *call) put(ctx context.Context, request tool.Request) (tool.Answer, error) {
	asking, cancel := within(ctx, c.ctx)
	defer cancel()
	return tool.WaitFor(asking, request)
}

// putterFor asks the person who made the call that a question belongs to. When
// that is not known, the latest call is likely; when that one ends before there
// is an answer, the question belonged to another. Without any call, the question
// is the source's own.
func (n *session) putterFor(token string) putter {
	if c := n.tap.calls.find(token); c != nil {
		return c.put
	}
	return func(ctx context.Context, request tool.Request) (answer tool.Answer, err error) {
		c := n.tap.calls.latest()
		if c == nil {
			return n.put(ctx, request)
		}
		for ; c != nil; c = n.tap.calls.latest() {
			answer, err = c.put(ctx, request)
			if err == nil || ctx.Err() != nil || c.ctx.Err() == nil {
				break
			}
		}
		return answer, err
	}
}

// put asks what belongs to no call.
func (n *session) put(ctx context.Context, request tool.Request) (tool.Answer, error) {
	asking, cancel := within(ctx, n.ctx)
	defer cancel()
	if request.ID == "" {
		request.ID = tool.NewRequestID()
	}
	return n.tap.host.Ask(asking, request)
}

// within is inner, ended also by the end of outer.
func within(outer, inner context.Context) (context.Context, context.CancelFunc) {
	ctx, cancel := context.WithCancelCause(inner)
	stop := context.AfterFunc(outer, func() { cancel(context.Cause(outer)) })
	return ctx, func() { stop(); cancel(nil) }
}

// asked is what a server wants to know before it goes on with a call.
type asked struct {
	questions []question
	state     string // to be handed back
}

// questionsIn reads a result that asks for input in place of an answer.
func questionsIn(raw json.RawMessage) (asked, bool) {
	var r struct {
		ResultType   json.RawMessage `json:"resultType"`
		Requests     json.RawMessage `json:"inputRequests"`
		RequestState json.RawMessage `json:"requestState"`
	}
	if parse(raw, &r) != nil {
		return asked{}, false
	}
	kind, _ := textOf(r.ResultType)
	if kind != "input_required" {
		return asked{}, false
	}
	var a asked
	a.state, _ = textOf(r.RequestState)
	for id, value := range members(r.Requests) {
		q := question{id: id}
		_ = parse(value, &q) // what can not be read has no method
		a.questions = append(a.questions, q)
	}
	return a, true
}

// answerAll answers the questions within an answer to a call, one after the
// other. A server can not be told of one that is refused, so that the call ends.
func (n *session) answerAll(c *call, questions []question) (sdk.InputResponseMap, error) {
	responses := sdk.InputResponseMap{}
	for _, q := range questions {
		var answer tool.Answer
		var unasked error
		response, err := n.source.answer(c.ctx, q, func(ctx context.Context, request tool.Request) (tool.Answer, error) {
			answer, unasked = c.put(ctx, request)
			return answer, unasked
		})
		if err != nil {
			return nil, n.unanswered(c, q, err, answer, unasked)
		}
		responses[q.id] = response
	}
	return responses, nil
}

// unanswered is why a call ends: err is in the way of a question's answer, and
// what the person said, or why they could not be asked, is known.
func (n *session) unanswered(c *call, q question, err error, answer tool.Answer, unasked error) error {
	asked := fmt.Sprintf("%s asked for %q before it goes on with %s", n.tap.subject, q.Method, c.what)
	refused, ok := errors.AsType[*jsonrpc.Error](err)
	switch {
	case errors.Is(unasked, tool.ErrNobodyToAsk):
		return fmt.Errorf("%s: %w", asked, tool.ErrNobodyToAsk)
	case ok && refused.Code == codeRejected:
		reason := cmp.Or(answer.Reason, tool.ReasonDeclined)
		if answer.Note != "" {
			reason += " (" + answer.Note + ")"
		}
		return refusalf("%s: %s", reason, asked)
	case ok:
		return refusalf("%s, and that was refused: %s", asked, refused.Message)
	}
	return refusalf("%s, and that could not be answered: %v", asked, err)
}

// A refusal is why an errand ended without an answer, for a model to read.
type refusal struct{ text string }

func (r *refusal) Error() string { return r.text }

func refusalf(format string, args ...any) error {
	return &refusal{fmt.Sprintf(format, args...)}
}
