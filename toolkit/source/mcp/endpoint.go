package mcp

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	traffic "toolbench/toolkit/wire"
)

const (
	// goodbye bounds each of the last words to a server: that a request is
	// cancelled, and that the session ends. Whoever quits waits for them.
	goodbye = 400 * time.Millisecond
	// maxErrorBody is how much of the body of a refusal is read.
	maxErrorBody = 64 << 10
	maxRedirects = 10
)

// errRejected marks what could not be sent, or was refused over HTTP, while the
// session goes on.
var errRejected = &jsonrpc.Error{Code: rejected}

// An endpoint is a server over HTTP: the [http.RoundTripper] under the SDK's
// transport. The transport itself must not be wrapped: the SDK would not tell
// it which version was agreed on, and it would miss the server's own messages.
type endpoint struct {
	tap    *tap
	target string // the URL for people
	url    *url.URL
	config *Config
	way    way
	base   http.RoundTripper
	ctx    context.Context // ends every request
	end    context.CancelFunc
	work   sync.WaitGroup

	authorization *authorization // nil when a configured header stands for it

	slow atomic.Bool // server/discover was not answered within its limit

	mu       sync.Mutex
	listens  bool       // the stream of the server's own messages was asked for
	refusal  *rejection // the last one
	reaching error      // why the server could not be reached the last time
}

func newEndpoint(ctx context.Context, c *Config, t *tap, w way, a *authorization) (*endpoint, error) {
	u, err := url.Parse(c.URL)
	if err != nil || u.Host == "" || u.Scheme != "http" && u.Scheme != "https" {
		return nil, fmt.Errorf("%s has the url %q; it must begin with http:// or https://", t.subject, t.hide.URL(c.URL))
	}
	e := &endpoint{tap: t, config: c, target: t.hide.URL(c.URL), url: u, way: w, authorization: a}
	for name := range c.Headers {
		if http.CanonicalHeaderKey(name) == "Authorization" {
			e.authorization = nil
		}
	}
	e.base = traffic.Own(c.Through)
	e.ctx, e.end = context.WithCancel(context.WithoutCancel(ctx)) // the last requests are made while the session ends
	return e, nil
}

func (e *endpoint) transport() sdk.Transport {
	client := &http.Client{Transport: e, CheckRedirect: keepingTheMessage}
	if e.way.older {
		return &sdk.SSEClientTransport{Endpoint: e.url.String(), HTTPClient: client, MaxEventSize: -1}
	}
	return &sdk.StreamableClientTransport{
		Endpoint:     e.url.String(),
		HTTPClient:   client,
		MaxEventSize: -1, // bounded here
	}
}

// keepingTheMessage does not follow a redirect that would make a GET without a
// message of a POST: the answer that redirects is then the answer.
func keepingTheMessage(request *http.Request, via []*http.Request) error {
	switch {
	case len(via) >= maxRedirects:
		return fmt.Errorf("it was redirected %d times", maxRedirects)
	case request.Method != via[0].Method:
		return http.ErrUseLastResponse
	}
	return nil
}

func (e *endpoint) close() {
	e.end()
	e.work.Wait()
	traffic.CloseIdleConnections(e.base)
}

// RoundTrip implements [http.RoundTripper].
func (e *endpoint) RoundTrip(request *http.Request) (*http.Response, error) {
	request, body, err := e.prepare(request)
	if err != nil {
		return nil, err
	}
	switch {
	case e.way.older && !e.isOwn(request.URL) && request.Response == nil: // it is no redirect
		err := fmt.Errorf("the server wants messages to be sent to another host, %s, and they are not", request.URL.Host)
		e.tap.log("warning", err.Error())
		e.note(nil, err)
		return nil, err
	case request.Method == http.MethodGet && e.way.older:
		return e.outlast(request)
	case request.Method == http.MethodGet && e.firstListening():
		return e.listen(request), nil
	case request.Method == http.MethodDelete:
		return e.exchange(request, nil, goodbye)
	}
	var asked *jsonrpc.Request
	limit := time.Duration(0)
	if msg, err := jsonrpc.DecodeMessage(body); err == nil {
		e.tap.sent(request.Context(), msg, body)
		if r, ok := msg.(*jsonrpc.Request); ok && r.IsCall() {
			asked = r
		} else if ok && r.Method == "notifications/cancelled" {
			defer e.told(r.Params)
			limit = goodbye
		}
	}
	if asked != nil && asked.Method == methodDiscover && !e.way.patient {
		limit = discoverLimit
	}
	begun := time.Now()
	response, err := e.exchange(request, asked, limit)
	if err != nil {
		if asked != nil && limit > 0 && time.Since(begun) >= limit {
			e.slow.Store(true)
		}
		e.note(nil, err)
		return nil, err
	}
	return response, nil
}

// prepare makes the request that goes out: with the configured headers when it
// goes to the configured host, and not to another one by a redirect.
func (e *endpoint) prepare(request *http.Request) (*http.Request, []byte, error) {
	var body []byte
	if request.Body != nil {
		defer request.Body.Close()
		var err error
		if body, err = io.ReadAll(request.Body); err != nil {
			return nil, nil, err
		}
	}
	request = request.Clone(request.Context())
	if len(body) > 0 {
		request.Body = io.NopCloser(bytes.NewReader(body))
		request.GetBody = func() (io.ReadCloser, error) { return io.NopCloser(bytes.NewReader(body)), nil }
	}
	if e.isOwn(request.URL) {
		for name, value := range e.config.Headers {
			request.Header.Set(name, value)
		}
	}
	return request, body, nil
}

