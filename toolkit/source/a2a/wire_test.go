package a2a

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"

	protocol "github.com/a2aproject/a2a-go/v2/a2a"

	"toolbench/toolkit/source"
	"toolbench/toolkit/tooltest"
)

// raw is an agent whose every word is written by the test.
type raw struct {
	schemes   string
	streaming bool
	rest      bool
	extended  bool
	other     string // where it is called, when that is another server
	answer    func(w http.ResponseWriter, r *http.Request, body string)

	mu      sync.Mutex
	headers []http.Header
	urls    []string
}

func (a *raw) serve(t *testing.T) string {
	t.Helper()
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, _ := io.ReadAll(r.Body)
		if r.URL.Path == wellKnown[0] {
			fmt.Fprint(w, a.card("http://"+r.Host))
			return
		}
		a.mu.Lock()
		a.headers, a.urls = append(a.headers, r.Header), append(a.urls, r.URL.String())
		a.mu.Unlock()
		a.answer(w, r, string(body))
	}))
	t.Cleanup(server.Close)
	return server.URL
}

func (a *raw) card(at string) string {
	schemes, binding := a.schemes, "JSONRPC"
	if schemes == "" {
		schemes = "{}"
	}
	if a.rest {
		binding = "HTTP+JSON"
	}
	if a.other != "" {
		at = a.other
	}
	return fmt.Sprintf(`{"name":"Raw","supportedInterfaces":[{"url":"%s/rpc","protocolBinding":%q,"protocolVersion":"1.0"}],"capabilities":{"streaming":%t,"extendedAgentCard":%t},"securitySchemes":%s,"skills":[{"id":"do"}]}`,
		at, binding, a.streaming, a.extended, schemes)
}

func says(body string) func(http.ResponseWriter, *http.Request, string) {
	return func(w http.ResponseWriter, _ *http.Request, _ string) {
		w.Header().Set("Content-Type", "application/json")
		fmt.Fprint(w, body)
	}
}

const fine = `{"jsonrpc":"2.0","id":1,"result":{"message":{"messageId":"m","role":"ROLE_AGENT","parts":[{"text":"fine"}]}}}`

func call(t *testing.T, config Config, args string) (string, error) {
	t.Helper()
	one, _ := opened(t, config)
	result, err := new(tooltest.CallHost).Call(t.Context(), one, args)
	return result.Output, err
}

func TestCredentialsGoWhereTheCardSays(t *testing.T) {
	for name, c := range map[string]struct {
		scheme, value string
		check         func(h http.Header, url string) string
		want          string
	}{
		"an API key in a header": {`{"type":"apiKey","in":"header","name":"X-Key"}`, "k1", func(h http.Header, _ string) string { return h.Get("X-Key") }, "k1"},
		"an API key in a cookie": {`{"apiKeySecurityScheme":{"location":"cookie","name":"sid"}}`, "k2", func(h http.Header, _ string) string { return h.Get("Cookie") }, "sid=k2"},
		"an API key in a query":  {`{"apiKeySecurityScheme":{"location":"query","name":"q"}}`, "k 3", func(_ http.Header, u string) string { return u }, "/rpc?q=k+3"},
		"bearer":                 {`{"httpAuthSecurityScheme":{"scheme":"Bearer"}}`, "t1", func(h http.Header, _ string) string { return h.Get("Authorization") }, "Bearer t1"},
		"basic":                  {`{"type":"http","scheme":"basic"}`, "ann:pw", func(h http.Header, _ string) string { return h.Get("Authorization") }, "Basic YW5uOnB3"},
		"OAuth":                  {`{"oauth2SecurityScheme":{"flows":{}}}`, "t2", func(h http.Header, _ string) string { return h.Get("Authorization") }, "Bearer t2"},
	} {
		a := &raw{schemes: `{"s":` + c.scheme + `}`, answer: says(fine)}
		said, err := call(t, Config{URL: a.serve(t), Credentials: map[string]string{"s": c.value}, Headers: map[string]string{"X-Team": "blue"}}, `{"task":"x"}`)
		if err != nil || said != "fine" {
			t.Fatalf("%s: %q, %v", name, said, err)
		}
		if got := c.check(a.headers[0], a.urls[0]); got != c.want || a.headers[0].Get("X-Team") != "blue" || a.headers[0].Get("A2A-Version") != "1.0" {
			t.Errorf("%s: sent was %q, want %q", name, got, c.want)
		}
	}
}

