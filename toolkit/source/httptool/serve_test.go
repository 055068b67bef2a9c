package httptool

import (
	"context"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"

	"toolbench/toolkit/source"
	"toolbench/toolkit/tool"
	"toolbench/toolkit/tooltest"
)

// A sent request is what arrived at a server, as it was on the wire.
type sent struct {
	line    string // method and target
	headers http.Header
	host    string
	body    string
}

// An echo is a server that keeps what it is sent.
type echo struct {
	*httptest.Server
	mu  sync.Mutex
	all []sent
}

// newEcho answers with answer, or with {} when that is nil.
func newEcho(t *testing.T, answer http.HandlerFunc) *echo {
	t.Helper()
	e := &echo{}
	e.Server = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, err := io.ReadAll(r.Body)
		if err != nil {
			t.Error(err)
		}
		e.mu.Lock()
		e.all = append(e.all, sent{r.Method + " " + r.RequestURI, r.Header.Clone(), r.Host, string(body)})
		e.mu.Unlock()
		if answer != nil {
			answer(w, r)
			return
		}
		w.Header().Set("Content-Type", "application/json")
		_, _ = io.WriteString(w, "{}")
	}))
	t.Cleanup(e.Close)
	return e
}

// last is the request that came last.
func (e *echo) last(t *testing.T) sent {
	t.Helper()
	e.mu.Lock()
	defer e.mu.Unlock()
	if len(e.all) == 0 {
		t.Fatal("no request came")
	}
	return e.all[len(e.all)-1]
}

func (e *echo) count() int {
	e.mu.Lock()
	defer e.mu.Unlock()
	return len(e.all)
}

// opened opens a source for a test and gives its tools by name.
func toolsOf(t *testing.T, s source.Source, host *tooltest.Host) map[string]tool.Tool {
	t.Helper()
	t.Cleanup(func() { _ = s.Close() })
	listing, err := s.Open(t.Context(), host)
	if err != nil {
		t.Fatal(err)
	}
	for _, p := range listing.Problems {
		t.Logf("not listed: %s: %s", p.Name, p.Reason)
	}
	tools := map[string]tool.Tool{}
	for _, one := range listing.Tools {
		tools[one.Name] = one
	}
	return tools
}

func run(t *testing.T, one tool.Tool, args string) tool.ToolResult {
	t.Helper()
	if one.Execute == nil {
		t.Fatalf("the tool %q can not be called", one.Name)
	}
	result, err := new(tooltest.CallHost).Call(t.Context(), one, args)
	if err != nil {
		t.Fatalf("%s %s: %v", one.Name, args, err)
	}
	return result
}

// operations is a document of paths, in YAML, with a server and perhaps more.
func operations(server, paths string, more ...string) []byte {
	return fmt.Appendf(nil, "openapi: 3.1.0\ninfo: {title: Tea, version: '1'}\nservers: [{url: %q}]\n%s\npaths:\n%s", server, strings.Join(more, "\n"), paths)
}

// contractServer answers the requests of the contract test.
func contractServer(t *testing.T) (server *httptest.Server, begun <-chan struct{}) {
	hangs := make(chan struct{}, 1)
	server = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		switch r.URL.Path {
		case "/tea":
			_, _ = io.WriteString(w, "a cup of "+r.URL.Query().Get("kind"))
		case "/large":
			_, _ = w.Write(make([]byte, 3*step))
		case "/hang":
			hangs <- struct{}{}
			<-r.Context().Done()
		case "/crash":
			panic(http.ErrAbortHandler)
		}
	}))
	t.Cleanup(server.Close)
	return server, hangs
}

func contractCase(s source.Source, prefix string, begun <-chan struct{}) tooltest.Case {
	return tooltest.Case{
		Source:  s,
		Works:   tooltest.Step{Tool: prefix + "brew", Arguments: `{"kind":"green tea"}`, Check: tastes},
		Refuses: tooltest.Step{Tool: prefix + "brew", Arguments: `{}`},
		Reports: tooltest.Step{Tool: prefix + "large"},
		Hangs:   tooltest.Step{Tool: prefix + "hang"},
		Begun: func(ctx context.Context, _ *tooltest.CallHost) error {
			select {
			case <-begun:
				return nil
			case <-ctx.Done():
				return ctx.Err()
			}
		},
		Crashes: tooltest.Step{Tool: prefix + "crash"},
	}
}

func tastes(t *testing.T, result tool.ToolResult) {
	if result.Output != "a cup of green tea" {
		t.Errorf("the result is %+v", result)
	}
}

func TestDeclaredToolsKeepTheContract(t *testing.T) {
	server, begun := contractServer(t)
	tooltest.Contract(t, func(*testing.T) tooltest.Case {
		server.CloseClientConnections()
		return contractCase(New(Config{Name: "tea", Through: &http.Transport{}, Endpoints: []Endpoint{
			{Name: "brew", URL: server.URL + "/tea?kind={kind}"},
			{Name: "large", URL: server.URL + "/large"},
			{Name: "hang", URL: server.URL + "/hang"},
			{Name: "crash", URL: server.URL + "/crash"},
			{Name: "brew", URL: server.URL},
			{URL: "nowhere"},
		}}), "", begun)
	})
}

func TestOperationsKeepTheContract(t *testing.T) {
	server, begun := contractServer(t)
	document := operations(server.URL, `
  /tea: {get: {operationId: brew, parameters: [{name: kind, in: query, required: true, schema: {type: string}}]}}
  /large: {get: {operationId: large}}
  /hang: {get: {operationId: hang}}
  /crash: {get: {operationId: crash}}
  /broken: {get: {parameters: [{$ref: '#/nowhere'}]}}
`)
	tooltest.Contract(t, func(*testing.T) tooltest.Case {
		server.CloseClientConnections()
		return contractCase(OpenAPI(Document{Name: "tea", Data: document, Through: &http.Transport{}}), "tea_", begun)
	})
}
