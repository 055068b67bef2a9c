package cli

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"os"
	"strings"
	"sync"

	"github.com/charmbracelet/x/term"

	"toolbench/toolkit/redact"
	"toolbench/toolkit/trust"
	"toolbench/views/safetext"
)

// Streams are what a command line reads from, writes to, and finds around
// itself. The zero value has no terminal, no input and no environment.
type Streams struct {
	In       io.Reader
	Out, Err io.Writer
	// InTerminal, OutTerminal and ErrTerminal say which of them are terminals.
	InTerminal, OutTerminal, ErrTerminal bool
	// Width is the terminal's width in cells; 0 when there is none.
	Width int
	// Lookup finds environment variables.
	Lookup func(name string) (string, bool)
	// Environ lists them as NAME=VALUE; nil for none.
	Environ func() []string
	// Dir is where relative paths start; empty for the process's own folder.
	Dir string
}

// ProcessStreams are this process's own.
func ProcessStreams() Streams {
	s := Streams{In: os.Stdin, Out: os.Stdout, Err: os.Stderr, Lookup: os.LookupEnv, Environ: os.Environ}
	s.InTerminal = term.IsTerminal(os.Stdin.Fd())
	s.OutTerminal = term.IsTerminal(os.Stdout.Fd())
	s.ErrTerminal = term.IsTerminal(os.Stderr.Fd())
	for _, f := range []*os.File{os.Stderr, os.Stdout} {
		if width, _, err := term.GetSize(f.Fd()); err == nil {
			s.Width = width
		}
	}
	return s
}

// A session is one command line while it runs.
type session struct {
	Streams
	ctx        context.Context
	out        *output  // over Out
	command    []string // what came after --
	hasCommand bool
	verbs      []string
	secrets    redact.Redactor
	input      *bufio.Reader  // over In, made when it is first read
	reading    <-chan read    // a line that is being read; nil for none
	asking     chan struct{}  // full while a person is asked
	attended   sync.WaitGroup // what answers the questions of sources
	store      *trust.Store   // see trusted
	logs       sync.WaitGroup // what prints the sources' logs
}

func newSession(ctx context.Context, streams Streams) *session {
	if streams.Lookup == nil {
		streams.Lookup = func(string) (string, bool) { return "", false }
	}
	if streams.In == nil {
		streams.In = strings.NewReader("")
	}
	if streams.Out == nil {
		streams.Out = io.Discard
	}
	if streams.Err == nil {
		streams.Err = io.Discard
	}
	streams.Err = &console{to: streams.Err}
	return &session{Streams: streams, ctx: ctx, out: newOutput(streams.Out), asking: make(chan struct{}, 1)}
}

// say writes a line for people.
func (s *session) say(format string, args ...any) {
	s.tell("toolbench: " + fmt.Sprintf(format, args...))
}

// tell writes text to stderr without secrets and without anything that could
// drive a terminal. Further lines are indented, so that no text from outside
// can pass for a line of this program's.
func (s *session) tell(text string) {
	// What was printed before stays before it.
	_ = s.out.Flush()
	fmt.Fprintln(s.Err, strings.ReplaceAll(safetext.Block(s.secrets.String(text)), "\n", "\n  "))
}

// asks tells whether a person can be asked.
func (s *session) asks() bool { return s.InTerminal && s.ErrTerminal }

// dumb tells whether the terminal can do no more than print lines.
func (s *session) dumb() bool {
	name, _ := s.Lookup("TERM")
	return name == "dumb"
}
