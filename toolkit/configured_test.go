package toolkit_test

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"log"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"toolbench/toolkit"
	"toolbench/toolkit/config"
	"toolbench/toolkit/run"
	"toolbench/toolkit/source"
	"toolbench/toolkit/tool"
	"toolbench/toolkit/tooltest"
)

const document = `{"openapi":"3.1.0","info":{"title":"Shop","version":"1"},"servers":[{"url":"/"}],
	"paths":{"/pets":{"get":{"operationId":"pets","responses":{"200":{"description":"all"}}}}}}`

const card = `{"name":"Guide","description":"Shows the way.","version":"1","url":"http://127.0.0.1:1/","protocolVersion":"0.3.0",
	"capabilities":{},"defaultInputModes":["text"],"defaultOutputModes":["text"],
	"skills":[{"id":"route","name":"Route","description":"Finds a way.","tags":[]}]}`

// places is a server with something else at each path.
func places(t *testing.T) string {
	mux := http.NewServeMux()
	answer := func(pattern, contentType, body string) {
		mux.HandleFunc(pattern, func(w http.ResponseWriter, r *http.Request) {
			w.Header().Set("Content-Type", contentType)
			if strings.Contains(r.URL.Path, "header") && r.Header.Get("X-Key") != "k" {
				w.WriteHeader(http.StatusForbidden)
				return
			}
			io.WriteString(w, body)
		})
	}
	answer("GET /api/description", "application/json", document)
	answer("GET /api/header/description", "application/json", document)
	answer("GET /agent/.well-known/agent-card.json", "application/json", card)
	answer("GET /card", "application/json", card)
	answer("GET /genkit/api/__health", "text/plain", "OK")
	answer("GET /genkit/api/actions", "application/json", `{"/tool.v2/add":{"type":"tool.v2","key":"/tool.v2/add","name":"add","inputSchema":{"type":"object"}}}`)
	server := sdk.NewServer(&sdk.Implementation{Name: "here", Version: "1"}, nil)
	server.AddTool(&sdk.Tool{Name: "hello", InputSchema: json.RawMessage(`{"type":"object"}`)}, func(context.Context, *sdk.CallToolRequest) (*sdk.CallToolResult, error) {
		return &sdk.CallToolResult{}, nil
	})
	mux.Handle("/tools", sdk.NewStreamableHTTPHandler(func(*http.Request) *sdk.Server { return server }, nil))
	s := httptest.NewServer(mux)
	t.Cleanup(s.Close)
	return s.URL
}

func TestAnAddressIsOpenedAsWhatIsThere(t *testing.T) {
	base := places(t)
	for path, want := range map[string]string{
		"/api/description":        "http:there 1 tools",
		"/api/header/description": "http:there 1 tools",
		"/agent":                  "a2a:there 1 tools",
		"/card":                   "a2a:there 1 tools",
		"/genkit":                 "custom:there 1 tools",
		"/tools":                  "mcp:there 1 tools",
	} {
		s := toolkit.Reach{}.At(toolkit.Address{Name: "there", URL: base + path, Headers: map[string]string{"X-Key": "k"}, Origin: "command line"})
		tk := create(t, toolkit.Options{Sources: []source.Source{s}})
		st := tk.Sources()[0]
		if got := fmt.Sprintf("%s %d tools", st.ID(), st.Tools); got != want || st.Origin != "command line" {
			t.Errorf("%s is %s (%s, %s), want %s", path, got, st.State, st.Reason, want)
		}
		tk.Close()
	}
}

func TestNothingIsSentToAnAddressThatOnlyHoldsData(t *testing.T) {
	web := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/posts" {
			_, _ = w.Write([]byte(" [{\"id\": 1}]"))
		} else {
			http.NotFound(w, r)
		}
	}))
	defer web.Close()
	_, err := toolkit.Reach{}.At(toolkit.Address{Name: "there", URL: web.URL + "/posts"}).Open(t.Context(), &tooltest.Host{})
	if err == nil || !strings.Contains(err.Error(), web.URL+"/posts answered with a list in JSON") {
		t.Errorf("it ended with %v", err)
	}
}

func TestAnAddressWhereNothingAnswersSaysSo(t *testing.T) {
	s := toolkit.Reach{}.At(toolkit.Address{Name: "there", URL: "http://127.0.0.1:1/x?api_key=k3yk3yk3yk3y"})
	tk := create(t, toolkit.Options{Sources: []source.Source{s}})
	st := tk.Sources()[0]
	if st.State != source.Failed || !strings.Contains(st.Reason, "can not be reached: ") || !strings.Contains(st.Reason, "refused") {
		t.Errorf("it is %v: %s", st.State, st.Reason)
	}
	if strings.Contains(st.Reason+st.Target, "k3yk3yk3y") {
		t.Errorf("the key shows: %s, %s", st.Target, st.Reason)
	}
}

