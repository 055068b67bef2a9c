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
	"toolbench/toolkit/watch"
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
	// Offers are what it has beside tools; More says that they are still being
	// listed.
	Offers []source.Offer
	More   bool
	Facts  source.Facts
	// CanSignIn says that [Toolkit.SignIn] would sign the person in to it.
	CanSignIn bool
	// Retry is when it is connected again by itself; zero when it is not.
	Retry time.Time
	// Changes is what became of its tools when they were last listed anew.
	Changes Changes
	// Watched are the files whose change connects it anew; empty when it is
	// not watched.
	Watched []string
	// Leveled says that [Toolkit.SetLogLevel] has an effect.
	Leveled bool
}

// An entry is one source and what it reported. The toolkit's lock guards it.
type entry struct {
	source     source.Source
	status     Status
	tools      []tool.Tool
	extra      bool // its tools hide built-ins
	untrusted  bool // it is not opened until the person says yes, also when it is disabled meanwhile
	listed     bool // it has been, so that a change can be told
	signIn     tool.ExecuteFunc
	attempts   int         // to connect again by itself, since it was last connected for long
	retry      *time.Timer // the next such attempt
	watch      *watch.Watch
	further    []string      // watched beside the source's own files
	heard      uint64        // how many lines and messages the log and the exchange have got
	hearing    chan struct{} // closed at the next; nil while nobody waits
	generation uint64        // of the opening; what an older one reports is dropped
	log        ring[tool.LogEntry]
	exchange   ring[source.Message]

	giveUp context.CancelFunc // ends the act in hand; nil before the first
	done   chan struct{}      // closed when that act has ended
}

func newEntry(s source.Source) *entry {
	return &entry{source: s, status: Status{Info: s.Info(), Since: time.Now()},
		exchange: ring[source.Message]{size: func(m source.Message) int { return len(m.Body) }}}
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
	e.become(source.Connecting, "")
	tk.act(e, func(ctx context.Context) {
		if ctx.Err() != nil { // opened anew, disabled or closed since, or the toolkit's own context has ended
			h.failed(fmt.Errorf("opening %s was given up: %w", e.status.ID(), ctx.Err()))
			return
		}
		listing, err := openSource(ctx, e.source, h)
		var replaced *source.ReplacedError
		switch {
		case errors.As(err, &replaced):
			h.replaced(replaced.Sources)
		case err != nil:
			h.failed(err)
		default:
			h.opened(listing)
		}
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

// become changes the state. What belonged to the state before goes.
func (e *entry) become(state source.State, reason string) {
	if e.retry != nil {
		e.retry.Stop()
		e.retry = nil
	}
	e.status.State, e.status.Reason, e.status.Since = state, reason, time.Now()
	e.status.Retry, e.status.CanSignIn = time.Time{}, false
}

func (tk *Toolkit) list(e *entry, l source.Listing) {
	if e.listed && e.status.State != source.Disabled {
		tk.compare(e, l.Tools)
	}
	e.listed = true
	e.tools, e.status.Tools = l.Tools, len(l.Tools)
	e.status.Problems, e.status.Offers, e.status.More, e.status.Facts = l.Problems, l.Offers, l.More, l.Facts
	_, leveled := e.source.(source.Leveled)
	e.status.Leveled = leveled && slices.Contains(l.Facts.Capabilities, "logging")
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

// logged keeps a line of a source's log, and hands it to whoever follows. The
// lock is held.
func (tk *Toolkit) logged(e *entry, l tool.LogEntry) {
	e.log.add(l)
	e.hear()
	if tk.follower != nil {
		tk.follower(e.status.ID(), l)
	}
}

// Follow hands over every line of every source's log, those that are kept and
// then those that come, until ctx ends or the toolkit is closed. line is called
// with the toolkit locked: it must not call it.
func (tk *Toolkit) Follow(ctx context.Context, line func(id string, l tool.LogEntry)) {
	tk.mu.Lock()
	for _, e := range tk.entries {
		for _, l := range e.log.list() {
			line(e.status.ID(), l)
		}
	}
	tk.follower = line
	tk.mu.Unlock()
	select {
	case <-ctx.Done():
	case <-tk.ctx.Done():
	}
	tk.mu.Lock()
	tk.follower = nil
	tk.mu.Unlock()
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
	return tk.with(id, func(e *entry) error {
		if e.untrusted {
			return fmt.Errorf("%s is not trusted yet: it was found, and starts after you said yes", id)
		}
		e.attempts = 0
		tk.open(e)
		return nil
	})
}

// Enable opens a source that was disabled. One that is not trusted then waits
// for [Toolkit.Trust].
func (tk *Toolkit) Enable(id string) error {
	return tk.with(id, func(e *entry) error {
		switch {
		case e.status.State != source.Disabled:
		case e.untrusted:
			e.become(source.Untrusted, "")
		default:
			tk.open(e)
		}
		return nil
	})
}

// Trust is the person's yes to a source that was found: it is opened, unless it
// is disabled.
func (tk *Toolkit) Trust(id string) error {
	return tk.with(id, func(e *entry) error {
		e.untrusted = false
		if e.status.State == source.Untrusted {
			tk.open(e)
		}
		return nil
	})
}

// Disable closes a source and takes its tools out of the catalogue.
func (tk *Toolkit) Disable(id string) error {
	return tk.with(id, func(e *entry) error {
		e.generation++
		e.become(source.Disabled, "")
		tk.list(e, source.Listing{})
		e.listed, e.attempts = false, 0
		tk.act(e, func(context.Context) { _ = e.source.Close() })
		return nil
	})
}

// SetLogLevel asks a source for log messages of a level and above: one of those
// of [tool.LogEntry].
func (tk *Toolkit) SetLogLevel(ctx context.Context, id, level string) error {
	tk.mu.Lock()
	e := tk.entry(id)
	tk.mu.Unlock()
	if e == nil {
		return fmt.Errorf("there is no source %q", id)
	}
	leveled, ok := e.source.(source.Leveled)
	if !ok {
		return fmt.Errorf("%s sends no log messages whose level could be chosen", id)
	}
	return leveled.SetLogLevel(ctx, level)
}

func (tk *Toolkit) with(id string, change func(*entry) error) error {
	tk.mu.Lock()
	defer tk.mu.Unlock()
	if tk.closed {
		return ErrClosed
	}
	e := tk.entry(id)
	if e == nil {
		return fmt.Errorf("there is no source %q", id)
	}
	err := change(e)
	tk.change()
	return err
}
