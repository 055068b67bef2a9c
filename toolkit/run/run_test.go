package run_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"reflect"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"toolbench/toolkit/run"
	"toolbench/toolkit/tool"
)

func named(execute tool.ExecuteFunc) tool.Tool {
	return tool.Tool{Name: "probe", Source: tool.SourceCustom, Execute: execute}
}

// names are the types of the events that r yields, to its end.
func names(r *run.Run) []string {
	var out []string
	for e := range r.Events() {
		out = append(out, strings.TrimPrefix(fmt.Sprintf("%T", e), "run."))
	}
	return out
}

func TestEventsComeInOrderAndFinishedIsLast(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		r := run.Start(t.Context(), named(func(_ map[string]any, ctx *tool.ToolContext) (tool.ToolResult, error) {
			ctx.Progress(tool.Progress{Progress: 1, Total: 2})
			ctx.SendChunk("half")
			ctx.Log("info", "still here")
			ctx.Progress(tool.Progress{Progress: 2, Total: 2})
			ctx.AttachParts(tool.Bytes([]byte("x"), "image/png"))
			return tool.ToolResult{Output: "done", Parts: []tool.ContentPart{tool.Text("own")}}, nil
		}), nil, run.Options{})
		got := names(r)
		want := []string{"Started", "Progressed", "Chunk", "Logged", "Progressed", "Finished"}
		if !reflect.DeepEqual(got, want) {
			t.Errorf("events %v, want %v", got, want)
		}
		out := r.Wait()
		if out.Kind != run.OK || out.Result.Output != "done" || len(out.Result.Parts) != 2 || out.Result.Parts[1].Type != tool.PartImage {
			t.Errorf("outcome %+v", out)
		}
		if r.Next(t.Context()) != nil {
			t.Error("events after the last one")
		}
	})
}

func TestUnreadProgressIsCoalescedAndChunksAreKept(t *testing.T) {
	r := run.Start(t.Context(), named(func(_ map[string]any, ctx *tool.ToolContext) (tool.ToolResult, error) {
		for i := range 10_000 {
			ctx.Progress(tool.Progress{Progress: float64(i)})
		}
		for range 1000 {
			ctx.SendChunk("x")
		}
		return tool.ToolResult{}, nil
	}), nil, run.Options{})
	r.Wait()
	progress, chunks := 0, 0
	for _, e := range r.Next(t.Context()) {
		switch e := e.(type) {
		case run.Progressed:
			progress++
			if e.Progress.Progress != 9999 {
				t.Errorf("kept progress %v, want the newest", e.Progress.Progress)
			}
		case run.Chunk:
			chunks++
		}
	}
	if progress != 1 || chunks != 1000 {
		t.Errorf("%d progress events and %d chunks, want 1 and 1000", progress, chunks)
	}
}

func TestTheWayARunEndsIsTold(t *testing.T) {
	boom := errors.New("boom")
	for name, c := range map[string]struct {
		tool tool.Tool
		args string
		kind run.Kind
		err  string
	}{
		"a result":              {named(func(map[string]any, *tool.ToolContext) (tool.ToolResult, error) { return tool.ToolResult{}, nil }), "", run.OK, ""},
		"an error result":       {named(func(map[string]any, *tool.ToolContext) (tool.ToolResult, error) { return tool.ErrorResult("no"), nil }), "", run.ToolError, ""},
		"a returned error":      {named(func(map[string]any, *tool.ToolContext) (tool.ToolResult, error) { return tool.ToolResult{}, boom }), "", run.Failed, "boom"},
		"a panic":               {named(func(map[string]any, *tool.ToolContext) (tool.ToolResult, error) { panic("secret") }), "", run.Panicked, "tool panicked"},
		"no code":               {tool.Tool{Name: "recorded", Details: &tool.Details{Uncallable: "it was recorded"}}, "", run.Failed, "it was recorded"},
		"arguments in a list":   {named(nil), "", run.Failed, "can be read about but not called"},
		"arguments not JSON":    {named(func(map[string]any, *tool.ToolContext) (tool.ToolResult, error) { return tool.ToolResult{}, nil }), "{", run.Failed, "not JSON"},
		"arguments no object":   {named(func(map[string]any, *tool.ToolContext) (tool.ToolResult, error) { return tool.ToolResult{}, nil }), "[1]", run.Failed, "not a JSON object"},
		"a source that is gone": {named(func(map[string]any, *tool.ToolContext) (tool.ToolResult, error) { return tool.ToolResult{}, gone{} }), "", run.Lost, "gone"},
	} {
		t.Run(name, func(t *testing.T) {
			out := run.Start(t.Context(), c.tool, json.RawMessage(c.args), run.Options{}).Wait()
			if out.Kind != c.kind {
				t.Errorf("kind %v, want %v (%v)", out.Kind, c.kind, out.Err)
			}
			if c.err == "" && out.Err != nil || c.err != "" && (out.Err == nil || !strings.Contains(out.Err.Error(), c.err)) {
				t.Errorf("error %v, want %q", out.Err, c.err)
			}
			if out.Err != nil && strings.Contains(out.Err.Error(), "secret") {
				t.Errorf("the panic's value is in the error: %v", out.Err)
			}
		})
	}
}

