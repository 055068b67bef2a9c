package mcp

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"toolbench/toolkit/source"
	"toolbench/toolkit/tooltest"
)

// web serves a handler until the end of the test and configures a source for it.
func web(t *testing.T, handler http.HandlerFunc) Config {
	t.Helper()
	s := httptest.NewServer(handler)
	t.Cleanup(s.Close)
	return Config{Name: "s", URL: s.URL + "/mcp"}
}

// overHTTP is a script as a handler: it answers every message in JSON, with the
// line that the script says.
func overHTTP(script script) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		var m heard
		raw, _ := io.ReadAll(r.Body)
		if r.Method != http.MethodPost || json.Unmarshal(raw, &m) != nil {
			w.WriteHeader(http.StatusMethodNotAllowed)
			return
		}
		var said strings.Builder
		script(&speaker{w: &said}, m)
		if said.Len() == 0 {
			w.WriteHeader(http.StatusAccepted)
			return
		}
		w.Header().Set("Content-Type", "application/json")
		_, _ = io.WriteString(w, said.String())
	}
}

func TestWhatIsNoMCPServerIsSaidToBeNone(t *testing.T) {
	answer := func(status int, kind, body string) http.HandlerFunc {
		return func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Content-Type", kind)
			w.WriteHeader(status)
			_, _ = io.WriteString(w, body)
		}
	}
	for name, c := range map[string]struct {
		handler http.HandlerFunc
		want    []string
	}{
		"no such page":   {answer(404, "text/plain", "404 page not found"), []string{"HTTP 404 Not Found", "They often end in /mcp"}},
		"a web page":     {answer(200, "text/html; charset=utf-8", "<html>"), []string{"answered with text/html, which is not MCP"}},
		"other JSON":     {answer(200, "application/json", `{"hello":"world"}`), []string{"answered with JSON, which is not MCP"}},
		"JSON of an API": {answer(200, "application/json", `{"method":"POST","path":"/mcp"}`), []string{"answered with JSON, which is not MCP"}},
		"a failure":      {answer(500, "text/plain", "out of cheese"), []string{"HTTP 500 Internal Server Error: out of cheese"}},
		"a teapot":       {answer(418, "text/plain", "short and stout"), []string{"HTTP 418", "short and stout"}},
	} {
		t.Run(name, func(t *testing.T) {
			config := web(t, c.handler)
			err := openError(t, config)
			contains(t, err.Error(), append(c.want, "server s can not be used", config.URL)...)
		})
	}
}

func TestAServerThatCanNotBeReachedSaysSo(t *testing.T) {
	gone := httptest.NewServer(http.NotFoundHandler())
	gone.Close()
	contains(t, openError(t, Config{Name: "s", URL: gone.URL}).Error(), "server s can not be reached at "+gone.URL, "connection refused", "is it running?")
}

func TestAServerThatWantsASignInSaysSo(t *testing.T) {
	for _, status := range []int{http.StatusUnauthorized, http.StatusForbidden} {
		err := openError(t, web(t, func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("WWW-Authenticate", `Bearer realm="here"`)
			w.WriteHeader(status)
		}))
		if _, ok := errors.AsType[*source.AuthorizationError](err); !ok {
			t.Errorf("%d ended with %v", status, err)
		}
		contains(t, err.Error(), "server s wants you to sign in first", fmt.Sprint(status), `Bearer realm="here"`)
	}
}

func TestHeadersGoToTheServersHostOnly(t *testing.T) {
	var mu sync.Mutex
	var foreign []string
	other := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		mu.Lock()
		defer mu.Unlock()
		foreign = append(foreign, r.Header.Get("X-Key")+r.Header.Get("Authorization"))
		w.WriteHeader(http.StatusNotFound)
	}))
	defer other.Close()
	serve := overHTTP(answering(`{"content":[{"type":"text","text":"done"}]}`))
	config := web(t, func(w http.ResponseWriter, r *http.Request) {
		switch {
		case r.Header.Get("X-Key") != "key-key-key" || r.Header.Get("Authorization") != "Bearer token-token":
			w.WriteHeader(http.StatusUnauthorized)
		case r.Method == http.MethodGet:
			http.Redirect(w, r, other.URL, http.StatusTemporaryRedirect)
		default:
			serve(w, r)
		}
	})
	config.Headers = map[string]string{"X-Key": "key-key-key", "Authorization": "Bearer token-token"}
	_, listing, host := open(t, config)
	if r, err := named(t, listing, "do").Execute(nil, nil); err != nil || r.Output != "done" {
		t.Errorf("the call ended with %v, %v", r, err)
	}
	for _, m := range host.Messages() {
		if strings.Contains(string(m.Body), "token-token") {
			t.Errorf("the token is in the record: %s", m.Body)
		}
	}
	mu.Lock()
	defer mu.Unlock()
	for _, got := range foreign {
		if got != "" {
			t.Errorf("another host was sent %q", got)
		}
	}
}

