//go:build unix

package process

import (
	"os"
	"os/exec"
	"syscall"
	"time"
)

// mercy is how long processes that are asked to end get before they have to.
const mercy = 2 * time.Second

// apart gives the command a session of its own: its processes are one group
// that can be signalled together, and without a controlling terminal none of
// them can ask there or draw over the screen.
func apart(cmd *exec.Cmd) { cmd.SysProcAttr = &syscall.SysProcAttr{Setsid: true} }

// endTree ends the processes of p's group, which get a while to end by
// themselves first: it asks, and then insists. It tells whether it had to. The
// group's number can not belong to anybody else while one of its processes is
// there, and is not given out again soon after.
func endTree(p *os.Process, exited, insist <-chan struct{}, while time.Duration) bool {
	if emptied(p.Pid, exited, nil, while) || syscall.Kill(-p.Pid, syscall.SIGTERM) != nil {
		return false
	}
	if !emptied(p.Pid, exited, insist, mercy) {
		_ = syscall.Kill(-p.Pid, syscall.SIGKILL)
	}
	return true
}

// emptied waits for the last process of a group to end, which the system
// reports to nobody, until the time is up or insist is closed.
func emptied(group int, exited, insist <-chan struct{}, limit time.Duration) bool {
	deadline := time.Now().Add(limit)
	tick := time.NewTicker(5 * time.Millisecond)
	defer tick.Stop()
	for {
		select {
		case <-exited:
			if syscall.Kill(-group, 0) != nil || !living(group) {
				return true
			}
		default:
		}
		if !time.Now().Before(deadline) {
			return false
		}
		select {
		case <-tick.C:
		case <-insist:
			return false
		}
	}
}

// outcome is the exit code, as a shell would give it, and the signal that ended
// the process, if one did.
func outcome(s *os.ProcessState) (code int, signal string) {
	if status, ok := s.Sys().(syscall.WaitStatus); ok && status.Signaled() {
		return 128 + int(status.Signal()), status.Signal().String()
	}
	return s.ExitCode(), ""
}
