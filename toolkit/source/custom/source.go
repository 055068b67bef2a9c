package custom

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"time"

	"toolbench/toolkit/redact"
	"toolbench/toolkit/source"
)

// mercy is how long commands get to end by themselves when the source is closed.
const mercy = 400 * time.Millisecond

// A Source serves commands as tools. It implements [source.Source].
type Source struct {
	config Config
	hide   *redact.Redactor
	info   source.Info
	limit  int // of what is kept of a command's output, in bytes

	mu      sync.Mutex
	session *session // nil while closed
}

// A session is the time between opening and closing.
type session struct {
	ctx    context.Context
	end    context.CancelFunc
	insist chan struct{} // closed when no command gets any more time
	runs   sync.WaitGroup
}

// Info implements [source.Source].
func (s *Source) Info() source.Info { return s.info }

// Open implements [source.Source]. It looks for the commands, and starts none.
func (s *Source) Open(ctx context.Context, _ source.Host) (source.Listing, error) {
	if err := ctx.Err(); err != nil {
		return source.Listing{}, fmt.Errorf("opening %s: %w", s.subject(), err)
	}
	_ = s.Close()
	n := &session{insist: make(chan struct{})}
	n.ctx, n.end = context.WithCancel(context.Background())
	s.mu.Lock()
	s.session = n
	s.mu.Unlock()
	return s.list(), nil
}

// Close implements [source.Source]. It returns when every command has ended.
func (s *Source) Close() error {
	s.mu.Lock()
	n := s.session
	s.session = nil
	s.mu.Unlock()
	if n != nil {
		n.close()
	}
	return nil
}

func (n *session) close() {
	n.end()
	timer := time.AfterFunc(mercy, func() { close(n.insist) })
	defer timer.Stop()
	n.runs.Wait()
}

// enter begins a command that done ends. The session is nil while closed.
func (s *Source) enter() (n *session, done func()) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.session == nil {
		return nil, nil
	}
	s.session.runs.Add(1)
	return s.session, s.session.runs.Done
}

func (s *Source) lost() error {
	return &source.LostError{Info: s.info, Err: errors.New(s.subject() + " is closed; open it again to call its tools")}
}

// subject is the source as the subject of a sentence.
func (s *Source) subject() string {
	if s.config.Name == "" {
		return "the source of commands"
	}
	return "the source of commands " + s.config.Name
}
