package toolkit

import "context"

// hear notes that the log or the exchange has got something. The lock is held.
func (e *entry) hear() {
	e.heard++
	if e.hearing != nil {
		close(e.hearing)
		e.hearing = nil
	}
}

// Heard waits until a source's log or exchange has got more than version, which
// starts at 0, and returns how much it has got by then. It returns false when ctx
// ends first, or when there is no such source.
func (tk *Toolkit) Heard(ctx context.Context, id string, version uint64) (uint64, bool) {
	for {
		tk.mu.Lock()
		e := tk.entry(id)
		if e == nil || tk.closed {
			tk.mu.Unlock()
			return version, false
		}
		if e.hearing == nil {
			e.hearing = make(chan struct{})
		}
		heard, more := e.heard, e.hearing
		tk.mu.Unlock()
		if heard > version {
			return heard, true
		}
		select {
		case <-more:
		case <-ctx.Done():
			return version, false
		}
	}
}
