package a2a

import (
	"context"
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	protocol "github.com/a2aproject/a2a-go/v2/a2a"

	"toolbench/toolkit/run"
	"toolbench/toolkit/source"
	"toolbench/toolkit/tool"
	"toolbench/toolkit/tooltest"
)

// opened opens a source, which is closed at the end of the test, and gives its
// first tool.
func opened(t *testing.T, config Config) (tool.Tool, *tooltest.Host) {
	t.Helper()
	s, host := New(config), &tooltest.Host{}
	listing, err := s.Open(t.Context(), host)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = s.Close() })
	if len(listing.Tools) == 0 {
		t.Fatalf("no tool is listed: %+v", listing)
	}
	return listing.Tools[0], host
}

func inJSON(v any) string {
	b, err := json.Marshal(v)
	if err != nil {
		return err.Error()
	}
	return string(b)
}

// withoutIDs is a result's JSON without what differs from run to run.
func withoutIDs(r tool.ToolResult) string {
	delete(r.Metadata, metadataTask)
	delete(r.Metadata, metadataContext)
	return inJSON(r)
}

const pixelData = `iVBORw0KGgpub3QgYSB3aG9sZSBwaWN0dXJl`

func TestWhatAnAgentSendsBecomesAResult(t *testing.T) {
	want := map[string]string{
		"text hello": `{"output":"You said: text hello","isError":false,"metadata":{"artifacts":["reply"],"state":"completed"}}`,
		"message":    `{"output":"no task","isError":false}`,
		"image": `{"output":"pixel.png: image (image/png, 27 bytes)\nimage (image/png) at https://example.com/p.png","isError":false,"parts":[` +
			`{"type":"image","mimeType":"image/png","data":"` + pixelData + `","name":"pixel.png"},` +
			`{"type":"image","mimeType":"image/png","url":"https://example.com/p.png"}],"metadata":{"artifacts":["picture"],"state":"completed"}}`,
		"data": `{"output":"{\"celsius\":31.5}","isError":false,"metadata":{"artifacts":["weather"],"state":"completed","structuredContent":{"celsius":31.5}}}`,
		"mixed": `{"output":"# Report\nand more","isError":false,"parts":[{"type":"image","mimeType":"image/png","data":"` + pixelData + `"}],` +
			`"metadata":{"artifacts":["report","more"],"state":"completed","structuredContent":[[1,2],true]}}`,
		"fail":    `{"output":"it broke\nhalf of it","isError":true,"metadata":{"artifacts":["half"],"state":"failed"}}`,
		"reject":  `{"output":"agent Test Agent ended the task as rejected, without a word","isError":true,"metadata":{"state":"rejected"}}`,
		"closing": `{"output":"all said here","isError":false,"metadata":{"state":"completed"}}`,
	}
	for name, way := range ways {
		t.Run(name, func(t *testing.T) {
			a := newAgent()
			one, _ := opened(t, Config{URL: a.serve(t, way.binding, way.streaming), Name: "Test Agent"})
			for task, wanted := range want {
				result, err := new(tooltest.CallHost).Call(t.Context(), one, inJSON(map[string]string{"task": task}))
				if got := withoutIDs(result); err != nil || got != wanted {
					t.Errorf("%s: %v\n got %s\nwant %s", task, err, got, wanted)
				}
			}
			if skill := a.last().Metadata["skill"]; skill != "do it" {
				t.Errorf("the agent was told that the skill is %v", skill)
			}
		})
	}
}

func TestTextComesInChunksAsTheAgentWritesIt(t *testing.T) {
	for name, way := range ways {
		t.Run(name, func(t *testing.T) {
			one, _ := opened(t, Config{URL: newAgent().serve(t, way.binding, way.streaming)})
			host := &tooltest.CallHost{}
			if _, err := host.Call(t.Context(), one, `{"task":"text hello"}`); err != nil {
				t.Fatal(err)
			}
			if got := strings.Join(host.Chunks(), ""); got != "You said: text hello" {
				t.Errorf("chunks %q", host.Chunks())
			}
			if way.streaming && len(host.Chunks()) != 2 {
				t.Errorf("a stream of two pieces came as %q", host.Chunks())
			}
		})
	}
}

func TestAnAgentAsksAsOftenAsItLikes(t *testing.T) {
	for name, way := range ways {
		t.Run(name, func(t *testing.T) {
			one, _ := opened(t, Config{URL: newAgent().serve(t, way.binding, way.streaming)})
			answers := []string{"again", "again", "aisle"}
			host := &tooltest.CallHost{Answer: func(_ context.Context, r tool.Request) (tool.Answer, error) {
				next := answers[0]
				answers = answers[1:]
				return tool.Answer{OK: true, Data: map[string]any{"reply": next}}, nil
			}}
			result, err := host.Call(t.Context(), one, `{"task":"question"}`)
			if err != nil || result.Output != "answered with aisle" {
				t.Fatalf("%s, %v", inJSON(result), err)
			}
			var prompts []string
			for _, r := range host.Requests() {
				prompts = append(prompts, r.Prompt)
			}
			if want := []string{"What else?", "And what else?", "And what else?"}; !slices.Equal(prompts, want) {
				t.Errorf("asked were %q, want %q", prompts, want)
			}
		})
	}
}

