package tooltest_test

import (
	"context"
	"errors"
	"os"
	"os/exec"
	"strings"
	"testing"
	"time"

	"toolbench/toolkit/source"
	"toolbench/toolkit/tool"
	"toolbench/toolkit/tooltest"
)

// scripted is a case that keeps the contract.
func scripted() tooltest.Case {
	scripted := &tooltest.Scripted{
		About: source.Info{Kind: tool.SourceCustom, Name: "scripted"},
		Facts: source.Facts{Server: "script"},
		Tools: []tool.Tool{
			tooltest.Tool(tool.SourceCustom, "echo", func(args map[string]any, _ *tool.ToolContext) (tool.ToolResult, error) {
				text, ok := args["text"].(string)
				if !ok {
					return tool.ErrorResult("text is needed"), nil
				}
				return tool.ToolResult{Output: text}, nil
			}),
			tooltest.Tool(tool.SourceCustom, "report", func(_ map[string]any, ctx *tool.ToolContext) (tool.ToolResult, error) {
				ctx.Progress(tool.Progress{Progress: 1})
				return tool.ToolResult{}, nil
			}),
			tooltest.Tool(tool.SourceCustom, "hang", func(_ map[string]any, ctx *tool.ToolContext) (tool.ToolResult, error) {
				ctx.Progress(tool.Progress{Progress: 1})
				<-ctx.Done()
				return tool.ToolResult{}, ctx.Err()
			}),
			tooltest.Tool(tool.SourceCustom, "ask", func(_ map[string]any, ctx *tool.ToolContext) (tool.ToolResult, error) {
				answer, err := ctx.WaitFor(tool.Request{Kind: tool.KindInput, Prompt: "Who?"})
				if err != nil {
					return tool.ToolResult{}, err
				}
				return tool.ToolResult{Output: answer.Data["name"].(string)}, nil
			}),
			tooltest.Tool(tool.SourceCustom, "crash", func(map[string]any, *tool.ToolContext) (tool.ToolResult, error) {
				panic("crash")
			}),
		},
	}
	return tooltest.Case{
		Source: scripted,
		Works: tooltest.Step{Tool: "echo", Arguments: `{"text":"hello"}`, Check: func(t *testing.T, r tool.ToolResult) {
			if r.Output != "hello" {
				t.Errorf("the output is %q", r.Output)
			}
		}},
		Refuses: tooltest.Step{Tool: "echo", Arguments: `{"text":1}`},
		Reports: tooltest.Step{Tool: "report"},
		Hangs:   tooltest.Step{Tool: "hang"},
		Begun:   func(ctx context.Context, h *tooltest.CallHost) error { return h.AwaitProgress(ctx, 1) },
		Asks:    tooltest.Step{Tool: "ask"},
		Answer:  map[string]any{"name": "Ada"},
		Crashes: tooltest.Step{Tool: "crash"},
	}
}

func TestAScriptedSourceKeepsTheContract(t *testing.T) {
	t.Run("InABubble", func(t *testing.T) {
		tooltest.ContractInBubble(t, func(*testing.T) tooltest.Case { return scripted() })
	})
	t.Run("OutsideOfOne", func(t *testing.T) {
		tooltest.Contract(t, func(*testing.T) tooltest.Case { return scripted() })
	})
}

func TestAnEmptyCaseIsOnlyOpenedAndClosed(t *testing.T) {
	tooltest.ContractInBubble(t, func(*testing.T) tooltest.Case {
		return tooltest.Case{Source: &tooltest.Scripted{About: source.Info{Kind: tool.SourceSkill}}}
	})
}

// A fault is a way to break the contract, and the step that has to find it.
type fault struct {
	step    string
	breaks  func(*tooltest.Case)
	outside bool   // of a bubble, which would find it in a way of its own
	says    string // part of what the step says
}

// faulty is a source of which one method misbehaves.
type faulty struct {
	source.Source
	open  func(context.Context, source.Host) (source.Listing, error)
	close func() error
}

func (f faulty) Open(ctx context.Context, h source.Host) (source.Listing, error) {
	if f.open != nil {
		return f.open(ctx, h)
	}
	return f.Source.Open(ctx, h)
}

func (f faulty) Close() error {
	if f.close != nil {
		return f.close()
	}
	return f.Source.Close()
}

// tampered changes the tools of every listing.
func tampered(change func(*tool.Tool)) func(*tooltest.Case) {
	return func(c *tooltest.Case) {
		inner := c.Source
		c.Source = faulty{Source: inner, open: func(ctx context.Context, h source.Host) (source.Listing, error) {
			listing, err := inner.Open(ctx, h)
			for i := range listing.Tools {
				change(&listing.Tools[i])
			}
			return listing, err
		}}
	}
}

// behaves makes one tool do something else.
func behaves(name string, execute tool.ExecuteFunc) func(*tooltest.Case) {
	return tampered(func(t *tool.Tool) {
		if t.Name == name {
			t.Execute = execute
		}
	})
}

