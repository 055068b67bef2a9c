package run

import (
	"context"
	"sync"
	"time"

	"toolbench/toolkit/tool"
)

// host serves the verbs of a running tool. Once the run is over its queue is
// closed, and a tool that was left behind speaks to nobody.
type host struct{ run *Run }

func (h host) Progress(p tool.Progress) {
	h.run.clock.begin()
	h.run.queue.push(Progressed{time.Now(), p})
}

func (h host) Chunk(text string) {
	if text != "" {
		h.run.queue.push(Chunk{time.Now(), text})
	}
}

func (h host) Log(e tool.LogEntry) {
	if e.Time.IsZero() {
		e.Time = time.Now()
	}
	h.run.queue.push(Logged{e})
}

func (h host) Attach(ps []tool.ContentPart) { h.run.parts.add(ps) }

func (h host) WaitFor(ctx context.Context, req tool.Request) (tool.Answer, error) {
	return h.run.ask(ctx, req)
}

// ask blocks until req is answered, expires, or the wait ends.
func (r *Run) ask(ctx context.Context, req tool.Request) (tool.Answer, error) {
	if !r.options.Ask {
		r.asks.miss(req)
		return tool.Answer{}, tool.ErrNobodyToAsk
	}
	req, answers, err := r.asks.begin(req)
	if err != nil {
		return tool.Answer{}, err
	}
	defer r.asks.open.Done()
	r.clock.pause()
	r.queue.push(Suspended{time.Now(), req})
	var expired <-chan time.Time
	if !req.ExpiresAt.IsZero() {
		t := time.NewTimer(time.Until(req.ExpiresAt))
		defer t.Stop()
		expired = t.C
	}
	var answer tool.Answer
	select {
	case answer = <-answers:
	case <-expired:
		answer = r.asks.withdraw(req.ID, answers, tool.ReasonExpired)
	case <-ctx.Done():
		answer, err = r.asks.withdraw(req.ID, answers, tool.ReasonCancelled), context.Cause(ctx)
	case <-r.ctx.Done():
		answer, err = r.asks.withdraw(req.ID, answers, tool.ReasonCancelled), context.Cause(r.ctx)
	}
	r.queue.push(Resumed{time.Now(), req, answer})
	r.clock.resume()
	return answer, err
}

// asks are the requests that wait for an answer.
type asks struct {
	mu      sync.Mutex
	closed  bool
	open    sync.WaitGroup // those that have not told how they were answered
	waiting map[string]chan tool.Answer
	missed  *tool.Request
}

func (a *asks) begin(req tool.Request) (tool.Request, <-chan tool.Answer, error) {
	a.mu.Lock()
	defer a.mu.Unlock()
	if a.closed {
		return req, nil, errStopped
	}
	if _, taken := a.waiting[req.ID]; taken || req.ID == "" {
		req.ID = tool.NewRequestID()
	}
	if a.waiting == nil {
		a.waiting = map[string]chan tool.Answer{}
	}
	ch := make(chan tool.Answer, 1)
	a.waiting[req.ID] = ch
	a.open.Add(1)
	return req, ch, nil
}

func (a *asks) resolve(id string, answer tool.Answer) bool {
	a.mu.Lock()
	defer a.mu.Unlock()
	ch, ok := a.waiting[id]
	if !ok {
		return false
	}
	delete(a.waiting, id)
	answer.ID = id
	ch <- answer
	return true
}

// withdraw ends a request for a reason, unless an answer was taken at the same
// moment: that one counts then.
func (a *asks) withdraw(id string, answers <-chan tool.Answer, reason string) tool.Answer {
	a.mu.Lock()
	defer a.mu.Unlock()
	delete(a.waiting, id)
	select {
	case taken := <-answers:
		return taken
	default:
		return tool.Answer{ID: id, Reason: reason}
	}
}

// miss keeps the first request that had nobody to go to.
func (a *asks) miss(req tool.Request) {
	a.mu.Lock()
	defer a.mu.Unlock()
	if a.missed == nil && !a.closed {
		a.missed = &req
	}
}

func (a *asks) unheard() *tool.Request {
	a.mu.Lock()
	defer a.mu.Unlock()
	return a.missed
}

// close takes no more requests and waits until those there are have told how
// they were answered. The run's context has ended, so that is soon.
func (a *asks) close() {
	a.mu.Lock()
	a.closed = true
	a.mu.Unlock()
	a.open.Wait()
}

// parts are what a tool attached to its result.
type parts struct {
	mu     sync.Mutex
	closed bool
	list   []tool.ContentPart
}

func (p *parts) add(ps []tool.ContentPart) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if !p.closed {
		p.list = append(p.list, ps...)
	}
}

// drop forgets the parts so far.
func (p *parts) drop() {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.list = nil
}

func (p *parts) close() []tool.ContentPart {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.closed = true
	return p.list
}
