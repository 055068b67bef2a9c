package genkit

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"maps"
	"sync"
	"time"

	"toolbench/toolkit/schema"
	"toolbench/toolkit/source"
	"toolbench/toolkit/tool"
)

// farewell is how long the app gets to take in that a call was cancelled.
const farewell = 300 * time.Millisecond

// signOfLife is how long the app gets to say that it lives, after an answer that
// broke off.
const signOfLife = 5 * time.Second

// A session is the time between opening and closing.
type session struct {
	source *Source
	host   source.Host
	client client

	ctx    context.Context // ends with the session, for the reason that it ended
	cancel context.CancelCauseFunc
	calls  sync.WaitGroup
	once   sync.Once // for the loss
}

// use makes requests go to a runtime.
func (n *session) use(r Runtime) {
	n.client.base = trimmed(r.URL)
	n.client.headers = maps.Clone(n.source.config.Headers) // without the secret of another one
	if r.secret != "" && n.source.config.Headers[secretHeader] == "" {
		if n.client.headers == nil {
			n.client.headers = map[string]string{}
		}
		n.client.headers[secretHeader] = r.secret
		n.source.hide.Add(r.secret)
	}
}

// list finds the app and makes tools of its actions.
func (n *session) list(ctx context.Context) (source.Listing, error) {
	r, err := n.source.find(ctx, n)
	if err != nil {
		return source.Listing{}, err
	}
	n.use(r)
	raw, version, err := n.client.actions(ctx)
	if err != nil {
		return source.Listing{}, err
	}
	listing, err := n.source.tools(raw)
	if err != nil {
		return source.Listing{}, err
	}
	listing.Facts = source.Facts{Server: cmp.Or(r.Name, "Genkit"), Version: cmp.Or(version, r.Version), Protocol: "Genkit reflection 1"}
	return listing, nil
}

// begin counts a call as in flight.
func (n *session) begin() { n.calls.Add(1) }

// End implements [lifetime.Session].
func (n *session) End(reason error) {
	n.cancel(reason)
	n.calls.Wait()
	n.client.http.CloseIdleConnections()
}

// lost is the error of a call during which the app went away. The host is told
// once.
func (n *session) lost(err error) error {
	lost := &source.LostError{Info: n.source.info, Err: errors.New(n.source.hide.String(err.Error()))}
	n.once.Do(func() { n.host.Lost(lost.Err) })
	return lost
}

// call runs an action.
func (n *session) call(ctx *tool.ToolContext, a *action, input json.RawMessage) (tool.ToolResult, error) {
	body := runRequest(a.key, input)
	bound, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	defer context.AfterFunc(n.ctx, func() { cancel(context.Cause(n.ctx)) })()
	// The connection lives a little longer than the call: the app is told first.
	connected, drop := context.WithCancel(context.WithoutCancel(ctx))
	defer drop()
	e := &exchange{client: &n.client, ctx: ctx}
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		e.run(connected, body)
	}()
	select {
	case <-ended:
	case <-bound.Done():
		n.giveUp(e)
		drop()
		<-ended
		return tool.ToolResult{}, context.Cause(bound)
	}
	result, err := n.outcome(bound, a, e)
	if cause := context.Cause(bound); err != nil && cause != nil {
		return tool.ToolResult{}, cause
	}
	return result, err
}

// runRequest is the body of a request to run an action. The input's bytes stay
// as they are.
func runRequest(key string, input json.RawMessage) []byte {
	body := append([]byte(`{"key":`), schema.AppendString(nil, key)...)
	if len(input) > 0 {
		body = append(append(body, `,"input":`...), input...)
	}
	return append(body, '}')
}

// giveUp tells the app that nobody waits for the call any more.
func (n *session) giveUp(e *exchange) {
	trace := e.traceID()
	if trace == "" {
		return
	}
	ctx, cancel := context.WithTimeout(context.Background(), farewell)
	defer cancel()
	_ = n.client.cancel(ctx, trace) // dropping the connection ends the action too
}
