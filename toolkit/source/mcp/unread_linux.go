package mcp

import (
	"syscall"

	"golang.org/x/sys/unix"
)

// unread implements [wire]: what was written may still be in the pipe.
func (p *process) unread() bool {
	if len(p.outbox) > 0 {
		return true
	}
	file, ok := p.stdin.(syscall.Conn)
	if !ok {
		return false
	}
	conn, err := file.SyscallConn()
	if err != nil {
		return false
	}
	waiting := 0
	_ = conn.Control(func(fd uintptr) { waiting, _ = unix.IoctlGetInt(int(fd), unix.TIOCINQ) })
	return waiting > 0
}
