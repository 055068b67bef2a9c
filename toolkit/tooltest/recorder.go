package tooltest

import (
	"context"
	"sync"
)

// A recorder keeps what happened, and wakes whoever waits for more. The zero
// value is ready.
type recorder struct {
	mu   sync.Mutex
	news chan struct{} // closed at the next event; nil when nobody waits
}

// record makes an event happen.
func (r *recorder) record(event func()) {
	r.mu.Lock()
	defer r.mu.Unlock()
	event()
	if r.news != nil {
		close(r.news)
		r.news = nil
	}
}

// await blocks until met, which is asked after every event, or ctx ends.
func (r *recorder) await(ctx context.Context, met func() bool) error {
	for {
		r.mu.Lock()
		if met() {
			r.mu.Unlock()
			return nil
		}
		if r.news == nil {
			r.news = make(chan struct{})
		}
		news := r.news
		r.mu.Unlock()
		select {
		case <-news:
		case <-ctx.Done():
			return ctx.Err()
		}
	}
}
