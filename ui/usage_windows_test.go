package ui_test

import (
	"syscall"
	"testing"
	"time"
)

// processorTime is how long this process has had a processor so far.
func processorTime(b *testing.B) time.Duration {
	b.Helper()
	process, err := syscall.GetCurrentProcess()
	if err != nil {
		b.Fatal(err)
	}
	var created, ended, kernel, user syscall.Filetime
	if err := syscall.GetProcessTimes(process, &created, &ended, &kernel, &user); err != nil {
		b.Fatal(err)
	}
	return spent(kernel) + spent(user)
}

// spent is a time span, which Windows counts in hundreds of nanoseconds.
func spent(t syscall.Filetime) time.Duration {
	return time.Duration(int64(t.HighDateTime)<<32|int64(t.LowDateTime)) * 100
}
