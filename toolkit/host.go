package toolkit

import (
	"context"
	"errors"
	"time"

	"toolbench/toolkit/source"
	"toolbench/toolkit/tool"
)

// host is what one opening of a source reports to.
type host struct {
	tk         *Toolkit
	entry      *entry
	generation uint64
	changed    bool // it reported a listing, which is newer than that of the opening
}

// update changes the entry, unless it has been opened anew or closed since.
func (h *host) update(change func(*entry)) {
	h.tk.mu.Lock()
	defer h.tk.mu.Unlock()
	if h.entry.generation == h.generation && !h.tk.closed {
		change(h.entry)
	}
}

func (h *host) opened(l source.Listing) {
	h.update(func(e *entry) {
		if e.status.State == source.Connecting { // not lost since
			e.become(source.Connected, "")
		}
		if !h.changed {
			h.tk.list(e, l)
		}
		h.tk.change()
	})
}

// replaced puts the sources that this one turned out to be in its place.
func (h *host) replaced(by []source.Source) {
	h.update(func(e *entry) {
		if err := h.tk.replace(e, by); err != nil {
			e.become(source.Failed, err.Error())
		}
		h.tk.change()
	})
}

func (h *host) failed(err error) {
	h.update(func(e *entry) {
		state := source.Failed
		var auth *source.AuthorizationError
		if errors.As(err, &auth) {
			state, e.signIn = source.NeedsAuthorization, auth.SignIn
		}
		e.become(state, err.Error())
		e.status.CanSignIn = state == source.NeedsAuthorization && e.signIn != nil
		if state == source.Failed && e.attempts > 0 {
			h.tk.retry(e)
		}
		h.tk.change()
	})
}

func (h *host) Changed(l source.Listing) {
	h.update(func(e *entry) {
		h.changed = true
		h.tk.list(e, l)
		h.tk.change()
	})
}

func (h *host) Lost(err error) {
	h.update(func(e *entry) {
		e.lost()
		e.become(source.Failed, err.Error())
		h.tk.retry(e)
		h.tk.change()
	})
}

func (h *host) Log(l tool.LogEntry) {
	if l.Time.IsZero() {
		l.Time = time.Now()
	}
	h.update(func(e *entry) { h.tk.logged(e, l) })
}

func (h *host) Exchanged(m source.Message) {
	h.update(func(e *entry) { e.exchange.add(m); e.hear() })
}

func (h *host) Ask(ctx context.Context, request tool.Request) (tool.Answer, error) {
	return h.tk.ask(ctx, h.entry.source.Info(), request)
}
