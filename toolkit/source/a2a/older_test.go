package a2a

import (
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"

	"toolbench/toolkit/tooltest"
)

// olderAgent is an agent of A2A 0.3, made after what a JavaScript one sent.
type olderAgent struct {
	streaming bool

	mu    sync.Mutex
	heard []string                 // bodies of requests
	stop  map[string]chan struct{} // of tasks that hang
	tasks map[string]string        // state by task id
	count int
}

type olderCall struct {
	ID     json.RawMessage
	Method string
	Params struct {
		ID      string
		Message struct {
			TaskID string
			Parts  []map[string]any
		}
		Configuration struct{ Blocking bool }
	}
}

func (a *olderAgent) serve(t *testing.T) string {
	t.Helper()
	a.stop, a.tasks = map[string]chan struct{}{}, map[string]string{}
	mux := http.NewServeMux()
	server := httptest.NewServer(mux)
	t.Cleanup(server.Close)
	mux.HandleFunc(wellKnown[1], func(w http.ResponseWriter, _ *http.Request) {
		fmt.Fprintf(w, `{"name":"Old Agent","description":"Does as told.","version":"3","protocolVersion":"0.3.0","url":"%s/","preferredTransport":"JSONRPC",
			"additionalInterfaces":[{"url":"%[1]s/grpc","transport":"GRPC"}],"capabilities":{"streaming":%t},"defaultInputModes":["text/plain"],
			"defaultOutputModes":["text/plain"],"skills":[{"id":"do","name":"Do","description":"Does as told.","tags":[]}]}`, server.URL, a.streaming)
	})
	mux.HandleFunc("/{$}", a.answer)
	return server.URL
}

func (a *olderAgent) answer(w http.ResponseWriter, r *http.Request) {
	var body json.RawMessage
	var call olderCall
	if json.NewDecoder(r.Body).Decode(&body) != nil || json.Unmarshal(body, &call) != nil {
		w.WriteHeader(http.StatusBadRequest)
		return
	}
	a.mu.Lock()
	a.heard = append(a.heard, string(body))
	a.mu.Unlock()
	send := func(result string) { fmt.Fprintf(w, `{"jsonrpc":"2.0","id":%s,"result":%s}`, call.ID, result) }
	switch id := call.Params.ID; call.Method {
	case "message/send":
		send(a.last(a.events(r, call)))
	case "message/stream":
		w.Header().Set("Content-Type", "text/event-stream")
		for event := range a.events(r, call) {
			fmt.Fprint(w, "data: ")
			send(event)
			fmt.Fprint(w, "\n\n")
			w.(http.Flusher).Flush()
		}
	case "tasks/get":
		send(a.task(id))
	case "tasks/cancel":
		a.mu.Lock()
		a.tasks[id] = "canceled"
		if stop := a.stop[id]; stop != nil {
			close(stop)
			delete(a.stop, id)
		}
		a.mu.Unlock()
		send(a.task(id))
	default:
		fmt.Fprintf(w, `{"jsonrpc":"2.0","id":%s,"error":{"code":-32601,"message":"Method not found","data":{"method":%q}}}`, call.ID, call.Method)
	}
}

func (a *olderAgent) task(id string) string {
	a.mu.Lock()
	defer a.mu.Unlock()
	return fmt.Sprintf(`{"kind":"task","id":%q,"contextId":"c","status":{"state":%q,"timestamp":"yesterday"},"metadata":7}`, id, a.tasks[id])
}

// last is the task after all of its events.
func (a *olderAgent) last(events func(func(string) bool)) string {
	whole := map[string]any{}
	var artifacts []any
	for event := range events {
		var e map[string]any
		_ = json.Unmarshal([]byte(event), &e)
		switch e["kind"] {
		case "message":
			return event
		case "task":
			whole = e
		case "status-update":
			whole["status"] = e["status"]
			if e["final"] == true {
				whole["artifacts"] = artifacts
				return inJSON(whole)
			}
		case "artifact-update":
			artifacts = append(artifacts, e["artifact"])
		}
	}
	return inJSON(whole)
}