// isOwn tells a request to the server from one to where a redirect leads.
func (e *endpoint) isOwn(u *url.URL) bool { return u.Scheme == e.url.Scheme && u.Host == e.url.Host }

// exchange sends a request, with the token that there is, and taps what comes
// back. A limit bounds the time until the answer begins.
func (e *endpoint) exchange(request *http.Request, asked *jsonrpc.Request, limit time.Duration) (*http.Response, error) {
	ctx, cancel := context.WithCancel(request.Context())
	stop := context.AfterFunc(e.ctx, cancel)
	done := func() { stop(); cancel() }
	response, err := e.authorized(request.WithContext(ctx), limit)
	if err != nil {
		done()
		return nil, err
	}
	response.Body = &closing{response.Body, done}
	return e.tapped(response, request, asked)
}

// send sends a request once.
func (e *endpoint) send(request *http.Request, limit time.Duration) (*http.Response, error) {
	ctx, cancel := context.WithCancel(request.Context())
	if limit > 0 {
		timer := time.AfterFunc(limit, cancel)
		defer timer.Stop()
	}
	response, err := e.base.RoundTrip(request.WithContext(ctx))
	if err != nil {
		cancel()
		return nil, err
	}
	response.Body = &closing{response.Body, cancel}
	return response, nil
}

// closing is a body that ends its request with it.
type closing struct {
	io.ReadCloser
	done func()
}

func (c *closing) Close() error {
	err := c.ReadCloser.Close()
	c.done()
	return err
}

// tapped lets the body of a response pass the tap.
func (e *endpoint) tapped(response *http.Response, request *http.Request, asked *jsonrpc.Request) (*http.Response, error) {
	kind, _, _ := strings.Cut(response.Header.Get("Content-Type"), ";")
	kind = strings.ToLower(strings.TrimSpace(kind))
	good := response.StatusCode >= 200 && response.StatusCode < 300
	if good {
		e.note(nil, nil)
	}
	var on *call
	if r := replyOf(request.Context()); r != nil {
		on = r.call
	}
	switch {
	case good && kind == "text/event-stream":
		response.Body = newEvents(response.Body, e.tap, on, asked, !e.way.older)
	case request.Method != http.MethodPost, asked == nil, e.way.older && good:
	case good && kind == "application/json":
		return e.answer(response, on, asked)
	default:
		return e.refused(response, kind, on)
	}
	return response, nil
}

// answer takes a JSON body, which is the answer to one request.
func (e *endpoint) answer(response *http.Response, on *call, asked *jsonrpc.Request) (*http.Response, error) {
	raw, err := io.ReadAll(io.LimitReader(response.Body, int64(e.tap.limit)+1))
	if err != nil {
		_ = response.Body.Close()
		return nil, err
	}
	seen := raw
	if len(raw) > e.tap.limit {
		seen = e.tap.refused(asked.ID, raw, int(max(int64(len(raw)), response.ContentLength)))
	} else if seen = e.tap.rewritten(raw, on); !isMessage(seen) {
		e.reject(&rejection{status: response.StatusCode, contentType: "JSON", body: excerpt(raw)}, on)
		seen = encoded(&jsonrpc.Response{ID: asked.ID, Error: &jsonrpc.Error{Code: rejected, Message: "the answer is not MCP's"}})
	}
	return withBody(response, seen), nil
}

// isMessage tells what the SDK takes from what it does not.
func isMessage(raw []byte) bool {
	_, err := jsonrpc.DecodeMessage(raw)
	return err == nil
}

// refused takes note of a response that is no answer. Its body may still hold
// an error of the protocol's.
func (e *endpoint) refused(response *http.Response, kind string, on *call) (*http.Response, error) {
	raw, _ := io.ReadAll(io.LimitReader(response.Body, maxErrorBody))
	message := isMessage(raw)
	if message && response.StatusCode >= 300 {
		e.tap.received(raw, on)
		return withBody(response, raw), nil
	}
	refusal := &rejection{status: response.StatusCode, contentType: kind, message: message, challenge: response.Header.Get("WWW-Authenticate"), body: excerpt(raw)}
	if to, err := response.Location(); err == nil {
		refusal.location = e.tap.hide.URL(to.String())
	}
	e.reject(refusal, on)
	return withBody(response, raw), nil
}

// told notes that the server was told of a cancelled request.
func (e *endpoint) told(params json.RawMessage) {
	var p struct {
		RequestID any `json:"requestId"`
	}
	if parse(params, &p) != nil {
		return
	}
	if id, err := jsonrpc.MakeID(p.RequestID); err == nil {
		e.tap.tell(id)
	}
}

func withBody(response *http.Response, raw []byte) *http.Response {
	_ = response.Body.Close()
	response.Body = io.NopCloser(bytes.NewReader(raw))
	response.ContentLength = int64(len(raw))
	response.Header.Del("Content-Length")
	return response
}

// reject takes note of a response that is no answer, also with the call that it
// belongs to: another response may come before the call is told.
func (e *endpoint) reject(refusal *rejection, on *call) {
	if on != nil {
		on.refusal.Store(refusal)
	}
	e.note(refusal, nil)
}

func (e *endpoint) note(refusal *rejection, reaching error) {
	e.mu.Lock()
	defer e.mu.Unlock()
	e.refusal, e.reaching = refusal, reaching
}
