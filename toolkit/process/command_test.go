//go:build unix

package process

import (
	"bytes"
	"os"
	"os/exec"
	"strings"
	"testing"

	"toolbench/toolkit/tooltest"
)

func shell(script string) []string { return []string{"sh", "-c", script} }

func TestACommandIsGivenWhatItAsksFor(t *testing.T) {
	var out, errors bytes.Buffer
	end, err := Run(t.Context(), Command{
		Words: shell(`cat; echo "$NAME" >&2; exit 3`), Env: []string{"NAME=value"}, Input: []byte("given"), Stdout: &out, Stderr: &errors})
	if err != nil || end != (Ending{ExitCode: 3}) {
		t.Errorf("%+v, %v", end, err)
	}
	if out.String() != "given" || errors.String() != "value\n" {
		t.Errorf("%q and %q", out.String(), errors.String())
	}
}

func TestOneWriterTakesBothOutputsInTheirOrder(t *testing.T) {
	var out bytes.Buffer
	if _, err := Run(t.Context(), Command{Words: shell(`echo 1; echo 2 >&2; echo 3`), Stdout: &out}); err != nil || out.String() != "1\n2\n3\n" {
		t.Errorf("%q, %v", out.String(), err)
	}
}

func TestACommandNeedNotReadItsInput(t *testing.T) {
	var out bytes.Buffer
	end, err := Run(t.Context(), Command{Words: shell("exit 0"), Input: bytes.Repeat([]byte("x"), 10<<20), Stdout: &out})
	if err != nil || end.ExitCode != 0 {
		t.Errorf("%+v, %v", end, err)
	}
}

func TestACommandThatIsNotThereLeavesNothingOpen(t *testing.T) {
	open := func() int {
		entries, err := os.ReadDir("/proc/self/fd")
		if err != nil {
			tooltest.Missing(t, "this system does not tell which files are open: %v", err)
		}
		return len(entries)
	}
	before := open()
	for range 100 {
		if _, err := Run(t.Context(), Command{Words: []string{"no-such-command-anywhere"}, Input: []byte("x"), Stdout: os.Stdout, Stderr: os.Stderr}); err == nil {
			t.Fatal("it was started")
		}
	}
	if after := open(); after > before+10 { // others may come and go
		t.Errorf("%d files are open, %d were", after, before)
	}
}

func TestAProcessExistsUntilItIsGone(t *testing.T) {
	if !Exists(os.Getpid()) || Exists(0) || Exists(-1) {
		t.Error("this process is not told from none")
	}
	cmd := exec.Command("true")
	if err := cmd.Run(); err != nil {
		t.Fatal(err)
	}
	if Exists(cmd.Process.Pid) {
		t.Error("a process that has ended is taken for one that runs")
	}
}

func TestWhyACommandDidNotStartIsSaid(t *testing.T) {
	err := NotStarted("the command x", "", exec.ErrDot)
	if !strings.Contains(err.Error(), "write ./ in front of it") {
		t.Error(err)
	}
}
