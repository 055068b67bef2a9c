package native_test

import (
	"context"
	"errors"
	"strings"
	"sync"
	"testing"

	"toolbench/toolkit/run"
	"toolbench/toolkit/source"
	"toolbench/toolkit/source/native"
	"toolbench/toolkit/tool"
	"toolbench/toolkit/tooltest"
)

func TestAttachedPartsFollowTheResultsOwn(t *testing.T) {
	own := tool.Text("own")
	made := native.DefineTool("t", "", func(ctx *tool.ToolContext, _ struct{}) (tool.ToolResult, error) {
		var group sync.WaitGroup
		group.Go(func() {
			derived, cancel := context.WithCancel(ctx)
			defer cancel()
			tool.AttachParts(derived, tool.Text("attached"))
		})
		group.Wait()
		return tool.ToolResult{Parts: []tool.ContentPart{own}}, nil
	})
	host := &tooltest.CallHost{}
	for name, ctx := range map[string]*tool.ToolContext{
		"no context":       nil,
		"a context alone":  {Ctx: t.Context()},
		"a context's host": tool.NewToolContext(t.Context(), host, nil),
	} {
		result, err := made.Execute(nil, ctx)
		if err != nil || len(result.Parts) != 2 || result.Parts[0] != own || result.Parts[1].Text != "attached" {
			t.Errorf("with %s: got %+v, %v", name, result, err)
		}
	}
	if len(host.Parts()) != 0 {
		t.Errorf("the host got the parts a second time: %v", host.Parts())
	}
}

func TestWhatAFailedToolAttachedIsKept(t *testing.T) {
	made := native.DefineTool("t", "", func(ctx *tool.ToolContext, _ struct{}) (string, error) {
		ctx.AttachParts(tool.Text("so far"))
		return "", errors.New("no")
	})
	if result, err := made.Execute(nil, nil); err == nil || len(result.Parts) != 1 {
		t.Errorf("%d parts beside the error %v", len(result.Parts), err)
	}
}

func TestARunToldOfAPanicKnowsItForOne(t *testing.T) {
	made := native.NativeTool("t", "", nil, func(context.Context, map[string]any) (string, error) { panic("no") })
	if out := run.Start(t.Context(), made, nil, run.Options{}).Wait(); out.Kind != run.Panicked {
		t.Errorf("the run %v: %v", out.Kind, out.Err)
	}
}

func TestAGoroutineThatOutlivesTheCallAttachesToNothing(t *testing.T) {
	returned, attached := make(chan struct{}), make(chan struct{})
	made := native.DefineTool("t", "", func(ctx *tool.ToolContext, _ struct{}) (tool.ToolResult, error) {
		go func() {
			defer close(attached)
			<-returned
			ctx.AttachParts(tool.Text("late"))
		}()
		return tool.ToolResult{}, nil
	})
	result, err := made.Execute(nil, nil)
	close(returned)
	<-attached
	if err != nil || len(result.Parts) != 0 {
		t.Errorf("got %+v, %v", result, err)
	}
}

func TestTheVerbsReachTheHost(t *testing.T) {
	made := native.NativeTool("t", "", nil, func(ctx context.Context, args map[string]any) (string, error) {
		tool.SendProgress(ctx, tool.Progress{Progress: 1, Total: 2})
		tool.SendChunk(ctx, "half")
		tool.Log(ctx, "info", "going")
		answer, err := tool.WaitFor(ctx, tool.Request{Kind: tool.KindApproval, Prompt: "On?"})
		return answer.Data["how"].(string), err
	})
	host := &tooltest.CallHost{Answer: tooltest.Yes(map[string]any{"how": "fast"})}
	result, err := host.Call(t.Context(), made, `{}`)
	if err != nil || result.Output != "fast" {
		t.Fatalf("got %+v, %v", result, err)
	}
	if len(host.Reports()) != 1 || len(host.Chunks()) != 1 || len(host.Logs()) != 1 || len(host.Requests()) != 1 {
		t.Errorf("the host got %v, %v, %v, %v", host.Reports(), host.Chunks(), host.Logs(), host.Requests())
	}
	if _, err := (*tool.ToolContext)(nil).WaitFor(tool.Request{}); !errors.Is(err, tool.ErrNobodyToAsk) {
		t.Errorf("without a host WaitFor ended with %v", err)
	}
}