func TestACallerThatTheAgentKnowsGetsItsExtendedCard(t *testing.T) {
	const extended = `{"name":"Raw","supportedInterfaces":[{"url":"http://x"}],"skills":[{"id":"do"},{"id":"secret"}]}`
	for name, a := range map[string]*raw{
		"JSON-RPC":  {answer: says(`{"id":"card","result":` + extended + `}`)},
		"HTTP+JSON": {rest: true, answer: says(extended)},
		"refused":   {answer: says(`{"id":"card","error":{"code":-32007,"message":"not configured"}}`)},
	} {
		a.extended = true
		s, host := New(Config{URL: a.serve(t), Headers: map[string]string{"X-Key": "k"}}), &tooltest.Host{}
		listing, err := s.Open(t.Context(), host)
		want := 2
		if name == "refused" {
			want = 1
			if logs := host.Logs(); len(logs) != 1 || !strings.Contains(logs[0].Message, "which can not be had: not configured (JSON-RPC error -32007)") {
				t.Errorf("log %+v", logs)
			}
		}
		if err != nil || len(listing.Tools) != want || a.headers[0].Get("X-Key") != "k" {
			t.Errorf("%s: %+v, %v", name, listing.Tools, err)
		}
		_ = s.Close()
	}
}

func TestHeadersAndCredentialsStayWithTheHostTheyAreMeantFor(t *testing.T) {
	elsewhere := &raw{answer: says(fine)}
	a := &raw{schemes: `{"s":{"type":"http","scheme":"bearer"}}`, other: strings.Replace(elsewhere.serve(t), "127.0.0.1", "localhost", 1)}
	s, host := New(Config{URL: a.serve(t), Name: "x", Credentials: map[string]string{"s": "t", "z": "t"}, Headers: map[string]string{"X-Team": "blue"}}), &tooltest.Host{}
	listing, err := s.Open(t.Context(), host)
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	if _, err := new(tooltest.CallHost).Call(t.Context(), listing.Tools[0], `{"task":"x"}`); err != nil {
		t.Fatal(err)
	}
	if h := elsewhere.headers[0]; h.Get("X-Team") != "" || h.Get("Authorization") != "" {
		t.Errorf("sent were %v", h)
	}
	var said []string
	for _, entry := range host.Logs() {
		said = append(said, entry.Message)
	}
	all := strings.Join(said, "\n")
	for _, want := range []string{"has it called at another host, localhost:", "headers and credentials are not sent to localhost:", `the credential "z" is not used`} {
		if !strings.Contains(all, want) {
			t.Errorf("the log does not say that %s:\n%s", want, all)
		}
	}
}

func TestTheExchangeIsRecordedWithoutSecrets(t *testing.T) {
	a := &raw{schemes: `{"s":{"type":"http","scheme":"bearer"}}`, streaming: true, answer: func(w http.ResponseWriter, _ *http.Request, _ string) {
		w.Header().Set("Content-Type", "text/event-stream")
		fmt.Fprintf(w, ": hello\nid: 1\ndata: %s\n\n", fine)
	}}
	one, host := opened(t, Config{URL: a.serve(t), Credentials: map[string]string{"s": "very-secret-token"}})
	if _, err := new(tooltest.CallHost).Call(t.Context(), one, `{"task":"do this"}`); err != nil {
		t.Fatal(err)
	}
	var all strings.Builder
	for _, m := range host.Messages() {
		fmt.Fprintf(&all, "%v %s\n", m.Direction, m.Body)
	}
	for _, want := range []string{"GET ", `"supportedInterfaces"`, "POST ", `"method":"SendStreamingMessage"`, `"text":"do this"`, "data: " + fine} {
		if !strings.Contains(all.String(), want) {
			t.Errorf("%s is not recorded", want)
		}
	}
	if strings.Contains(all.String(), "very-secret") {
		t.Errorf("a secret is recorded:\n%s", &all)
	}
}

