package peers

import (
	"bufio"
	"bytes"
	"compress/gzip"
	"context"
	"encoding/json"
	"io"
	"net"
	"net/http"
	"os/exec"
	"strconv"
	"strings"
	"testing"

	"toolbench/toolkit/run"
	"toolbench/toolkit/source/mcp"
	"toolbench/toolkit/tool"
	"toolbench/toolkit/tooltest"
)

const everything = "node_modules/@modelcontextprotocol/server-everything/dist/index.js"

// theRoot is the folder that servers are told of.
var theRoot = mcp.Root{URI: "file:///home/ada/tea", Name: "tea"}

// answeringAll is a configuration in which the server may ask for all there is.
func answeringAll(config mcp.Config) mcp.Config {
	config.Name, config.Sampling, config.Roots = "everything", true, []mcp.Root{theRoot}
	return config
}

// overStdio starts server-everything on its standard streams.
func overStdio(t *testing.T) mcp.Config {
	return answeringAll(mcp.Config{Command: "node", Args: []string{Find(t, everything), "stdio"}})
}

// overHTTP starts server-everything over streamable HTTP.
func overHTTP(t *testing.T) mcp.Config { return onAPort(t, "streamableHttp", "/mcp") }

// overOlderHTTP starts it over the HTTP transport of 2024-11-05.
func overOlderHTTP(t *testing.T) mcp.Config { return onAPort(t, "sse", "/sse") }

// onAPort starts server-everything on a free port, until the end of the test.
func onAPort(t *testing.T, transport, page string) mcp.Config {
	t.Helper()
	path := Find(t, everything)
	free, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	port := free.Addr().(*net.TCPAddr).Port
	_ = free.Close()
	server := exec.CommandContext(t.Context(), "node", path, transport)
	server.Env = append(server.Environ(), "PORT="+strconv.Itoa(port))
	said, err := server.StderrPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := server.Start(); err != nil {
		t.Fatal(err)
	}
	listening := make(chan bool, 1)
	drained := make(chan struct{})
	go func() {
		defer close(drained)
		for lines := bufio.NewScanner(said); lines.Scan(); {
			if said := lines.Text(); strings.Contains(said, "listening on") || strings.Contains(said, "running on port") {
				select {
				case listening <- true:
				default:
				}
			}
		}
		close(listening)
	}()
	t.Cleanup(func() {
		_ = server.Process.Kill()
		<-drained
		_ = server.Wait()
	})
	if !<-listening {
		t.Fatal("the server did not begin to listen")
	}
	return answeringAll(mcp.Config{URL: "http://127.0.0.1:" + strconv.Itoa(port) + page})
}

// transports are the ways to reach server-everything.
var transports = map[string]func(*testing.T) mcp.Config{
	"over standard streams": overStdio, "over HTTP": overHTTP, "over older HTTP": overOlderHTTP,
}

// open opens a source and gives its tools by short name.
func open(t *testing.T, config mcp.Config) map[string]tool.Tool {
	t.Helper()
	s := mcp.New(config)
	t.Cleanup(func() { _ = s.Close() })
	listing, err := s.Open(t.Context(), &tooltest.Host{})
	if err != nil {
		t.Fatal(err)
	}
	if len(listing.Problems) > 0 {
		t.Errorf("the listing has problems: %+v", listing.Problems)
	}
	tools := map[string]tool.Tool{}
	for _, one := range listing.Tools {
		tools[one.ShortName()] = one
	}
	return tools
}

// call runs a tool to its end.
func call(t *testing.T, tools map[string]tool.Tool, name, args string) run.Outcome {
	t.Helper()
	return run.Start(t.Context(), tools[name], json.RawMessage(args), run.Options{}).Wait()
}

