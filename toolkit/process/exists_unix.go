//go:build unix

package process

import (
	"errors"
	"syscall"
)

// Exists tells whether a process with this number is there, whoever runs it.
func Exists(pid int) bool {
	if pid <= 0 {
		return false
	}
	err := syscall.Kill(pid, 0)
	return err == nil || errors.Is(err, syscall.EPERM)
}