func TestAnInterruptAsksForTheAnswersType(t *testing.T) {
	made := native.DefineResumableTool("t", "", func(_ *tool.ToolContext, in place, answer *confirmation) (string, error) {
		if answer == nil {
			return "", tool.Interrupt(tool.Request{Prompt: "Go to " + in.Name + "?"})
		}
		if answer.Sure {
			return "went to " + in.Name, nil
		}
		return "stayed", nil
	})
	args := map[string]any{"name": "Oslo"}
	result, err := made.Execute(args, nil)
	request := tool.PendingOf(result)
	if err != nil || request == nil {
		t.Fatalf("got %+v, %v", result, err)
	}
	const schema = `{"properties":{"sure":{"type":"boolean"}},"type":"object","required":["sure"]}`
	if request.Kind != tool.KindInput || request.Prompt != "Go to Oslo?" || string(request.Schema()) != schema || request.Data["schema"] == nil {
		t.Errorf("the request is %+v with schema %s", request, request.Schema())
	}
	for _, c := range []struct {
		answer tool.Answer
		want   string
	}{
		{tool.Answer{OK: true, Data: map[string]any{"sure": true}}, "went to Oslo"},
		{tool.Answer{OK: true, Data: map[string]any{"sure": false, "remark": "rain"}}, "stayed"},
		{tool.Answer{OK: true, Data: map[string]any{"sure": "yes"}}, "sure"},
		{tool.Answer{OK: true}, "sure"},
		{tool.Answer{Note: "too far"}, "declined: too far"},
		{tool.Answer{Reason: tool.ReasonExpired}, "expired"},
	} {
		result, err := made.Execute(args, &tool.ToolContext{Answer: &c.answer})
		if err != nil || !strings.Contains(result.Output, c.want) {
			t.Errorf("the answer %+v ended with %+v, %v", c.answer, result, err)
		}
	}
}

func TestAnInterruptKeepsWhatItSays(t *testing.T) {
	given := map[string]any{"questions": []any{}}
	made := native.DefineResumableTool("t", "", func(_ *tool.ToolContext, _ struct{}, answer *any) (string, error) {
		if answer == nil {
			return "", tool.Interrupt(tool.Request{ID: "one", Kind: tool.KindQuestion, Prompt: "Which?", Data: given})
		}
		return (*answer).(map[string]any)["answers"].(string), nil
	})
	result, _ := made.Execute(nil, nil)
	if r := tool.PendingOf(result); r == nil || r.ID != "one" || r.Kind != tool.KindQuestion || r.Schema() != nil || len(given) != 1 {
		t.Errorf("the request is %+v", r)
	}
	answer := tool.Answer{OK: true, Data: map[string]any{"answers": "both"}}
	if result, err := made.Execute(nil, &tool.ToolContext{Answer: &answer}); err != nil || result.Output != "both" {
		t.Errorf("got %+v, %v", result, err)
	}
}

func TestASourceListsWhatItCanNotServeAsAProblem(t *testing.T) {
	s := native.New(define[string](), define[any](), tool.Tool{})
	defer s.Close()
	listing, err := s.Open(t.Context(), &tooltest.Host{})
	if err != nil || len(listing.Tools) != 2 || len(listing.Problems) != 1 || listing.Problems[0].Name != "tool 3" {
		t.Fatalf("got %+v, %v", listing, err)
	}
	if listing.Tools[0].Execute != nil {
		t.Error("a tool that can not be called has an Execute")
	}
}

func TestCallsOfAClosedSourceSaySo(t *testing.T) {
	s := native.New(define[any]())
	listing, _ := s.Open(t.Context(), &tooltest.Host{})
	s.Close()
	_, err := listing.Tools[0].Execute(nil, nil)
	if lost, ok := errors.AsType[*source.LostError](err); !ok || lost.Info != s.Info() {
		t.Errorf("got %v", err)
	}
	if _, err := s.Open(t.Context(), &tooltest.Host{}); err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	if _, err := listing.Tools[0].Execute(nil, nil); err != nil {
		t.Errorf("opened again, the tool still ends with %v", err)
	}
}