func TestAStreamThatNeverBeginsHoldsUpNothing(t *testing.T) {
	serve := overHTTP(answering(`{"content":[{"type":"text","text":"done"}]}`))
	asked := make(chan struct{}, 1)
	config := web(t, func(w http.ResponseWriter, r *http.Request) {
		if r.Method == http.MethodGet {
			asked <- struct{}{}
			<-r.Context().Done() // without even a header
			return
		}
		serve(w, r)
	})
	s, listing, _ := open(t, config)
	if r, err := named(t, listing, "do").Execute(nil, nil); err != nil || r.Output != "done" {
		t.Errorf("the call ended with %v, %v", r, err)
	}
	<-asked
	_ = s.Close()
}

func TestACallThatIsCancelledBehindARedirectEnds(t *testing.T) {
	cancelled := make(chan struct{}, 1)
	called := make(chan struct{}, 1)
	serve := overHTTP(server(oneTool, nil))
	config := web(t, func(w http.ResponseWriter, r *http.Request) {
		raw, _ := io.ReadAll(r.Body)
		switch {
		case r.URL.Path == "/mcp":
			http.Redirect(w, r, "/mcp/", http.StatusTemporaryRedirect)
		case strings.Contains(string(raw), "notifications/cancelled"):
			w.WriteHeader(http.StatusAccepted)
			cancelled <- struct{}{}
		case strings.Contains(string(raw), "tools/call"):
			called <- struct{}{}
			<-r.Context().Done()
		default:
			r.Body = io.NopCloser(strings.NewReader(string(raw)))
			serve(w, r)
		}
	})
	s, listing, _ := open(t, config)
	ctx, cancel := context.WithCancel(t.Context())
	go func() {
		<-called
		cancel()
	}()
	if _, err := (&tooltest.CallHost{}).Call(ctx, named(t, listing, "do"), `{}`); !errors.Is(err, context.Canceled) {
		t.Errorf("the call ended with %v", err)
	}
	<-cancelled
	_ = s.Close()
}

func TestAnOlderServerThatNeverBeginsEndsInTime(t *testing.T) {
	config := web(t, func(w http.ResponseWriter, r *http.Request) {
		if r.Method != http.MethodGet {
			http.NotFound(w, r)
			return
		}
		w.Header().Set("Content-Type", "text/event-stream")
		_ = http.NewResponseController(w).Flush()
		<-r.Context().Done() // without the event that says where to post
	})
	config.Timeout = 200 * time.Millisecond
	contains(t, openError(t, config).Error(), "HTTP 404 Not Found")
}

func TestAnOlderServerCanNotHaveMessagesSentToAnotherHost(t *testing.T) {
	var asked atomic.Bool
	other := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		asked.Store(true)
		w.WriteHeader(http.StatusAccepted)
	}))
	defer other.Close()
	config := web(t, func(w http.ResponseWriter, r *http.Request) {
		if r.Method != http.MethodGet {
			http.NotFound(w, r)
			return
		}
		w.Header().Set("Content-Type", "text/event-stream")
		_, _ = fmt.Fprintf(w, "event: endpoint\ndata: %s/messages\n\n", other.URL)
		_ = http.NewResponseController(w).Flush()
		<-r.Context().Done()
	})
	host := &tooltest.Host{}
	s := New(config)
	defer s.Close()
	if _, err := s.Open(t.Context(), host); err == nil || asked.Load() {
		t.Errorf("it was opened with %v; the other host was asked: %t", err, asked.Load())
	}
	want := "the server wants messages to be sent to another host, " + strings.TrimPrefix(other.URL, "http://") + ", and they are not"
	if logs := host.Logs(); len(logs) != 1 || logs[0].Message != want {
		t.Errorf("the log is %+v", logs)
	}
}

