//go:build unix

package custom

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
	"time"

	"toolbench/toolkit/source"
	"toolbench/toolkit/tool"
	"toolbench/toolkit/tooltest"
)

const textSchema = `{"type":"object","properties":{"text":{"type":"string"}},"required":["text"]}`

func TestCommandsKeepTheContractOfASource(t *testing.T) {
	tooltest.Contract(t, func(t *testing.T) tooltest.Case {
		w := newTripwire(t)
		echo := playing(t, "echo")
		echo.InputSchema = []byte(textSchema)
		return tooltest.Case{
			Source: New(Config{Name: "mine", Commands: []Command{
				echo, onWire(t, w, "hang"),
				{Name: "gone", Command: filepath.Join(t.TempDir(), "gone")},
				{Name: "no command"},
			}}),
			Works: tooltest.Step{Tool: "echo", Arguments: `{"text":"hello"}`, Check: func(t *testing.T, r tool.ToolResult) {
				if r.Output != `{"text":"hello"}` {
					t.Errorf("output %q", r.Output)
				}
			}},
			Refuses: tooltest.Step{Tool: "echo", Arguments: `{"text":1}`},
			Hangs:   tooltest.Step{Tool: "hang"},
			Begun:   func(context.Context, *tooltest.CallHost) error { return w.begun(1) },
			Crashes: tooltest.Step{Tool: "gone"},
		}
	})
}

func TestACommandReadsTheArgumentsAsTheyWereMeant(t *testing.T) {
	const args = `{ "z": 12345678901234567890.10, "a": 1e2, "t": "é\u00e9" }`
	c := playing(t, "echo")
	c.InputSchema = []byte(`{"type":"object"}`)
	if r, _ := call(t, c, args); r.IsError || r.Output != args {
		t.Errorf("the command read %q", r.Output)
	}
}

func TestACommandRunsInItsFolder(t *testing.T) {
	dir, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	r, _ := call(t, playing(t, "folder", func(c *Command) { c.Dir = dir }), `{}`)
	if r.Output != dir {
		t.Errorf("it ran in %q, not in %q", r.Output, dir)
	}
}

func TestAFailureKeepsTheOutputTheStatusAndTheErrors(t *testing.T) {
	r, _ := call(t, playing(t, "fail", func(c *Command) { c.Env["API_TOKEN"] = "hunter2hunter2" }), `{}`)
	if want := "half\n[exit code 3]\nno luck with [redacted]\n"; !r.IsError || r.Output != want {
		t.Errorf("got %q", r.Output)
	}
	if want := map[string]any{"exitCode": 3, "stderr": "no luck with [redacted]\n"}; !reflect.DeepEqual(r.Metadata, want) {
		t.Errorf("metadata %v", r.Metadata)
	}
	r, _ = call(t, playing(t, "die"), `{}`)
	if !r.IsError || r.Output != "[ended by signal: killed]" || r.Metadata["signal"] != "killed" || r.Metadata["exitCode"] != 137 {
		t.Errorf("got %+v", r)
	}
}

func TestTheWordsReachTheCommandWithoutAShell(t *testing.T) {
	c := playing(t, "words", func(c *Command) {
		c.Input, c.Output = InputArgs, OutputJSON
		c.Args = []string{"say", "{text}", "$HOME"}
		c.InputSchema = []byte(`{"type":"object","properties":{"text":{"type":"string"},"loud":{"type":"boolean"}}}`)
	})
	r, host := call(t, c, `{"loud":true,"text":"$(rm -rf x); 'a' \"b\" *\n| c"}`)
	if want := `["say","$(rm -rf x); 'a' \"b\" *\n| c","$HOME","--loud"]`; r.IsError || string(r.Structured()) != want || r.Output != want {
		t.Errorf("got %+v", r)
	}
	if chunks := host.Chunks(); len(chunks) > 0 {
		t.Errorf("JSON was streamed: %q", chunks)
	}
	if r, _ = call(t, c, `{"text":"-x"}`); !r.IsError || !strings.HasPrefix(r.Output, `words: the argument "text" makes the word "-x"`) {
		t.Errorf("got %+v", r)
	}
}

