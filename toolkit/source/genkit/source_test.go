package genkit

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"toolbench/toolkit/source"
	"toolbench/toolkit/tool"
	"toolbench/toolkit/tooltest"
)

// javaScript is what an app in JavaScript lists: entries have no type, a tool is
// there under both keys, and properties come as they were declared.
const javaScript = `{
  "/model/m": {"key":"/model/m","name":"m"},
  "/flow/add": {"key":"/flow/add","name":"add","description":"Adds.","inputSchema":{"type":"object","properties":{"z":{"type":"number"},"a":{"type":"number"}},"required":["a"]}},
  "/tool/sum": {"key":"/tool/sum","name":"sum","description":"Sums.","outputSchema":{"type":"object","properties":{"n":{"type":"number"}}}},
  "/tool.v2/sum": {"key":"/tool.v2/sum","name":"sum","description":"Sums.","inputSchema":{"$ref":"#/definitions/In","definitions":{"In":{"type":"object"}}},"outputSchema":{"type":"object","properties":{"output":{}}}},
  "/tool/old": {"key":"/tool/old","name":"old","description":"Of an older version."},
  "/flow/old":{"key":"/flow/old","name":"old"},
  "/tool/o.l.d": {"key":"/tool/o.l.d","name":"o.l.d"},
  "/tool/o_l_d": {"key":"/tool/o_l_d","name":"o_l_d"},
  "/tool/odd": 7
}`

func TestAGenkitAppKeepsTheContractOfASource(t *testing.T) {
	tooltest.Contract(t, func(t *testing.T) tooltest.Case {
		begun := make(chan struct{}, 1)
		app := newScriptedApp(t, `{"/tool.v2/echo":{},"/tool.v2/hang":{},"/tool.v2/panic":{}}`)
		app.run["/tool.v2/hang"] = hangs(begun)
		app.run["/tool.v2/panic"] = says(http.StatusOK, "")
		return tooltest.Case{
			Source: New(Config{Name: "app", URL: app.URL}),
			Works: tooltest.Step{Tool: "app_echo", Arguments: `{"n":1.50}`, Check: func(t *testing.T, r tool.ToolResult) {
				if string(r.Structured()) != `{"n":1.50}` && string(r.Structured()) != `{"n":1.5}` { // the latter without a context
					t.Errorf("structured content %s", r.Structured())
				}
			}},
			Hangs:   tooltest.Step{Tool: "app_hang"},
			Begun:   func(context.Context, *tooltest.CallHost) error { <-begun; return nil },
			Crashes: tooltest.Step{Tool: "app_panic"},
		}
	})
}

func TestTheActionsOfAJavaScriptAppAreListed(t *testing.T) {
	app := newScriptedApp(t, javaScript)
	s := New(Config{Name: "my app", URL: app.URL})
	defer s.Close()
	listing, err := s.Open(t.Context(), &tooltest.Host{})
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	short := map[string]bool{}
	for _, one := range listing.Tools {
		if short[one.ShortName()] {
			t.Errorf("%s is called %s in short, as another is", one.Name, one.ShortName())
		}
		short[one.ShortName()] = true
		got = append(got, fmt.Sprintf("%s %s %s %s", one.Name, one.Description, one.Schema(), one.OutputSchema()))
	}
	want := []string{
		`my_app_sum Sums. {"$ref":"#/definitions/In","definitions":{"In":{"type":"object"}}} {"type":"object","properties":{"n":{"type":"number"}}}`,
		`my_app_old Of an older version. {"type":"object"} `,
		`my_app_o_l_d  {"type":"object"} `,
		`my_app_add Runs a flow: Adds. {"type":"object","properties":{"z":{"type":"number"},"a":{"type":"number"}},"required":["a"]} `,
		`my_app_old_flow Runs the flow old of the Genkit app my app. {"type":"object","properties":{"input":{}}} `,
	}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("got\n%s", strings.Join(got, "\n"))
	}
	if p := listing.Problems; len(p) != 2 || p[0].Name != "/tool/o_l_d" || p[0].Reason != "another action has the name my_app_o_l_d already" ||
		p[1].Reason != "the entry is not a JSON object: 7" {
		t.Errorf("problems %+v", p)
	}
}

