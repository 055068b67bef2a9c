package run

import (
	"time"

	"toolbench/toolkit/tool"
)

// A Kind is how a run ended.
type Kind int

// The ways in which a run ends.
const (
	// OK: the tool returned a result.
	OK Kind = iota
	// ToolError: the tool returned a result with IsError.
	ToolError
	// Failed: the tool returned an error, which is a fault of its code.
	Failed
	// Panicked: the tool's code panicked.
	Panicked
	// Stopped: whoever started the run cancelled it.
	Stopped
	// TimedOut: the tool took longer than it was given.
	TimedOut
	// Lost: the tool's source died or was closed.
	Lost
	// Declined: the tool asked, and the answer was no.
	Declined
	// Unanswered: the tool asked, and nobody was there to answer.
	Unanswered
)

func (k Kind) String() string {
	names := [...]string{"ok", "tool error", "failed", "panicked", "stopped", "timed out", "lost", "declined", "unanswered"}
	if k < 0 || int(k) >= len(names) {
		return "unknown"
	}
	return names[k]
}

// An Outcome is how a run ended, and what it yielded.
type Outcome struct {
	Kind Kind
	// Result is what the tool returned, parts that it attached included. It
	// may be there beside an Err, when a stopped tool returned what it had.
	Result tool.ToolResult
	// Err says why there is no proper result; nil for OK, ToolError and Declined.
	Err error
	// Request is what nobody answered, for Unanswered.
	Request *tool.Request
	// Ignored says that the tool went on although it was told to stop, and was
	// left behind.
	Ignored bool
	// Duration is from the start to the end, waiting for answers included;
	// Asked is the part of it that was waiting for answers.
	Duration, Asked time.Duration
}