type gone struct{}

func (gone) Error() string { return "gone" }
func (gone) Lost() bool    { return true }

func TestTheToolGetsItsArgumentsExactlyAndDecoded(t *testing.T) {
	raw := `{"b": 9007199254740993, "a":1.50}`
	run.Start(t.Context(), named(func(args map[string]any, ctx *tool.ToolContext) (tool.ToolResult, error) {
		if string(ctx.Arguments) != raw {
			t.Errorf("raw arguments %s", ctx.Arguments)
		}
		if args["b"] != json.Number("9007199254740993") || args["a"] != 1.5 {
			t.Errorf("decoded arguments %#v", args)
		}
		if ctx.Timeout != 60_000 {
			t.Errorf("timeout %d ms", ctx.Timeout)
		}
		return tool.ToolResult{}, nil
	}), json.RawMessage(raw), run.Options{}).Wait()
}

// heedless waits without regard for its context.
func heedless(d time.Duration) tool.Tool {
	return named(func(map[string]any, *tool.ToolContext) (tool.ToolResult, error) {
		time.Sleep(d)
		return tool.ToolResult{Output: "late"}, nil
	})
}

func TestCancelEndsTheWaitEvenWhenTheToolIgnoresIt(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		r := run.Start(t.Context(), heedless(time.Hour), nil, run.Options{})
		time.Sleep(time.Second)
		r.Cancel()
		out := r.Wait()
		if out.Kind != run.Stopped || !out.Ignored || out.Duration > 2*time.Second {
			t.Errorf("outcome %+v", out)
		}
		time.Sleep(time.Hour) // the tool comes back, to nobody
	})
}

func TestAStoppedToolHandsOverWhatItHas(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		r := run.Start(t.Context(), named(func(_ map[string]any, ctx *tool.ToolContext) (tool.ToolResult, error) {
			<-ctx.Done()
			return tool.ErrorResult("cancelled after three files"), nil
		}), nil, run.Options{})
		synctest.Wait()
		r.Cancel()
		out := r.Wait()
		if out.Kind != run.Stopped || out.Ignored || out.Result.Output != "cancelled after three files" {
			t.Errorf("outcome %+v", out)
		}
	})
}

func TestATimeOutSaysHowLongItWaited(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		out := run.Start(t.Context(), heedless(time.Hour), nil, run.Options{}).Wait()
		if out.Kind != run.TimedOut || !strings.Contains(out.Err.Error(), "no result within 1m0s") {
			t.Errorf("outcome %+v", out)
		}
		time.Sleep(time.Hour)
	})
}

func TestAToolThatKnowsMoreOfItsEndSaysIt(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		out := run.Start(t.Context(), named(func(_ map[string]any, ctx *tool.ToolContext) (tool.ToolResult, error) {
			<-ctx.Done()
			return tool.ToolResult{}, fmt.Errorf("%w; task 7 lives on", context.Cause(ctx))
		}), nil, run.Options{}).Wait()
		if out.Kind != run.TimedOut || !strings.HasSuffix(out.Err.Error(), "no result within 1m0s; task 7 lives on") {
			t.Errorf("outcome %+v", out)
		}
	})
}

func TestProgressBeginsTheTimeAnew(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		out := run.Start(t.Context(), named(func(_ map[string]any, ctx *tool.ToolContext) (tool.ToolResult, error) {
			for range 5 {
				time.Sleep(50 * time.Second)
				ctx.Progress(tool.Progress{})
			}
			return tool.ToolResult{}, ctx.Err()
		}), nil, run.Options{}).Wait()
		if out.Kind != run.OK {
			t.Errorf("outcome %+v", out)
		}
	})
}

