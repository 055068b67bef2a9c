package run

import (
	"sync"
	"time"
)

// A clock runs out once, unless it is begun anew in time. It stands still while
// it is paused.
type clock struct {
	mu       sync.Mutex
	limit    time.Duration
	timer    *time.Timer // nil when there is no limit
	deadline time.Time
	left     time.Duration // while paused
	pauses   int
	since    time.Time // of the outermost pause
	total    time.Duration
	stopped  bool
}

func (c *clock) start(limit time.Duration, out func()) {
	if limit < 0 {
		return
	}
	c.limit, c.deadline = limit, time.Now().Add(limit)
	c.timer = time.AfterFunc(limit, out)
}

// begin gives the whole limit again.
func (c *clock) begin() {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.timer == nil || c.stopped {
		return
	}
	if c.pauses > 0 {
		c.left = c.limit
		return
	}
	c.deadline = time.Now().Add(c.limit)
	c.timer.Reset(c.limit)
}

func (c *clock) pause() {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.pauses++; c.pauses > 1 {
		return
	}
	c.since = time.Now()
	if c.timer != nil {
		c.timer.Stop()
		c.left = time.Until(c.deadline)
	}
}

func (c *clock) resume() {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.pauses--; c.pauses > 0 {
		return
	}
	c.total += time.Since(c.since)
	if c.timer != nil && !c.stopped {
		c.deadline = time.Now().Add(c.left)
		c.timer.Reset(c.left)
	}
}

func (c *clock) stop() {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.stopped = true
	if c.timer != nil {
		c.timer.Stop()
	}
}

// stood is how long the clock stood still in all.
func (c *clock) stood() time.Duration {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.pauses > 0 {
		return c.total + time.Since(c.since)
	}
	return c.total
}
