package mcp

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"toolbench/toolkit/tool"
)

const methodElicit = "elicitation/create"

// An elicitation is what a server asks a person.
type elicitation struct {
	Mode    string          `json:"mode"`
	Message string          `json:"message"`
	Schema  json.RawMessage `json:"requestedSchema"`
	URL     string          `json:"url"`
}

// elicit asks the person who made the call, and waits no longer than ctx.
func (c *call) elicit(ctx context.Context, e elicitation) (*sdk.ElicitResult, error) {
	asking, cancel := context.WithCancelCause(c.ctx)
	defer cancel(nil)
	defer context.AfterFunc(ctx, func() { cancel(context.Cause(ctx)) })()
	answer, err := tool.WaitFor(asking, e.request())
	switch {
	case errors.Is(err, tool.ErrNobodyToAsk):
		return &sdk.ElicitResult{Action: "cancel"}, nil
	case err != nil:
		return nil, err
	case answer.OK && e.URL != "":
		return &sdk.ElicitResult{Action: "accept"}, nil
	case answer.OK:
		return &sdk.ElicitResult{Action: "accept", Content: withDefaults(answer.Data, e.Schema)}, nil
	case answer.Reason == tool.ReasonDeclined, answer.Reason == "":
		return &sdk.ElicitResult{Action: "decline"}, nil
	}
	return &sdk.ElicitResult{Action: "cancel"}, nil
}

func (e elicitation) request() tool.Request {
	if e.URL != "" {
		return tool.Request{Kind: tool.KindAuthorization, Prompt: e.Message, URL: e.URL}
	}
	request := tool.Request{Kind: tool.KindInput, Prompt: e.Message}
	if isSet(e.Schema) {
		var schema any
		if json.Unmarshal(e.Schema, &schema) == nil {
			request.Data = map[string]any{"schema": schema}
			request.Details = &tool.RequestDetails{Schema: e.Schema}
		}
	}
	return request
}

// withDefaults is an answer in which fields that were left out have the default
// that the schema gives them.
func withDefaults(data map[string]any, schema json.RawMessage) map[string]any {
	var s struct {
		Properties map[string]struct {
			Default json.RawMessage `json:"default"`
		} `json:"properties"`
	}
	content := map[string]any{}
	if json.Unmarshal(schema, &s) == nil {
		for name, property := range s.Properties {
			if isSet(property.Default) {
				content[name] = property.Default
			}
		}
	}
	for name, value := range data {
		content[name] = value
	}
	return content
}

// A noted schema is what takes the place of a requested schema while the
// request passes the SDK: the SDK loses the order of properties, and does not
// know to which call a request belongs.
type noted struct {
	Call   string          `json:"call"`
	Schema json.RawMessage `json:"schema,omitempty"`
}

// noteElicitation puts a note in the place of the requested schema.
func noteElicitation(params json.RawMessage, on *call) json.RawMessage {
	var members map[string]json.RawMessage
	if json.Unmarshal(params, &members) != nil {
		return params
	}
	note := noted{Schema: members["requestedSchema"]}
	if on != nil {
		note.Call = on.token
	}
	raw, err := json.Marshal(note)
	if err != nil {
		return params
	}
	members["requestedSchema"], _ = json.Marshal(string(raw))
	if changed, err := json.Marshal(members); err == nil {
		return changed
	}
	return params
}

// answerElicitation answers requests of the server that come while a call is in
// flight. It stands before the SDK's own handling, which refuses schemas that a
// person could well fill in.
func (n *session) answerElicitation(next sdk.MethodHandler) sdk.MethodHandler {
	return func(ctx context.Context, method string, request sdk.Request) (sdk.Result, error) {
		if method != methodElicit {
			return next(ctx, method, request)
		}
		params, ok := request.GetParams().(*sdk.ElicitParams)
		if !ok || params == nil {
			return nil, &jsonrpc.Error{Code: jsonrpc.CodeInvalidParams, Message: "the elicitation has no params"}
		}
		var note noted
		if text, ok := params.RequestedSchema.(string); ok {
			_ = json.Unmarshal([]byte(text), &note)
		}
		question := elicitation{Mode: params.Mode, Message: params.Message, Schema: note.Schema, URL: params.URL}
		if c := n.tap.calls.find(note.Call); c != nil {
			return c.elicit(ctx, question)
		}
		return n.elicit(ctx, question)
	}
}

// elicit asks whoever made a call, when it is not known which call the question
// belongs to: the latest one is likely. When that one ends before there is an
// answer, the question belonged to another.
func (n *session) elicit(ctx context.Context, e elicitation) (result *sdk.ElicitResult, err error) {
	result = &sdk.ElicitResult{Action: "cancel"}
	for c := n.tap.calls.latest(); c != nil; c = n.tap.calls.latest() {
		result, err = c.elicit(ctx, e)
		if err == nil || ctx.Err() != nil || c.ctx.Err() == nil {
			break
		}
	}
	return result, err
}

// asked is what a server wants to know before it goes on with a call.
type asked struct {
	questions []question
	state     string // to be handed back
}

// A question is one request of the server's within an answer to a call.
type question struct {
	id     string
	Method string          `json:"method"`
	Params json.RawMessage `json:"params"`
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

// answerAll asks the questions one after the other. The result says why they
// can not all be answered, nil when they were.
func (c *call) answerAll(questions []question) (sdk.InputResponseMap, *tool.ToolResult) {
	responses := sdk.InputResponseMap{}
	for _, q := range questions {
		if q.Method != methodElicit {
			refusal := tool.ErrorResult(fmt.Sprintf("the server asked for %q before it goes on, which this program can not answer", q.Method))
			return nil, &refusal
		}
		var e elicitation
		if err := parse(q.Params, &e); err != nil {
			refusal := tool.ErrorResult(fmt.Sprintf("the server asked for input in a form that can not be read: %v", err))
			return nil, &refusal
		}
		response, err := c.elicit(c.ctx, e)
		if err != nil {
			refusal := tool.ErrorResult("the server's question could not be asked: " + err.Error())
			return nil, &refusal
		}
		responses[q.id] = response
	}
	return responses, nil
}

// urlsToOpen are the pages that a server wants opened before it takes the call.
func urlsToOpen(err error) []elicitation {
	var refused *jsonrpc.Error
	if !errors.As(err, &refused) || refused.Code != sdk.CodeURLElicitationRequired {
		return nil
	}
	var data struct {
		Elicitations []elicitation `json:"elicitations"`
	}
	if parse(refused.Data, &data) != nil {
		return nil
	}
	return data.Elicitations
}

// openAll asks for each page to be opened. The result says that one was not,
// nil when all were.
func (c *call) openAll(pages []elicitation) *tool.ToolResult {
	for _, page := range pages {
		answer, err := c.elicit(c.ctx, page)
		if err == nil && answer.Action == "accept" {
			continue
		}
		refusal := tool.ErrorResult(fmt.Sprintf("the server wants %s to be opened first, and it was not: %s", page.URL, page.Message))
		return &refusal
	}
	return nil
}
