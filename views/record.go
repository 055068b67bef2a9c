package views

import (
	"encoding/json"
	"strings"
	"time"

	"toolbench/toolkit/run"
	"toolbench/toolkit/tool"
)

// A Record is what is known of one run: its events as far as they have been
// read. The root model alone changes it, in Update.
type Record struct {
	// Number counts the runs of this program from 1.
	Number int
	// Key is the tool's: see [Key].
	Key       string
	Tool      tool.Tool
	Arguments json.RawMessage
	Run       *run.Run
	Started   time.Time
	// Events are all events but chunks and superseded progress.
	Events []run.Event
	// Partial is the partial output so far.
	Partial strings.Builder
	// Progress is the newest progress; nil when there was none.
	Progress *tool.Progress
	// Waiting are the requests that wait for an answer, oldest first.
	Waiting []Waiting
	// Outcome is how it ended; nil while it runs.
	Outcome *run.Outcome
	// Stopping says that the person asked to stop it.
	Stopping bool
}

// Waiting is a request that waits for an answer.
type Waiting struct {
	Request tool.Request
	Since   time.Time
}

// Running tells whether the run has not ended yet.
func (r *Record) Running() bool { return r != nil && r.Outcome == nil }

// Apply takes in events in their order.
func (r *Record) Apply(events []run.Event) {
	for _, e := range events {
		r.apply(e)
	}
}

func (r *Record) apply(e run.Event) {
	switch e := e.(type) {
	case run.Chunk:
		r.Partial.WriteString(e.Text)
		return
	case run.Progressed:
		r.Progress = &e.Progress
		if n := len(r.Events); n > 0 {
			if _, ok := r.Events[n-1].(run.Progressed); ok {
				r.Events[n-1] = e
				return
			}
		}
	case run.Suspended:
		r.Waiting = append(r.Waiting, Waiting{e.Request, e.Time})
	case run.Resumed:
		r.answered(e.Request.ID)
	case run.Finished:
		r.Outcome, r.Waiting = &e.Outcome, nil
	}
	r.Events = append(r.Events, e)
}

func (r *Record) answered(id string) {
	for i, w := range r.Waiting {
		if w.Request.ID == id {
			r.Waiting = append(r.Waiting[:i:i], r.Waiting[i+1:]...)
			return
		}
	}
}
