package genkit

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"sync"
	"testing"

	"toolbench/toolkit/tool"
	"toolbench/toolkit/tooltest"
)

// A scriptedApp answers like the reflection server of an app.
type scriptedApp struct {
	*httptest.Server
	actions string // what it lists
	// run answers a run, by the action's key; nil answers with the input.
	run map[string]http.HandlerFunc

	mu      sync.Mutex
	paths   []string // of the requests
	cancels chan string
}

func newScriptedApp(t testing.TB, actions string) *scriptedApp {
	t.Helper()
	a := &scriptedApp{actions: actions, run: map[string]http.HandlerFunc{}, cancels: make(chan string, 1)}
	a.Server = httptest.NewServer(a)
	t.Cleanup(a.Close)
	return a
}

// ServeHTTP implements [http.Handler].
func (a *scriptedApp) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	a.mu.Lock()
	a.paths = append(a.paths, r.Method+" "+r.URL.Path)
	a.mu.Unlock()
	w.Header().Set(versionHeader, "1.30.0")
	switch r.URL.Path {
	case "/api/__health":
		fmt.Fprint(w, "OK")
	case "/api/actions":
		fmt.Fprint(w, a.actions)
	case "/api/runAction":
		var body struct {
			Key   string          `json:"key"`
			Input json.RawMessage `json:"input"`
		}
		_ = json.NewDecoder(r.Body).Decode(&body)
		if answer := a.run[body.Key]; answer != nil {
			answer(w, r)
			return
		}
		fmt.Fprintf(w, `{"result":{"output":%s},"telemetry":{"traceId":"t1"}}`, body.Input)
	case "/api/cancelAction":
		var body struct {
			Trace string `json:"traceId"`
		}
		_ = json.NewDecoder(r.Body).Decode(&body)
		a.cancels <- body.Trace
		fmt.Fprint(w, `{"message":"Action cancelled"}`)
	default:
		http.NotFound(w, r)
	}
}

// says answers a run with a fixed body.
func says(status int, body string) http.HandlerFunc {
	return func(w http.ResponseWriter, _ *http.Request) {
		w.WriteHeader(status)
		fmt.Fprint(w, body)
	}
}

// hangs answers with one chunk, says so, and waits for the connection to be
// dropped.
func hangs(begun chan<- struct{}) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set(traceHeader, "t7")
		fmt.Fprintln(w, `"begun"`)
		_ = http.NewResponseController(w).Flush()
		select {
		case begun <- struct{}{}:
		default:
		}
		<-r.Context().Done()
	}
}

// opened is a source of the app, open until the end of the test, and its tools.
func (a *scriptedApp) opened(t testing.TB) (*Source, map[string]tool.Tool) {
	t.Helper()
	s := New(Config{Name: "app", URL: a.URL})
	t.Cleanup(func() { _ = s.Close() })
	listing, err := s.Open(context.Background(), &tooltest.Host{})
	if err != nil {
		t.Fatal(err)
	}
	tools := map[string]tool.Tool{}
	for _, one := range listing.Tools {
		tools[one.Name] = one
	}
	return s, tools
}
