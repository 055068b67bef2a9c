package tooltest

import (
	"context"
	"slices"

	"toolbench/toolkit/source"
	"toolbench/toolkit/tool"
)

// A Host records what a source reports by itself. The zero value is ready, and
// its methods are safe from any goroutine.
type Host struct {
	recorder
	listings []source.Listing
	logs     []tool.LogEntry
	messages []source.Message
	lost     []error
	asked    []tool.Request

	// Answer serves Ask; nil means that nobody listens.
	Answer func(tool.Request) tool.Answer
}

// Changed implements [source.Host].
func (h *Host) Changed(l source.Listing) {
	h.record(func() { h.listings = append(h.listings, l) })
}

// Log implements [source.Host].
func (h *Host) Log(e tool.LogEntry) { h.record(func() { h.logs = append(h.logs, e) }) }

// Exchanged implements [source.Host].
func (h *Host) Exchanged(m source.Message) {
	h.record(func() { h.messages = append(h.messages, m) })
}

// Lost implements [source.Host].
func (h *Host) Lost(err error) { h.record(func() { h.lost = append(h.lost, err) }) }

// Ask implements [source.Host].
func (h *Host) Ask(ctx context.Context, request tool.Request) (tool.Answer, error) {
	if h.Answer == nil {
		return tool.Answer{}, tool.ErrNobodyToAsk
	}
	h.record(func() { h.asked = append(h.asked, request) })
	return h.Answer(request), ctx.Err()
}

// Asked are the requests that Ask was given.
func (h *Host) Asked() []tool.Request { return copied(&h.recorder, &h.asked) }

// Listings are the listings that Changed was given.
func (h *Host) Listings() []source.Listing { return copied(&h.recorder, &h.listings) }

// Logs are the entries that Log was given.
func (h *Host) Logs() []tool.LogEntry { return copied(&h.recorder, &h.logs) }

// Messages are the messages that Exchanged was given.
func (h *Host) Messages() []source.Message { return copied(&h.recorder, &h.messages) }

// Losses are the errors that Lost was given.
func (h *Host) Losses() []error { return copied(&h.recorder, &h.lost) }

// AwaitChange blocks until the nth listing, counted from 1, has come, or ctx ends.
func (h *Host) AwaitChange(ctx context.Context, n int) (source.Listing, error) {
	if err := h.await(ctx, func() bool { return len(h.listings) >= n }); err != nil {
		return source.Listing{}, err
	}
	return h.Listings()[n-1], nil
}

// AwaitLog blocks until an entry with which wanted agrees has come, or ctx ends.
func (h *Host) AwaitLog(ctx context.Context, wanted func(tool.LogEntry) bool) error {
	return h.await(ctx, func() bool { return slices.ContainsFunc(h.logs, wanted) })
}

// AwaitLoss blocks until the source was lost, and says why, or until ctx ends.
func (h *Host) AwaitLoss(ctx context.Context) (reason, err error) {
	if err := h.await(ctx, func() bool { return len(h.lost) > 0 }); err != nil {
		return nil, err
	}
	return h.Losses()[0], nil
}

// copied is what a record holds at this moment.
func copied[E any](r *recorder, record *[]E) []E {
	r.mu.Lock()
	defer r.mu.Unlock()
	return slices.Clone(*record)
}
