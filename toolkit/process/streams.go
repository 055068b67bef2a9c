package process

import (
	"io"
	"os"
	"os/exec"
	"sync"
)

// streams are the pipes between a command and this process. They are our own
// and not os/exec's, whose Wait would stay until every process that inherited
// one has ended.
type streams struct {
	theirs  []*os.File
	input   *os.File
	outputs []*os.File      // the reading ends
	drained <-chan struct{} // closed when the outputs were read to their ends
}

// connect gives the command its pipes. What it returns has to be closed, also
// beside an error.
func connect(cmd *exec.Cmd, c Command) (*streams, error) {
	s := new(streams)
	if c.Input != nil {
		read, write, err := os.Pipe()
		if err != nil {
			return s, err
		}
		cmd.Stdin, s.input = read, write
		s.theirs = append(s.theirs, read)
	}
	out, err := s.output()
	if err != nil {
		return s, err
	}
	cmd.Stdout, cmd.Stderr = out, out
	if c.Stderr == nil {
		return s, nil
	}
	cmd.Stderr, err = s.output()
	return s, err
}

func (s *streams) output() (theirs *os.File, err error) {
	read, write, err := os.Pipe()
	if err != nil {
		return nil, err
	}
	s.outputs = append(s.outputs, read)
	s.theirs = append(s.theirs, write)
	return write, nil
}

// handOver closes the ends that belong to the command.
func (s *streams) handOver() {
	for _, f := range s.theirs {
		_ = f.Close()
	}
}

// flow starts what goes through the pipes.
func (s *streams) flow(c Command) {
	if s.input != nil {
		go func() {
			_, _ = s.input.Write(c.Input) // a command need not read it all
			_ = s.input.Close()
		}()
	}
	var reading sync.WaitGroup
	to := []io.Writer{c.Stdout, c.Stderr}
	for i, from := range s.outputs {
		reading.Go(func() { _, _ = io.Copy(to[i], from) })
	}
	drained := make(chan struct{})
	s.drained = drained
	go func() {
		reading.Wait()
		close(drained)
	}()
}

// close ends whatever still goes through the pipes.
func (s *streams) close() {
	if s.input != nil {
		_ = s.input.Close()
	}
	for _, f := range s.outputs {
		_ = f.Close()
	}
}
