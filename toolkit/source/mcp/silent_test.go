package mcp_test

import (
	"context"
	"net/http"
	"testing"
	"testing/synctest"
	"time"

	"toolbench/toolkit/source/mcp"
	"toolbench/toolkit/tooltest"
)

// silent takes every request and answers none.
type silent struct{}

func (silent) RoundTrip(r *http.Request) (*http.Response, error) {
	if r.Body != nil {
		r.Body.Close()
	}
	<-r.Context().Done()
	return nil, context.Cause(r.Context())
}

func TestGivingUpAServerThatSaysNothingWaitsForNoMoreThanTheLastWords(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := mcp.New(mcp.Config{Name: "silent", URL: "http://silent.example/mcp", Through: silent{}})
		ctx, cancel := context.WithCancel(t.Context())
		opened := make(chan error, 1)
		go func() {
			_, err := s.Open(ctx, &tooltest.Host{})
			opened <- err
		}()
		time.Sleep(time.Second) // of the bubble's own time
		start := time.Now()
		cancel()
		if err := <-opened; err == nil {
			t.Error("it was opened")
		}
		if took := time.Since(start); took > time.Second {
			t.Errorf("giving up took %s", took)
		}
	})
}
