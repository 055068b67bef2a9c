package process

import (
	"os"
	"os/exec"
	"strconv"
	"syscall"
	"time"
)

const createNoWindow = 0x08000000

// apart keeps the command from this program's console.
func apart(cmd *exec.Cmd) { cmd.SysProcAttr = &syscall.SysProcAttr{CreationFlags: createNoWindow} }

// endTree ends p and the processes below it, when p is still there. Windows
// knows of no gentle way, and of no tree once its root is gone.
func endTree(p *os.Process, exited, _ <-chan struct{}, _ time.Duration) bool {
	select {
	case <-exited:
		return false
	default:
	}
	err := exec.Command("taskkill", "/T", "/F", "/PID", strconv.Itoa(p.Pid)).Run()
	_ = p.Kill()
	return err == nil
}

func outcome(s *os.ProcessState) (code int, signal string) { return s.ExitCode(), "" }
