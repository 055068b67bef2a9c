package peers

import (
	"context"
	"encoding/json"
	"errors"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"syscall"
	"testing"

	"toolbench/toolkit/source"
	"toolbench/toolkit/source/genkit"
	"toolbench/toolkit/tool"
	"toolbench/toolkit/tooltest"
)

func TestAGenkitAppsToolsAndFlows(t *testing.T) {
	program := buildGenkit(t)
	for name, test := range map[string]func(*testing.T, *genkitApp){
		"AreListed":                   genkitListing,
		"Run":                         genkitCalls,
		"AreFoundByTheFile":           genkitDiscovery,
		"AreCancelled":                genkitCancel,
		"AreLostWhenTheAppEnds":       genkitLoss,
		"AskAndCanNotBeResumedHere":   genkitInterrupt,
		"AreToldFromWhatIsNoSuchApp":  genkitProbe,
		"AreGoneWhenTheAppIsAnother":  genkitUnknown,
		"AreThereAgainAfterARestart":  func(t *testing.T, a *genkitApp) { genkitRestart(t, a, program) },
		"ShowWhatWentOverTheWire":     genkitExchange,
		"StreamWhatTheySendMeanwhile": genkitStream,
	} {
		t.Run(name, func(t *testing.T) { test(t, startGenkit(t, program)) })
	}
	t.Run("KeepTheContractOfASource", func(t *testing.T) {
		tooltest.Contract(t, func(t *testing.T) tooltest.Case {
			app := startGenkit(t, program)
			return tooltest.Case{
				Source:  genkit.New(genkit.Config{Name: "bank", URL: app.url}),
				Works:   tooltest.Step{Tool: "bank_greet", Arguments: `{"name":"Ann"}`},
				Refuses: tooltest.Step{Tool: "bank_greet", Arguments: `{"name":1}`},
				Hangs:   tooltest.Step{Tool: "bank_wait"},
				Begun:   func(context.Context, *tooltest.CallHost) error { app.await("waiting"); return nil },
				Crashes: tooltest.Step{Tool: "bank_panics"},
			}
		})
	})
}

