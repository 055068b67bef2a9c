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
