package mcp

import (
	"io"
	"os"
	"testing"
)

func TestWhatAProcessHasNotReadIsKnown(t *testing.T) {
	theirs, ours, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	defer closeAll(theirs, ours)
	p := &process{stdin: ours, outbox: make(chan []byte, 1)}
	if p.unread() {
		t.Error("something is unread before anything was written")
	}
	p.outbox <- []byte("{}\n")
	if !p.unread() {
		t.Error("what is still to be written is taken for read")
	}
	_, _ = ours.Write(<-p.outbox)
	if !p.unread() {
		t.Error("what is in the pipe is taken for read")
	}
	if _, err := io.ReadFull(theirs, make([]byte, 3)); err != nil || p.unread() {
		t.Errorf("what was read (%v) is taken for unread", err)
	}
}
