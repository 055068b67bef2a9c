package process

import "os"

// Exists tells whether a process with this number is there and may be looked at.
func Exists(pid int) bool {
	if pid <= 0 {
		return false
	}
	p, err := os.FindProcess(pid) // opens it, on this system
	if err != nil {
		return false
	}
	_ = p.Release()
	return true
}