var faults = map[string]fault{
	"a name with a space":      {step: "OpensAndListsSoundTools", breaks: tampered(func(t *tool.Tool) { t.Name += " x" })},
	"an unknown kind":          {step: "OpensAndListsSoundTools", breaks: tampered(func(t *tool.Tool) { t.Source = "magic" })},
	"no schema":                {step: "OpensAndListsSoundTools", breaks: tampered(func(t *tool.Tool) { t.InputSchema = nil })},
	"another schema in bytes":  {step: "OpensAndListsSoundTools", breaks: tampered(func(t *tool.Tool) { t.Details.InputSchema = []byte(`{"type":"array"}`) })},
	"uncallable without a why": {step: "OpensAndListsSoundTools", breaks: tampered(func(t *tool.Tool) { t.Execute = nil })},
	"a name twice":             {step: "OpensAndListsSoundTools", breaks: tampered(func(t *tool.Tool) { t.Name = "same" })},
	"opens for nobody": {step: "RefusesToOpenForNobody", breaks: func(c *tooltest.Case) {
		inner := c.Source
		c.Source = faulty{Source: inner, open: func(_ context.Context, h source.Host) (source.Listing, error) {
			return inner.Open(context.Background(), h)
		}}
	}},
	"opens once": {step: "OpensAgainWhileOpen", breaks: func(c *tooltest.Case) {
		c.Source.(*tooltest.Scripted).Opening = func(_ context.Context, time int) error {
			if time > 1 {
				return errors.New("no")
			}
			return nil
		}
	}},
	"takes bad arguments": {step: "RefusesBadArguments", breaks: behaves("echo", yields(tool.ToolResult{Output: "hello"}, nil))},
	"refuses in silence":  {step: "RefusesBadArguments", breaks: behaves("echo", yields(tool.ToolResult{IsError: true}, nil))},
	"reports nothing":     {step: "PassesProgressOn", breaks: behaves("report", yields(tool.ToolResult{}, nil))},
	"ignores cancelling": {step: "EndsACancelledCall", breaks: behaves("hang", func(_ map[string]any, ctx *tool.ToolContext) (tool.ToolResult, error) {
		ctx.Progress(tool.Progress{})
		<-ctx.Done()
		return tool.ToolResult{}, nil
	})},
	"ignores closing": {step: "EndsItsCallsWhenClosed", breaks: behaves("hang", func(_ map[string]any, ctx *tool.ToolContext) (tool.ToolResult, error) {
		ctx.Progress(tool.Progress{})
		<-ctx.Done()
		return tool.ToolResult{}, ctx.Err()
	})},
	"asks nothing":            {step: "PassesAQuestionOn", breaks: behaves("ask", yields(tool.ToolResult{}, nil))},
	"goes on without answer":  {step: "SaysWhenNobodyIsThereToAsk", breaks: behaves("ask", yields(tool.ToolResult{}, nil))},
	"makes a crash a success": {step: "MakesACrashAnError", breaks: behaves("crash", yields(tool.ErrorResult("oh"), nil))},
	"panics": {step: "MakesACrashAnError", breaks: behaves("crash", func(map[string]any, *tool.ToolContext) (tool.ToolResult, error) {
		panic("at last")
	})},
	"can not be closed twice": {step: "ClosesAtAnyTime", breaks: func(c *tooltest.Case) {
		inner, closed := c.Source, false
		c.Source = faulty{Source: inner, close: func() error {
			if closed {
				return errors.New("closed already")
			}
			closed = true
			return inner.Close()
		}}
	}},
	"serves once closed": {step: "RefusesCallsOnceClosed", breaks: behaves("echo", yields(tool.ToolResult{Output: "hello"}, nil))},
	"serves one at a time": {step: "ServesFiftyCallsAtOnce", breaks: func(c *tooltest.Case) {
		busy := make(chan struct{}, 49)
		behaves("echo", func(_ map[string]any, ctx *tool.ToolContext) (tool.ToolResult, error) {
			select {
			case busy <- struct{}{}:
				return tool.ToolResult{Output: "hello"}, nil
			default:
				return tool.ToolResult{}, errors.New("busy")
			}
		})(c)
	}},
	"leaves a goroutine": {step: "CallsATool", outside: true, says: "left behind", breaks: behaves("echo", func(map[string]any, *tool.ToolContext) (tool.ToolResult, error) {
		go func() { select {} }()
		return tool.ToolResult{Output: "hello"}, nil
	})},
	"leaves a goroutine in a bubble": {step: "CallsATool", breaks: behaves("echo", func(map[string]any, *tool.ToolContext) (tool.ToolResult, error) {
		go func() { select {} }()
		return tool.ToolResult{Output: "hello"}, nil
	})},
}

func yields(r tool.ToolResult, err error) tool.ExecuteFunc {
	return func(map[string]any, *tool.ToolContext) (tool.ToolResult, error) { return r, err }
}

const faultVariable = "TOOLTEST_FAULT"

// TestTheContractOnAFaultySource fails on purpose, in a process of its own.
func TestTheContractOnAFaultySource(t *testing.T) {
	f, ok := faults[os.Getenv(faultVariable)]
	if !ok {
		t.Skip("only run by TestTheContractFindsEveryFault")
	}
	start := func(*testing.T) tooltest.Case {
		c := scripted()
		f.breaks(&c)
		return c
	}
	if f.outside {
		tooltest.SetPatience(300 * time.Millisecond)
		tooltest.Contract(t, start)
		return
	}
	tooltest.ContractInBubble(t, start)
}

func TestTheContractFindsEveryFault(t *testing.T) {
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	for name, f := range faults {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			c := exec.CommandContext(t.Context(), self, "-test.run=^TestTheContractOnAFaultySource$/^"+f.step+"$")
			c.Env = append(os.Environ(), faultVariable+"="+name)
			output, err := c.CombinedOutput()
			if exit, ok := errors.AsType[*exec.ExitError](err); !ok || exit.ExitCode() <= 0 || !strings.Contains(string(output), f.step) || !strings.Contains(string(output), f.says) {
				t.Errorf("%s did not find it: %v\n%s", f.step, err, output)
			}
		})
	}
}
