package ui

import (
	"context"
	"slices"
	"sync"
	"time"

	tea "charm.land/bubbletea/v2"

	"toolbench/toolkit"
	"toolbench/views"
)

// An attention takes what sources ask by themselves from their goroutines and
// keeps it until the program gets to it: asking never waits for the screen. The
// zero value is ready.
type attention struct {
	mu      sync.Mutex
	closed  bool
	waiting []toolkit.Asked
	more    chan struct{} // closed when something waits; nil while nobody looks
}

func (a *attention) put(asked toolkit.Asked) {
	a.mu.Lock()
	defer a.mu.Unlock()
	if a.closed {
		asked.Run.Cancel()
		return
	}
	a.waiting = append(a.waiting, asked)
	if a.more != nil {
		close(a.more)
		a.more = nil
	}
}

// next waits until something is asked, and is empty when ctx ends first.
func (a *attention) next(ctx context.Context) []toolkit.Asked {
	for {
		a.mu.Lock()
		asked := a.waiting
		a.waiting = nil
		if len(asked) == 0 && a.more == nil {
			a.more = make(chan struct{})
		}
		more := a.more
		a.mu.Unlock()
		if len(asked) > 0 {
			return asked
		}
		select {
		case <-more:
		case <-ctx.Done():
			return nil
		}
	}
}

// close gives up what nobody has looked at.
func (a *attention) close() {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.closed = true
	for _, asked := range a.waiting {
		asked.Run.Cancel()
	}
}

// askedMsg brings what sources have asked.
type askedMsg struct{ asked []toolkit.Asked }

// attend waits for what sources ask next.
func (m *Model) attend() tea.Cmd {
	ctx := m.ctx
	return func() tea.Msg {
		if asked := m.attention.next(ctx); len(asked) > 0 {
			return askedMsg{asked}
		}
		return nil
	}
}

func (m *Model) takeAsked(msg askedMsg) tea.Cmd {
	cmds := []tea.Cmd{m.attend()}
	for _, asked := range msg.asked {
		rec := m.record(views.Key(asked.SourceID, views.Asks), asked.Run)
		cmds = append(cmds, await(m.ctx, rec, time.Time{}))
	}
	return tea.Batch(cmds...)
}

// byItself tells whether a run is no call, but something that a source asks.
func byItself(rec *views.Record) bool {
	_, name := views.Of(rec.Key)
	return name == views.Asks
}

// ofSource tells whether a run is of a source as a whole: what is in front need
// not make room for it.
func ofSource(rec *views.Record) bool {
	_, name := views.Of(rec.Key)
	return name == views.Asks || name == views.SignIn
}

// callsOf are the calls on a source that have not ended.
func (m *Model) callsOf(id string) []*views.Record {
	return slices.DeleteFunc(slices.Clone(m.records), func(rec *views.Record) bool {
		of, _ := views.Of(rec.Key)
		return of != id || !rec.Running() || byItself(rec)
	})
}
