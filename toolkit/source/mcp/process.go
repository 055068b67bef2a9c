package mcp

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"io"
	"os"
	"os/exec"
	"strings"
	"sync"
	"time"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
)

const (
	// afterInput is what a process gets to go by itself once its standard
	// input is closed. Servers that do, do it faster; those that wait for a
	// signal should not hold up a program that wants to end.
	afterInput = 100 * time.Millisecond
	// afterSignal is what it gets after SIGTERM.
	afterSignal = 400 * time.Millisecond
	// afterExit is how long its output is read on when it has gone, in case
	// that a child of its own keeps the streams open.
	afterExit = 100 * time.Millisecond
	// lastReads is how often more is read after that, when the reader was
	// held up. What a pipe can hold takes a few.
	lastReads = 16
	// maxLogged is how much of a line goes into the log.
	maxLogged = 8 << 10
	// maxStrayed is how much of what is not the protocol's an error quotes.
	maxStrayed = 300
)

// A process is a server that was started as a process of its own. It is a wire.
type process struct {
	tap     *tap
	cmd     *exec.Cmd
	stdin   io.WriteCloser
	stdout  *os.File
	stderr  *os.File
	lines   *lines
	batch   []frame // of messages that came in one line
	strays  scattered
	outbox  chan []byte
	closing chan struct{}
	once    sync.Once
	exited  chan struct{}  // closed when the process has gone
	others  sync.WaitGroup // its goroutines but for the reader of stdout

	mu      sync.Mutex
	last    string // line of stderr that tells something
	strayed string // the end of what came on stdout and is not the protocol's
}

func startProcess(c *Config, t *tap) (*process, error) {
	cmd := exec.Command(c.Command, c.Args...)
	cmd.Dir = c.Dir
	cmd.Env = os.Environ()
	for name, value := range c.Env {
		cmd.Env = append(cmd.Env, name+"="+value)
	}
	ownGroup(cmd)
	p := &process{
		tap: t, cmd: cmd,
		outbox:  make(chan []byte, 16),
		closing: make(chan struct{}),
		exited:  make(chan struct{}),
	}
	if err := p.start(); err != nil {
		return nil, startError(c, t.subject, err)
	}
	p.lines = newLines(&output{File: p.stdout}, t.limit)
	p.others.Go(p.watch)
	p.others.Go(p.log)
	p.others.Go(p.send)
	return p, nil
}

func (p *process) start() (err error) {
	var ends []*os.File // the child's
	defer func() {
		for _, end := range ends {
			_ = end.Close()
		}
		if err != nil {
			closeAll(p.stdin, p.stdout, p.stderr)
		}
	}()
	if p.stdin, err = p.cmd.StdinPipe(); err != nil {
		return err
	}
	pipe := func() (ours *os.File, err error) {
		ours, theirs, err := os.Pipe()
		if err == nil {
			ends = append(ends, theirs)
		}
		return ours, err
	}
	if p.stdout, err = pipe(); err != nil {
		return err
	}
	if p.stderr, err = pipe(); err != nil {
		return err
	}
	p.cmd.Stdout, p.cmd.Stderr = ends[0], ends[1]
	return p.cmd.Start()
}

func closeAll(files ...io.Closer) {
	for _, file := range files {
		if f, ok := file.(*os.File); file != nil && (!ok || f != nil) {
			_ = file.Close()
		}
	}
}

// watch waits for the process to go, and sees to it that reading ends then.
func (p *process) watch() {
	_ = p.cmd.Wait() // its outcome is in ProcessState
	killGroup(p.cmd) // what it may have left behind
	end := time.Now().Add(afterExit)
	_ = p.stdout.SetReadDeadline(end)
	_ = p.stderr.SetReadDeadline(end)
	close(p.exited)
}

// An output is a stream of a process that may have gone. A deadline that has
// passed keeps even what is there from being read: it is put off for that.
type output struct {
	*os.File
	late int
}

// Read implements [io.Reader].
func (o *output) Read(b []byte) (int, error) {
	n, err := o.File.Read(b)
	if errors.Is(err, os.ErrDeadlineExceeded) && o.late < lastReads {
		o.late++
		_ = o.SetReadDeadline(time.Now().Add(afterExit / 10))
		n, err = o.File.Read(b)
	}
	return n, err
}

// log hands on what the process writes to stderr.
func (p *process) log() {
	in := newLines(&output{File: p.stderr}, maxLogged)
	in.indented = true
	for {
		f, err := in.next()
		if err != nil {
			return
		}
		line := string(bytes.ToValidUTF8(f.raw, nil))
		if tells(line) {
			p.mu.Lock()
			p.last = line
			p.mu.Unlock()
		}
		p.tap.log("info", line)
	}
}