const everyKind = `{
	"mcpServers": {"server": {"command": "no-such-program-here"}, "bad": {"command": true}, "off": {"command": "x", "disabled": true}},
	"openapi": {"shop": {"document": "./shop.json"}},
	"http": {"status": {"description": "Says.", "method": "GET", "url": "http://127.0.0.1:1/{x}", "inputSchema": {"type": "object", "properties": {"x": {"type": "string"}}}}},
	"agents": {"guide": {"url": "http://127.0.0.1:1/"}},
	"tools": [{"name": "count", "description": "Counts.", "command": "wc", "inputSchema": {"type": "object"}}],
	"genkit": {"app": {"url": "http://127.0.0.1:1"}},
	"skills": ["./skills"],
	"builtins": {"bash": false}
}`

func TestAFileGivesASourceForEachDeclaration(t *testing.T) {
	f, err := config.Parse("/nowhere/toolbench.json", []byte(everyKind), func(string) (string, bool) { return "", false })
	if err != nil {
		t.Fatal(err)
	}
	c := toolkit.Reach{}.Configured(f, "~/toolbench.json", nil)
	var ids []string
	for _, s := range c.Sources {
		info := s.Info()
		ids = append(ids, info.ID())
		if info.Origin != "~/toolbench.json" {
			t.Errorf("%s was declared in %q", info.ID(), info.Origin)
		}
	}
	want := []string{"mcp:server", "mcp:bad", "mcp:off", "http:shop", "http:requests", "a2a:guide", "custom:commands", "custom:app"}
	if !slices.Equal(ids, want) {
		t.Errorf("the sources are %v, want %v", ids, want)
	}
	if !slices.Equal(c.Disabled, []string{"mcp:off"}) {
		t.Errorf("switched off are %v", c.Disabled)
	}
	if !slices.Equal(c.Skills, f.Skills) || len(c.Skills) == 0 {
		t.Errorf("the folders of skills are %q", c.Skills)
	}
	if c.Builtins == nil || !c.Builtins.Disabled["bash"] {
		t.Errorf("the built-ins are %+v", c.Builtins)
	}
	for _, s := range c.Sources {
		if s.Info().Name != "bad" {
			continue
		}
		if _, err := s.Open(t.Context(), nil); err == nil || !strings.Contains(err.Error(), "toolbench.json:2:") {
			t.Errorf("what is declared badly says %v", err)
		}
	}
}

func TestWhatCanNotBeUsedShowsWhatItWouldStartAndStaysSwitchedOff(t *testing.T) {
	f, err := config.Parse("/nowhere/mcp.json", []byte(`{"mcpServers":{
		"unset":{"command":"run","args":["it now"],"env":{"X":"${GONE}"}},
		"off":{"url":"https://example.com/mcp","headers":{"X":"${GONE}"},"disabled":true},
		"empty":{}}}`), func(string) (string, bool) { return "", false })
	if err != nil {
		t.Fatal(err)
	}
	c := toolkit.Reach{}.Configured(f, "~/mcp.json", nil)
	var targets []string
	for _, s := range c.Sources {
		targets = append(targets, s.Info().Target)
	}
	if want := []string{"run 'it now'", "https://example.com/mcp", "~/mcp.json"}; !slices.Equal(targets, want) {
		t.Errorf("the targets are %q, want %q", targets, want)
	}
	if !slices.Equal(c.Disabled, []string{"mcp:off"}) {
		t.Errorf("switched off are %v", c.Disabled)
	}
}

func TestWhatAFileLeavesOpenIsAskedForOnce(t *testing.T) {
	f, err := config.Parse("/nowhere/.vscode/mcp.json", []byte(`{
		"inputs": [{"id": "token", "type": "promptString", "description": "Your token.", "password": true}, {"id": "unused", "type": "promptString"}],
		"servers": {"a": {"command": "no-such-program-here", "args": ["${input:token}"]}, "b": {"command": "no-such-program-here", "env": {"T": "${input:token}"}}}}`),
		func(string) (string, bool) { return "", false })
	if err != nil {
		t.Fatal(err)
	}
	c := toolkit.Reach{}.Configured(f, "mcp.json", nil)
	tk, err := toolkit.CreateToolkit(t.Context(), toolkit.Options{Sources: c.Sources, Disabled: []string{"mcp:a", "mcp:b"}})
	if err != nil {
		t.Fatal(err)
	}
	defer tk.Close()
	asked := make(chan tool.Request, 10)
	tk.Attend(func(a toolkit.Asked) {
		go func() {
			for e := range a.Run.Events() {
				if e, ok := e.(run.Suspended); ok {
					asked <- e.Request
					a.Run.Resolve(e.Request.ID, tool.Answer{OK: true, Data: map[string]any{"token": "s3cr3t-t0ken"}})
				}
			}
		}()
	})
	for _, id := range []string{"mcp:a", "mcp:b"} {
		if err := tk.Enable(id); err != nil {
			t.Fatal(err)
		}
	}
	if err := tk.Ready(t.Context()); err != nil {
		t.Fatal(err)
	}
	if n := len(asked); n != 1 {
		t.Fatalf("it was asked for %d times", n)
	}
	want := `{"type":"object","properties":{"token":{"type":"string","description":"Your token.","format":"password"}},"required":["token"]}`
	if got := string((<-asked).Schema()); got != want {
		t.Errorf("asked is %s", got)
	}
	for _, st := range tk.Sources() {
		if st.State != source.Failed || strings.Contains(st.Reason+st.Target, "s3cr3t") {
			t.Errorf("%s: %s, at %s", st.ID(), st.Reason, st.Target)
		}
	}
}

