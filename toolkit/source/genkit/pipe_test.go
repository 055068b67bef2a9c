//go:build unix

package genkit

import (
	"os"
	"path/filepath"
	"syscall"
	"testing"

	"toolbench/toolkit/tooltest"
)

func TestANamedPipeIsNoRuntime(t *testing.T) {
	dir := t.TempDir()
	folder := filepath.Join(dir, ".genkit", "runtimes")
	if err := os.MkdirAll(folder, 0o700); err != nil {
		t.Fatal(err)
	}
	if err := syscall.Mkfifo(filepath.Join(folder, "1.json"), 0o600); err != nil {
		tooltest.Missing(t, "this file system has no named pipes: %v", err)
	}
	if running, err := Runtimes(dir); err != nil || len(running) != 0 {
		t.Errorf("%+v, %v", running, err)
	}
}
