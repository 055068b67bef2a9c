package result

import (
	"strings"
	"testing"
	"time"

	"toolbench/toolkit/run"
	"toolbench/toolkit/tool"
	"toolbench/views"
)

func TestEveryEventIsOneLineWithItsTime(t *testing.T) {
	rec := &views.Record{Number: 1, Started: start}
	at := func(ms int) time.Time { return start.Add(time.Duration(ms) * time.Millisecond) }
	ask := tool.Request{ID: "1", Kind: "approval", Prompt: "Deploy\nweb?"}
	rec.Apply([]run.Event{
		run.Started{Time: start},
		run.Progressed{Time: at(3), Progress: tool.Progress{Progress: 1, Total: 4}},
		run.Logged{LogEntry: tool.LogEntry{Time: at(12), Level: "error", Message: "no\x07bell"}},
		run.Logged{LogEntry: tool.LogEntry{Time: at(12), Message: "plain"}},
		run.Suspended{Time: at(20), Request: ask},
		run.Resumed{Time: at(1520), Request: ask, Answer: tool.Answer{Note: "not today"}},
		run.Finished{Time: at(61000), Outcome: run.Outcome{Kind: run.Declined}},
	})
	s := shown(rec, 60, 10)
	turnTo(t, s, "Events")
	want := strings.Join([]string{
		"   +0.000 s  started",
		"   +0.003 s  progress   25 %  1 of 4",
		"   +0.012 s  error      no␇bell",
		"   +0.012 s  log        plain",
		"   +0.020 s  asked      approval: Deploy⏎web?",
		"   +1.520 s  answered   declined (not today): Deploy⏎web?",
		"  +61.000 s  finished   declined",
	}, "\n")
	if got := text(s); got != want {
		t.Errorf("shows\n%s\nwant\n%s", got, want)
	}
}

func TestNewProgressReplacesTheLineOfTheOld(t *testing.T) {
	rec := &views.Record{Number: 1, Started: start}
	s := shown(rec, 60, 4)
	turnTo(t, s, "Events")
	send := func(events ...run.Event) {
		rec.Apply(events)
		carry(s, s.Changed(rec))
	}
	report := func(n float64) run.Event {
		return run.Progressed{Time: start, Progress: tool.Progress{Progress: n, Total: 10}}
	}
	send(run.Started{Time: start}, report(1))
	send(report(2))
	send(report(3), run.Logged{LogEntry: tool.LogEntry{Time: start, Level: "info", Message: "between"}}, report(4))
	send(report(5))
	want := "   +0.000 s  started\n   +0.000 s  progress   30 %  3 of 10\n   +0.000 s  info       between\n   +0.000 s  progress   50 %  5 of 10"
	if got := text(s); got != want {
		t.Errorf("shows\n%s\nwant\n%s", got, want)
	}
	for i := range 6 {
		send(run.Logged{LogEntry: tool.LogEntry{Time: start, Level: "info", Message: strings.Repeat("x", i+1)}})
	}
	if got := text(s); !strings.HasSuffix(got, "xxxxxx") {
		t.Errorf("the end is not followed:\n%s", got)
	}
}
