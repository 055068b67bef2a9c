package tooltest_test

import (
	"context"
	"errors"
	"testing"
	"testing/synctest"
	"time"

	"toolbench/toolkit/source"
	"toolbench/toolkit/tool"
	"toolbench/toolkit/tooltest"
)

func TestAScriptedSourceTellsItsHost(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := &tooltest.Scripted{About: source.Info{Kind: tool.SourceMCP, Name: "one"}}
		defer s.Close()
		host := &tooltest.Host{}
		if _, err := s.Open(t.Context(), host); err != nil {
			t.Fatal(err)
		}
		gone := errors.New("the server went away")
		go func() {
			time.Sleep(time.Minute) // in the bubble's time
			s.Change(tooltest.Tool(tool.SourceMCP, "new one", nil))
			s.Say(tool.LogEntry{Level: "info", Message: "changed"})
			s.Lose(gone)
		}()
		listing, err := host.AwaitChange(t.Context(), 1)
		if err != nil || len(listing.Tools) != 1 || listing.Tools[0].Name != "new_one" {
			t.Errorf("got %+v, %v", listing, err)
		}
		if err := host.AwaitLog(t.Context(), func(e tool.LogEntry) bool { return e.Message == "changed" }); err != nil {
			t.Error(err)
		}
		if reason, err := host.AwaitLoss(t.Context()); reason != gone || err != nil {
			t.Errorf("it was lost because of %v, %v", reason, err)
		}
	})
}

func TestALostSourceEndsItsCalls(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c := scripted()
		s := c.Source.(*tooltest.Scripted)
		listing, err := s.Open(t.Context(), &tooltest.Host{})
		if err != nil {
			t.Fatal(err)
		}
		host := &tooltest.CallHost{}
		gone := errors.New("the server went away")
		go func() {
			_ = host.AwaitProgress(t.Context(), 1)
			s.Lose(gone)
		}()
		_, err = host.Call(t.Context(), listing.Tools[2], `{}`)
		if lost, ok := errors.AsType[*source.LostError](err); !ok || !errors.Is(lost, gone) {
			t.Errorf("the call ended with %v", err)
		}
	})
}

func TestAnOpeningMayWaitAndFail(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		refused := errors.New("connection refused")
		s := &tooltest.Scripted{Opening: func(ctx context.Context, time int) error {
			if time == 1 {
				return refused
			}
			<-ctx.Done()
			return ctx.Err()
		}}
		if _, err := s.Open(t.Context(), &tooltest.Host{}); err != refused {
			t.Errorf("it opened with %v", err)
		}
		ctx, cancel := context.WithTimeout(t.Context(), time.Second)
		defer cancel()
		if _, err := s.Open(ctx, &tooltest.Host{}); !errors.Is(err, context.DeadlineExceeded) || s.Openings() != 2 {
			t.Errorf("it opened with %v after %d openings", err, s.Openings())
		}
	})
}

func TestACallIsExecutedOnceMoreWhenAnswered(t *testing.T) {
	one := tooltest.Tool(tool.SourceNative, "t", func(_ map[string]any, ctx *tool.ToolContext) (tool.ToolResult, error) {
		if ctx.Answer == nil {
			return tool.Pending(tool.Request{ID: "r", Kind: tool.KindApproval, Prompt: "Go on?"}), nil
		}
		return tool.ToolResult{Output: ctx.Answer.ID + string(ctx.Arguments)}, nil
	})
	for _, c := range []struct {
		answer func(context.Context, tool.Request) (tool.Answer, error)
		want   string
	}{{nil, "Go on?"}, {tooltest.No, "declined: Go on?"}, {tooltest.Yes(nil), `r{"a":1}`}} {
		result, err := (&tooltest.CallHost{Answer: c.answer}).Call(t.Context(), one, `{"a":1}`)
		if err != nil || result.Output != c.want {
			t.Errorf("got %+v, %v; want %s", result, err, c.want)
		}
	}
	if _, err := (&tooltest.CallHost{}).Call(t.Context(), one, `[`); err == nil {
		t.Error("arguments that are not JSON were taken")
	}
}