func TestEveryToolOfServerEverythingWorks(t *testing.T) {
	for name, start := range transports {
		t.Run(name, func(t *testing.T) {
			tools := open(t, start(t))
			for _, c := range []struct {
				tool, args, output string
				check              func(*testing.T, tool.ToolResult)
			}{
				{"echo", `{"message":"hello"}`, "Echo: hello", noParts},
				{"get-sum", `{"a":1,"b":2.5}`, "The sum of 1 and 2.5 is 3.5.", noParts},
				{"get-env", `{}`, `"PATH"`, noParts},
				{"get-tiny-image", `{}`, "image", aPicture},
				{"get-annotated-message", `{"messageType":"error","includeImage":true}`, "Error: Operation failed", annotated},
				{"get-structured-content", `{"location":"Chicago"}`, `"temperature":36`, structured},
				{"get-resource-links", `{"count":3}`, "3 resource links", links},
				{"get-resource-reference", `{"resourceType":"Text","resourceId":1}`, "Resource 1: This is a plaintext resource", noParts},
				{"get-resource-reference", `{"resourceType":"Blob","resourceId":1}`, "demo://resource/dynamic/blob/1", aFile},
				{"gzip-file-as-resource", `{"name":"a.gz","data":"data:text/plain,squeeze%20me","outputType":"resource"}`, "", squeezed},
				{"toggle-subscriber-updates", `{}`, "Started simulated resource updated", noParts},
				{"toggle-simulated-logging", `{}`, "Started simulated", noParts},
			} {
				out := call(t, tools, c.tool, c.args)
				if out.Kind != run.OK || !strings.Contains(out.Result.Output, c.output) {
					t.Errorf("%s %s ended as %s with %.300q, %v", c.tool, c.args, out.Kind, out.Result.Output, out.Err)
					continue
				}
				c.check(t, out.Result)
			}
			t.Run("bad arguments", func(t *testing.T) {
				out := call(t, tools, "get-sum", `{"a":"one"}`)
				if out.Kind != run.ToolError || !strings.Contains(out.Result.Output, "-32602") {
					t.Errorf("they ended as %s with %q, %v", out.Kind, out.Result.Output, out.Err)
				}
			})
			t.Run("a tool that is a task", func(t *testing.T) {
				one := tools["simulate-research-query"]
				if !strings.Contains(one.Details.Problem, "task") {
					t.Errorf("its problem is %q", one.Details.Problem)
				}
				if out := call(t, tools, one.ShortName(), `{"topic":"tea"}`); out.Kind == run.OK {
					t.Errorf("it ended with %q", out.Result.Output)
				}
			})
			t.Run("progress", func(t *testing.T) { progress(t, tools) })
			t.Run("cancel", func(t *testing.T) { cancel(t, tools) })
			t.Run("elicitation", func(t *testing.T) { elicitation(t, tools) })
		})
	}
}

func noParts(t *testing.T, r tool.ToolResult) {
	if len(r.Parts) != 0 {
		t.Errorf("it has the parts %v", r.Parts)
	}
}

func aPicture(t *testing.T, r tool.ToolResult) {
	if len(r.Parts) != 1 || r.Parts[0].Type != tool.PartImage {
		t.Fatalf("it has the parts %v", r.Parts)
	}
	raw, err := r.Parts[0].Decode()
	if err != nil {
		t.Fatal(err)
	}
	if kind := http.DetectContentType(raw); kind != "image/png" { // one of its chunks has a wrong checksum: it is not decoded here
		t.Errorf("it is %s", kind)
	}
}

func annotated(t *testing.T, r tool.ToolResult) {
	aPicture(t, r)
	kept, _ := r.Metadata["content"].(json.RawMessage)
	if !bytes.Contains(kept, []byte(`"priority":1`)) {
		t.Errorf("the annotations are in no metadata: %s", kept)
	}
}

func structured(t *testing.T, r tool.ToolResult) {
	if string(r.Structured()) != `{"temperature":36,"conditions":"Light rain / drizzle","humidity":82}` {
		t.Errorf("the structured content is %s", r.Structured())
	}
}

func links(t *testing.T, r tool.ToolResult) {
	if len(r.Parts) != 3 || !strings.HasPrefix(r.Parts[0].URL, "demo://resource/") || r.Parts[0].Name == "" {
		t.Errorf("it has the parts %+v", r.Parts)
	}
}

func aFile(t *testing.T, r tool.ToolResult) {
	if len(r.Parts) != 1 || r.Parts[0].Type != tool.PartFile || r.Parts[0].Bytes() == 0 {
		t.Errorf("it has the parts %+v", r.Parts)
	}
}

func squeezed(t *testing.T, r tool.ToolResult) {
	aFile(t, r)
	raw, err := r.Parts[0].Decode()
	if err != nil {
		t.Fatal(err)
	}
	z, err := gzip.NewReader(bytes.NewReader(raw))
	if err != nil {
		t.Fatal(err)
	}
	if text, err := io.ReadAll(z); err != nil || string(text) != "squeeze me" {
		t.Errorf("it holds %q, %v", text, err)
	}
}

const longRunning = "trigger-long-running-operation"

func progress(t *testing.T, tools map[string]tool.Tool) {
	r := run.Start(t.Context(), tools[longRunning], json.RawMessage(`{"duration":0.5,"steps":5}`), run.Options{})
	var last tool.Progress
	for event := range r.Events() {
		if p, ok := event.(run.Progressed); ok {
			last = p.Progress
		}
	}
	if out := r.Wait(); out.Kind != run.OK || last.Progress != 5 || last.Total != 5 {
		t.Errorf("it ended as %s, %v after %+v", out.Kind, out.Err, last)
	}
}