func TestEventsThatCanNotBeReadHarmNothing(t *testing.T) {
	serve := overHTTP(server(oneTool, nil))
	config := web(t, func(w http.ResponseWriter, r *http.Request) {
		raw, _ := io.ReadAll(r.Body)
		var m heard
		_ = json.Unmarshal(raw, &m)
		if m.Method != "tools/call" {
			r.Body = io.NopCloser(strings.NewReader(string(raw)))
			serve(w, r)
			return
		}
		var p struct {
			Meta struct{ ProgressToken string } `json:"_meta"`
		}
		_ = json.Unmarshal(m.Params, &p)
		w.Header().Set("Content-Type", "text/event-stream")
		fmt.Fprint(w, ": a comment\n\nevent: message\ndata: {not JSON\n\n")
		fmt.Fprint(w, "data: {\"jsonrpc\":\"2.0\"}\n\nid: 7\ndata:\n\n")
		fmt.Fprintf(w, "data: {\"jsonrpc\":\"2.0\",\"method\":\"notifications/progress\",\ndata: \"params\":{\"progressToken\":%q,\"progress\":1}}\r\n\r\n", p.Meta.ProgressToken)
		fmt.Fprintf(w, "data: {\"jsonrpc\":\"2.0\",\"id\":%s,\"result\":{\"content\":[{\"type\":\"text\",\"text\":\"done\"}]}}", m.ID)
	})
	_, listing, host := open(t, config)
	call := &tooltest.CallHost{}
	r, err := call.Call(t.Context(), named(t, listing, "do"), `{}`)
	if err != nil || r.Output != "done" || len(call.Reports()) != 1 {
		t.Errorf("the call ended with %v, %v after %v", r, err, call.Reports())
	}
	contains(t, fmt.Sprint(host.Logs()), "{not JSON", "neither a method nor an id")
}

func TestAnAnswerOverTheLimitCostsOnlyItsCallOverHTTPToo(t *testing.T) {
	large := strings.Repeat("x", 200_000)
	for kind, frame := range map[string]string{"application/json": "%s", "text/event-stream": "data: %s\n\n"} {
		serve := overHTTP(server(oneTool, func(s *speaker, m heard) {
			text := "small"
			if strings.Contains(string(m.Params), "large") {
				text = large
			}
			s.result(m, `{"content":[{"type":"text","text":"`+text+`"}]}`)
		}))
		config := web(t, func(w http.ResponseWriter, r *http.Request) {
			record := httptest.NewRecorder()
			serve(record, r)
			w.Header().Set("Content-Type", kind)
			w.WriteHeader(record.Code)
			if record.Code == http.StatusOK {
				fmt.Fprintf(w, frame, strings.TrimSpace(record.Body.String()))
			}
		})
		config.MaxFrame = 100_000
		_, listing, _ := open(t, config)
		host := &tooltest.CallHost{}
		_, err := host.Call(t.Context(), named(t, listing, "do"), `{"size":"large"}`)
		contains(t, fmt.Sprint(err), "more than the 100000 that are taken")
		if r, err := host.Call(t.Context(), named(t, listing, "do"), `{}`); err != nil || r.Output != "small" {
			t.Errorf("%s: the next call ended with %v, %v", kind, r, err)
		}
	}
}

func TestANotificationOverTheLimitIsNoAnswerOverHTTPEither(t *testing.T) {
	serve := overHTTP(server(oneTool, nil))
	config := web(t, func(w http.ResponseWriter, r *http.Request) {
		raw, _ := io.ReadAll(r.Body)
		var m heard
		if _ = json.Unmarshal(raw, &m); m.Method != "tools/call" {
			r.Body = io.NopCloser(strings.NewReader(string(raw)))
			serve(w, r)
			return
		}
		w.Header().Set("Content-Type", "text/event-stream")
		fmt.Fprintf(w, "data: {\"jsonrpc\":\"2.0\",\"method\":\"notifications/message\",\"params\":{\"data\":\"%s\"}}\n\n", strings.Repeat("x", 200_000))
		fmt.Fprintf(w, "data: {\"jsonrpc\":\"2.0\",\"id\":%s,\"result\":{\"content\":[{\"type\":\"text\",\"text\":\"small\"}]}}\n\n", m.ID)
	})
	config.MaxFrame = 100_000
	_, listing, _ := open(t, config)
	if r, err := (&tooltest.CallHost{}).Call(t.Context(), named(t, listing, "do"), `{}`); err != nil || r.Output != "small" {
		t.Errorf("the call ended with %v, %v", r, err)
	}
}

func TestAnEventOfExactlyTheLimitIsTaken(t *testing.T) {
	const limit = 10_000
	serve := overHTTP(server(oneTool, func(s *speaker, m heard) {
		head := fmt.Sprintf(`{"jsonrpc":"2.0","id":%s,"result":{"content":[{"type":"text","text":"`, m.ID)
		const end = `"}]}}`
		s.say("%s%s%s", head, strings.Repeat("x", limit-len(head)-len(end)), end)
	}))
	config := web(t, func(w http.ResponseWriter, r *http.Request) {
		record := httptest.NewRecorder()
		serve(record, r)
		w.Header().Set("Content-Type", "text/event-stream")
		w.WriteHeader(record.Code)
		if record.Code == http.StatusOK {
			fmt.Fprintf(w, "data: %s\r\n\r\n", strings.TrimSpace(record.Body.String()))
		}
	})
	config.MaxFrame = limit
	_, listing, _ := open(t, config)
	ctx, cancel := context.WithTimeout(t.Context(), 5*time.Second)
	defer cancel()
	if r, err := (&tooltest.CallHost{}).Call(ctx, named(t, listing, "do"), `{}`); err != nil || len(r.Output) < limit/2 {
		t.Errorf("the call ended with %d bytes and %v", len(r.Output), err)
	}
}