func TestEveryKindOfAnswerIsUnderstood(t *testing.T) {
	const traced = `,"telemetry":{"traceId":"t1"}}`
	for _, test := range []struct {
		name   string
		answer http.HandlerFunc
		want   string // the result's JSON, or the error
		chunks string
	}{
		{"AText", says(200, `{"result":{"output":"a\nb"}`+traced), `{"output":"a\nb","isError":false,"metadata":{"traceId":""}}`, ""},
		{"Nothing", says(200, `{"telemetry":{"traceId":"t1"}}`), `{"output":"","isError":false,"metadata":{"traceId":""}}`, ""},
		{"Digits", says(200, `{"result":{"output":[1.50,12345678901234567890]}`+traced), `{"output":"[1.50,12345678901234567890]","isError":false,"metadata":{"structuredContent":[1.50,12345678901234567890],"traceId":""}}`, ""},
		{"NoWrapper", says(200, `{"result":7`+traced), `{"output":"7","isError":false,"metadata":{"structuredContent":7,"traceId":""}}`, ""},
		{"Metadata", says(200, `{"result":{"output":"x","metadata":{"pending":{"kind":"approval"}}}`+traced), `{"output":"x","isError":false,"metadata":{"_meta":{"pending":{"kind":"approval"}},"traceId":""}}`, ""},
		{"Chunks", says(200, "\"one \"\n{\"a\": 1}\nundefined\n{\"result\":1}\n{\"result\":{\"output\":\"end\"}"+traced), `{"output":"end","isError":false,"metadata":{"traceId":""}}`, "one |{\"a\": 1}\n|undefined\n|{\"result\":1}\n"},
		{"AnErrorWithALineEnd", says(200, `{"error":{"code":1,"message":"Action was cancelled"}}`+"\n"), `{"output":"Action was cancelled","isError":true,"metadata":{"status":"CANCELLED"}}`, ""},
		{"AnErrorWithoutWords", says(200, `{"error":{"code":99}}`), `{"output":"act failed with the status status 99 and without a word","isError":true,"metadata":{"status":"status 99"}}`, ""},
		{"ABareStatus", says(500, `{"code":3,"message":"bad input","details":{"stack":"Error: bad"}}`), `{"output":"bad input","isError":true,"metadata":{"status":"INVALID_ARGUMENT"}}`, ""},
		{"AnUnknownAction", says(404, "action /tool.v2/act not found"), "the Genkit app app has no /tool.v2/act any more; connect it again to see what it has", ""},
		{"AnUnknownActionInGo", says(200, `{"error":{"code":5,"message":"not found"}}`), "the Genkit app app has no /tool.v2/act any more; connect it again to see what it has", ""},
		{"ASecretIsWanted", says(401, ""), "the Genkit app app wants a secret; give it as the header X-Genkit-Reflection-Secret, with the value that GENKIT_REFLECTION_SECRET_TOKEN has in the app", ""},
		{"AnotherStatus", says(502, "<html>"), "the Genkit app app answered the call of act with HTTP status 502: <html>", ""},
		{"ChunksAlone", says(200, "1\n2\n"), "act of the Genkit app app gave no result, as happens when its code panics; what the app wrote to its own log says more", "1\n|2\n"},
		{"AnInterruptInJavaScript", says(200, `{"error":{"code":13,"message":"","details":{"stack":"ToolInterruptError\n at x"}}}`), "act of the Genkit app app stopped to ask before it goes on. A Genkit app can resume a tool only inside its own generate loop, not from here: nobody is there to answer", ""},
		{"AnInterruptWithoutJSON", says(200, `{"error":{"code":13,"message":"tool execution interrupted: oh"}}`), "act of the Genkit app app stopped to ask before it goes on. A Genkit app can resume a tool only inside its own generate loop, not from here: nobody is there to answer", ""},
	} {
		t.Run(test.name, func(t *testing.T) {
			app := newScriptedApp(t, `{"/tool.v2/act":{}}`)
			app.run["/tool.v2/act"] = test.answer
			_, tools := app.opened(t)
			host := &tooltest.CallHost{}
			r, err := host.Call(t.Context(), tools["app_act"], `{}`)
			got := fmt.Sprint(err)
			if err == nil {
				b, _ := json.Marshal(r)
				got = string(b)
			}
			if got != test.want {
				t.Errorf("got  %s\nwant %s", got, test.want)
			}
			if chunks := strings.Join(host.Chunks(), "|"); chunks != test.chunks {
				t.Errorf("streamed %q", chunks)
			}
		})
	}
}

