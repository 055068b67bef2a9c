package peers

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"io"
	"net"
	"net/http"
	"os/exec"
	"strconv"
	"strings"
	"testing"

	"toolbench/toolkit/source/a2a"
	"toolbench/toolkit/tool"
	"toolbench/toolkit/tooltest"
)

// startAgent starts the JavaScript agent on a free port, until the end of the
// test. It gives its URL and what it prints after that it listens.
func startAgent(t *testing.T) (url string, lines <-chan string) {
	t.Helper()
	path := Find(t, "a2a.mjs")
	Find(t, "node_modules/@a2a-js/sdk/package.json")
	free, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	port := free.Addr().(*net.TCPAddr).Port
	_ = free.Close()
	agent := exec.CommandContext(t.Context(), "node", path)
	agent.Env = append(agent.Environ(), "PORT="+strconv.Itoa(port))
	said, err := agent.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := agent.Start(); err != nil {
		t.Fatal(err)
	}
	heard, drained := make(chan string, 100), make(chan struct{})
	go func() {
		defer close(drained)
		defer close(heard)
		for lines := bufio.NewScanner(said); lines.Scan(); {
			heard <- lines.Text()
		}
	}()
	t.Cleanup(func() {
		_ = agent.Process.Kill()
		<-drained
		_ = agent.Wait()
	})
	if first, ok := <-heard; !ok || !strings.HasPrefix(first, "listening") {
		t.Fatalf("the agent did not begin to listen: %q", first)
	}
	return "http://127.0.0.1:" + strconv.Itoa(port), heard
}

// agentWays are changes to the agent's card that leave one way to speak to it.
var agentWays = map[string]func(card map[string]any){
	"1.0 over JSON-RPC":  func(card map[string]any) { onlyPlace(card, 0) },
	"1.0 over HTTP+JSON": func(card map[string]any) { onlyPlace(card, 1) },
	"0.3":                func(card map[string]any) { delete(card, "supportedInterfaces") },
	"1.0 over JSON-RPC, polled": func(card map[string]any) {
		onlyPlace(card, 0)
		card["capabilities"] = map[string]any{}
	},
	"1.0 over HTTP+JSON, polled": func(card map[string]any) {
		onlyPlace(card, 1)
		card["capabilities"] = map[string]any{}
	},
	"0.3, polled": func(card map[string]any) {
		delete(card, "supportedInterfaces")
		card["capabilities"] = map[string]any{}
	},
}

func onlyPlace(card map[string]any, i int) {
	delete(card, "url")
	card["supportedInterfaces"] = card["supportedInterfaces"].([]any)[i : i+1]
}

// cardFor is the card of the agent at url, changed.
func cardFor(t *testing.T, url string, change func(map[string]any)) []byte {
	t.Helper()
	response, err := http.Get(url + "/.well-known/agent-card.json")
	if err != nil {
		t.Fatal(err)
	}
	defer response.Body.Close()
	var card map[string]any
	if err := json.NewDecoder(io.LimitReader(response.Body, 1<<20)).Decode(&card); err != nil {
		t.Fatal(err)
	}
	change(card)
	raw, err := json.Marshal(card)
	if err != nil {
		t.Fatal(err)
	}
	return raw
}

func openAgent(t *testing.T, config a2a.Config) tool.Tool {
	t.Helper()
	s := a2a.New(config)
	listing, err := s.Open(t.Context(), &tooltest.Host{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = s.Close() })
	return listing.Tools[0]
}

const agentPixel = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=="

func TestTheJavaScriptAgentIsFoundByItsURL(t *testing.T) {
	url, _ := startAgent(t)
	one := openAgent(t, a2a.Config{URL: url})
	if one.Name != "Peer_Agent_do" || one.Description != "Does what it is told.\n\nExamples:\n- text hello\n\nGives: text/plain, image/png, application/json" {
		t.Errorf("%s: %q", one.Name, one.Description)
	}
	result, err := new(tooltest.CallHost).Call(t.Context(), one, `{"task":"text hello"}`)
	if err != nil || result.Output != "You said: text hello" {
		t.Errorf("%+v, %v", result, err)
	}
}