func TestRefusalsKeepTheirCodeAndTheirWords(t *testing.T) {
	status := func(code int, body string) func(http.ResponseWriter, *http.Request, string) {
		return func(w http.ResponseWriter, _ *http.Request, _ string) {
			w.WriteHeader(code)
			fmt.Fprint(w, body)
		}
	}
	for want, a := range map[string]*raw{
		"agent x refused: Invalid params (JSON-RPC error -32602)":                                                                                     {answer: says(`{"jsonrpc":"2.0","id":1,"error":{"code":-32602,"message":"Invalid params"}}`)},
		"agent x refused: task is over (JSON-RPC error -32004, UNSUPPORTED_OPERATION)":                                                                {answer: says(`{"id":1,"error":{"code":-32004,"message":"task is over","data":[{"@type":"x","reason":"UNSUPPORTED_OPERATION"}]}}`)},
		"agent x refused: no such page (HTTP 500 Internal Server Error)":                                                                              {answer: status(500, "no such page")},
		"agent x refused: not so (HTTP 400 Bad Request, INVALID_PARAMS)":                                                                              {rest: true, answer: status(400, `{"error":{"code":400,"status":"INVALID_ARGUMENT","message":"not so","details":[{"reason":"INVALID_PARAMS"}]}}`)},
		"agent x can not be understood: the answer is not A2A's: <html>":                                                                              {answer: says("<html>")},
		"agent x can not be understood: the answer is neither a task nor a message: {}":                                                               {answer: says(`{"id":1,"result":{}}`)},
		"agent x can not be understood: the answer is a task that has no id":                                                                          {answer: says(`{"id":1,"result":{"task":{"status":{}}}}`)},
		"agent x can not be understood: it ended its answer without a word":                                                                           {streaming: true, answer: status(200, "")},
		"agent x wants to know who calls: who? (HTTP 401 Unauthorized); its card names s (HTTP bearer); give a value for one of them as a credential": {schemes: `{"s":{"type":"http","scheme":"bearer"}}`, answer: status(401, "who?")},
	} {
		if a.streaming {
			a.answer = func(w http.ResponseWriter, _ *http.Request, _ string) {
				w.Header().Set("Content-Type", "text/event-stream")
			}
		}
		if _, err := call(t, Config{URL: a.serve(t), Name: "x"}, `{"task":"x"}`); err == nil || err.Error() != want {
			t.Errorf("%v\nwant %s", err, want)
		}
	}
	a := &raw{answer: says(`{"id":1,"error":{"code":-32009,"message":"version 1.0 is not supported"}}`)}
	at := a.serve(t)
	want := "agent x does not speak A2A 1.0 at " + at + "/rpc, although its card says so: version 1.0 is not supported (JSON-RPC error -32009)"
	if _, err := call(t, Config{URL: at, Name: "x"}, `{"task":"x"}`); err == nil || err.Error() != want {
		t.Errorf("%v\nwant %s", err, want)
	}
}

func TestAnAgentThatCanNotStreamAlthoughItsCardSaysSoIsPolled(t *testing.T) {
	a := &raw{streaming: true, answer: func(w http.ResponseWriter, r *http.Request, body string) {
		if strings.Contains(body, "Streaming") {
			says(`{"id":1,"error":{"code":-32601,"message":"Method not found"}}`)(w, r, body)
			return
		}
		says(fine)(w, r, body)
	}}
	if said, err := call(t, Config{URL: a.serve(t)}, `{"task":"x"}`); err != nil || said != "fine" {
		t.Errorf("%q, %v", said, err)
	}
}

func TestAnAgentMayAnswerAStreamAtOnce(t *testing.T) {
	a := &raw{streaming: true, answer: says(fine)}
	if said, err := call(t, Config{URL: a.serve(t)}, `{"task":"x"}`); err != nil || said != "fine" {
		t.Errorf("%q, %v", said, err)
	}
}