func TestTheAppIsToldThatACallIsNotWaitedForAnyMore(t *testing.T) {
	for name, stop := range map[string]func(cancel func(), s *Source){
		"cancelled": func(cancel func(), _ *Source) { cancel() },
		"closed":    func(_ func(), s *Source) { _ = s.Close() },
	} {
		t.Run(name, func(t *testing.T) {
			app := newScriptedApp(t, `{"/tool.v2/hang":{}}`)
			app.run["/tool.v2/hang"] = hangs(nil)
			s, tools := app.opened(t)
			ctx, cancel := context.WithCancel(t.Context())
			defer cancel()
			begun, ended := make(chan string, 1), make(chan error, 1)
			go func() {
				host := &waitingHost{chunk: func(text string) { begun <- text }}
				_, err := tools["app_hang"].Execute(nil, tool.NewToolContext(ctx, host, nil))
				ended <- err
			}()
			<-begun // so that the header is there, which the trace is in
			stop(cancel, s)
			err := <-ended
			if _, lost := errors.AsType[*source.LostError](err); lost != (name == "closed") || !lost && !errors.Is(err, context.Canceled) {
				t.Errorf("the call ended with %v", err)
			}
			if trace := <-app.cancels; trace != "t7" {
				t.Errorf("the app was told to cancel %q", trace)
			}
		})
	}
}

func TestAStreamIsPassedOnWhileItComes(t *testing.T) {
	app := newScriptedApp(t, `{"/flow/count":{}}`)
	goOn := make(chan struct{})
	app.run["/flow/count"] = func(w http.ResponseWriter, _ *http.Request) {
		fmt.Fprintln(w, `"first"`)
		_ = http.NewResponseController(w).Flush()
		<-goOn
		fmt.Fprint(w, `{"result":"done"}`)
	}
	_, tools := app.opened(t)
	host := &waitingHost{chunk: func(string) { close(goOn) }}
	r, err := tools["app_count"].Execute(nil, tool.NewToolContext(t.Context(), host, nil))
	if err != nil || r.Output != "done" {
		t.Errorf("%v, %+v", err, r)
	}
}

// waitingHost does something when a chunk comes.
type waitingHost struct {
	tooltest.CallHost
	chunk func(string)
}

func (h *waitingHost) Chunk(text string) { h.chunk(text) }

