package inside

import (
	"context"
	"fmt"
	"io"
	"net/http"
	"strconv"
	"sync"
)

// An exchange is one request and its response. It is the handler's
// [http.ResponseWriter].
type exchange struct {
	ctx    context.Context // of the handler; its cause is why there is no response, or no more of one
	end    context.CancelCauseFunc
	server context.Context
	sent   *http.Request
	writer *io.PipeWriter
	reader *io.PipeReader

	header   http.Header
	begin    sync.Once
	began    chan struct{} // closed when there is a response
	response *http.Response
	bodiless bool // the response is of a status that has no body
}

func newExchange(s *server, request *http.Request) *exchange {
	e := &exchange{server: s.ctx, sent: request, header: http.Header{}, began: make(chan struct{})}
	e.ctx, e.end = context.WithCancelCause(request.Context())
	e.reader, e.writer = io.Pipe()
	return e
}

var (
	errShutDown = fmt.Errorf("the server was shut down: %w", io.ErrUnexpectedEOF)
	errBroken   = fmt.Errorf("the server broke off: %w", io.ErrUnexpectedEOF)
)

// serve has the handler answer, and ends the response.
func (e *exchange) serve(handler http.Handler, r *http.Request) {
	defer e.end(nil)
	defer context.AfterFunc(e.server, func() { e.end(errShutDown) })()
	defer context.AfterFunc(e.ctx, func() { _ = e.writer.CloseWithError(context.Cause(e.ctx)) })()
	defer e.survive()
	handler.ServeHTTP(e, r)
	if e.ctx.Err() == nil {
		e.start(http.StatusOK, true)
		_ = e.writer.Close()
	}
}

// survive makes a handler's panic an error of the client.
func (e *exchange) survive() {
	switch fault := recover(); fault {
	case nil:
		return
	case http.ErrAbortHandler:
		e.end(errBroken)
	default:
		e.end(fmt.Errorf("the server panicked: %v", fault))
	}
	_ = e.writer.CloseWithError(context.Cause(e.ctx))
}

// start makes the response, the first time that it is called. Whole says that
// nothing follows.
func (e *exchange) start(status int, whole bool) {
	e.begin.Do(func() {
		r := &http.Response{
			Status:     fmt.Sprintf("%d %s", status, http.StatusText(status)),
			StatusCode: status,
			Proto:      "HTTP/1.1", ProtoMajor: 1, ProtoMinor: 1,
			Header:        e.header.Clone(),
			Body:          &body{e.reader, e.end},
			ContentLength: -1,
			Request:       e.sent,
		}
		if n, err := strconv.ParseInt(e.header.Get("Content-Length"), 10, 64); err == nil {
			r.ContentLength = n
		}
		if whole && r.ContentLength < 0 {
			r.ContentLength = 0
		}
		e.bodiless = status == http.StatusNoContent || status == http.StatusNotModified
		if whole || e.bodiless || e.sent.Method == http.MethodHead {
			r.Body = http.NoBody
		}
		e.response = r
		close(e.began)
	})
}

// Header implements [http.ResponseWriter].
func (e *exchange) Header() http.Header { return e.header }

// WriteHeader implements [http.ResponseWriter].
func (e *exchange) WriteHeader(status int) {
	if status >= http.StatusOK { // of those below more than one may come
		e.start(status, false)
	}
}

// Write implements [http.ResponseWriter].
func (e *exchange) Write(p []byte) (int, error) {
	select {
	case <-e.began:
	default:
		if len(p) > 0 && e.header.Get("Content-Type") == "" {
			e.header.Set("Content-Type", http.DetectContentType(p))
		}
		e.start(http.StatusOK, false)
	}
	switch {
	case e.sent.Method == http.MethodHead:
		return len(p), nil
	case e.bodiless:
		return 0, http.ErrBodyNotAllowed
	}
	return e.writer.Write(p)
}

// Flush implements [http.Flusher].
func (e *exchange) Flush() { e.start(http.StatusOK, false) }

// A body is that of a response. Closing it ends the handler's context.
type body struct {
	*io.PipeReader
	end context.CancelCauseFunc
}

// Close implements [io.Closer].
func (b *body) Close() error {
	b.end(io.ErrClosedPipe)
	return b.PipeReader.Close()
}
