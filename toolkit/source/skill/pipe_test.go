//go:build unix

package skill

import (
	"path/filepath"
	"syscall"
	"testing"

	"toolbench/toolkit/tooltest"
)

func TestANamedPipeIsNotOpened(t *testing.T) {
	root := put(t, map[string]string{"fifo/notes.md": ""})
	if err := syscall.Mkfifo(filepath.Join(root, "fifo", fileName), 0o666); err != nil {
		tooltest.Missing(t, "this file system has no named pipes: %v", err)
	}
	_, problems := Discover([]string{root})
	if got, want := reasons(problems), filepath.Join(root, "fifo", fileName)+" is no regular file.\n"; got != want {
		t.Errorf("problems: %s", got)
	}
}