func TestABrokenStreamIsTakenUpAgain(t *testing.T) {
	for _, resubscribes := range []bool{true, false} {
		a := &raw{streaming: true}
		a.answer = func(w http.ResponseWriter, r *http.Request, body string) {
			event := func(result string) { fmt.Fprintf(w, "data: {\"id\":1,\"result\":%s}\n\n", result) }
			switch {
			case strings.Contains(body, "SendStreamingMessage"):
				w.Header().Set("Content-Type", "text/event-stream")
				event(`{"task":{"id":"t7","contextId":"c","status":{"state":"TASK_STATE_WORKING"}}}`)
				event(`{"artifactUpdate":{"taskId":"t7","artifact":{"artifactId":"a","parts":[{"text":"one "}]}}}`)
				w.(http.Flusher).Flush()
				panic(http.ErrAbortHandler)
			case strings.Contains(body, "SubscribeToTask") && resubscribes:
				w.Header().Set("Content-Type", "text/event-stream")
				event(`{"task":{"id":"t7","status":{"state":"TASK_STATE_WORKING"},"artifacts":[{"artifactId":"a","parts":[{"text":"one "},{"text":"two "}]}]}}`)
				event(`{"artifactUpdate":{"taskId":"t7","append":true,"artifact":{"artifactId":"a","parts":[{"text":"three"}]}}}`)
				event(`{"statusUpdate":{"taskId":"t7","status":{"state":"TASK_STATE_COMPLETED"}}}`)
			case strings.Contains(body, "GetTask"):
				says(`{"id":1,"result":{"id":"t7","status":{"state":"TASK_STATE_COMPLETED"},"artifacts":[{"artifactId":"a","parts":[{"text":"one "},{"text":"two three"}]}]}}`)(w, r, body)
			default:
				w.WriteHeader(http.StatusBadGateway)
			}
		}
		one, _ := opened(t, Config{URL: a.serve(t)})
		host := &tooltest.CallHost{}
		result, err := host.Call(t.Context(), one, `{"task":"x"}`)
		if chunks := strings.Join(host.Chunks(), ""); err != nil || result.Output != "one two three" || chunks != result.Output {
			t.Errorf("resubscribes %t: %s, %v, chunks %q", resubscribes, inJSON(result), err, host.Chunks())
		}
	}
}

func TestAnAgentThatIsGoneForGoodIsLostWithTheTasksID(t *testing.T) {
	a := &raw{streaming: true}
	a.answer = func(w http.ResponseWriter, _ *http.Request, body string) {
		if strings.Contains(body, "SendStreamingMessage") {
			w.Header().Set("Content-Type", "text/event-stream")
			fmt.Fprint(w, `data: {"id":1,"result":{"task":{"id":"t7","contextId":"c","status":{"state":"working"}}}}`+"\n\n")
			w.(http.Flusher).Flush()
		}
		panic(http.ErrAbortHandler)
	}
	one, _ := opened(t, Config{URL: a.serve(t), Name: "x"})
	result, err := new(tooltest.CallHost).Call(t.Context(), one, `{"task":"x"}`)
	lost, ok := errors.AsType[*source.LostError](err)
	if !ok || !strings.HasPrefix(lost.Error(), "agent x was lost while it worked on task t7: ") || result.Metadata[metadataTask] != "t7" {
		t.Errorf("%s, %v", inJSON(result), err)
	}
}

func TestAnAgentThatCanNotBeReachedIsLost(t *testing.T) {
	server := httptest.NewServer(http.NotFoundHandler())
	at := server.URL
	server.Close()
	a := &raw{other: at}
	_, err := call(t, Config{URL: a.serve(t), Name: "x"}, `{"task":"x"}`)
	if lost, ok := errors.AsType[*source.LostError](err); !ok || !strings.HasPrefix(lost.Error(), "agent x can not be reached at "+at+": dial tcp") {
		t.Errorf("%v", err)
	}
}

func TestWhatIsOddInAPartIsSaidAndLosesNothingElse(t *testing.T) {
	a := &raw{answer: says(`{"id":1,"result":{"kind":"message","messageId":"m","role":"agent","metadata":[],"parts":[
		{"kind":"text","text":"one"},{"video":{"x":1}},{"raw":"*","filename":"f.bin"},{"raw":"_-8","mediaType":"image/x"},{"data":9007199254740993},{"data":[1.10]},7,
		{"text":"two","metadata":7}]}}`)}
	one, _ := opened(t, Config{URL: a.serve(t)})
	result, err := new(tooltest.CallHost).Call(t.Context(), one, `{"task":"x"}`)
	want := `{"output":"one\n[a part of a kind that this program does not know: {\"video\":{\"x\":1}}]\n[the bytes of the file \"f.bin\" are not base64]\n` +
		`[a part of a kind that this program does not know: 7]\ntwo","isError":false,"parts":[{"type":"image","mimeType":"image/x","data":"/+8="}],"metadata":{"structuredContent":[9007199254740993,[1.10]]}}`
	if err != nil || inJSON(result) != want {
		t.Errorf("%v\n got %s\nwant %s", err, inJSON(result), want)
	}
}

