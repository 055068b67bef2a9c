//go:build unix

package builtin

import (
	"context"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"

	"toolbench/toolkit/tool"
	"toolbench/toolkit/tooltest"
)

// A tripwire is a named pipe. A command takes hold of its one end with 3>wire
// and says so with echo >&3; the other end tells the test, and also when the
// last process that inherited it is gone.
type tripwire struct {
	path string
	end  *os.File
}

func newTripwire(d desk) *tripwire {
	d.Helper()
	w := &tripwire{path: filepath.Join(d.dir, "wire")}
	if err := syscall.Mkfifo(w.path, 0o666); err != nil {
		tooltest.Missing(d, "this file system has no named pipes: %v", err)
	}
	d.Cleanup(func() {
		if w.end != nil {
			w.end.Close()
		}
	})
	return w
}

// begun blocks until the command has said that it has taken hold.
func (w *tripwire) begun() (err error) {
	if w.end, err = os.Open(w.path); err == nil {
		_, err = io.ReadFull(w.end, make([]byte, len("held\n")))
	}
	return err
}

// allGone blocks until nothing holds the wire any more.
func (w *tripwire) allGone(t *testing.T) {
	t.Helper()
	if _, err := io.ReadAll(w.end); err != nil {
		t.Error(err)
	}
}

// hold is a command that takes hold of the wire and does not end, in a shell
// and two processes below it, one of which does not listen.
const hold = `exec 3>wire; (trap "" TERM; echo held >&3; while :; do sleep 1000; done) & sleep 1000; wait`

func TestTheBuiltinToolsKeepTheContract(t *testing.T) {
	tooltest.Contract(t, func(t *testing.T) tooltest.Case {
		d := newDesk(t, nil)
		w := newTripwire(d)
		return tooltest.Case{
			Source: New(d.options),
			Works: tooltest.Step{Tool: "bash", Arguments: `{"command":"printf done"}`, Check: func(t *testing.T, r tool.ToolResult) {
				if r.Output != "done" {
					t.Errorf("output %q", r.Output)
				}
			}},
			Refuses: tooltest.Step{Tool: "read", Arguments: `{"path":7}`},
			Hangs:   tooltest.Step{Tool: "bash", Arguments: `{"command":"exec 3>wire; echo held >&3; sleep 1000 & sleep 1000"}`},
			Begun:   func(context.Context, *tooltest.CallHost) error { return w.begun() },
			Asks:    tooltest.Step{Tool: "question", Arguments: `{"questions":[{"question":"Go on?","options":["yes","no"]}]}`},
			Answer:  map[string]any{"answers": []any{"yes"}},
		}
	})
}

func TestBashReturnsWhatWasWritten(t *testing.T) {
	t.Parallel()
	d := newDesk(t, map[string]string{"sub/a.txt": "a\n"})
	for _, test := range []struct{ command, workdir, want string }{
		{"echo out; echo err >&2; echo out", "", "out\nerr\nout\n"},
		{"cat a.txt", "sub", "a\n"},
		{"pwd", filepath.Join(d.dir, "sub"), d.dir + "/sub\n"},
		{"true", "", "(no output)"},
		{"cat; echo end", "", "end\n"},
		{`printf 'caf\351'`, "", "caf\uFFFD"},
		{"echo a > >(sleep 0.1; cat)", "", "a\n"},
	} {
		r := d.yields("bash", map[string]any{"command": test.command, "workdir": test.workdir, "description": "Tries it"}, test.want)
		if r.Metadata["exitCode"] != 0 || r.Metadata["shell"] != "bash" || r.Metadata["title"] != "Tries it" || r.Metadata["timedOut"] != nil {
			t.Errorf("metadata: %v", r.Metadata)
		}
	}
}

func TestAFailingCommandIsAnErrorResult(t *testing.T) {
	d := newDesk(t, nil)
	for _, test := range []struct {
		command, want string
		code          int
	}{
		{"echo no; exit 3", "no\n[exit code 3]", 3},
		{"printf no; false", "no\n[exit code 1]", 1},
		{"exit 7", "[exit code 7]", 7},
		{"kill -KILL $$", "[ended by signal: killed]", 137},
	} {
		r := d.call("bash", map[string]any{"command": test.command})
		if !r.IsError || r.Output != test.want || r.Metadata["exitCode"] != test.code {
			t.Errorf("%s: %+v", test.command, r)
		}
	}
	d.refuses("bash", map[string]any{"command": " "}, "the command is empty; give a command line such as ls -l")
	d.refuses("bash", map[string]any{"command": "ls", "workdir": "nowhere"}, "the command was not run, for there is no folder to run it in: nowhere does not exist")
	d.options.Shell = []string{"no-such-shell", "-c"}
	d.refuses("bash", map[string]any{"command": "ls"}, `the shell no-such-shell could not be started: exec: "no-such-shell": executable file not found in $PATH`)
}

func TestTheShellMayBeChosen(t *testing.T) {
	d := newDesk(t, nil)
	d.options.Shell = []string{"sh", "-e", "-c"}
	if r := d.yields("bash", map[string]any{"command": "echo $-"}, d.call("bash", map[string]any{"command": "echo $-"}).Output); !strings.Contains(r.Output, "e") || r.Metadata["shell"] != "sh" {
		t.Errorf("got %+v", r)
	}
}

