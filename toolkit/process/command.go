// Package process runs commands so that nothing of them is left: each has a
// process group of its own, which is ended with it, and output that a process
// out of reach keeps open holds up nobody.
package process

import (
	"context"
	"errors"
	"io"
	"os"
	"os/exec"
	"time"
)

const (
	// patience is how long the output of an ended command may go on. Process
	// substitutions are the reason: the shell does not wait for them.
	patience = time.Second
	// impatience is the same for a command that was stopped, of which nobody
	// wants to know more.
	impatience = 300 * time.Millisecond
	// moment is how long the last processes of a command that has ended get to
	// end too.
	moment = 100 * time.Millisecond
)

// A Command is what to run, and with what.
type Command struct {
	// Words are the command and its arguments. No shell reads them.
	Words []string
	// Dir is the folder to run it in; empty is this process's.
	Dir string
	// Env is added to this process's environment, as NAME=value.
	Env []string
	// Input is what the command reads on its standard input; nil is nothing.
	Input []byte
	// Stdout, which must be there, and Stderr take what it writes. A nil Stderr
	// is Stdout too, in the order in which it was written.
	Stdout, Stderr io.Writer
	// Insist, when it is closed, has processes that were asked to end be killed
	// at once, instead of after two seconds. It may be nil.
	Insist <-chan struct{}
}

// An Ending is how a command ended.
type Ending struct {
	// ExitCode is as a shell would give it; -1 when the process could not be
	// ended.
	ExitCode int
	// Signal is what ended the command, when a signal did that nobody here sent.
	Signal string
	// Stopped says that the context ended first.
	Stopped bool
	// KilledTree says that processes were left over, and ended.
	KilledTree bool
	// Escaped says that a process got out of reach and still has the output.
	Escaped bool
}

// Run runs c until it ends or ctx does. Nothing that it started is left then,
// except what it moved into a session of its own. When ctx ends, the processes
// get up to two seconds to end by themselves. An error says why the command
// could not be started.
func Run(ctx context.Context, c Command) (Ending, error) {
	cmd := exec.Command(c.Words[0], c.Words[1:]...)
	cmd.Dir = c.Dir
	if len(c.Env) > 0 {
		cmd.Env = append(os.Environ(), c.Env...)
	}
	apart(cmd)
	s, err := connect(cmd, c)
	if err == nil {
		err = cmd.Start()
	}
	s.handOver()
	if err != nil {
		s.close()
		return Ending{}, err
	}
	exited := make(chan struct{})
	go func() {
		defer close(exited)
		_ = cmd.Wait() // ProcessState says it all
	}()
	s.flow(c)
	defer s.close()
	return s.await(ctx, cmd, exited, c.Insist), nil
}

// await waits for the command's end, and sees to it that nothing is left.
func (s *streams) await(ctx context.Context, cmd *exec.Cmd, exited, insist <-chan struct{}) Ending {
	var end Ending
	limit := patience
	select {
	case <-exited:
		await(s.drained, limit)
		end.KilledTree = endTree(cmd.Process, exited, insist, moment)
	case <-ctx.Done():
		end.Stopped, limit = true, impatience
		end.KilledTree = endTree(cmd.Process, exited, insist, 0)
	}
	if !await(s.drained, limit) {
		end.Escaped = true
		s.close()
		await(s.drained, limit)
	}
	if !await(exited, limit) {
		end.ExitCode = -1 // it runs as somebody else, or the system holds it
		return end
	}
	end.ExitCode, end.Signal = outcome(cmd.ProcessState)
	return end
}

// await tells whether done was closed before the time was up.
func await(done <-chan struct{}, limit time.Duration) bool {
	timer := time.NewTimer(limit)
	defer timer.Stop()
	select {
	case <-done:
		return true
	case <-timer.C:
		return false
	}
}

// NotStarted is a sentence on why a command could not be started, for an error
// of [Run]; subject names the command in it: "the command frob".
func NotStarted(subject, dir string, err error) error {
	if dir != "" {
		if info, statErr := os.Stat(dir); statErr != nil || !info.IsDir() {
			return errors.New(subject + " could not be started, for its folder " + dir + " does not exist or is no folder")
		}
	}
	switch {
	case errors.Is(err, exec.ErrDot):
		return errors.New(subject + " was found in the working folder only, where commands are not looked for; write ./ in front of it to mean that one")
	case errors.Is(err, exec.ErrNotFound):
		return errors.New(subject + " was not found; a name without a slash is looked up in the folders of PATH, any other is a file's path")
	case errors.Is(err, os.ErrNotExist):
		return errors.New(subject + " could not be started: there is no such file, or the interpreter that its first line names is missing")
	case errors.Is(err, os.ErrPermission):
		return errors.New(subject + " could not be started: the file is there but may not be run; chmod +x would allow it")
	}
	return errors.New(subject + " could not be started: " + err.Error())
}
