// Package tooltest helps to test sources of tools and whatever uses them: a
// source that follows a script, hosts that record, and the contract test that
// every source passes.
package tooltest

import (
	"context"
	"testing"
	"testing/synctest"
	"time"

	"toolbench/toolkit/source"
	"toolbench/toolkit/tool"
)

// A Case is one source, not yet opened, and what its tools do. A step that is
// left empty is not tested, and the test's log says so.
type Case struct {
	Source source.Source
	// Works is a call that succeeds, at any time and fifty times at once.
	Works Step
	// Refuses is a call whose arguments are bad.
	Refuses Step
	// Reports is a call that reports progress and then succeeds.
	Reports Step
	// Hangs is a call that does not end by itself.
	Hangs Step
	// Begun blocks until the call of Hangs is under way; nil when that does
	// not matter.
	Begun func(ctx context.Context, host *CallHost) error
	// Asks is a call that succeeds once its request is answered.
	Asks Step
	// Answer is what is answered then.
	Answer map[string]any
	// Crashes is a call in which the tool's code fails badly: a panic, or a
	// server that dies.
	Crashes Step
}

// A Step is one call.
type Step struct {
	// Tool is the tool's name as listed.
	Tool string
	// Arguments are a JSON object; empty for none.
	Arguments string
	// Check, when set, looks at the result of a call that was to succeed.
	Check func(t *testing.T, result tool.ToolResult)
}

// patience is how long a step may take in all. It bounds a hang; nothing is
// measured against it.
var patience = 30 * time.Second

// Contract checks that a source keeps the contract of [source.Source]. Each of
// its steps starts a source of its own, and nothing may be left running at the
// end of a step.
func Contract(t *testing.T, start func(t *testing.T) Case) {
	contract(t, func(t *testing.T, step func(*testing.T, Case)) {
		c := start(t)
		before := goroutines()
		step(t, c)
		awaitGone(t, before)
	})
}

// ContractInBubble is [Contract] with each step, start included, inside a
// bubble of [synctest]: for sources that touch neither network, nor files that
// block, nor processes. A goroutine that is left fails the bubble.
func ContractInBubble(t *testing.T, start func(t *testing.T) Case) {
	contract(t, func(t *testing.T, step func(*testing.T, Case)) {
		synctest.Test(t, func(t *testing.T) { step(t, start(t)) })
	})
}

func contract(t *testing.T, isolate func(t *testing.T, step func(*testing.T, Case))) {
	for _, s := range []struct {
		name string
		test func(*trial)
	}{
		{"OpensAndListsSoundTools", (*trial).opensAndLists},
		{"OpensAgainWhileOpen", (*trial).opensAgain},
		{"RefusesToOpenForNobody", (*trial).opensForNobody},
		{"CallsATool", (*trial).calls},
		{"RefusesBadArguments", (*trial).refuses},
		{"PassesProgressOn", (*trial).reports},
		{"EndsACancelledCall", (*trial).cancels},
		{"EndsItsCallsWhenClosed", (*trial).closesInMidCall},
		{"PassesAQuestionOn", (*trial).asks},
		{"SaysWhenNobodyIsThereToAsk", (*trial).asksNobody},
		{"MakesACrashAnError", (*trial).crashes},
		{"ClosesAtAnyTime", (*trial).closes},
		{"RefusesCallsOnceClosed", (*trial).callsOnceClosed},
		{"ServesFiftyCallsAtOnce", (*trial).callsAtOnce},
	} {
		t.Run(s.name, func(t *testing.T) {
			isolate(t, func(t *testing.T, c Case) {
				ctx, cancel := context.WithTimeout(t.Context(), patience)
				defer cancel()
				trial := &trial{T: t, Case: c, ctx: ctx}
				defer trial.close()
				s.test(trial)
			})
		})
	}
}
