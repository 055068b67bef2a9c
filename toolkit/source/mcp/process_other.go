//go:build !unix

package mcp

import "os/exec"

func ownGroup(*exec.Cmd) {}

// terminateGroup kills: there is no gentler signal.
func terminateGroup(cmd *exec.Cmd) { _ = cmd.Process.Kill() }

func killGroup(cmd *exec.Cmd) { _ = cmd.Process.Kill() }