func genkitListing(t *testing.T, app *genkitApp) {
	s := genkit.New(genkit.Config{Name: "bank", URL: app.url + "/"})
	defer s.Close()
	listing, err := s.Open(t.Context(), &tooltest.Host{})
	if err != nil || len(listing.Problems) > 0 {
		t.Fatalf("%v, %v", err, listing.Problems)
	}
	var got []string
	for _, one := range listing.Tools {
		got = append(got, strings.Join([]string{one.Name, one.Title(), one.Description, string(one.Schema()), string(one.OutputSchema())}, " | "))
	}
	const (
		transfer = `{"additionalProperties":false,"properties":{"to":{"description":"Account to pay","type":"string"},"amount":{"description":"How much","minimum":1,"type":"number"},"note":{"type":"string"}},"required":["to","amount"],"type":"object"}`
		receipt  = `{"additionalProperties":false,"properties":{"done":{"type":"boolean"},"id":{"type":"integer"}},"required":["done","id"],"type":"object"}`
		nothing  = `{"additionalProperties":false,"properties":{},"type":"object"}`
	)
	want := []string{
		"bank_broken | broken | Fails | " + nothing + " | ",
		"bank_exits | exits | Ends the app | " + nothing + " | ",
		`bank_greet | greet | Greets | {"additionalProperties":false,"properties":{"name":{"type":"string"}},"required":["name"],"type":"object"} | `,
		"bank_missing | missing | Does not find what it looks for | " + nothing + " | ",
		"bank_panics | panics | Panics | " + nothing + " | ",
		`bank_picture | picture | Draws one pixel | {"additionalProperties":false,"properties":{"color":{"enum":["red","blue"],"type":"string"}},"required":["color"],"type":"object"} | `,
		"bank_screenshot | screenshot | Takes a screenshot | " + nothing + " | ",
		"bank_transfer | transfer | Moves money; asks first when the amount is large | " + transfer + " | " + receipt,
		"bank_transfer_x | transfer.x | The same with the experimental API | " + transfer + " | ",
		"bank_wait | wait | Waits until it is cancelled | " + nothing + " | ",
		`bank_count | count (flow) | Runs the flow count of the Genkit app bank. | {"type":"object","properties":{"input":{"type":"integer"}},"required":["input"]} | `,
		`bank_greet_flow | greet (flow) | Runs the flow greet of the Genkit app bank. | {"type":"object","properties":{"input":{"type":"string"}},"required":["input"]} | `,
		"bank_pay | pay (flow) | Runs the flow pay of the Genkit app bank. | " + transfer + " | " + receipt,
	}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("got\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
}

func genkitCalls(t *testing.T, app *genkitApp) {
	_, tools, _ := app.open(genkit.Config{URL: app.url})
	const pixel = `{"type":"image","mimeType":"image/png","data":"iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=="}`
	for _, test := range []struct{ tool, args, want, status string }{
		{"bank_greet", `{"name":"Ann"}`, `{"output":"hello Ann","isError":false}`, ""},
		{"bank_greet_flow", `{"input":"Bob"}`, `{"output":"hello Bob","isError":false}`, ""},
		{"bank_pay", `{"to":"bob","amount":5}`, `{"output":"{\"done\":true,\"id\":9007199254740993}","isError":false}`, ""},
		{"bank_transfer", `{"to":"bob","amount":5}`, `{"output":"{\"done\":true,\"id\":9007199254740993}","isError":false}`, ""},
		{"bank_picture", `{"color":"red"}`, `{"output":"{\"color\":\"red\"}","isError":false,"parts":[` + pixel + `]}`, ""},
		{"bank_screenshot", `{}`, `{"output":"one pixel\nimage (image/png, 70 bytes)","isError":false,"parts":[{"type":"text","text":"one pixel"},` + pixel + `]}`, ""},
		{"bank_broken", `{}`, `{"output":"disk on fire","isError":true}`, "INTERNAL"},
		{"bank_missing", `{}`, `{"output":"no such account","isError":true}`, "NOT_FOUND"},
		{"bank_greet_flow", `{"Input":"Bob"}`, `{"output":"greet: there is no argument \"Input\"; what is given to it is the one argument \"input\".","isError":true}`, ""},
	} {
		r, err := (&tooltest.CallHost{}).Call(t.Context(), tools[test.tool], test.args)
		if err != nil {
			t.Errorf("%s: %v", test.tool, err)
			continue
		}
		if status, _ := r.Metadata["status"].(string); status != test.status {
			t.Errorf("%s: metadata %v", test.tool, r.Metadata)
		}
		if s := r.Structured(); s != nil && string(s) != r.Output {
			t.Errorf("%s: structured content %s", test.tool, s)
		}
		r.Metadata = nil
		if got, _ := json.Marshal(r); string(got) != test.want {
			t.Errorf("%s %s\ngot  %s\nwant %s", test.tool, test.args, got, test.want)
		}
	}
	r, err := (&tooltest.CallHost{}).Call(t.Context(), tools["bank_greet"], `{"name":1}`)
	if err != nil || !r.IsError || r.Metadata["status"] != "INVALID_ARGUMENT" || !strings.Contains(r.Output, "name") {
		t.Errorf("bad arguments: %v, %+v", err, r)
	}
	_, err = (&tooltest.CallHost{}).Call(t.Context(), tools["bank_panics"], `{}`)
	if err == nil || !strings.HasPrefix(err.Error(), "panics of the Genkit app bank gave no result, as happens when its code panics") {
		t.Errorf("a panic: %v", err)
	}
}

func genkitStream(t *testing.T, app *genkitApp) {
	_, tools, _ := app.open(genkit.Config{URL: app.url})
	host := &tooltest.CallHost{}
	r, err := host.Call(t.Context(), tools["bank_count"], `{"input":3}`)
	if err != nil || r.IsError || r.Output != "counted 3" {
		t.Errorf("%v, %+v", err, r)
	}
	if got := host.Chunks(); !reflect.DeepEqual(got, []string{"1\n", "2\n", "3\n"}) {
		t.Errorf("streamed %q", got)
	}
}

func genkitDiscovery(t *testing.T, app *genkitApp) {
	below := filepath.Join(app.dir, "cmd", "server")
	if err := os.MkdirAll(below, 0o700); err != nil {
		t.Fatal(err)
	}
	running, err := genkit.Runtimes(below)
	if err != nil || len(running) != 1 {
		t.Fatalf("found %+v (%v)", running, err)
	}
	r := running[0]
	if r.URL != app.url || r.PID != app.pid || r.Version != "go/1.12.0" || r.Started.IsZero() || filepath.Dir(r.File) != filepath.Join(app.dir, ".genkit", "runtimes") {
		t.Errorf("found %+v", r)
	}
	s, tools, _ := app.open(genkit.Config{Dir: below})
	if r, err := (&tooltest.CallHost{}).Call(t.Context(), tools["bank_greet"], `{"name":"Ann"}`); err != nil || r.Output != "hello Ann" {
		t.Errorf("%v, %+v", err, r)
	}
	app.stop(syscall.SIGKILL) // which leaves the file
	if running, err := genkit.Runtimes(below); err != nil || len(running) > 0 {
		t.Errorf("found %+v (%v)", running, err)
	}
	_, err = s.Open(t.Context(), &tooltest.Host{})
	if err == nil || !strings.HasPrefix(err.Error(), "no Genkit app runs in "+below+"; start it with GENKIT_ENV=dev") {
		t.Errorf("it opened with %v", err)
	}
}

func genkitCancel(t *testing.T, app *genkitApp) {
	_, tools, _ := app.open(genkit.Config{URL: app.url})
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	ended := make(chan error, 1)
	go func() {
		_, err := (&tooltest.CallHost{}).Call(ctx, tools["bank_wait"], `{}`)
		ended <- err
	}()
	app.await("waiting")
	cancel()
	if err := <-ended; !errors.Is(err, context.Canceled) {
		t.Errorf("the call ended with %v", err)
	}
	app.await("cancelled")
}

func genkitLoss(t *testing.T, app *genkitApp) {
	_, tools, host := app.open(genkit.Config{URL: app.url})
	_, err := (&tooltest.CallHost{}).Call(t.Context(), tools["bank_exits"], `{}`)
	if _, lost := errors.AsType[*source.LostError](err); !lost || err.Error() != "the Genkit app bank broke the connection to "+app.url+" off" {
		t.Errorf("the call ended with %v", err)
	}
	_, err = (&tooltest.CallHost{}).Call(t.Context(), tools["bank_greet"], `{"name":"Ann"}`)
	if _, lost := errors.AsType[*source.LostError](err); !lost || !strings.HasPrefix(err.Error(), "the Genkit app bank does not run: nothing listens at "+app.url) {
		t.Errorf("the next call ended with %v", err)
	}
	if losses := host.Losses(); len(losses) != 1 {
		t.Errorf("the host was told %v", losses)
	}
}

func genkitInterrupt(t *testing.T, app *genkitApp) {
	_, tools, _ := app.open(genkit.Config{URL: app.url})
	const args = `{"to":"bob","amount":500}`
	const prompt = `transfer of the Genkit app bank stopped to ask before it goes on: {"amount":500,"reason":"large amount"}. A Genkit app can resume a tool only inside its own generate loop, not from here.`
	host := &tooltest.CallHost{Answer: tooltest.Yes(nil)}
	r, err := host.Call(t.Context(), tools["bank_transfer"], args)
	if err != nil || !r.IsError || r.Output != "transfer was approved but has not gone on. A Genkit app can resume a tool only inside its own generate loop, not from here; run a flow or a prompt of the app that uses the tool." {
		t.Errorf("%v, %+v", err, r)
	}
	if got, _ := r.Metadata["interrupt"].(json.RawMessage); string(got) != `{"amount":500,"reason":"large amount"}` {
		t.Errorf("metadata %v", r.Metadata)
	}
	if asked := host.Requests(); len(asked) != 1 || asked[0].Kind != tool.KindApproval || asked[0].Prompt != prompt ||
		!reflect.DeepEqual(asked[0].Data["interrupt"], map[string]any{"amount": 500.0, "reason": "large amount"}) {
		t.Errorf("asked %+v", asked)
	}
	host = &tooltest.CallHost{Answer: tooltest.No}
	if r, err = host.Call(t.Context(), tools["bank_transfer"], args); err != nil || !r.IsError || r.Output != "declined: "+prompt {
		t.Errorf("%v, %+v", err, r)
	}
	if _, err = (&tooltest.CallHost{}).Call(t.Context(), tools["bank_transfer"], args); !errors.Is(err, tool.ErrNobodyToAsk) {
		t.Errorf("with nobody there it ended with %v", err)
	}
	host = &tooltest.CallHost{Answer: tooltest.Yes(nil)}
	if r, err = host.Call(t.Context(), tools["bank_transfer_x"], args); err != nil || !r.IsError || len(host.Requests()) != 1 {
		t.Errorf("%v, %+v", err, r)
	}
}

func genkitProbe(t *testing.T, app *genkitApp) {
	if !genkit.IsRuntime(t.Context(), nil, app.url) || !genkit.IsRuntime(t.Context(), http.DefaultClient, app.url+"/api/actions") {
		t.Error("the app was not recognised")
	}
	http.DefaultClient.CloseIdleConnections()
	for name, handler := range map[string]http.HandlerFunc{
		"ok to everything": func(w http.ResponseWriter, _ *http.Request) { _, _ = w.Write([]byte("OK")) },
		"empty object":     func(w http.ResponseWriter, _ *http.Request) { _, _ = w.Write([]byte("{}")) },
		"another object":   func(w http.ResponseWriter, _ *http.Request) { _, _ = w.Write([]byte(`{"openapi":{}}`)) },
		"not found":        http.NotFound,
	} {
		other := httptest.NewServer(handler)
		if genkit.IsRuntime(t.Context(), other.Client(), other.URL) {
			t.Errorf("a server that says %s was taken for an app", name)
		}
		other.Close()
	}
}

func genkitUnknown(t *testing.T, app *genkitApp) {
	// The app that listens is not the one that the file is of.
	folder := filepath.Join(app.dir, "other", ".genkit", "runtimes")
	if err := os.MkdirAll(folder, 0o700); err != nil {
		t.Fatal(err)
	}
	file, err := json.Marshal(map[string]any{"pid": os.Getpid(), "reflectionServerUrl": app.url})
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(folder, "stale.json"), file, 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(folder, "broken.json"), []byte("{"), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(app.dir, "other", "package.json"), []byte("{}"), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.Remove(filepath.Join(app.dir, "go.mod")); err != nil {
		t.Fatal(err)
	}
	s := genkit.New(genkit.Config{Name: "bank", Dir: filepath.Join(app.dir, "other")})
	defer s.Close()
	_, err = s.Open(t.Context(), &tooltest.Host{})
	if want := "another app than the Genkit app bank listens at " + app.url + " now; its own has ended without taking its file away"; err == nil || err.Error() != want {
		t.Errorf("it opened with %v", err)
	}
}

func genkitRestart(t *testing.T, app *genkitApp, program string) {
	s, tools, _ := app.open(genkit.Config{Dir: app.dir})
	app.stop(syscall.SIGTERM)
	again := startGenkit(t, program)
	if err := os.Rename(filepath.Join(again.dir, ".genkit"), filepath.Join(app.dir, ".genkit.new")); err != nil {
		t.Fatal(err)
	}
	if err := os.RemoveAll(filepath.Join(app.dir, ".genkit")); err != nil {
		t.Fatal(err)
	}
	if err := os.Rename(filepath.Join(app.dir, ".genkit.new"), filepath.Join(app.dir, ".genkit")); err != nil {
		t.Fatal(err)
	}
	if _, err := s.Open(t.Context(), &tooltest.Host{}); err != nil {
		t.Fatal(err)
	}
	// The tool of the first opening works with the second.
	if r, err := (&tooltest.CallHost{}).Call(t.Context(), tools["bank_greet"], `{"name":"Ann"}`); err != nil || r.Output != "hello Ann" {
		t.Errorf("%v, %+v", err, r)
	}
}

func genkitExchange(t *testing.T, app *genkitApp) {
	_, tools, host := app.open(genkit.Config{URL: app.url, Headers: map[string]string{"X-Api-Key": "hunter2hunter2"}})
	if _, err := (&tooltest.CallHost{}).Call(t.Context(), tools["bank_greet"], `{ "name": "Ann" }`); err != nil {
		t.Fatal(err)
	}
	var all strings.Builder
	for _, m := range host.Messages() {
		all.Write(m.Body)
		all.WriteString("\n")
	}
	for _, want := range []string{"GET " + app.url + "/api/actions\n", "X-Api-Key: [redacted]\n", `{"key":"/tool.v2/greet","input":{ "name": "Ann" }}`, `{"result":{"output":"hello Ann"}`} {
		if !strings.Contains(all.String(), want) {
			t.Errorf("the exchange has no %q", want)
		}
	}
	if strings.Contains(all.String(), "hunter2") {
		t.Error("the exchange shows a secret")
	}
}