func TestAServerThatIsBusyForAMomentIsNotLost(t *testing.T) {
	busy := true
	serve := overHTTP(answering(`{"content":[{"type":"text","text":"done"}]}`))
	config := web(t, func(w http.ResponseWriter, r *http.Request) {
		raw, _ := io.ReadAll(r.Body)
		if strings.Contains(string(raw), "tools/call") && busy {
			busy = false
			http.Error(w, "come back later", http.StatusServiceUnavailable)
			return
		}
		r.Body = io.NopCloser(strings.NewReader(string(raw)))
		serve(w, r)
	})
	_, listing, _ := open(t, config)
	do := named(t, listing, "do")
	_, err := do.Execute(nil, nil)
	contains(t, fmt.Sprint(err), "HTTP 503 Service Unavailable: come back later")
	if r, err := do.Execute(nil, nil); err != nil || r.Output != "done" {
		t.Errorf("the next call ended with %v, %v", r, err)
	}
}

func TestAQuestionOverHTTPGoesToTheCallOnWhoseStreamItCame(t *testing.T) {
	s := sdk.NewServer(&sdk.Implementation{Name: "asker", Version: "1"}, nil)
	begun := make(chan struct{}, 2)
	both := make(chan struct{})
	s.AddTool(&sdk.Tool{Name: "ask", InputSchema: json.RawMessage(`{"type":"object"}`)}, func(ctx context.Context, r *sdk.CallToolRequest) (*sdk.CallToolResult, error) {
		begun <- struct{}{}
		<-both
		answer, err := r.Session.Elicit(ctx, &sdk.ElicitParams{Message: string(r.Params.Arguments), RequestedSchema: json.RawMessage(`{"type":"object"}`)})
		if err != nil {
			return nil, err
		}
		return said(answer.Action), nil
	})
	handler := sdk.NewStreamableHTTPHandler(func(*http.Request) *sdk.Server { return s }, nil)
	config := web(t, handler.ServeHTTP)
	_, listing, _ := open(t, config)
	var calls sync.WaitGroup
	for _, who := range []string{`{"who":"first"}`, `{"who":"second"}`} {
		host := &tooltest.CallHost{Answer: tooltest.Yes(nil)}
		calls.Go(func() {
			r, err := host.Call(t.Context(), named(t, listing, "ask"), who)
			if err != nil || r.Output != "accept" {
				t.Errorf("the call ended with %v, %v", r, err)
			}
			if requests := host.Requests(); len(requests) != 1 || requests[0].Prompt != who {
				t.Errorf("%s was asked %+v", who, requests)
			}
		})
		<-begun
	}
	close(both)
	calls.Wait()
}

func TestArgumentsThatBelongInHeadersAreSentThere(t *testing.T) {
	s := sdk.NewServer(&sdk.Implementation{Name: "headers", Version: "1"}, nil)
	say := func(context.Context, *sdk.CallToolRequest) (*sdk.CallToolResult, error) { return said("done"), nil }
	s.AddTool(&sdk.Tool{Name: "good", InputSchema: json.RawMessage(`{"type":"object","properties":{"region":{"type":"string","x-mcp-header":"Region"}}}`)}, say)
	handler := sdk.NewStreamableHTTPHandler(func(*http.Request) *sdk.Server { return s }, &sdk.StreamableHTTPOptions{Stateless: true})
	var mu sync.Mutex
	var region string
	_, listing, _ := open(t, web(t, func(w http.ResponseWriter, r *http.Request) {
		mu.Lock()
		if r.Header.Get("Mcp-Method") == "tools/call" {
			region = r.Header.Get("Mcp-Param-Region")
		}
		mu.Unlock()
		handler.ServeHTTP(w, r)
	}))
	r, err := (&tooltest.CallHost{}).Call(t.Context(), named(t, listing, "good"), `{"region":"eu"}`)
	mu.Lock()
	defer mu.Unlock()
	if err != nil || r.Output != "done" || region != "eu" {
		t.Errorf("the call ended with %v, %v and the header %q", r, err, region)
	}
}

func TestAToolWhoseHeaderMarksAreWrongIsNotCalled(t *testing.T) {
	listing := listed(t, nil, `{"tools":[{"name":"bad","inputSchema":{"type":"object","properties":{"a":{"type":"string","x-mcp-header":"not a header!"}}}},{"name":"good","inputSchema":{"type":"object"}}]}`)
	bad := named(t, listing, "bad")
	if bad.Execute != nil || bad.Details.Uncallable == "" || named(t, listing, "good").Execute == nil {
		t.Errorf("the tools are %+v", listing.Tools)
	}
}

var _ source.Source = (*Source)(nil)
