package run

import (
	"time"

	"toolbench/toolkit/tool"
)

// An Event is something that happened to a [Run]: [Started], [Progressed],
// [Chunk], [Logged], [Suspended], [Resumed] or [Finished]. Started is always
// first; Finished is always last and comes once.
type Event interface{ isEvent() }

// Started says that the tool is about to be executed.
type Started struct{ Time time.Time }

// Progressed says how far the call has come. Progress that nobody has read yet
// is replaced by newer progress.
type Progressed struct {
	Time time.Time
	tool.Progress
}

// A Chunk is a piece of partial output.
type Chunk struct {
	Time time.Time
	Text string
}

// Logged is a line of the tool's log.
type Logged struct{ tool.LogEntry }

// Suspended says that the call waits for an answer: see [Run.Resolve].
type Suspended struct {
	Time    time.Time
	Request tool.Request
}

// Resumed says how a request was answered, by whomever: a person, its own
// expiry, or the end of the call (reason cancelled).
type Resumed struct {
	Time    time.Time
	Request tool.Request
	Answer  tool.Answer
}

// Finished says how the call ended.
type Finished struct {
	Time time.Time
	Outcome
}

func (Started) isEvent()    {}
func (Progressed) isEvent() {}
func (Chunk) isEvent()      {}
func (Logged) isEvent()     {}
func (Suspended) isEvent()  {}
func (Resumed) isEvent()    {}
func (Finished) isEvent()   {}