// tells is false for the lines of stderr that say nothing about why a process
// ended: stack frames, which are indented, and what Node writes below them.
func tells(line string) bool {
	return strings.TrimSpace(line) != "" && line[0] != ' ' && line[0] != '\t' && line != "}" && !strings.HasPrefix(line, "Node.js v")
}

// send writes what goes out, so that a server that does not read holds up
// nobody. On closing it writes what is left and closes the stream.
func (p *process) send() {
	defer func() { _ = p.stdin.Close() }()
	for {
		select {
		case raw := <-p.outbox:
			if _, err := p.stdin.Write(raw); err != nil {
				return
			}
		case <-p.exited:
			return
		case <-p.closing:
			select {
			case raw := <-p.outbox:
				_, _ = p.stdin.Write(raw)
			default:
				return
			}
		}
	}
}

func (p *process) write(ctx context.Context, _ jsonrpc.Message, raw []byte) error {
	select {
	case p.outbox <- append(raw, '\n'):
		return nil
	case <-ctx.Done():
		return ctx.Err()
	case <-p.closing:
		return io.ErrClosedPipe
	case <-p.exited:
		return p.exit()
	}
}

// read returns the next message on stdout. What is no message goes to the log.
func (p *process) read() (frame, error) {
	for {
		if len(p.batch) > 0 {
			f := p.batch[0]
			p.batch = p.batch[1:]
			return f, nil
		}
		f, err := p.lines.next()
		if err != nil {
			return frame{}, p.exit()
		}
		if f.size > len(f.raw) {
			return f, nil
		}
		line := f.raw
		if f.raw = p.protocol(line); f.raw != nil {
			f.size, p.strays = len(f.raw), scattered{}
			return f, nil
		}
		if len(p.batch) > 0 {
			continue
		}
		if whole := p.strays.add(line, p.tap.limit); whole != nil {
			return frame{raw: whole, size: len(whole), scattered: true}, nil
		}
	}
}

// protocol is the part of a line that is a message, or nil.
func (p *process) protocol(line []byte) []byte {
	start := 0
	switch {
	case line[0] == '[' && p.unpack(line):
		return nil
	case line[0] != '{':
		start = bytes.Index(line, []byte(`{"jsonrpc"`)) // behind a text without a line end
	case !bytes.Contains(line, []byte(`"jsonrpc"`)):
		start = -1
	}
	if start < 0 {
		p.stray(line)
		return nil
	}
	if start > 0 {
		p.stray(line[:start])
	}
	return line[start:]
}

// unpack takes a batch apart, as protocol version 2025-03-26 allows it.
func (p *process) unpack(line []byte) bool {
	var batch []json.RawMessage
	if parse(line, &batch) != nil || len(batch) == 0 || !bytes.Contains(line, []byte(`"jsonrpc"`)) {
		return false
	}
	for _, raw := range batch {
		p.batch = append(p.batch, frame{raw: raw, size: len(raw)})
	}
	return true
}

func (p *process) stray(line []byte) {
	p.mu.Lock()
	p.strayed = strings.TrimSpace(p.strayed + " " + excerpt(line))
	p.strayed = strings.ToValidUTF8(p.strayed[max(0, len(p.strayed)-maxStrayed):], "")
	p.mu.Unlock()
	p.tap.warn("a line on stdout that is not the protocol's: %s", bytes.ToValidUTF8(line[:min(len(line), maxLogged)], nil))
}

// exit waits for the process to have gone, or gives up soon, and says how it went.
func (p *process) exit() error {
	select {
	case <-p.exited:
	case <-p.closing:
		return io.EOF
	case <-time.After(2 * afterExit):
		return &exitError{subject: p.tap.subject, how: "closed its standard output"}
	}
	p.others.Wait()
	return &exitError{subject: p.tap.subject, how: howItWent(p.cmd.ProcessState), last: p.lastLine()}
}

// lastStray is the end of what the process wrote to stdout for another reader.
func (p *process) lastStray() string {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.strayed
}

func (p *process) lastLine() string {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.last
}

// close makes reading end. The process itself is ended by stop.
func (p *process) close() { p.once.Do(func() { close(p.closing) }) }

// stop ends the process and all that belongs to it: its standard input is
// closed, then it is signalled, then killed. It returns as soon as it has gone.
func (p *process) stop(afterInput, afterSignal time.Duration) {
	p.close()
	if !p.gone(afterInput) {
		terminateGroup(p.cmd)
		if !p.gone(afterSignal) {
			killGroup(p.cmd)
			<-p.exited
		}
	}
	closeAll(p.stdout, p.stderr)
	p.others.Wait()
}

func (p *process) gone(within time.Duration) bool {
	timer := time.NewTimer(within)
	defer timer.Stop()
	select {
	case <-p.exited:
		return true
	case <-timer.C:
		return false
	}
}
