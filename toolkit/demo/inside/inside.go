// Package inside reaches an HTTP server that runs in this process: requests go
// to its handler without a network, a port or a connection.
package inside

import (
	"context"
	"io"
	"net/http"
	"net/url"
	"sync"
)

// A Transport is an [http.RoundTripper] to a server of its own. The server
// starts with the first request and ends with [Transport.CloseIdleConnections];
// the request after that starts another one.
type Transport struct {
	// Start makes the server's handler. The context ends with the server: what
	// the handler leaves running has to end with it.
	Start func(ctx context.Context) http.Handler

	mu      sync.Mutex
	current *server
}

// A server is a handler and the requests that it has under way.
type server struct {
	handler  http.Handler
	ctx      context.Context
	end      context.CancelFunc
	requests sync.WaitGroup
}

// RoundTrip implements [http.RoundTripper]. The response is there as soon as the
// handler writes or flushes; its body is what the handler writes from then on,
// and each write waits until it was read. Closing the body ends the handler's
// context, as does the end of the request's.
func (t *Transport) RoundTrip(request *http.Request) (*http.Response, error) {
	if err := request.Context().Err(); err != nil {
		closeBody(request)
		return nil, err
	}
	s := t.join()
	e := newExchange(s, request)
	go func() {
		defer s.requests.Done()
		defer closeBody(request)
		e.serve(s.handler, e.incoming(request))
	}()
	select {
	case <-e.began:
		return e.response, nil
	case <-e.ctx.Done():
	}
	select {
	case <-e.began: // and ended by now
		return e.response, nil
	default:
		return nil, context.Cause(e.ctx)
	}
}

// join counts a request as under way, at a server that is started where there
// is none.
func (t *Transport) join() *server {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.current == nil {
		ctx, end := context.WithCancel(context.Background())
		t.current = &server{handler: t.Start(ctx), ctx: ctx, end: end}
	}
	t.current.requests.Add(1)
	return t.current
}

// CloseIdleConnections ends the server, with the requests that it has under way,
// and waits until their handlers have returned.
func (t *Transport) CloseIdleConnections() {
	t.mu.Lock()
	s := t.current
	t.current = nil
	t.mu.Unlock()
	if s != nil {
		s.end()
		s.requests.Wait()
	}
}

func closeBody(request *http.Request) {
	if request.Body != nil {
		_ = request.Body.Close()
	}
}

// incoming is the request as a server sees it.
func (e *exchange) incoming(sent *http.Request) *http.Request {
	r := sent.Clone(e.ctx)
	r.RequestURI = sent.URL.RequestURI()
	r.URL = &url.URL{Path: sent.URL.Path, RawPath: sent.URL.RawPath, RawQuery: sent.URL.RawQuery}
	r.Proto, r.ProtoMajor, r.ProtoMinor = "HTTP/1.1", 1, 1
	if r.Host == "" {
		r.Host = sent.URL.Host
	}
	if r.Header == nil {
		r.Header = http.Header{}
	}
	if r.Body == nil {
		r.Body = http.NoBody
	} else {
		r.Body = io.NopCloser(sent.Body) // closed when the handler has returned
	}
	return r
}
