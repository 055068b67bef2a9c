//go:build !unix

package mcp

import "os"

func ignoreSignals() {}

// alive tells whether there is a process of that number.
func alive(pid int) bool {
	_, err := os.FindProcess(pid)
	return err == nil
}