func TestASecretOfTheFileIsSent(t *testing.T) {
	var sent []string
	app := newScriptedApp(t, `{"/tool/act":{}}`)
	inner := app.Config.Handler
	app.Config.Handler = http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/api/actions" {
			sent = append(sent, r.Header.Get(secretHeader))
		}
		inner.ServeHTTP(w, r)
	})
	dir := t.TempDir()
	folder := filepath.Join(dir, ".genkit", "runtimes")
	if err := os.MkdirAll(folder, 0o700); err != nil {
		t.Fatal(err)
	}
	for name, started := range map[string]string{"old": "2026-11-30T10:00:00.000Z", "new": "2026-11-30T11:00:00.000Z"} {
		address := app.URL
		if name == "old" {
			address = "http://127.0.0.1:1"
		}
		file, _ := json.Marshal(map[string]any{"pid": os.Getpid(), "name": name, "reflectionServerUrl": address, "timestamp": started, "genkitVersion": "nodejs/1.30.0", "reflectionSecret": "s3cret-of-the-app"})
		if err := os.WriteFile(filepath.Join(folder, name+".json"), file, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	s, host := New(Config{Name: "app", Dir: dir}), &tooltest.Host{}
	defer s.Close()
	listing, err := s.Open(t.Context(), host)
	if err != nil {
		t.Fatal(err)
	}
	if want := (source.Facts{Server: "new", Version: "1.30.0", Protocol: "Genkit reflection 1"}); !reflect.DeepEqual(listing.Facts, want) {
		t.Errorf("facts %+v", listing.Facts)
	}
	if !slices.Equal(sent, []string{"s3cret-of-the-app"}) {
		t.Errorf("the secret was sent as %q", sent)
	}
	for _, m := range host.Messages() {
		if strings.Contains(string(m.Body), "s3cret") {
			t.Errorf("the exchange shows the secret: %s", m.Body)
		}
	}
}

func TestWhyAnAppCanNotBeOpenedIsSaid(t *testing.T) {
	closed := httptest.NewServer(nil)
	closed.Close()
	noApp := httptest.NewServer(http.NotFoundHandler())
	defer noApp.Close()
	redirects := httptest.NewServer(http.RedirectHandler("/elsewhere", http.StatusFound))
	defer redirects.Close()
	slow := httptest.NewServer(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) { <-r.Context().Done() }))
	defer slow.Close()
	list := newScriptedApp(t, `["a"]`)
	dir := t.TempDir()
	for _, test := range []struct {
		config Config
		want   string
	}{
		{Config{}, "the Genkit app has neither a url nor a folder; give it one of them"},
		{Config{URL: closed.URL}, "the Genkit app does not run: nothing listens at " + closed.URL + "; start it with GENKIT_ENV=dev"},
		{Config{URL: noApp.URL + "/"}, noApp.URL + " is no reflection server of Genkit (version 1): it knows no /api/actions"},
		{Config{URL: redirects.URL}, "the Genkit app answered /api/actions with 302 Found"},
		{Config{URL: slow.URL, Timeout: time.Millisecond}, "the Genkit app did not answer in time at " + slow.URL + ": context deadline exceeded"},
		{Config{URL: list.URL}, `the Genkit app lists its actions in no form that is known: "[\"a\"]"`},
		{Config{Dir: dir}, "no Genkit app runs in " + dir + "; start it with GENKIT_ENV=dev, then it leaves a file below .genkit/runtimes that says where it is"},
		{Config{Dir: filepath.Join(dir, "none")}, "the folder " + dir + "/none does not exist or is no folder"},
	} {
		s := New(test.config)
		if _, err := s.Open(t.Context(), &tooltest.Host{}); err == nil || err.Error() != test.want {
			t.Errorf("it opened with %v\nwant %s", err, test.want)
		}
		_ = s.Close()
	}
}

func TestClosingEndsAnOpening(t *testing.T) {
	asked := make(chan struct{})
	slow := httptest.NewServer(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
		close(asked)
		<-r.Context().Done()
	}))
	defer slow.Close()
	s := New(Config{Name: "app", URL: slow.URL})
	ended := make(chan error, 1)
	go func() {
		_, err := s.Open(t.Context(), &tooltest.Host{})
		ended <- err
	}()
	<-asked
	_ = s.Close()
	if err := <-ended; !errors.Is(err, context.Canceled) {
		t.Errorf("it opened with %v", err)
	}
}
