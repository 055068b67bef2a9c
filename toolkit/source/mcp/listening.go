package mcp

import (
	"context"
	"io"
	"net/http"
)

func (e *endpoint) firstListening() bool {
	e.mu.Lock()
	defer e.mu.Unlock()
	first := !e.listens
	e.listens = true
	return first
}

// listen asks for the stream of the server's own messages and does not wait for
// its beginning: some servers do not begin it before they have something to
// say. Where there is no such stream, it is one on which nothing comes.
func (e *endpoint) listen(request *http.Request) *http.Response {
	reader, writer := io.Pipe()
	ctx, cancel := context.WithCancel(request.Context())
	stop := context.AfterFunc(e.ctx, cancel)
	e.work.Go(func() {
		defer stop()
		defer cancel()
		response, err := e.exchange(request.WithContext(ctx), nil, 0)
		if err == nil {
			defer response.Body.Close()
			if _, ok := response.Body.(*events); ok {
				_, err = io.Copy(writer, response.Body)
				_ = writer.CloseWithError(err)
				return
			}
		}
		<-ctx.Done()
		_ = writer.CloseWithError(ctx.Err())
	})
	return &http.Response{
		StatusCode: http.StatusOK,
		Proto:      "HTTP/1.1", ProtoMajor: 1, ProtoMinor: 1,
		Header:  http.Header{"Content-Type": {"text/event-stream"}},
		Body:    &closing{reader, cancel},
		Request: request,
	}
}

// outlast asks for the stream of the older transport, which is the whole
// session: once begun it does not end with the context of its request.
func (e *endpoint) outlast(request *http.Request) (*http.Response, error) {
	ctx, cancel := context.WithCancel(e.ctx)
	begun := context.AfterFunc(request.Context(), cancel)
	response, err := e.exchange(request.WithContext(ctx), nil, 0)
	if err != nil {
		begun()
		cancel()
		e.note(nil, err)
		return nil, err
	}
	response.Body = &beginning{&closing{response.Body, cancel}, begun}
	return response, nil
}

// beginning is a body that tells when something has come.
type beginning struct {
	io.ReadCloser
	begun func() bool
}

func (b *beginning) Read(p []byte) (int, error) {
	n, err := b.ReadCloser.Read(p)
	if n > 0 {
		b.begun()
	}
	return n, err
}