func TestStandardErrorIsLoggedLineByLine(t *testing.T) {
	r, host := call(t, playing(t, "speak", func(c *Command) { c.Env["API_TOKEN"] = "hunter2hunter2" }), `{}`)
	if r.IsError || r.Output != "said" || r.Metadata["exitCode"] != 0 {
		t.Errorf("got %+v", r)
	}
	var lines []string
	for _, e := range host.Logs() {
		lines = append(lines, e.Level+" "+e.Message)
	}
	if got, want := strings.Join(lines, "|"), "info one|info two [redacted]|info three"; got != want {
		t.Errorf("logged %q, want %q", got, want)
	}
	if got := strings.Join(host.Chunks(), ""); got != "said" {
		t.Errorf("streamed %q", got)
	}
}

func TestLongErrorsAreCut(t *testing.T) {
	var logged []string
	e := &errorLines{log: func(_, line string) { logged = append(logged, line) }}
	e.kept.Limit = maxErrors
	long := strings.Repeat("x", 3*maxLine)
	for range maxLogged/maxLine + 5 {
		_, _ = e.Write([]byte(long + "\n"))
	}
	e.finish()
	if len(logged) != maxLogged/maxLine+1 || len(logged[0]) != maxLine || !strings.HasPrefix(logged[len(logged)-1], "more follows") {
		t.Errorf("%d lines, the first of %d bytes, the last %.40q", len(logged), len(logged[0]), logged[len(logged)-1])
	}
	if len(e.String()) > maxErrors+100 {
		t.Errorf("%d bytes are kept", len(e.String()))
	}
}

func TestACancelledCallReturnsAndItsProcessesEnd(t *testing.T) {
	t.Parallel()
	w := newTripwire(t)
	s, tools := opened(t, onWire(t, w, "tree"))
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	ended := make(chan tool.ToolResult, 1)
	go func() {
		r, _ := tools["tree"].Execute(nil, &tool.ToolContext{Ctx: ctx})
		ended <- r
	}()
	if err := w.begun(2); err != nil {
		t.Fatal(err)
	}
	cancel()
	// The child does not listen to SIGTERM: the call does not wait for it.
	if r := <-ended; !r.IsError || r.Output != "[the call was cancelled, and the command is being ended]" {
		t.Errorf("got %+v", r)
	}
	if err := s.Close(); err != nil {
		t.Error(err)
	}
	w.allGone()
}

func TestACommandThatTakesTooLongIsEnded(t *testing.T) {
	w := newTripwire(t)
	c := onWire(t, w, "hang")
	c.Timeout = time.Millisecond
	r, _ := call(t, c, `{}`)
	if !r.IsError || !strings.HasPrefix(r.Output, "[timed out after 1ms, and ") || r.Metadata["timedOut"] != true {
		t.Errorf("got %+v", r)
	}
}

func TestAProcessThatIsLeftBehindDoesNotHangTheCall(t *testing.T) {
	t.Parallel()
	w := newTripwire(t)
	begun := make(chan error, 1)
	go func() { begun <- w.begun(1) }()
	r, _ := call(t, onWire(t, w, "leave"), `{}`)
	if err := <-begun; err != nil {
		t.Fatal(err)
	}
	w.allGone()
	if r.IsError || r.Output != "left\n[what the command left running in the background was ended]" || r.Metadata["killedTree"] != true {
		t.Errorf("got %+v", r)
	}
}

func TestOutputBeyondTheLimitIsLeftOut(t *testing.T) {
	s, tools := opened(t, playing(t, "flood"), playing(t, "flood", func(c *Command) { c.Name, c.Output = "json", OutputJSON }))
	s.limit = 1000
	host := &tooltest.CallHost{}
	r, err := host.Call(t.Context(), tools["flood"], `{}`)
	if err != nil || r.IsError || !strings.Contains(r.Output, "\n[… 99000 bytes left out here …]\n") || len(r.Output) > 1100 {
		t.Errorf("%v, %d bytes, error %t", err, len(r.Output), r.IsError)
	}
	if r.Metadata["bytesLeftOut"] != 99000 {
		t.Errorf("metadata %v", r.Metadata)
	}
	r, err = host.Call(t.Context(), tools["json"], `{}`)
	if err != nil || !r.IsError || !strings.HasPrefix(r.Output, "the command wrote more than the") {
		t.Errorf("%v, %+v", err, r)
	}
}

