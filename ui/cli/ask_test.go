package cli_test

import (
	"bytes"
	"context"
	"os"
	"slices"
	"strings"
	"sync"
	"testing"

	"toolbench/ui/cli"
)

// onTerminal runs a command line as on a terminal where lines are typed.
func onTerminal(ctx context.Context, args []string, typed string) (code int, out, errors string) {
	var stdout, stderr bytes.Buffer
	code = cli.Run(ctx, args, cli.Streams{
		In: strings.NewReader(typed), Out: &stdout, Err: &stderr,
		InTerminal: true, ErrTerminal: true, Width: 60, Lookup: os.LookupEnv,
	})
	return code, stdout.String(), stderr.String()
}

func TestOnATerminalAPersonIsAskedInPlainLines(t *testing.T) {
	questions := `questions:=[{"question":"Which?","options":["red","green"]},{"question":"Several?","options":["x","y","z"],"multiple":true},{"question":"Why?"}]`
	for name, c := range map[string]struct {
		args, typed string
		code        int
		out         string
		shown       []string
	}{
		"approval, yes": {
			"call deploy service=web environment=production --demo", "y\n", 0, "", []string{"deploy asks:", "Allow it? [y/N]"},
		},
		"approval, no by default": {
			"call deploy service=web environment=production --demo", "\n", 1, "declined: ", nil,
		},
		"approval, end of input": {
			"call deploy service=web environment=production --demo", "", 1, "declined: ", nil,
		},
		"authorization": {
			"call calendar day=2026-06-01 --demo", "yes\n", 0, "", []string{"  https://accounts.example.com/", "  host: accounts.example.com", "Done? [y/N]"},
		},
		"questions": {
			"call question " + questions, "2\n1, z\nbecause\ny\n", 0, `["green",["x","z"],"because"]`, []string{"1) red", "Number or text:", "Send it? [y/N]"},
		},
		"questions, not sent": {
			"call question " + questions, "2\n1\nbecause\n\n", 1, "declined: ", nil,
		},
		"a form, asked again until it fits": {
			"call asks -- test-server", "\nAnn\nold\n-1\n41\ny\n", 0, "accept: Ann is 41",
			[]string{"asks of test asks: Who are you?", "name* (text):", "it is needed", "age: ", `Send {"name":"Ann","age":41}? [y/N]`},
		},
		"a form, not sent": {
			"call asks -- test-server", "Ann\n\n\n", 0, "decline: ", nil,
		},
		"arguments that are needed and were not given": {
			"call get-sum b=3 -- test-server", "\ntwo\n2\n", 0, "The sum of 2 and 3 is 5.", []string{"test_get-sum needs", "a* (number", "it is needed", `a: "two" is not`},
		},
		"arguments that are needed and were not given, end of input": {
			"call get-sum b=3 -- test-server", "", 2, "", []string{"was not called: a: is needed; a=VALUE gives it"},
		},
		"arguments that are needed, when another is wrong anyway": {
			"call get-sum b=three -- test-server", "2\n", 2, "", []string{`was not called: b: "three" is not`},
		},
		"--answer comes before asking": {
			"call asks --answer no -- test-server", "Ann\n\ny\n", 0, "decline: ", nil,
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			code, out, shown := onTerminal(t.Context(), strings.Fields(c.args), c.typed)
			if code != c.code || !strings.Contains(out, c.out) {
				t.Errorf("exit code %d, want %d; got %q, want %q\n%s", code, c.code, out, c.out, shown)
			}
			for _, part := range c.shown {
				if !strings.Contains(shown, part) {
					t.Errorf("%q was not shown:\n%s", part, shown)
				}
			}
		})
	}
}

// A watched writer tells when a text was written.
type watched struct {
	mu   sync.Mutex
	all  bytes.Buffer
	want string
	seen chan struct{}
	once sync.Once
}

func (w *watched) Write(b []byte) (int, error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.all.Write(b)
	if strings.Contains(w.all.String(), w.want) {
		w.once.Do(func() { close(w.seen) })
	}
	return len(b), nil
}

func (w *watched) String() string {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.all.String()
}

func TestAnInterruptStopsTheCallAndExitsWith130(t *testing.T) {
	for name, c := range map[string]struct {
		args []string
		at   string
	}{
		"while it runs":                 {[]string{"call", "waits", "--", "test-server"}, "waiting"},
		"while it asks":                 {[]string{"call", "asks", "--", "test-server"}, "name*"},
		"while it asks for an argument": {[]string{"call", "get-sum", "--", "test-server"}, "a*"},
		"while it connects":             {[]string{"--", "test-server", "mute"}, ""},
	} {
		t.Run(name, func(t *testing.T) {
			ctx, interrupt := context.WithCancel(t.Context())
			shown := &watched{want: c.at, seen: make(chan struct{})}
			reads, in, err := os.Pipe()
			if err != nil {
				t.Fatal(err)
			}
			defer reads.Close()
			defer in.Close() // ends the read that the interrupted question left behind
			go func() {
				if c.at != "" {
					<-shown.seen
				}
				interrupt()
			}()
			code := cli.Run(ctx, c.args, cli.Streams{In: reads, Err: shown, InTerminal: true, ErrTerminal: true, Lookup: os.LookupEnv})
			if code != 130 || !strings.Contains(shown.String(), "interrupted") {
				t.Errorf("exit code %d, want 130:\n%s", code, shown)
			}
		})
	}
}

func TestProgressIsOneSafeLineOnATerminal(t *testing.T) {
	code, _, shown := onTerminal(t.Context(), []string{"call", "waits", "--timeout", "500ms", "--", "test-server"}, "")
	if code != 5 {
		t.Errorf("exit code %d, want 5", code)
	}
	if !strings.Contains(shown, "test_waits 1/4 waiting␛[2J\r\x1b[K") {
		t.Errorf("got %q", shown)
	}
}

func TestADumbTerminalIsAskedInTheSameLines(t *testing.T) {
	var out, errors bytes.Buffer
	lookup := func(name string) (string, bool) {
		if name == "TERM" {
			return "dumb", true
		}
		return os.LookupEnv(name)
	}
	code := cli.Run(t.Context(), []string{"call", "asks", "--", "test-server"}, cli.Streams{
		In: strings.NewReader("Ann\n41\ny\n"), Out: &out, Err: &errors, InTerminal: true, ErrTerminal: true, Lookup: lookup,
	})
	if code != 0 || !strings.Contains(out.String(), "accept: Ann is 41") || strings.Contains(errors.String(), "\x1b") {
		t.Errorf("exit code %d: %s%q", code, &out, &errors)
	}
}

func TestLinesOfTheListAreCutToTheTerminal(t *testing.T) {
	var out bytes.Buffer
	code := cli.Run(t.Context(), []string{"list"}, cli.Streams{Out: &out, OutTerminal: true, Width: 40})
	lines := strings.Split(strings.TrimRight(out.String(), "\n"), "\n")
	if code != 0 || len(lines) != 10 {
		t.Fatalf("exit code %d, %d lines", code, len(lines))
	}
	for _, line := range lines {
		if n := len([]rune(line)); n > 40 {
			t.Errorf("%d cells: %s", n, line)
		}
	}
	if !slices.ContainsFunc(lines, func(l string) bool { return strings.HasSuffix(l, "…") }) {
		t.Error("nothing was cut")
	}
}