func TestACommandHasNoTerminal(t *testing.T) {
	d := newDesk(t, nil)
	d.yields("bash", map[string]any{"command": "(: < /dev/tty) 2>/dev/null || echo none"}, "none\n")
}

func TestATimeoutEndsEveryProcess(t *testing.T) {
	t.Parallel()
	d := newDesk(t, nil)
	w := newTripwire(d)
	var err error
	// Opened like this it does not wait for the command, which may be slower
	// than its time-out: then "held" is missing.
	if w.end, err = os.OpenFile(w.path, os.O_RDONLY|syscall.O_NONBLOCK, 0); err != nil {
		t.Fatal(err)
	}
	r := d.call("bash", map[string]any{"command": "echo before; " + hold, "timeout": 1500})
	said, err := io.ReadAll(w.end) // to the end, which is when all are gone
	if err != nil || string(said) != "held\n" {
		t.Errorf("the command said %q (%v)", said, err)
	}
	if !r.IsError || r.Output != "before\n[timed out after 1.5s, and was ended]" || r.Metadata["timedOut"] != true || r.Metadata["killedTree"] != true {
		t.Errorf("got %+v", r)
	}
}

func TestACancelledCallEndsEveryProcess(t *testing.T) {
	t.Parallel()
	d := newDesk(t, nil)
	w := newTripwire(d)
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	ended := make(chan tool.ToolResult, 1)
	go func() {
		r, _ := named(t, Tools(d.options), "bash").Execute(map[string]any{"command": hold}, &tool.ToolContext{Ctx: ctx})
		ended <- r
	}()
	if err := w.begun(); err != nil {
		t.Fatal(err)
	}
	cancel()
	r := <-ended
	w.allGone(t)
	if !r.IsError || r.Output != "[the call was cancelled, and the command was ended]" || r.Metadata["timedOut"] != nil {
		t.Errorf("got %+v", r)
	}
}

func TestWhatIsLeftInTheBackgroundIsEnded(t *testing.T) {
	const note = "[what the command left running in the background was ended]"
	for name, command := range map[string]string{
		"HoldingTheOutput": `exec 3>wire; echo held >&3; sleep 1000 & echo begun`,
		"HoldingNothing":   `exec 3>wire; echo held >&3; sleep 1000 >/dev/null 2>&1 & echo begun`,
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			d := newDesk(t, nil)
			w := newTripwire(d)
			begun := make(chan error, 1)
			go func() { begun <- w.begun() }()
			r := d.yields("bash", map[string]any{"command": command}, "begun\n"+note)
			if err := <-begun; err != nil {
				t.Fatal(err)
			}
			w.allGone(t)
			if r.Metadata["killedTree"] != true {
				t.Errorf("metadata: %v", r.Metadata)
			}
		})
	}
}

func TestAProcessThatGotAwayDoesNotHangTheCall(t *testing.T) {
	t.Parallel()
	if _, err := exec.LookPath("setsid"); err != nil {
		t.Skip("there is no setsid here:", err)
	}
	d := newDesk(t, nil)
	r := d.yields("bash", map[string]any{"command": `setsid sh -c 'echo $$ > pid; mv pid away; exec sleep 1000' & until test -e away; do sleep 0.01; done; echo begun`},
		"begun\n[a process in a session of its own still runs; what else it writes is lost]")
	if r.Metadata["killedTree"] != nil {
		t.Errorf("metadata: %v", r.Metadata)
	}
	b, err := os.ReadFile(filepath.Join(d.dir, "away"))
	if err != nil {
		t.Fatal(err)
	}
	pid, err := strconv.Atoi(strings.TrimSpace(string(b)))
	if err != nil {
		t.Fatal(err)
	}
	if err := syscall.Kill(pid, syscall.SIGKILL); err != nil {
		t.Errorf("it does not run: %v", err)
	}
}

func TestOutputIsStreamedAndCut(t *testing.T) {
	d := newDesk(t, nil)
	host := &tooltest.CallHost{}
	r, err := host.Call(t.Context(), named(t, Tools(d.options), "bash"), `{"command":"echo first; head -c 3000000 /dev/zero | tr '\\0' x; echo; echo last"}`)
	if err != nil || r.IsError {
		t.Fatalf("%v %v", r.IsError, err)
	}
	if !strings.HasPrefix(r.Output, "first\nxxx") || !strings.HasSuffix(r.Output, "xxx\nlast\n") || len(r.Output) > keptOutput+100 {
		t.Errorf("%d bytes", len(r.Output))
	}
	if want := 3000000 + len("first\n\nlast\n") - keptOutput; r.Metadata["bytesLeftOut"] != want {
		t.Errorf("metadata: %v, want %d bytes left out", r.Metadata, want)
	}
	sent := strings.Join(host.Chunks(), "")
	if !strings.HasPrefix(sent, "first\n") || len(sent) > keptOutput+100_000 || !strings.HasSuffix(sent, "\n[more output follows; its end will be in the result]\n") {
		t.Errorf("%d bytes were streamed, ending in %q", len(sent), sent[max(0, len(sent)-80):])
	}
}