func TestASchemaInAQuestionBecomesTheForm(t *testing.T) {
	a := newAgent()
	one, _ := opened(t, Config{URL: a.serve(t, protocol.TransportProtocolJSONRPC, true)})
	host := &tooltest.CallHost{Answer: tooltest.Yes(map[string]any{"seat": "window"})}
	result, err := host.Call(t.Context(), one, `{"task":"input"}`)
	if err != nil || result.Output != "answered with window" {
		t.Fatalf("%s, %v", inJSON(result), err)
	}
	asked := host.Requests()[0]
	if asked.Kind != tool.KindInput || asked.Prompt != "Which seat?" || !strings.Contains(string(asked.Schema()), `"enum":["aisle","window"]`) {
		t.Errorf("asked was %+v", asked)
	}
	if parts := a.last().Parts; len(parts) != 1 || inJSON(parts[0].Data()) != `{"seat":"window"}` {
		t.Errorf("the answer went out as %s", inJSON(parts))
	}
}

func TestADeclinedQuestionCancelsTheTask(t *testing.T) {
	a := newAgent()
	one, _ := opened(t, Config{URL: a.serve(t, protocol.TransportProtocolJSONRPC, true)})
	host := &tooltest.CallHost{Answer: func(context.Context, tool.Request) (tool.Answer, error) {
		return tool.Answer{Reason: tool.ReasonDeclined, Note: "too dear"}, nil
	}}
	result, err := host.Call(t.Context(), one, `{"task":"question"}`)
	<-a.news
	if err != nil || !result.IsError || result.Output != "declined (too dear): What else?" || result.Metadata[metadataTask] == nil {
		t.Errorf("%s, %v", inJSON(result), err)
	}
}

func TestWithNobodyToAskTheTaskIsCancelled(t *testing.T) {
	a := newAgent()
	one, _ := opened(t, Config{URL: a.serve(t, protocol.TransportProtocolJSONRPC, true), Name: "x"})
	outcome := run.Start(t.Context(), one, json.RawMessage(`{"task":"question"}`), run.Options{}).Wait()
	<-a.news
	if outcome.Kind != run.Unanswered || outcome.Request.Prompt != "What else?" || !strings.Contains(outcome.Err.Error(), `agent x asks "What else?"`) {
		t.Errorf("%v: %v", outcome.Kind, outcome.Err)
	}
}

func TestAnAgentThatSeesTheSignInGoesOnByItself(t *testing.T) {
	for name, way := range ways {
		for _, says := range []bool{false, true} {
			t.Run(name, func(t *testing.T) {
				t.Parallel()
				a := newAgent()
				one, _ := opened(t, Config{URL: a.serve(t, way.binding, way.streaming)})
				host := &tooltest.CallHost{Answer: func(ctx context.Context, r tool.Request) (tool.Answer, error) {
					if r.Kind != tool.KindAuthorization || r.URL != "https://example.com/login" {
						t.Errorf("asked was %+v", r)
					}
					if says { // before the agent sees it
						time.AfterFunc(300*time.Millisecond, func() { close(a.signIn) })
						return tool.Answer{OK: true}, nil
					}
					close(a.signIn)
					<-ctx.Done()
					return tool.Answer{}, context.Cause(ctx)
				}}
				result, err := host.Call(t.Context(), one, `{"task":"auth"}`)
				if err != nil || result.Output != "signed in" || len(host.Requests()) != 1 {
					t.Errorf("%s, %v, asked %d times", inJSON(result), err, len(host.Requests()))
				}
			})
		}
	}
}

func TestACancelReachesTheAgent(t *testing.T) {
	for name, way := range ways {
		t.Run(name, func(t *testing.T) {
			a := newAgent()
			one, _ := opened(t, Config{URL: a.serve(t, way.binding, way.streaming), Name: "x"})
			ctx, cancel := context.WithCancel(t.Context())
			host := &tooltest.CallHost{}
			go func() {
				_ = host.AwaitProgress(t.Context(), 1)
				cancel()
			}()
			result, err := host.Call(ctx, one, `{"task":"slow"}`)
			<-a.news
			a.mu.Lock()
			id := string(a.cancelled[0])
			a.mu.Unlock()
			// On a busy machine the agent may be slow to say so.
			said := []string{"task " + id + " was cancelled at agent x", "agent x was told to cancel task " + id + " and has not said that it did"}
			if !errors.Is(err, context.Canceled) || !strings.HasSuffix(err.Error(), "; "+result.Output) || !slices.Contains(said, result.Output) {
				t.Errorf("%s, %v", inJSON(result), err)
			}
		})
	}
}