func TestALinkToSignInIsFound(t *testing.T) {
	data := func(text string) *protocol.Part { return &protocol.Part{Content: protocol.Data{Value: text}} }
	for want, parts := range map[string]protocol.ContentParts{
		"https://a.example/in?x=1":  {protocol.NewTextPart("Go to <https://a.example/in?x=1>, please.")},
		"https://b.example/login":   {protocol.NewTextPart("See https://docs.example"), data(`{"docs":"https://c.example","login_url":"https://b.example/login"}`)},
		"http://127.0.0.1:1/device": {data(`{"scheme":"oauth2","verification_uri":"http://127.0.0.1:1/device"}`)},
		"":                          {protocol.NewTextPart("javascript:alert(1)"), data(`{"url":"javascript:alert(1)"}`), data(`[]`)},
	} {
		if got := linkIn(&protocol.Message{Parts: parts}); got != want {
			t.Errorf("found was %q, want %q", got, want)
		}
	}
}

func FuzzAnswers(f *testing.F) {
	f.Add([]byte(fine))
	f.Add([]byte(`{"result":{"kind":"task","id":"t","status":{"state":"input-required","message":{"parts":[{"kind":"file","file":{"bytes":"eA"}}]}},"artifacts":[{"parts":null}]}}`))
	f.Add([]byte(`{"result":{"statusUpdate":{"status":null}}}`))
	f.Add([]byte(`{"result":{"artifactUpdate":{"artifact":{"parts":[{"data":null},{"url":1}]}}}}`))
	f.Add([]byte(`{"error":{"code":"x","data":[7]}}`))
	f.Fuzz(func(t *testing.T, body []byte) {
		for _, task := range []bool{false, true} {
			sound, err := (&dialect{}).read(body, task)
			if err != nil {
				continue
			}
			var envelope struct{ Result json.RawMessage }
			if err := json.Unmarshal(sound, &envelope); err != nil {
				t.Fatalf("%s became %s: %v", body, sound, err)
			}
			var event protocol.StreamResponse
			var one protocol.Task
			if task {
				err = json.Unmarshal(envelope.Result, &one)
			} else {
				err = json.Unmarshal(envelope.Result, &event)
			}
			if err != nil {
				t.Fatalf("a2a-go does not take %s: %v", envelope.Result, err)
			}
		}
	})
}

func FuzzCards(f *testing.F) {
	f.Add([]byte(smallCard))
	f.Add([]byte(`{"name":"x","url":"http://h","capabilities":{},"skills":[{"id":"a","examples":7}],"securitySchemes":{"s":{"type":1},"t":null}}`))
	f.Fuzz(func(t *testing.T, data []byte) {
		if !IsCard(data) {
			return
		}
		s := New(Config{Card: data})
		listing, err := s.Open(t.Context(), &tooltest.Host{})
		if err == nil && len(listing.Tools)+len(listing.Problems) == 0 {
			t.Error("neither a tool nor a problem")
		}
		_ = s.Close()
	})
}

func FuzzEvents(f *testing.F) {
	f.Add("data: a\ndata:b\r\n\r\n: x\nid: 1\ndata: c")
	f.Fuzz(func(t *testing.T, stream string) {
		read := func(data []byte) ([]byte, error) { return json.Marshal(string(data)) }
		all, err := io.ReadAll(newEvents(io.NopCloser(strings.NewReader(stream)), read))
		if err != nil {
			t.Fatal(err)
		}
		for event := range strings.SplitSeq(strings.TrimSuffix(string(all), "\n\n"), "\n\n") {
			if data, ok := strings.CutPrefix(event, "data: "); len(all) > 0 && (!ok || !json.Valid([]byte(data))) {
				t.Errorf("%q became %q", stream, all)
			}
		}
	})
}
