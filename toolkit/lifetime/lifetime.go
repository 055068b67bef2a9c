// Package lifetime is the life of what a source opens: one session at a time,
// and the one before it ended first.
package lifetime

import (
	"context"
	"fmt"
	"sync"
)

// ErrClosed is the cause that the context of an opening has when the source was
// closed meanwhile. It is a [context.Canceled] too.
var ErrClosed = fmt.Errorf("closed: %w", context.Canceled)

// A Session is what a source has while it is open; a pointer, whose zero value
// is no session.
type Session interface {
	comparable
	// End ends the session and its calls, which fail with reason, and returns
	// when nothing of it is left.
	End(reason error)
}

// A Slot holds the session of a source. The zero value is that of a source that
// was not opened. It is safe from any goroutine.
type Slot[S Session] struct {
	opening sync.Mutex // held while a session is opened or ended

	mu      sync.Mutex
	session S
	abort   context.CancelCauseFunc // ends the opening that is under way
}

// Begin begins an opening, which done ends: another one waits until then. It
// ends the session that is there, for a reason. The context it returns is that
// of the opening; it ends also when the source is closed, with [ErrClosed].
func (s *Slot[S]) Begin(ctx context.Context, reason error) (opening context.Context, done func()) {
	s.opening.Lock()
	opening, cancel := context.WithCancelCause(ctx)
	s.end(reason, cancel)
	return opening, func() {
		cancel(nil)
		s.opening.Unlock()
	}
}

// Set makes session the one that is open. An opening that fails does without.
func (s *Slot[S]) Set(session S) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.session = session
}

// Close ends an opening that is under way and the session that is there, for a
// reason.
func (s *Slot[S]) Close(reason error) {
	s.mu.Lock()
	if s.abort != nil {
		s.abort(ErrClosed)
	}
	s.mu.Unlock()
	s.opening.Lock()
	defer s.opening.Unlock()
	s.end(reason, nil)
}

func (s *Slot[S]) end(reason error, abort context.CancelCauseFunc) {
	var none S
	s.mu.Lock()
	session := s.session
	s.session, s.abort = none, abort
	s.mu.Unlock()
	if session != none {
		session.End(reason)
	}
}

// Current is the session that is open, or none.
func (s *Slot[S]) Current() S { return s.Join(func(S) {}) }

// Join is [Slot.Current], after begin was called with it if there is one. What
// begin counts as in flight is counted before the session begins to end.
func (s *Slot[S]) Join(begin func(S)) S {
	s.mu.Lock()
	defer s.mu.Unlock()
	var none S
	if s.session != none {
		begin(s.session)
	}
	return s.session
}
