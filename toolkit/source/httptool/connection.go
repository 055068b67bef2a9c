package httptool

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"sync"
	"time"

	"toolbench/toolkit/lifetime"
	"toolbench/toolkit/redact"
	"toolbench/toolkit/schema"
	"toolbench/toolkit/source"
	"toolbench/toolkit/tool"
	"toolbench/toolkit/wire"
)

// A connection is what both kinds of source call through. Its tools refer to it,
// so that they work again after the source was opened anew.
type connection struct {
	info    source.Info
	hide    redact.Redactor
	through http.RoundTripper
	limit   int64 // of bytes in the body of an answer

	sessions lifetime.Slot[*session]
}

// A session is the time between opening and closing.
type session struct {
	client *http.Client
	ended  context.Context // its cause is what the calls that are under way fail with
	cancel context.CancelCauseFunc
	calls  sync.WaitGroup
}

// Info implements [source.Source].
func (c *connection) Info() source.Info { return c.info }

// newSession is what calls go through, recorded with host, once it is set.
func (c *connection) newSession(host source.Host) *session {
	n := &session{client: &http.Client{
		Transport:     &wire.Recorder{Through: wire.Own(c.through), Record: host.Exchanged, Hide: &c.hide},
		CheckRedirect: followed,
	}}
	n.ended, n.cancel = context.WithCancelCause(context.Background())
	return n
}

// begin counts a call as in flight.
func (s *session) begin() { s.calls.Add(1) }

// End implements [lifetime.Session].
func (s *session) End(reason error) {
	s.cancel(reason)
	s.calls.Wait()
	s.client.CloseIdleConnections()
}

// Close implements [source.Source]. It ends an opening that is under way too.
func (c *connection) Close() error {
	c.sessions.Close(c.lost("was closed"))
	return nil
}

func (c *connection) lost(what string) error {
	return &source.LostError{Info: c.info, Err: errors.New(c.info.Name + " " + what)}
}

// A call is what one tool does with its arguments.
type call struct {
	name    string
	timeout time.Duration
	// request makes the request. An error is a sentence on the arguments, for
	// a model to read.
	request func(ctx context.Context, arguments *schema.Value) (*http.Request, error)
	result  func(*answer) tool.ToolResult
}

// call makes a call from its arguments to its result.
func (c *connection) call(args map[string]any, ctx *tool.ToolContext, one call) (tool.ToolResult, error) {
	s := c.sessions.Join((*session).begin)
	if s == nil {
		return tool.ToolResult{}, c.lost("is not open; open it again to call its tools")
	}
	defer s.calls.Done()
	raw, err := tool.ArgumentsOf(args, ctx)
	if err != nil {
		return tool.ToolResult{}, fmt.Errorf("the arguments of %s can not be written as JSON: %w", one.name, err)
	}
	arguments, err := schema.Parse(raw)
	if err != nil || arguments.Kind() != schema.Object {
		return tool.ErrorResult(fmt.Sprintf("The arguments of %s are no JSON object: %.80q", one.name, raw)), nil
	}
	bounded, cancel := s.bound(ctx, one)
	defer cancel()
	request, err := one.request(bounded, arguments)
	if err != nil {
		return tool.ErrorResult(c.hide.String(err.Error())), nil
	}
	a, err := c.exchange(s.client, request, ctx)
	var large *tooLargeError
	switch {
	case errors.As(err, &large):
		return tool.ErrorResult(c.hide.String(err.Error())), nil
	case err != nil:
		return tool.ToolResult{}, c.failure(bounded, request, err)
	}
	result := one.result(a)
	c.describe(&result, a)
	return result, nil
}

// bound is the context of one request: it ends with the call, the session and
// the tool's own time limit.
func (s *session) bound(ctx context.Context, one call) (context.Context, context.CancelFunc) {
	bounded, cancel := context.WithCancelCause(ctx)
	stop := context.AfterFunc(s.ended, func() { cancel(context.Cause(s.ended)) })
	limit := func() {}
	if one.timeout > 0 {
		bounded, limit = context.WithTimeoutCause(bounded, one.timeout,
			fmt.Errorf("%s did not answer within %s, the time that is set for it", one.name, one.timeout))
	}
	return bounded, func() { limit(); stop(); cancel(nil) }
}

// failure is why there is no answer, as a sentence without secrets.
func (c *connection) failure(bounded context.Context, request *http.Request, err error) error {
	if cause := context.Cause(bounded); cause != nil {
		var lost *source.LostError
		if errors.As(cause, &lost) || !errors.Is(cause, context.Canceled) && !errors.Is(cause, context.DeadlineExceeded) {
			return cause
		}
		return fmt.Errorf("%s was given up: %w", c.line(request), cause)
	}
	var failed *url.Error
	var cutOff *cutOffError
	switch {
	case errors.As(err, &cutOff):
		return errors.New(c.hide.String(cutOff.Error()))
	case errors.As(err, &failed):
		err = failed.Err // its own words repeat the URL
	}
	if errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) {
		err = errors.New("the server closed the connection before it answered")
	}
	return fmt.Errorf("%s failed: %s", c.line(request), c.hide.String(err.Error()))
}

// line is a request for people.
func (c *connection) line(request *http.Request) string {
	return request.Method + " " + c.hide.URL(request.URL.String())
}

func (c *connection) describe(result *tool.ToolResult, a *answer) {
	result.SetMetadata("status", a.status)
	headers := map[string]any{}
	for name, values := range c.hide.Header(a.header) {
		if len(values) == 1 {
			headers[name] = values[0]
			continue
		}
		list := make([]any, len(values))
		for i, v := range values {
			list[i] = v
		}
		headers[name] = list
	}
	result.SetMetadata("headers", headers)
}
