package toolkit

import (
	"fmt"
	"time"

	"toolbench/toolkit/source"
	"toolbench/toolkit/tool"
)

// backOff is how long to wait before each attempt to connect again to a source
// that was lost. After the last one the person decides.
var backOff = []time.Duration{time.Second, 2 * time.Second, 4 * time.Second, 8 * time.Second, 16 * time.Second, 30 * time.Second}

// settled is how long a source has to have served for its losses to be counted
// anew.
const settled = time.Minute

// lost begins to count attempts. The state is still the one that is lost.
func (e *entry) lost() {
	if e.status.State == source.Connected && time.Since(e.status.Since) >= settled {
		e.attempts = 0
	}
}

// retry connects again to a source that was lost, after a while. The lock is
// held.
func (tk *Toolkit) retry(e *entry) {
	if e.attempts >= len(backOff) {
		tk.logged(e, tool.LogEntry{Time: time.Now(), Level: "error",
			Message: fmt.Sprintf("after %d attempts it is not connected again by itself: %s", e.attempts, e.status.Reason)})
		return
	}
	wait, generation := backOff[e.attempts], e.generation
	e.attempts++
	tk.logged(e, tool.LogEntry{Time: time.Now(), Level: "notice",
		Message: fmt.Sprintf("connected again in %s, attempt %d of %d: %s", wait, e.attempts, len(backOff), e.status.Reason)})
	e.status.Retry = time.Now().Add(wait)
	e.retry = time.AfterFunc(wait, func() {
		tk.mu.Lock()
		defer tk.mu.Unlock()
		if !tk.closed && e.generation == generation && e.status.State == source.Failed {
			tk.open(e)
			tk.change()
		}
	})
}