func TestALargeMessageIsTakenWhereTheLimitIsRaisedAndSaysHowWhereNot(t *testing.T) {
	server := sdk.NewServer(&sdk.Implementation{Name: "here", Version: "1"}, nil)
	server.AddTool(&sdk.Tool{Name: "much", InputSchema: json.RawMessage(`{"type":"object"}`)}, func(context.Context, *sdk.CallToolRequest) (*sdk.CallToolResult, error) {
		return &sdk.CallToolResult{Content: []sdk.Content{&sdk.TextContent{Text: strings.Repeat("x", 20_000)}}}, nil
	})
	web := httptest.NewServer(sdk.NewStreamableHTTPHandler(func(*http.Request) *sdk.Server { return server }, nil))
	t.Cleanup(web.Close)
	for _, c := range []struct {
		reach toolkit.Reach
		own   string
		taken bool
	}{
		{toolkit.Reach{}, "", true},
		{toolkit.Reach{}, `,"maxMessage":"10KiB"`, false},
		{toolkit.Reach{MaxMessage: 10_000}, "", false},
		{toolkit.Reach{MaxMessage: 10_000}, `,"maxMessage":"64kB"`, true},
	} {
		f, err := config.Parse("toolbench.json", []byte(`{"mcpServers":{"here":{"url":"`+web.URL+`/mcp"`+c.own+`}}}`), nil)
		if err != nil {
			t.Fatal(err)
		}
		tk := create(t, toolkit.Options{Sources: c.reach.Configured(f, "toolbench.json", nil).Sources})
		if len(tk.Tools()) != 1 {
			t.Fatalf("with %q it is %+v", c.own, tk.Sources())
		}
		_, err = (&tooltest.CallHost{}).Call(t.Context(), tk.Tools()[0], `{}`)
		said := fmt.Sprint(err)
		if taken := err == nil; taken != c.taken || !taken && !(strings.Contains(said, "--max-message=SIZE") && strings.Contains(said, `"maxMessage"`)) {
			t.Errorf("at most %d, and the file says %q: %.300s", c.reach.MaxMessage, c.own, said)
		}
	}
}

func TestEverySourceOverHTTPSaysWhatWouldDoForACertificateThatIsRefused(t *testing.T) {
	web := httptest.NewUnstartedServer(http.NotFoundHandler())
	web.Config.ErrorLog = log.New(io.Discard, "", 0)
	web.StartTLS()
	t.Cleanup(web.Close)
	f, err := config.Parse("toolbench.json", fmt.Appendf(nil, `{"mcpServers":{"server":{"url":%[1]q}},"openapi":{"document":%[1]q},"agents":{"agent":%[1]q},"genkit":{"app":%[1]q},
		"http":{"request":{"url":%[1]q}}}`, web.URL), nil)
	if err != nil {
		t.Fatal(err)
	}
	reach := toolkit.Reach{}
	sources := append(reach.Configured(f, "toolbench.json", nil).Sources, reach.At(toolkit.Address{Name: "there", URL: web.URL}))
	tk := create(t, toolkit.Options{Sources: sources})
	explains := func(what, said string) {
		host := strings.TrimPrefix(web.URL, "https://")
		if !strings.Contains(said, "the certificate of "+host+" is refused: ") || !strings.Contains(said, "--insecure") || strings.Contains(said, "running") {
			t.Errorf("%s says %s", what, said)
		}
	}
	if len(tk.Tools()) != 1 || len(tk.Sources()) != 6 {
		t.Fatalf("there are %d tools of %d sources", len(tk.Tools()), len(tk.Sources()))
	}
	_, err = (&tooltest.CallHost{}).Call(t.Context(), tk.Tools()[0], `{}`)
	explains("the request", fmt.Sprint(err))
	for _, s := range tk.Sources() {
		if s.State == source.Failed {
			explains(s.ID(), s.Reason)
		} else if s.Name != "requests" {
			t.Errorf("%s is %v", s.ID(), s.State)
		}
	}
}
