package custom

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"time"

	"toolbench/toolkit/lifetime"
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

	sessions lifetime.Slot[*session]
}

// A session is the time between opening and closing.
type session struct {
	ctx    context.Context
	cancel context.CancelFunc
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
	_, done := s.sessions.Begin(ctx, s.lost())
	defer done()
	n := &session{insist: make(chan struct{})}
	n.ctx, n.cancel = context.WithCancel(context.Background())
	s.sessions.Set(n)
	return s.list(), nil
}

// Close implements [source.Source]. It returns when every command has ended.
func (s *Source) Close() error {
	s.sessions.Close(s.lost())
	return nil
}

// End implements [lifetime.Session].
func (n *session) End(error) {
	n.cancel()
	timer := time.AfterFunc(mercy, func() { close(n.insist) })
	defer timer.Stop()
	n.runs.Wait()
}

// begin counts a command as running.
func (n *session) begin() { n.runs.Add(1) }

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
