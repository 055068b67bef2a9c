package cli_test

import (
	"os"
	"os/exec"
	"testing"
)

func TestAProcessWhoseReaderHasGoneEndsByItself(t *testing.T) {
	r, w, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	r.Close()
	defer w.Close()
	cmd := exec.Command("toolbench", "list")
	cmd.Stdout = w
	if err := cmd.Run(); cmd.ProcessState.ExitCode() != 141 {
		t.Errorf("got %v, want the exit code 141 of a process that closed its sources", err)
	}
}
