package builtin

import (
	"context"
	"io"
	"os"
	"os/exec"
	"time"
)

const (
	// patience is how long the output of an ended command may go on. Process
	// substitutions are the reason: the shell does not wait for them.
	patience = time.Second
	// moment is how long the last processes of a command that has ended get to
	// end too.
	moment = 100 * time.Millisecond
)

// An ending is how a command ended.
type ending struct {
	exitCode int
	// signal is what ended the command, when a signal did that nobody here sent.
	signal string
	// stopped says that the context ended first.
	stopped bool
	// timedOut says that it did so because the command's own time was up.
	timedOut bool
	// killedTree says that processes were left over, and ended.
	killedTree bool
	// escaped says that a process got out of reach and still has the output.
	escaped bool
}

// runCommand runs argv in dir until it ends or ctx does, and copies what it
// writes to out. Nothing that it started is left, except what it moved into a
// session of its own.
func runCommand(ctx context.Context, argv []string, dir string, out io.Writer) (ending, error) {
	cmd := exec.Command(argv[0], argv[1:]...)
	cmd.Dir = dir
	apart(cmd)
	// One pipe for both keeps the order. It is ours and not os/exec's, whose
	// Wait would stay until every process that inherited it has ended.
	read, write, err := os.Pipe()
	if err != nil {
		return ending{}, err
	}
	defer read.Close()
	cmd.Stdout, cmd.Stderr = write, write
	err = cmd.Start()
	write.Close()
	if err != nil {
		return ending{}, err
	}
	exited, drained := make(chan struct{}), make(chan struct{})
	go func() {
		defer close(exited)
		_ = cmd.Wait() // ProcessState says it all
	}()
	go func() {
		defer close(drained)
		_, _ = io.Copy(out, read)
	}()
	var end ending
	select {
	case <-exited:
		await(drained, patience)
		end.killedTree = endTree(cmd.Process, exited, moment)
	case <-ctx.Done():
		end.stopped = true
		end.killedTree = endTree(cmd.Process, exited, 0)
	}
	if !await(drained, patience) {
		end.escaped = true
		read.Close()
		await(drained, patience)
	}
	if !await(exited, patience) {
		end.exitCode = -1 // it runs as somebody else, or the system holds it
		return end, nil
	}
	end.exitCode, end.signal = outcome(cmd.ProcessState)
	return end, nil
}

// await tells whether done was closed before the time was up.
func await(done <-chan struct{}, limit time.Duration) bool {
	select {
	case <-done:
		return true
	case <-time.After(limit):
		return false
	}
}