// events are what comes of a message, one after the other.
func (a *olderAgent) events(r *http.Request, call olderCall) func(func(string) bool) {
	return func(yield func(string) bool) {
		said, _ := call.Params.Message.Parts[0]["text"].(string)
		if data, ok := call.Params.Message.Parts[0]["data"]; ok {
			said = inJSON(data)
		}
		id := call.Params.Message.TaskID
		a.mu.Lock()
		if id == "" {
			a.count++
			id = fmt.Sprintf("t%d", a.count)
		}
		stop := make(chan struct{})
		a.stop[id] = stop
		a.mu.Unlock()
		artifact := func(name, parts string) bool {
			return yield(fmt.Sprintf(`{"kind":"artifact-update","taskId":%q,"contextId":"c","artifact":{"artifactId":%q,"name":%[2]q,"parts":[%s]},"lastChunk":true}`, id, name, parts))
		}
		status := func(state, parts string, final bool) bool {
			a.mu.Lock()
			a.tasks[id] = state
			a.mu.Unlock()
			return yield(fmt.Sprintf(`{"kind":"status-update","taskId":%q,"contextId":"c","status":{"state":%q,"message":{"kind":"message","messageId":"m","role":"agent","parts":[%s]}},"final":%t}`,
				id, state, parts, final))
		}
		if said == "message" {
			yield(`{"kind":"message","messageId":"m","role":"agent","contextId":"c","parts":[{"kind":"text","text":"no task"}]}`)
			return
		}
		if !yield(fmt.Sprintf(`{"kind":"task","id":%q,"contextId":"c","status":{"state":"submitted"},"history":[]}`, id)) {
			return
		}
		if call.Params.Message.TaskID != "" {
			_ = artifact("answer", fmt.Sprintf(`{"kind":"text","text":%q}`, "answered with "+said)) && status("completed", "", true)
			return
		}
		if !status("working", `{"kind":"text","text":"doing"}`, false) {
			return
		}
		switch said {
		case "image":
			_ = artifact("picture", `{"kind":"file","file":{"bytes":"`+pixelData+`","mimeType":"image/png","name":"pixel.png"}},{"kind":"file","file":{"uri":"https://example.com/p.png","mimeType":"image/png"}}`) &&
				status("completed", "", true)
		case "data":
			_ = artifact("exact", `{"kind":"data","data":{"n":9007199254740993,"x":1.10}}`) && status("completed", "", true)
		case "input":
			status("input-required", `{"kind":"text","text":"Which seat?"},{"kind":"data","data":`+seatSchema+`}`, true)
		case "slow":
			select {
			case <-stop:
			case <-r.Context().Done():
			}
		case "fail":
			status("failed", `{"kind":"text","text":"it broke"}`, true)
		case "gone": // the stream breaks off
			a.mu.Lock()
			a.tasks[id] = "completed"
			a.mu.Unlock()
		default:
			_ = artifact("reply", fmt.Sprintf(`{"kind":"text","text":%q}`, "You said: "+said)) && status("completed", "", true)
		}
	}
}

func TestAnAgentOfTheOlderVersionKeepsTheContract(t *testing.T) {
	tooltest.Contract(t, func(t *testing.T) tooltest.Case {
		return contractOf(New(Config{URL: (&olderAgent{streaming: true}).serve(t), Name: "test"}), "test_do")
	})
}

func TestWhatAnAgentOfTheOlderVersionSendsBecomesAResult(t *testing.T) {
	want := map[string]string{
		"hello":   `{"output":"You said: hello","isError":false,"metadata":{"artifacts":["reply"],"state":"completed"}}`,
		"message": `{"output":"no task","isError":false}`,
		"image": `{"output":"pixel.png: image (image/png, 27 bytes)\nimage (image/png) at https://example.com/p.png","isError":false,"parts":[` +
			`{"type":"image","mimeType":"image/png","data":"` + pixelData + `","name":"pixel.png"},` +
			`{"type":"image","mimeType":"image/png","url":"https://example.com/p.png"}],"metadata":{"artifacts":["picture"],"state":"completed"}}`,
		"fail": `{"output":"it broke","isError":true,"metadata":{"state":"failed"}}`,
		"gone": `{"output":"","isError":false,"metadata":{"state":"completed"}}`,
	}
	for _, streaming := range []bool{true, false} {
		one, _ := opened(t, Config{URL: (&olderAgent{streaming: streaming}).serve(t)})
		for task, wanted := range want {
			if task == "gone" && !streaming {
				continue
			}
			result, err := new(tooltest.CallHost).Call(t.Context(), one, inJSON(map[string]string{"task": task}))
			if got := withoutIDs(result); err != nil || got != wanted {
				t.Errorf("streaming %t, %s: %v\n got %s\nwant %s", streaming, task, err, got, wanted)
			}
		}
	}
}

