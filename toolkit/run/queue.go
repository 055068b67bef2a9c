package run

import (
	"context"
	"sync"
)

// A queue holds the events that nobody has read yet.
type queue struct {
	mu     sync.Mutex
	events []Event
	closed bool
	more   chan struct{} // closed when there is something to read; nil while nobody waits
}

func (q *queue) push(e Event) {
	q.mu.Lock()
	defer q.mu.Unlock()
	if q.closed {
		return
	}
	if _, ok := e.(Progressed); ok && len(q.events) > 0 {
		if _, ok := q.events[len(q.events)-1].(Progressed); ok {
			q.events[len(q.events)-1] = e
			return
		}
	}
	q.add(e)
}

// close adds the last event.
func (q *queue) close(last Event) {
	q.mu.Lock()
	defer q.mu.Unlock()
	q.add(last)
	q.closed = true
}

func (q *queue) add(e Event) {
	q.events = append(q.events, e)
	if q.more != nil {
		close(q.more)
		q.more = nil
	}
}

// take is all that is there; wait is closed when there is more, and nil when
// there will be none.
func (q *queue) take() (events []Event, wait <-chan struct{}) {
	q.mu.Lock()
	defer q.mu.Unlock()
	events, q.events = q.events, nil
	if len(events) > 0 || q.closed {
		return events, nil
	}
	if q.more == nil {
		q.more = make(chan struct{})
	}
	return nil, q.more
}

// Next blocks until something has happened and returns all of it, in order. It
// returns nil after [Finished] was read, and when ctx ends first. Events go to
// one reader: use either Next or [Run.Events].
func (r *Run) Next(ctx context.Context) []Event {
	for {
		events, wait := r.queue.take()
		if wait == nil {
			return events
		}
		select {
		case <-wait:
		case <-ctx.Done():
			return nil
		}
	}
}

// Events yields what happens, in order, and is closed after [Finished]. Whoever
// calls it reads to the end.
func (r *Run) Events() <-chan Event {
	ch := make(chan Event)
	go func() {
		defer close(ch)
		for {
			events := r.Next(context.Background())
			if events == nil {
				return
			}
			for _, e := range events {
				ch <- e
			}
		}
	}()
	return ch
}