func TestTheTimeStandsStillWhileAPersonIsAsked(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		r := run.Start(t.Context(), named(func(_ map[string]any, ctx *tool.ToolContext) (tool.ToolResult, error) {
			time.Sleep(40 * time.Second)
			a, err := ctx.WaitFor(tool.Request{ID: "q", Kind: tool.KindInput, Prompt: "Where?"})
			if err != nil {
				return tool.ToolResult{}, err
			}
			select {
			case <-time.After(40 * time.Second):
			case <-ctx.Done():
				return tool.ToolResult{}, ctx.Err()
			}
			return tool.ToolResult{Output: fmt.Sprint(a.Data["city"])}, nil
		}), nil, run.Options{Ask: true})
		time.Sleep(time.Hour)
		if err := r.Resolve("q", tool.Answer{OK: true, Data: map[string]any{"city": "Oslo"}}); err != nil {
			t.Fatal(err)
		}
		start := time.Now()
		out := r.Wait()
		if out.Kind != run.TimedOut || time.Since(start) > 21*time.Second {
			t.Errorf("after 40 s before the question 20 s are left, but it ended %v %s after it (%v)", out.Kind, time.Since(start), out.Err)
		}
		if out.Asked < 59*time.Minute {
			t.Errorf("asked for %s", out.Asked)
		}
	})
}

func answering(t *testing.T, r *run.Run, answers ...tool.Answer) (out run.Outcome, asked []tool.Request) {
	t.Helper()
	for e := range r.Events() {
		s, ok := e.(run.Suspended)
		if !ok {
			continue
		}
		asked = append(asked, s.Request)
		if err := r.Resolve(s.Request.ID, answers[0]); err != nil {
			t.Errorf("answering: %v", err)
		}
		answers = answers[1:]
	}
	return r.Wait(), asked
}

func returning(kind string) tool.Tool {
	return named(func(_ map[string]any, ctx *tool.ToolContext) (tool.ToolResult, error) {
		if ctx.Answer == nil && kind == "no error" {
			return tool.ToolResult{Metadata: map[string]any{tool.MetadataPending: tool.Request{Kind: "approval", Prompt: "Really?"}}}, nil
		}
		if ctx.Answer == nil || kind == "again" {
			return tool.Pending(tool.Request{Kind: "approval", Prompt: "Really?"}), nil
		}
		return tool.ToolResult{Output: fmt.Sprint("answered ", ctx.Answer.OK)}, nil
	})
}

func TestAReturnedSuspensionIsExecutedOnceMoreWithTheAnswer(t *testing.T) {
	for name, c := range map[string]struct {
		kind   string
		answer tool.Answer
		want   string
		end    run.Kind
	}{
		"yes":                 {"once", tool.Answer{OK: true}, "answered true", run.OK},
		"not marked as error": {"no error", tool.Answer{OK: true}, "answered true", run.OK},
		"no":                  {"once", tool.Answer{}, "declined: Really?", run.Declined},
		"dismissed":           {"once", tool.Answer{Reason: tool.ReasonCancelled}, "cancelled: Really?", run.Declined},
		"too late":            {"once", tool.Answer{Reason: tool.ReasonExpired}, "expired: Really?", run.Declined},
		"a second suspension": {"again", tool.Answer{OK: true}, "unresolved: Really?", run.ToolError},
	} {
		t.Run(name, func(t *testing.T) {
			out, asked := answering(t, run.Start(t.Context(), returning(c.kind), nil, run.Options{Ask: true}), c.answer)
			if out.Kind != c.end || out.Result.Output != c.want || len(asked) != 1 {
				t.Errorf("got %v %q after %d requests, want %v %q", out.Kind, out.Result.Output, len(asked), c.end, c.want)
			}
		})
	}
}