func TestTheJavaScriptAgentsResultsArriveWhole(t *testing.T) {
	url, _ := startAgent(t)
	want := map[string]string{
		"text hello": `{"output":"You said: text hello","isError":false,"metadata":{"artifacts":["reply"],"state":"completed"}}`,
		"message":    `{"output":"a plain message, no task","isError":false}`,
		"image": `{"output":"pixel.png: image (image/png, 70 bytes)\nby-url.png: image (image/png) at ` + url + `/pixel.png","isError":false,"parts":[` +
			`{"type":"image","mimeType":"image/png","data":"` + agentPixel + `","name":"pixel.png"},{"type":"image","mimeType":"image/png","url":"` + url + `/pixel.png","name":"by-url.png"}],` +
			`"metadata":{"artifacts":["image"],"state":"completed"}}`,
		"data": `{"output":"{\"city\":\"Chennai\",\"celsius\":31.5,\"tags\":[\"hot\",\"humid\"]}","isError":false,` +
			`"metadata":{"artifacts":["data"],"state":"completed","structuredContent":{"city":"Chennai","celsius":31.5,"tags":["hot","humid"]}}}`,
		"mixed": `{"output":"# Report","isError":false,"parts":[{"type":"image","mimeType":"image/png","data":"` + agentPixel + `","name":"pixel.png"}],` +
			`"metadata":{"artifacts":["mixed"],"state":"completed","structuredContent":{"rows":3}}}`,
		"fail":   `{"output":"it broke","isError":true,"metadata":{"state":"failed"}}`,
		"reject": `{"output":"not allowed","isError":true,"metadata":{"state":"rejected"}}`,
	}
	for name, way := range agentWays {
		t.Run(name, func(t *testing.T) {
			one := openAgent(t, a2a.Config{Card: cardFor(t, url, way)})
			for task, wanted := range want {
				host := &tooltest.CallHost{}
				args, _ := json.Marshal(map[string]any{"task": task})
				result, err := host.Call(t.Context(), one, string(args))
				delete(result.Metadata, "taskId")
				delete(result.Metadata, "contextId")
				if len(result.Metadata) == 0 {
					result.Metadata = nil
				}
				got, _ := json.Marshal(result)
				if err != nil || string(got) != wanted {
					t.Errorf("%s: %v\n got %s\nwant %s", task, err, got, wanted)
				}
				if chunks := strings.Join(host.Chunks(), ""); task == "text hello" && chunks != result.Output {
					t.Errorf("chunks %q", host.Chunks())
				}
			}
		})
	}
}

func TestTheJavaScriptAgentsQuestionsAreAnswered(t *testing.T) {
	url, _ := startAgent(t)
	for name, way := range agentWays {
		t.Run(name, func(t *testing.T) {
			one := openAgent(t, a2a.Config{Card: cardFor(t, url, way)})
			host := &tooltest.CallHost{Answer: tooltest.Yes(map[string]any{"seat": "window"})}
			result, err := host.Call(t.Context(), one, `{"task":"input"}`)
			if err != nil || result.Output != `answered with {"seat":"window"}` || len(host.Requests()) != 1 {
				t.Fatalf("%+v, %v, asked %+v", result, err, host.Requests())
			}
			if asked := host.Requests()[0]; asked.Prompt != "Which seat do you want?" || !strings.Contains(string(asked.Schema()), `"enum":["aisle","window"]`) {
				t.Errorf("asked was %+v", asked)
			}
			host = &tooltest.CallHost{Answer: tooltest.Yes(nil)}
			result, err = host.Call(t.Context(), one, `{"task":"auth"}`)
			if err != nil || result.Output != "answered with done" || len(host.Requests()) != 1 {
				t.Fatalf("%+v, %v, asked %+v", result, err, host.Requests())
			}
			if asked := host.Requests()[0]; asked.Kind != tool.KindAuthorization || asked.URL != url+"/login" {
				t.Errorf("asked was %+v", asked)
			}
			host = &tooltest.CallHost{Answer: tooltest.No}
			result, err = host.Call(t.Context(), one, `{"task":"input"}`)
			if err != nil || result.Output != "declined: Which seat do you want?" || result.Metadata["taskId"] == nil {
				t.Errorf("%+v, %v", result, err)
			}
		})
	}
}

func TestACancelReachesTheJavaScriptAgent(t *testing.T) {
	url, lines := startAgent(t)
	for name, way := range agentWays {
		t.Run(name, func(t *testing.T) {
			one := openAgent(t, a2a.Config{Card: cardFor(t, url, way)})
			ctx, cancel := context.WithCancel(t.Context())
			host := &tooltest.CallHost{}
			go func() {
				_ = host.AwaitProgress(t.Context(), 1)
				cancel()
			}()
			result, err := host.Call(ctx, one, `{"task":"slow"}`)
			id, _ := result.Metadata["taskId"].(string)
			if said := <-lines; !errors.Is(err, context.Canceled) || said != "cancelled "+id || !strings.Contains(result.Output, "task "+id) {
				t.Errorf("the agent said %q; %+v, %v", said, result, err)
			}
		})
	}
}

func TestTheJavaScriptAgentKeepsTheContract(t *testing.T) {
	url, _ := startAgent(t)
	for name, way := range agentWays {
		if strings.HasSuffix(name, "polled") {
			continue
		}
		t.Run(name, func(t *testing.T) {
			tooltest.Contract(t, func(t *testing.T) tooltest.Case {
				return tooltest.Case{
					Source:  a2a.New(a2a.Config{Name: "peer", Card: cardFor(t, url, way)}),
					Works:   tooltest.Step{Tool: "peer_do", Arguments: `{"task":"text hello"}`},
					Refuses: tooltest.Step{Tool: "peer_do", Arguments: `{"task":[]}`},
					Reports: tooltest.Step{Tool: "peer_do", Arguments: `{"task":"text hello"}`},
					Hangs:   tooltest.Step{Tool: "peer_do", Arguments: `{"task":"slow"}`},
					Begun:   func(ctx context.Context, h *tooltest.CallHost) error { return h.AwaitProgress(ctx, 1) },
					Asks:    tooltest.Step{Tool: "peer_do", Arguments: `{"task":"input"}`},
					Answer:  map[string]any{"seat": "window"},
				}
			})
		})
	}
}
