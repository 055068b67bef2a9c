package result

import (
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/charmbracelet/x/ansi"

	"toolbench/theme"
	"toolbench/toolkit/run"
	"toolbench/toolkit/source"
	"toolbench/toolkit/tool"
	"toolbench/views"
)

func TestTheFirstWordsAreHowItEnded(t *testing.T) {
	for _, c := range []struct {
		outcome run.Outcome
		want    string
	}{
		{run.Outcome{Result: tool.ToolResult{Output: strings.Repeat("x", 3100), Parts: []tool.ContentPart{tool.Text("")}}, Duration: 41 * time.Millisecond},
			"✓ ok   41 ms   1 part   3.1 kB"},
		{run.Outcome{Duration: 65 * time.Second, Asked: 62 * time.Second}, "✓ ok   3.0 s   asked 1 min 2 s"},
		{run.Outcome{Kind: run.ToolError, Duration: time.Millisecond}, "! the tool reported an error   1 ms"},
		{run.Outcome{Kind: run.Panicked, Duration: time.Millisecond}, "✗ the tool failed: panic   1 ms"},
		{run.Outcome{Kind: run.Failed, Err: errors.New("no\x1bsuch file\nat all"), Duration: time.Millisecond}, "✗ the tool failed: no␛such file…   1 ms"},
		{run.Outcome{Kind: run.Failed, Duration: time.Millisecond}, "✗ the tool failed: it did not say why   1 ms"},
		{run.Outcome{Kind: run.Lost, Err: &source.LostError{Err: errors.New("server exited (code 1)")}, Duration: time.Millisecond}, "✗ lost: server exited (code 1)   1 ms"},
		{run.Outcome{Kind: run.Stopped, Duration: 3200 * time.Millisecond}, "■ stopped by you after 3.2 s"},
		{run.Outcome{Kind: run.TimedOut, Duration: 70040 * time.Millisecond, Asked: 10 * time.Second}, "⏱ no answer in 60 s   asked 10.0 s"},
		{run.Outcome{Kind: run.TimedOut, Duration: 250 * time.Millisecond}, "⏱ no answer in 250 ms"},
		{run.Outcome{Kind: run.Declined, Result: tool.ErrorResult("cancelled: Deploy?"), Duration: time.Second}, "■ cancelled   1.0 s   18 B"},
		{run.Outcome{Kind: run.Declined, Result: tool.ErrorResult("declined: Deploy?"), Duration: time.Second}, "■ declined   1.0 s   17 B"},
		{run.Outcome{Kind: run.Unanswered, Duration: time.Second}, "⏸ unanswered: nobody was there to ask   1.0 s"},
	} {
		rec := &views.Record{Outcome: &c.outcome}
		if got := ansi.Strip(outcome(theme.New(true), rec, 0)); got != c.want {
			t.Errorf("%v reads %q, want %q", c.outcome.Kind, got, c.want)
		}
	}
}

func TestAnErrorIsBlamedOnWhatFailed(t *testing.T) {
	const refused = "server s refused the call of do: Unknown tool (JSON-RPC error -32602)"
	boom := func(map[string]any, *tool.ToolContext) (tool.ToolResult, error) { return tool.ToolResult{}, nil }
	for _, c := range []struct {
		called  tool.Tool
		outcome run.Outcome
		want    string
	}{
		{tool.Tool{Source: tool.SourceMCP, Execute: boom}, run.Outcome{Kind: run.Failed, Err: errors.New(refused)}, refused},
		{tool.Tool{Source: tool.SourceNative, Execute: boom}, run.Outcome{Kind: run.Failed, Err: errors.New("boom")}, "The tool's code returned an error: boom"},
		{tool.Tool{Source: tool.SourceNative, Execute: boom}, run.Outcome{Kind: run.Failed, Err: errors.New("a\nb")}, "The tool's code returned an error:\na\nb"},
		{tool.Tool{Source: tool.SourceCustom}, run.Outcome{Kind: run.Failed, Err: errors.New("it can not be called")}, "it can not be called"},
		{tool.Tool{Source: tool.SourceNative, Execute: boom}, run.Outcome{Kind: run.Panicked, Err: errors.New("tool panicked")},
			"The tool panicked; the log of this program has more. toolbench doctor says where that is."},
		{tool.Tool{Source: tool.SourceMCP, Execute: boom}, run.Outcome{Kind: run.Lost, Err: errors.New("server exited")}, "The tool's source is gone: server exited"},
	} {
		if got := ansi.Strip(strings.Join(failure(theme.New(true), c.called, &c.outcome), "\n")); got != c.want {
			t.Errorf("%v of a tool of %s reads %q, want %q", c.outcome.Kind, c.called.Source, got, c.want)
		}
	}
}

func TestProgressBeginsTheWaitAnew(t *testing.T) {
	rec := &views.Record{Outcome: &run.Outcome{Kind: run.TimedOut, Duration: 2 * time.Minute}, Progress: &tool.Progress{Progress: 1}}
	if got, want := ansi.Strip(outcome(theme.New(true), rec, 0)), "⏱ no answer in time, 2 min 0 s in all"; got != want {
		t.Errorf("reads %q, want %q", got, want)
	}
}

func TestARunningToolSaysHowFarItIsAndHowToStopIt(t *testing.T) {
	for _, c := range []struct {
		rec     views.Record
		elapsed time.Duration
		want    string
	}{
		{views.Record{}, 800 * time.Millisecond, "▶ running   800 ms"},
		{views.Record{}, 3249 * time.Millisecond, "▶ running   3.2 s   ctrl+x stops it"},
		{views.Record{Progress: &tool.Progress{Progress: 21, Total: 50, Message: "21 of 50 files"}}, time.Second, "▶ 42 %  21 of 50 files   1.0 s"},
		{views.Record{Progress: &tool.Progress{Progress: 21, Total: 50}}, time.Second, "▶ 42 %  21 of 50   1.0 s"},
		{views.Record{Progress: &tool.Progress{Progress: 7}}, time.Second, "▶ 7   1.0 s"},
		{views.Record{Waiting: []views.Waiting{{}}}, 12 * time.Second, "⏸ waiting for you   12.0 s"},
		{views.Record{Stopping: true}, 4 * time.Second, "■ stopping…   4.0 s"},
	} {
		if got := ansi.Strip(outcome(theme.New(true), &c.rec, c.elapsed)); got != c.want {
			t.Errorf("reads %q, want %q", got, c.want)
		}
	}
}