func TestAToolMayWaitAsOftenAsItLikes(t *testing.T) {
	r := run.Start(t.Context(), named(func(_ map[string]any, ctx *tool.ToolContext) (tool.ToolResult, error) {
		derived, cancel := context.WithCancel(ctx)
		defer cancel()
		n := 0
		for range 3 {
			a, err := tool.WaitFor(derived, tool.Request{ID: "same", Kind: tool.KindApproval})
			if err != nil {
				return tool.ToolResult{}, err
			}
			if a.OK {
				n++
			}
		}
		return tool.ToolResult{Output: fmt.Sprint(n)}, nil
	}), nil, run.Options{Ask: true})
	out, asked := answering(t, r, tool.Answer{OK: true}, tool.Answer{}, tool.Answer{OK: true})
	if out.Result.Output != "2" || len(asked) != 3 {
		t.Errorf("%q after %d requests", out.Result.Output, len(asked))
	}
}

func TestWithNobodyToAskTheRequestIsHandedBack(t *testing.T) {
	for name, probe := range map[string]tool.Tool{
		"returned": returning("once"),
		"waited for": named(func(_ map[string]any, ctx *tool.ToolContext) (tool.ToolResult, error) {
			_, err := ctx.WaitFor(tool.Request{Kind: "approval", Prompt: "Really?"})
			return tool.ToolResult{}, err
		}),
	} {
		t.Run(name, func(t *testing.T) {
			out := run.Start(t.Context(), probe, nil, run.Options{}).Wait()
			if out.Kind != run.Unanswered || out.Request == nil || out.Request.Prompt != "Really?" || !errors.Is(out.Err, tool.ErrNobodyToAsk) {
				t.Errorf("outcome %+v", out)
			}
		})
	}
}

func TestARequestExpiresByItself(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		r := run.Start(t.Context(), named(func(_ map[string]any, ctx *tool.ToolContext) (tool.ToolResult, error) {
			a, err := ctx.WaitFor(tool.Request{ID: "q", Kind: "approval", ExpiresAt: time.Now().Add(time.Minute)})
			return tool.ToolResult{Output: a.Reason}, err
		}), nil, run.Options{Ask: true})
		out := r.Wait()
		if out.Result.Output != tool.ReasonExpired {
			t.Errorf("reason %q", out.Result.Output)
		}
		if err := r.Resolve("q", tool.Answer{OK: true}); !errors.Is(err, run.ErrNotWaiting) {
			t.Errorf("answering an expired request: %v", err)
		}
	})
}

func TestCancelEndsAWaitForAnAnswer(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		r := run.Start(t.Context(), returning("once"), nil, run.Options{Ask: true})
		synctest.Wait()
		r.Cancel()
		if out := r.Wait(); out.Kind != run.Stopped {
			t.Errorf("outcome %+v", out)
		}
	})
}

func TestWhatOutlivesTheCallReachesNobody(t *testing.T) {
	release := make(chan struct{})
	spoke := make(chan struct{})
	r := run.Start(t.Context(), named(func(_ map[string]any, ctx *tool.ToolContext) (tool.ToolResult, error) {
		go func() {
			defer close(spoke)
			<-release
			ctx.AttachParts(tool.Text("late"))
			ctx.SendChunk("late")
			if _, err := ctx.WaitFor(tool.Request{Kind: "approval"}); err == nil {
				t.Error("somebody answered after the end")
			}
		}()
		return tool.ToolResult{}, nil
	}), nil, run.Options{Ask: true})
	out := r.Wait()
	close(release)
	<-spoke
	if len(out.Result.Parts) != 0 || len(r.Next(t.Context())) != 2 {
		t.Errorf("something came after the end: %+v", out)
	}
}

func TestAQuestionThatTheToolDoesNotWaitForEndsWithTheCall(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		r := run.Start(t.Context(), named(func(_ map[string]any, ctx *tool.ToolContext) (tool.ToolResult, error) {
			go ctx.WaitFor(tool.Request{ID: "q", Kind: "approval"})
			synctest.Wait()
			return tool.ToolResult{}, nil
		}), nil, run.Options{Ask: true})
		r.Wait()
		if err := r.Resolve("q", tool.Answer{OK: true}); !errors.Is(err, run.ErrNotWaiting) {
			t.Errorf("answering after the end: %v", err)
		}
		got, want := names(r), []string{"Started", "Suspended", "Resumed", "Finished"}
		if !reflect.DeepEqual(got, want) {
			t.Errorf("events %v, want %v", got, want)
		}
	})
}

