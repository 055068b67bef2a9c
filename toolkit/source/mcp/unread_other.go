//go:build !linux

package mcp

// unread implements [wire]. What is in a pipe can be told from its other end
// only.
func (p *process) unread() bool { return false }
