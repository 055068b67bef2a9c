package toolkit

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"runtime/debug"
	"slices"
	"time"

	"toolbench/toolkit/source"
	"toolbench/toolkit/tool"
)

// A Status is how a source is.
type Status struct {
	source.Info
	State source.State
	// Since is when it came into this state.
	Since time.Time
	// Reason is a sentence on why it is not connected.
	Reason string
	// Tools is how many tools it lists, hidden ones included.
	Tools int
	// Problems are the entries of its listing that are no tools.
	Problems []source.Problem
	Facts    source.Facts
}

// An entry is one source and what it reported. The toolkit's lock guards it.
type entry struct {
	source     source.Source
	status     Status
	tools      []tool.Tool
	extra      bool   // its tools hide built-ins
	generation uint64 // of the opening; what an older one reports is dropped
	log        ring[tool.LogEntry]
	exchange   ring[source.Message]

	giveUp context.CancelFunc // ends the act in hand; nil before the first
	done   chan struct{}      // closed when that act has ended
}

// act opens or closes e in the background, after the act before it, which is
// told to give up: a source is never opened while it closes. The lock is held, or
// nobody else has the toolkit yet.
func (tk *Toolkit) act(e *entry, act func(context.Context)) {
	if e.giveUp != nil {
		e.giveUp()
	}
	ctx, giveUp := context.WithCancel(tk.ctx)
	before, done := e.done, make(chan struct{})
	e.giveUp, e.done = giveUp, done
	tk.work.Go(func() {
		defer close(done)
		defer giveUp()
		if before != nil {
			<-before
		}
		act(ctx)
	})
}

// open opens e in the background. The lock is held as for act.
func (tk *Toolkit) open(e *entry) {
	e.generation++
	h := &host{tk: tk, entry: e, generation: e.generation}
	e.status.State, e.status.Reason, e.status.Since = source.Connecting, "", time.Now()
	tk.act(e, func(ctx context.Context) {
		if ctx.Err() != nil { // opened anew, disabled or closed since, or the toolkit's own context has ended
			h.failed(fmt.Errorf("opening %s was given up: %w", e.status.ID(), ctx.Err()))
			return
		}
		listing, err := openSource(ctx, e.source, h)
		if err != nil {
			h.failed(err)
			return
		}
		h.opened(listing)
	})
}

func openSource(ctx context.Context, s source.Source, h source.Host) (l source.Listing, err error) {
	defer func() {
		if p := recover(); p != nil {
			slog.Error("source panicked", "source", s.Info().ID(), "panic", p, "stack", string(debug.Stack()))
			err = errors.New("the source's own code panicked; the log has more")
		}
	}()
	return s.Open(ctx, h)
}

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
			e.list(l)
		}
		h.tk.change()
	})
}

func (h *host) failed(err error) {
	h.update(func(e *entry) {
		state := source.Failed
		var auth *source.AuthorizationError
		if errors.As(err, &auth) {
			state = source.NeedsAuthorization
		}
		e.become(state, err.Error())
		h.tk.change()
	})
}

func (h *host) Changed(l source.Listing) {
	h.update(func(e *entry) {
		h.changed = true
		e.list(l)
		h.tk.change()
	})
}

func (h *host) Lost(err error) { h.failed(err) }

func (h *host) Log(l tool.LogEntry) {
	if l.Time.IsZero() {
		l.Time = time.Now()
	}
	h.update(func(e *entry) { e.log.add(l) })
}

func (h *host) Exchanged(m source.Message) {
	h.update(func(e *entry) { e.exchange.add(m) })
}

func (e *entry) become(state source.State, reason string) {
	e.status.State, e.status.Reason, e.status.Since = state, reason, time.Now()
}

func (e *entry) list(l source.Listing) {
	e.tools, e.status.Tools = l.Tools, len(l.Tools)
	e.status.Problems, e.status.Facts = l.Problems, l.Facts
}

// Sources is how each source is, in the order in which they were given.
func (tk *Toolkit) Sources() []Status {
	tk.mu.Lock()
	defer tk.mu.Unlock()
	all := make([]Status, len(tk.entries))
	for i, e := range tk.entries {
		all[i] = e.status
	}
	return all
}

// Log is the newest lines of a source's log, oldest first.
func (tk *Toolkit) Log(id string) []tool.LogEntry {
	tk.mu.Lock()
	defer tk.mu.Unlock()
	if e := tk.entry(id); e != nil {
		return slices.Clone(e.log.list())
	}
	return nil
}

// Exchange is the newest messages that went between this program and a source,
// oldest first.
func (tk *Toolkit) Exchange(id string) []source.Message {
	tk.mu.Lock()
	defer tk.mu.Unlock()
	if e := tk.entry(id); e != nil {
		return slices.Clone(e.exchange.list())
	}
	return nil
}

// Reload opens a source anew in the background. Its tools stay listed meanwhile.
func (tk *Toolkit) Reload(id string) error {
	return tk.with(id, func(e *entry) { tk.open(e) })
}

// Enable opens a source that was disabled.
func (tk *Toolkit) Enable(id string) error {
	return tk.with(id, func(e *entry) {
		if e.status.State == source.Disabled {
			tk.open(e)
		}
	})
}

// Disable closes a source and takes its tools out of the catalogue.
func (tk *Toolkit) Disable(id string) error {
	return tk.with(id, func(e *entry) {
		e.generation++
		e.become(source.Disabled, "")
		e.list(source.Listing{})
		tk.act(e, func(context.Context) { _ = e.source.Close() })
	})
}

func (tk *Toolkit) with(id string, change func(*entry)) error {
	tk.mu.Lock()
	defer tk.mu.Unlock()
	if tk.closed {
		return ErrClosed
	}
	e := tk.entry(id)
	if e == nil {
		return fmt.Errorf("there is no source %q", id)
	}
	change(e)
	tk.change()
	return nil
}

// A ring keeps the newest of what is added to it.
type ring[T any] struct {
	items []T
	bytes int
	// size is how many bytes an item holds; nil when they need not be counted.
	size func(T) int
}

// ringSize is how much a ring keeps, ringSlack how much more it holds before it
// moves what it keeps, and ringBytes how many bytes its items hold at the most.
const ringSize, ringSlack, ringBytes = 1000, 250, 4 << 20

func (r *ring[T]) add(v T) {
	drop := 0
	if len(r.items) >= ringSize+ringSlack {
		drop = len(r.items) - ringSize + 1
	}
	if r.size != nil {
		r.bytes += r.size(v)
		for i := range drop {
			r.bytes -= r.size(r.items[i])
		}
		for ; r.bytes > ringBytes && drop < len(r.items); drop++ {
			r.bytes -= r.size(r.items[drop])
		}
	}
	if drop > 0 {
		kept := copy(r.items, r.items[drop:])
		clear(r.items[kept:])
		r.items = r.items[:kept]
	}
	r.items = append(r.items, v)
}

func (r *ring[T]) list() []T { return r.items[max(0, len(r.items)-ringSize):] }