func TestAnAnswerThatWasTakenCounts(t *testing.T) {
	for range 50 {
		synctest.Test(t, func(t *testing.T) {
			r := run.Start(t.Context(), named(func(_ map[string]any, ctx *tool.ToolContext) (tool.ToolResult, error) {
				a, err := ctx.WaitFor(tool.Request{ID: "q", Kind: "approval", ExpiresAt: time.Now().Add(time.Minute)})
				return tool.ToolResult{Output: fmt.Sprint(a.OK)}, err
			}), nil, run.Options{Ask: true})
			synctest.Wait()
			time.Sleep(time.Minute) // the request expires at this very moment
			taken := r.Resolve("q", tool.Answer{OK: true}) == nil
			if out := r.Wait(); out.Result.Output != fmt.Sprint(taken) {
				t.Errorf("the answer was taken: %v; the tool was told %s", taken, out.Result.Output)
			}
		})
	}
}

func TestAnAnswerAfterTheCancelExecutesNothing(t *testing.T) {
	for range 50 {
		synctest.Test(t, func(t *testing.T) {
			executed := 0
			r := run.Start(t.Context(), named(func(args map[string]any, ctx *tool.ToolContext) (tool.ToolResult, error) {
				executed++
				return returning("once").Execute(args, ctx)
			}), nil, run.Options{Ask: true})
			events := r.Next(t.Context())
			for len(events) < 2 {
				events = append(events, r.Next(t.Context())...)
			}
			r.Cancel()
			_ = r.Resolve(events[1].(run.Suspended).Request.ID, tool.Answer{OK: true})
			if out := r.Wait(); out.Kind != run.Stopped || executed != 1 {
				t.Errorf("ended %v after %d executions", out.Kind, executed)
			}
		})
	}
}

func TestPartsOfTheExecutionThatSuspendedAreNotKept(t *testing.T) {
	r := run.Start(t.Context(), named(func(args map[string]any, ctx *tool.ToolContext) (tool.ToolResult, error) {
		ctx.AttachParts(tool.Text("chart"))
		return returning("once").Execute(args, ctx)
	}), nil, run.Options{Ask: true})
	if out, _ := answering(t, r, tool.Answer{OK: true}); len(out.Result.Parts) != 1 {
		t.Errorf("%d parts, want the one of the execution that gave the result", len(out.Result.Parts))
	}
}

func TestAttachedPartsStayOutOfTheToolsOwnMemory(t *testing.T) {
	own := make([]tool.ContentPart, 1, 4)
	run.Start(t.Context(), named(func(_ map[string]any, ctx *tool.ToolContext) (tool.ToolResult, error) {
		ctx.AttachParts(tool.Text("attached"))
		return tool.ToolResult{Parts: own}, nil
	}), nil, run.Options{}).Wait()
	if own[:2][1].Text != "" {
		t.Error("the run wrote behind the parts that the tool returned")
	}
}

func TestASourceThatIsLostAfterAQuestionIsStillLost(t *testing.T) {
	for kind, end := range map[run.Kind]func() error{
		run.Lost:     func() error { return gone{} },
		run.Panicked: func() error { panic("boom") },
	} {
		out := run.Start(t.Context(), named(func(_ map[string]any, ctx *tool.ToolContext) (tool.ToolResult, error) {
			_, _ = ctx.WaitFor(tool.Request{Kind: "approval", Prompt: "Really?"})
			return tool.ToolResult{}, end()
		}), nil, run.Options{}).Wait()
		if out.Kind != kind {
			t.Errorf("ended %v (%v), want %v", out.Kind, out.Err, kind)
		}
	}
}

// BenchmarkCall is what a run costs beyond calling Execute itself.
func BenchmarkCall(b *testing.B) {
	probe := named(func(map[string]any, *tool.ToolContext) (tool.ToolResult, error) {
		return tool.ToolResult{Output: "x"}, nil
	})
	raw := json.RawMessage(`{"message":"hello","count":3}`)
	const calls = 2000
	for b.Loop() {
		start := time.Now()
		for range calls {
			args, _ := tool.DecodeArguments(raw)
			_, _ = probe.Execute(args, &tool.ToolContext{Ctx: b.Context(), Arguments: raw})
		}
		direct := time.Since(start)
		start = time.Now()
		for range calls {
			run.Start(b.Context(), probe, raw, run.Options{}).Wait()
		}
		b.ReportMetric(float64((time.Since(start)-direct).Nanoseconds())/calls/1000, "µs-over-Execute")
	}
	b.ReportMetric(0, "ns/op")
}
