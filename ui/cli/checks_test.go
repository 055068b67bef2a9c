package cli_test

import (
	"errors"
	"os/exec"
	"strconv"
	"strings"
	"unicode"

	"github.com/rogpeppe/go-internal/testscript"
)

// code runs a program and compares its exit code: code 2 toolbench list.
func code(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) < 2 {
		ts.Fatalf("usage: code N program argument…")
	}
	want, err := strconv.Atoi(args[0])
	ts.Check(err)
	got := 0
	var exited *exec.ExitError
	if err := ts.Exec(args[1], args[2:]...); errors.As(err, &exited) {
		got = exited.ExitCode()
	} else if err != nil {
		ts.Fatalf("%s: %v", args[1], err)
	}
	if got != want {
		ts.Fatalf("exit code %d, want %d", got, want)
	}
}

// inert checks that files (stdout and stderr too) hold nothing that could drive
// a terminal.
func inert(ts *testscript.TestScript, _ bool, names []string) {
	for _, name := range names {
		for _, r := range ts.ReadFile(name) {
			bidi := strings.ContainsRune("\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069", r)
			if bidi || unicode.IsControl(r) && r != '\n' && r != '\t' {
				ts.Fatalf("%s holds %U", name, r)
			}
		}
	}
}
