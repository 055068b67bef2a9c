package native

import (
	"context"
	"log/slog"
	"runtime/debug"
	"slices"
	"sync"

	"toolbench/toolkit/tool"
)

// A call is the host of one execution. It keeps the parts that the tool
// attaches, so that they reach the result whoever runs the tool, and passes
// everything else on to the host behind it, if any.
type call struct {
	behind tool.Host

	mu    sync.Mutex
	parts []tool.ContentPart
	over  bool
}

// guard runs fn as one execution of the named tool.
func guard(name string, ctx *tool.ToolContext, fn func(*tool.ToolContext) (tool.ToolResult, error)) (result tool.ToolResult, err error) {
	c := &call{behind: ctx.Host()}
	defer func() {
		parts := c.end()
		if v := recover(); v != nil {
			slog.Error("tool panicked", "tool", name, "panic", v, "stack", string(debug.Stack()))
			result, err = tool.ToolResult{}, tool.ErrPanicked
			return
		}
		result.Parts = append(slices.Clip(result.Parts), parts...)
	}()
	return fn(ctx.WithHost(c))
}

// end is the parts attached so far; from here on none are taken.
func (c *call) end() []tool.ContentPart {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.over = true
	return c.parts
}

func (c *call) Attach(parts []tool.ContentPart) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if !c.over {
		c.parts = append(c.parts, parts...)
	}
}

func (c *call) Progress(p tool.Progress) {
	if c.behind != nil {
		c.behind.Progress(p)
	}
}

func (c *call) Chunk(text string) {
	if c.behind != nil {
		c.behind.Chunk(text)
	}
}

func (c *call) Log(entry tool.LogEntry) {
	if c.behind != nil {
		c.behind.Log(entry)
	}
}

func (c *call) WaitFor(ctx context.Context, req tool.Request) (tool.Answer, error) {
	if c.behind == nil {
		return tool.Answer{}, tool.ErrNobodyToAsk
	}
	return c.behind.WaitFor(ctx, req)
}