func TestATaskThatOutlivesTheTimeLimitIsNamedAndCanBeFollowed(t *testing.T) {
	a := newAgent()
	one, _ := opened(t, Config{URL: a.serve(t, protocol.TransportProtocolJSONRPC, true), Name: "x"})
	outcome := run.Start(t.Context(), one, json.RawMessage(`{"task":"long"}`), run.Options{Timeout: time.Second}).Wait()
	id, _ := outcome.Result.Metadata[metadataTask].(string)
	if outcome.Kind != run.TimedOut || id == "" || !strings.Contains(outcome.Result.Output, "task "+id+" lives on at agent x") {
		t.Fatalf("%v: %v, %s", outcome.Kind, outcome.Err, inJSON(outcome.Result))
	}
	if len(a.cancelled) > 0 {
		t.Error("the task was cancelled")
	}
	close(a.signIn)
	result, err := new(tooltest.CallHost).Call(t.Context(), one, inJSON(map[string]string{"task": "", "task_id": id}))
	if err != nil || result.Output != "signed in" || result.Metadata[metadataTask] != id {
		t.Errorf("followed, it ended with %s, %v", inJSON(result), err)
	}
}

func TestClosingTheSourceCancelsItsTasks(t *testing.T) {
	a := newAgent()
	s := New(Config{URL: a.serve(t, protocol.TransportProtocolJSONRPC, true)})
	listing, err := s.Open(t.Context(), &tooltest.Host{})
	if err != nil {
		t.Fatal(err)
	}
	host := &tooltest.CallHost{}
	ended := make(chan error, 1)
	go func() {
		_, err := host.Call(t.Context(), listing.Tools[0], `{"task":"slow"}`)
		ended <- err
	}()
	if err := host.AwaitProgress(t.Context(), 1); err != nil {
		t.Fatal(err)
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	<-a.news
	if _, ok := errors.AsType[*source.LostError](<-ended); !ok {
		t.Error("the call did not end as one of a lost source")
	}
}

func TestFilesGoAlong(t *testing.T) {
	a := newAgent()
	one, _ := opened(t, Config{URL: a.serve(t, protocol.TransportProtocolJSONRPC, true)})
	path := filepath.Join(t.TempDir(), "note.txt")
	if err := os.WriteFile(path, []byte("a note"), 0o600); err != nil {
		t.Fatal(err)
	}
	args := inJSON(map[string]any{"task": "text", "files": []string{path, "https://example.com/a/b.png"}, "context_id": "ctx-1"})
	if result, err := new(tooltest.CallHost).Call(t.Context(), one, args); err != nil || result.IsError {
		t.Fatalf("%s, %v", inJSON(result), err)
	}
	told := a.last()
	want := `[{"text":"text"},{"raw":"YSBub3Rl","filename":"note.txt","mediaType":"text/plain; charset=utf-8"},` +
		`{"url":"https://example.com/a/b.png","filename":"b.png","mediaType":"image/png"}]`
	if got := inJSON(told.Parts); got != want || told.ContextID != "ctx-1" {
		t.Errorf("in context %s the agent was told\n%s, want\n%s", told.ContextID, got, want)
	}
}

func TestBadArgumentsAreNamed(t *testing.T) {
	one, _ := opened(t, Config{URL: newAgent().serve(t, protocol.TransportProtocolJSONRPC, true)})
	folder := t.TempDir()
	for args, want := range map[string]string{
		`{}`:                            `the argument "task" is missing: say what the agent is to do`,
		`{"task":" "}`:                  `the argument "task" is missing: say what the agent is to do`,
		`{"task":7}`:                    `the argument "task" must be a text; given was 7`,
		`{"task":"x","data":[1]}`:       `the argument "data" must be an object; given was [1]`,
		`{"task":"x","files":"a"}`:      `the argument "files" must be a list of texts; given was "a"`,
		`{"task":"x","text":"a"}`:       `there is no argument "text"; there are task, data, files, context_id, task_id`,
		`{"task":"x","files":["/nix"]}`: `the file "/nix" can not be sent: stat /nix: no such file or directory`,
		inJSON(map[string]any{"task": "x", "files": []string{folder}}): inJSON(folder) + ` can not be sent: it is not a file`,
	} {
		result, err := new(tooltest.CallHost).Call(t.Context(), one, args)
		if err != nil || !result.IsError || result.Output != want {
			t.Errorf("%s: %s, %v; want %s", args, inJSON(result), err, want)
		}
	}
}
