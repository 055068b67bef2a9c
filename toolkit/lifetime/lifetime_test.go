package lifetime_test

import (
	"context"
	"errors"
	"sync"
	"testing"
	"testing/synctest"

	"toolbench/toolkit/lifetime"
)

type session struct {
	calls  sync.WaitGroup
	reason error
}

func (n *session) End(reason error) {
	n.calls.Wait()
	n.reason = reason
}

func open(t *testing.T, s *lifetime.Slot[*session], reason error) *session {
	t.Helper()
	ctx, done := s.Begin(t.Context(), reason)
	defer done()
	if err := ctx.Err(); err != nil {
		t.Error("the opening was given up: ", err)
	}
	n := new(session)
	s.Set(n)
	return n
}

var errAnew, errClosed = errors.New("opened anew"), errors.New("closed")

func TestASessionEndsBeforeTheNextBeginsAndWhenItIsClosed(t *testing.T) {
	var s lifetime.Slot[*session]
	s.Close(errClosed)
	first := open(t, &s, errAnew)
	if first.reason != nil || s.Current() != first {
		t.Errorf("the first one ended with %v", first.reason)
	}
	ctx, done := s.Begin(t.Context(), errAnew)
	if first.reason != errAnew || s.Current() != nil || ctx.Err() != nil {
		t.Errorf("while the second one is opened the first one ended with %v", first.reason)
	}
	done()
	second := open(t, &s, errAnew)
	s.Close(errClosed)
	s.Close(errors.New("closed again"))
	if second.reason != errClosed || s.Current() != nil {
		t.Errorf("the second one ended with %v", second.reason)
	}
}

func TestClosingEndsAnOpeningThatIsUnderWay(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var s lifetime.Slot[*session]
		opening, done := s.Begin(t.Context(), errAnew)
		closed := make(chan struct{})
		go func() { s.Close(errClosed); close(closed) }()
		<-opening.Done()
		if cause := context.Cause(opening); cause != lifetime.ErrClosed {
			t.Errorf("the opening ended with %v", cause)
		}
		select {
		case <-closed:
			t.Error("it was closed while it was being opened")
		default:
		}
		late := new(session)
		s.Set(late) // too late to notice
		done()
		<-closed
		if late.reason != errClosed {
			t.Errorf("what was opened meanwhile ended with %v", late.reason)
		}
		open(t, &s, errAnew)
	})
}

func TestAnOpeningWaitsForTheOneBefore(t *testing.T) {
	var s lifetime.Slot[*session]
	ready := false
	_, done := s.Begin(t.Context(), errAnew)
	begun, ended := make(chan struct{}), make(chan struct{})
	go func() {
		defer close(ended)
		close(begun)
		open(t, &s, errAnew)
		if !ready {
			t.Error("the second opening began in the middle of the first one")
		}
	}()
	<-begun
	ready = true
	done()
	<-ended
}

func TestACallThatJoinedIsWaitedFor(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var s lifetime.Slot[*session]
		open(t, &s, errAnew)
		n := s.Join(func(n *session) { n.calls.Add(1) })
		go s.Close(errClosed)
		synctest.Wait()
		if n.reason != nil || s.Current() != nil {
			t.Errorf("it ended with %v while a call was in flight", n.reason)
		}
		n.calls.Done()
		synctest.Wait()
		if n.reason != errClosed {
			t.Errorf("it ended with %v", n.reason)
		}
	})
}
