//go:build unix

package mcp

import (
	"os/signal"
	"syscall"
)

func ignoreSignals() { signal.Ignore(syscall.SIGTERM, syscall.SIGINT) }

// alive tells whether there is a process of that number.
func alive(pid int) bool { return syscall.Kill(pid, 0) == nil }