func cancel(t *testing.T, tools map[string]tool.Tool) {
	r := run.Start(t.Context(), tools[longRunning], json.RawMessage(`{"duration":600,"steps":6000}`), run.Options{})
	for event := range r.Events() {
		if _, ok := event.(run.Progressed); ok {
			r.Cancel()
		}
	}
	if out := r.Wait(); out.Kind != run.Stopped || out.Ignored {
		t.Errorf("it ended as %s, ignored: %t", out.Kind, out.Ignored)
	}
	if out := call(t, tools, "echo", `{"message":"still there"}`); out.Kind != run.OK {
		t.Errorf("the next call ended as %s, %v", out.Kind, out.Err)
	}
}

func elicitation(t *testing.T, tools map[string]tool.Tool) {
	for _, c := range []struct {
		answer tool.Answer
		want   []string
	}{
		{tool.Answer{OK: true, Data: map[string]any{"name": "Ada", "check": true}}, []string{"- Name: Ada"}},
		{tool.Answer{Reason: tool.ReasonDeclined}, []string{"declined"}},
		{tool.Answer{Reason: tool.ReasonCancelled}, []string{"cancelled"}},
	} {
		r := run.Start(t.Context(), tools["trigger-elicitation-request"], nil, run.Options{Ask: true})
		for event := range r.Events() {
			asked, ok := event.(run.Suspended)
			if !ok {
				continue
			}
			first := strings.Index(string(asked.Request.Schema()), `"name"`)
			second := strings.Index(string(asked.Request.Schema()), `"check"`)
			if asked.Request.Kind != tool.KindInput || first < 0 || second < first {
				t.Errorf("it asks %+v with %s", asked.Request, asked.Request.Schema())
			}
			if err := r.Resolve(asked.Request.ID, c.answer); err != nil {
				t.Error(err)
			}
		}
		out := r.Wait()
		for _, want := range c.want {
			if !strings.Contains(out.Result.Output, want) {
				t.Errorf("%+v ended as %s with %s, %v", c.answer, out.Kind, out.Result.Output, out.Err)
			}
		}
	}
}

func TestServerEverythingKeepsTheContract(t *testing.T) {
	for name, start := range map[string]func(*testing.T) mcp.Config{"over standard streams": overStdio, "over HTTP": overHTTP} {
		t.Run(name, func(t *testing.T) {
			config := start(t)
			tooltest.Contract(t, func(*testing.T) tooltest.Case {
				return tooltest.Case{
					Source:  mcp.New(config),
					Works:   tooltest.Step{Tool: "everything_echo", Arguments: `{"message":"hi"}`},
					Refuses: tooltest.Step{Tool: "everything_echo", Arguments: `{"message":5}`},
					Reports: tooltest.Step{Tool: "everything_" + longRunning, Arguments: `{"duration":0.1,"steps":2}`},
					Hangs:   tooltest.Step{Tool: "everything_" + longRunning, Arguments: `{"duration":600,"steps":6000}`},
					Begun:   func(ctx context.Context, host *tooltest.CallHost) error { return host.AwaitProgress(ctx, 1) },
				}
			})
		})
	}
}

func TestOddResultsOfTheJavaScriptSDKAreTaken(t *testing.T) {
	tools := open(t, mcp.Config{Name: "odd", Command: "node", Args: []string{Find(t, "odd.mjs")}})
	if s := string(tools["echo"].Schema()); !strings.Contains(s, `"properties":{"zeta":{"type":"string"},"alpha"`) {
		t.Errorf("the order is lost: %s", s)
	}
	for _, c := range []struct {
		tool  string
		kind  run.Kind
		check func(tool.ToolResult) bool
	}{
		{"escapes", run.OK, func(r tool.ToolResult) bool { return strings.HasPrefix(r.Output, "\x1b[31mred") }},
		{"large", run.OK, func(r tool.ToolResult) bool { return len(r.Output) == 5<<20 }},
		{"lines", run.OK, func(r tool.ToolResult) bool { return strings.HasSuffix(r.Output, "\nline 99999") }},
		{"error", run.ToolError, func(r tool.ToolResult) bool {
			return r.Output == "disk full" && string(r.Structured()) == `{"code":28}`
		}},
		{"structured", run.OK, func(r tool.ToolResult) bool { return r.Output == `{"z":1,"a":[1,2]}` }},
		{"meta", run.OK, func(r tool.ToolResult) bool {
			return r.Output == "m" && string(r.Meta()) == `{"cost":0.01}` && r.Metadata["content"] != nil
		}},
		{"empty", run.OK, func(r tool.ToolResult) bool { return r.Output == "" }},
	} {
		if out := call(t, tools, c.tool, `{}`); out.Kind != c.kind || !c.check(out.Result) {
			t.Errorf("%s ended as %s with %.200q, %v", c.tool, out.Kind, out.Result.Output, out.Err)
		}
	}
	if out := call(t, tools, "echo", `{"zeta":"z","alpha":1}`); out.Result.Output != `{"zeta":"z","alpha":1}` {
		t.Errorf("the arguments arrived as %s", out.Result.Output)
	}
}
