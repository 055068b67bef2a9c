package httptool

import (
	"context"
	"errors"
	"net/http"
	"os"
	"testing"

	"toolbench/toolkit/tooltest"
)

func TestAnOpeningThatIsUnderWayCanBeEnded(t *testing.T) {
	asked := make(chan struct{})
	server := newEcho(t, func(_ http.ResponseWriter, r *http.Request) {
		asked <- struct{}{}
		<-r.Context().Done()
	})
	for name, end := range map[string]func(*DocumentSource, context.CancelFunc){
		"by its context": func(_ *DocumentSource, cancel context.CancelFunc) { cancel() },
		"by closing":     func(s *DocumentSource, _ context.CancelFunc) { _ = s.Close() },
	} {
		s := OpenAPI(Document{Name: "d", Location: server.URL, Through: &http.Transport{}})
		ctx, cancel := context.WithCancel(t.Context())
		opened := make(chan error)
		go func() {
			_, err := s.Open(ctx, &tooltest.Host{})
			opened <- err
		}()
		<-asked
		end(s, cancel)
		if err := <-opened; !errors.Is(err, context.Canceled) {
			t.Errorf("%s: %v", name, err)
		}
		cancel()
		_ = s.Close()
	}
}

func TestToolsOfADocumentThatCanNoLongerBeReadAnswerNoMore(t *testing.T) {
	path := leaf(t, "tea.yaml", "openapi: 3.0.0\nservers: [{url: 'http://127.0.0.1:1'}]\npaths: {/t: {get: {operationId: it}}}\n")
	s := OpenAPI(Document{Name: "d", Location: path})
	tools := toolsOf(t, s, &tooltest.Host{})
	if err := os.WriteFile(path, []byte("tea"), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := s.Open(t.Context(), &tooltest.Host{}); err == nil {
		t.Fatal("it was opened")
	}
	if _, err := new(tooltest.CallHost).Call(t.Context(), tools["d_it"], `{}`); err == nil || err.Error() != "d is not open; open it again to call its tools" {
		t.Errorf("the error is %v", err)
	}
}