func TestWhyACommandCanNotBeStartedIsSaid(t *testing.T) {
	dir := t.TempDir()
	plain := filepath.Join(dir, "plain")
	if err := os.WriteFile(plain, []byte("#!/bin/sh\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, test := range []struct{ command, dir, want string }{
		{"no-such-command-anywhere", "", "the command no-such-command-anywhere was not found; a name without a slash is looked up in the folders of PATH, any other is a file's path"},
		{filepath.Join(dir, "none"), "", "the command " + dir + "/none could not be started: there is no such file, or the interpreter that its first line names is missing"},
		{plain, "", "the command " + plain + " could not be started: the file is there but may not be run; chmod +x would allow it"},
		{plain, filepath.Join(dir, "nowhere"), "the command " + plain + " could not be started, for its folder " + dir + "/nowhere does not exist or is no folder"},
	} {
		_, tools := opened(t, Command{Name: "c", Command: test.command, Dir: test.dir})
		_, err := tools["c"].Execute(nil, nil)
		if err == nil || err.Error() != test.want {
			t.Errorf("the error is %v\nwant %s", err, test.want)
		}
		if problem := tools["c"].Details.Problem; problem != test.want {
			t.Errorf("the listing says %q", problem)
		}
	}
}

func TestWhatIsNoCommandIsAProblemOfTheListing(t *testing.T) {
	s := New(Config{Commands: []Command{
		{},
		{Name: "a"},
		{Name: "b", Command: "true", Input: "xml"},
		{Name: "c", Command: "true", Output: "xml"},
		{Name: "d", Command: "true", InputSchema: []byte(`[]`)},
		{Name: "e", Command: "true", OutputSchema: []byte(`{`)},
		{Name: "f", Command: "true"},
		{Name: "f", Command: "true"},
	}})
	defer s.Close()
	listing, err := s.Open(t.Context(), &tooltest.Host{})
	if err != nil || len(listing.Tools) != 1 {
		t.Errorf("%v, %d tools", err, len(listing.Tools))
	}
	var got []string
	for _, p := range listing.Problems {
		got = append(got, p.Name+": "+p.Reason)
	}
	want := []string{
		"command 1: the command has no name; a name of letters, digits, _ and - would do",
		"a: there is no command to run; a program's path, or its name in a folder of PATH, would do",
		`b: its input is "xml"; "json" and "args" are known`,
		`c: its output is "xml"; "text", "json" and "mime" are known`,
		`d: its input schema is not a JSON object; {"type":"object","properties":{}} would be one of no arguments`,
		"e: its output schema is not JSON",
		"f: another command of this source has the name f already",
	}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("got\n%s", strings.Join(got, "\n"))
	}
}

func TestASourceOfCommandsShowsNoSecret(t *testing.T) {
	s := New(Config{Name: "mine", Origin: "test", Secrets: []string{"s3cret-value"}, Commands: []Command{
		{Name: "a", Command: "frob", Args: []string{"--api-key", "hunter2hunter2", "a b", "s3cret-value"}},
		{Name: "b", Command: "/missing/s3cret-value"},
	}})
	want := source.Info{Kind: tool.SourceCustom, Name: "mine", Origin: "test", Target: "frob --api-key '[redacted]' 'a b' '[redacted]'; '/missing/[redacted]'"}
	if got := s.Info(); got != want {
		t.Errorf("got %+v", got)
	}
	listing, err := s.Open(t.Context(), &tooltest.Host{})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := listing.Tools[1].Execute(nil, nil); err == nil || strings.Contains(err.Error(), "s3cret") {
		t.Errorf("the error is %v", err)
	}
	_ = s.Close()
	_, err = listing.Tools[0].Execute(nil, nil)
	if lost, ok := errors.AsType[*source.LostError](err); !ok || lost.Error() != "the source of commands mine is closed; open it again to call its tools" {
		t.Errorf("the error is %v", err)
	}
}
