package native_test

import (
	"context"
	"errors"
	"log/slog"
	"testing"

	"toolbench/toolkit/source/native"
	"toolbench/toolkit/tool"
	"toolbench/toolkit/tooltest"
)

func TestMain(m *testing.M) {
	slog.SetDefault(slog.New(slog.DiscardHandler)) // some tools panic on purpose
	m.Run()
}

type sum struct {
	A int `json:"a" jsonschema:"minimum=0"`
	B int `json:"b,omitempty"`
}

type total struct {
	Total int `json:"total"`
}

type confirmation struct {
	Sure bool `json:"sure"`
}

func add(_ *tool.ToolContext, in sum) (total, error) { return total{in.A + in.B}, nil }

func hang(ctx *tool.ToolContext, _ struct{}) (string, error) {
	ctx.Progress(tool.Progress{Message: "begun"})
	<-ctx.Done()
	return "", ctx.Err()
}

func TestNativeToolsKeepTheContractOfASource(t *testing.T) {
	tooltest.ContractInBubble(t, func(*testing.T) tooltest.Case {
		return tooltest.Case{
			Source: native.New(
				native.DefineTool("add", "Adds.", add),
				native.DefineTool("hang", "Waits.", hang),
				native.DefineTool("report", "Reports.", func(ctx *tool.ToolContext, _ struct{}) (string, error) {
					ctx.Progress(tool.Progress{Progress: 1, Total: 1})
					return "done", nil
				}),
				native.DefineResumableTool("sure", "Asks.", func(_ *tool.ToolContext, _ struct{}, answer *confirmation) (string, error) {
					if answer == nil {
						return "", tool.Interrupt(tool.Request{Prompt: "Sure?"})
					}
					return "went on", nil
				}),
				native.NativeTool("crash", "Panics.", tool.JSONSchema{"type": "object"}, func(context.Context, map[string]any) (string, error) {
					panic(errors.New("boom"))
				}),
				native.DefineTool("chart", "Has a mistake.", func(_ *tool.ToolContext, in chan int) (string, error) { return "", nil }),
			),
			Works: tooltest.Step{Tool: "add", Arguments: `{"a":2,"b":3}`, Check: func(t *testing.T, r tool.ToolResult) {
				if string(r.Structured()) != `{"total":5}` {
					t.Errorf("structured content is %s", r.Structured())
				}
			}},
			Refuses: tooltest.Step{Tool: "add", Arguments: `{"a":"two"}`},
			Reports: tooltest.Step{Tool: "report"},
			Hangs:   tooltest.Step{Tool: "hang"},
			Begun:   func(ctx context.Context, h *tooltest.CallHost) error { return h.AwaitProgress(ctx, 1) },
			Asks:    tooltest.Step{Tool: "sure"},
			Answer:  map[string]any{"sure": true},
			Crashes: tooltest.Step{Tool: "crash"},
		}
	})
}