func TestDigitsAreExactBothWays(t *testing.T) {
	a := &olderAgent{streaming: true}
	one, _ := opened(t, Config{URL: a.serve(t)})
	result, err := new(tooltest.CallHost).Call(t.Context(), one, `{"task":"data","data":{"id":12345678901234567890,"rate":0.10}}`)
	if got := string(result.Structured()); err != nil || got != `{"n":9007199254740993,"x":1.10}` || result.Output != got {
		t.Errorf("%s, %v", inJSON(result), err)
	}
	if sent := a.heard[0]; !strings.Contains(sent, `{"kind":"data","data":{"id":12345678901234567890,"rate":0.10}}`) {
		t.Errorf("sent was %s", sent)
	}
}

func TestARequestGoesOutInTheOlderWords(t *testing.T) {
	a := &olderAgent{}
	one, _ := opened(t, Config{URL: a.serve(t)})
	host := &tooltest.CallHost{Answer: tooltest.Yes(map[string]any{"seat": "aisle"})}
	result, err := host.Call(t.Context(), one, `{"task":"input"}`)
	if err != nil || result.Output != `answered with {"seat":"aisle"}` {
		t.Fatalf("%s, %v", inJSON(result), err)
	}
	for i, want := range []string{
		`{"message":{"kind":"message","messageId":"…","role":"user","parts":[{"kind":"text","text":"input"}],"metadata":{"skill":"do"}},"configuration":{"blocking":false}}`,
		`{"message":{"kind":"message","messageId":"…","role":"user","taskId":"t1","contextId":"c","parts":[{"kind":"data","data":{"seat":"aisle"}}]},"configuration":{"blocking":true}}`,
	} {
		var sent struct {
			Method string
			Params json.RawMessage
		}
		var id struct{ Message struct{ MessageID string } }
		if json.Unmarshal([]byte(a.heard[i]), &sent) != nil || json.Unmarshal(sent.Params, &id) != nil {
			t.Fatal(a.heard[i])
		}
		if got := strings.Replace(string(sent.Params), id.Message.MessageID, "…", 1); sent.Method != "message/send" || got != want {
			t.Errorf("sent was %s %s, want %s", sent.Method, got, want)
		}
	}
}

func TestAMethodThatIsNotThereIsSaidWithItsCode(t *testing.T) {
	_, err := readAnswerTo(`{"jsonrpc":"2.0","id":7,"error":{"code":-32601,"message":"Method not found","data":{"method":"x"}}}`)
	refused, ok := errors.AsType[*refusal](err)
	if !ok || refused.Error() != `Method not found {"method":"x"} (JSON-RPC error -32601)` || !refused.unsupported() {
		t.Errorf("%v", err)
	}
}

func readAnswerTo(body string) ([]byte, error) {
	return (&dialect{}).read([]byte(body), false)
}

func TestRecordedAnswersAreReadInEitherVersion(t *testing.T) {
	recorded := tooltest.Shared(t, "reference", "protocols", "a2a-agent", "transcripts")
	for name, want := range map[string]string{
		"message": "a plain message, no task", "data": "", "image": "", "input": "Which seat do you want?", "auth": "Sign in first",
	} {
		var got []string
		for _, version := range []string{"v03", "v1"} {
			body, err := os.ReadFile(filepath.Join(recorded, version+"-"+name+".json"))
			if err != nil {
				if name == "message" || version == "v03" {
					t.Fatal(err)
				}
				continue
			}
			sound, err := readAnswerTo(string(body))
			if err != nil {
				t.Fatalf("%s of %s: %v", name, version, err)
			}
			if want != "" && !strings.Contains(string(sound), want) {
				t.Errorf("%s of %s became %s", name, version, sound)
			}
			got = append(got, shapeOf(sound))
		}
		if len(slices.Compact(got)) != 1 {
			t.Errorf("%s reads differently in the two versions: %q", name, got)
		}
	}
}

// shapeOf is which members a message has, without what is in them.
func shapeOf(raw []byte) string {
	var v any
	_ = json.Unmarshal(raw, &v)
	var shape func(any) any
	shape = func(v any) any {
		switch v := v.(type) {
		case map[string]any:
			delete(v, "mediaType") // 0.3 has none for texts
			for name, value := range v {
				v[name] = shape(value)
			}
		case []any:
			for i, value := range v {
				v[i] = shape(value)
			}
		case string:
			return ""
		}
		return v
	}
	return inJSON(shape(v))
}
