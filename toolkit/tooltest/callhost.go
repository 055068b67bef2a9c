package tooltest

import (
	"context"
	"encoding/json"

	"toolbench/toolkit/tool"
)

// A CallHost records what a running tool does, and answers what it asks. The
// zero value is ready, with nobody to ask.
type CallHost struct {
	// Answer answers a request; nil means that nobody is there to ask.
	Answer func(ctx context.Context, req tool.Request) (tool.Answer, error)

	recorder
	progress []tool.Progress
	chunks   []string
	logs     []tool.LogEntry
	parts    []tool.ContentPart
	requests []tool.Request
}

// Progress implements [tool.Host].
func (h *CallHost) Progress(p tool.Progress) {
	h.record(func() { h.progress = append(h.progress, p) })
}

// Chunk implements [tool.Host].
func (h *CallHost) Chunk(text string) { h.record(func() { h.chunks = append(h.chunks, text) }) }

// Log implements [tool.Host].
func (h *CallHost) Log(e tool.LogEntry) { h.record(func() { h.logs = append(h.logs, e) }) }

// Attach implements [tool.Host].
func (h *CallHost) Attach(parts []tool.ContentPart) {
	h.record(func() { h.parts = append(h.parts, parts...) })
}

// WaitFor implements [tool.Host].
func (h *CallHost) WaitFor(ctx context.Context, req tool.Request) (tool.Answer, error) {
	h.record(func() { h.requests = append(h.requests, req) })
	if h.Answer == nil {
		return tool.Answer{}, tool.ErrNobodyToAsk
	}
	answer, err := h.Answer(ctx, req)
	if answer.ID == "" {
		answer.ID = req.ID
	}
	return answer, err
}

// Reports are the progress reports so far.
func (h *CallHost) Reports() []tool.Progress { return copied(&h.recorder, &h.progress) }

// Chunks are the pieces of partial output so far.
func (h *CallHost) Chunks() []string { return copied(&h.recorder, &h.chunks) }

// Logs are the log lines so far.
func (h *CallHost) Logs() []tool.LogEntry { return copied(&h.recorder, &h.logs) }

// Parts are the parts that the tool attached to its host so far.
func (h *CallHost) Parts() []tool.ContentPart { return copied(&h.recorder, &h.parts) }

// Requests are what the tool has asked so far.
func (h *CallHost) Requests() []tool.Request { return copied(&h.recorder, &h.requests) }

// AwaitProgress blocks until n progress reports have come, or ctx ends.
func (h *CallHost) AwaitProgress(ctx context.Context, n int) error {
	return h.await(ctx, func() bool { return len(h.progress) >= n })
}

// Call runs a tool as this program does: with the arguments in their exact
// form, and once more when the tool returned a suspension that Answer answers
// with OK. An answer that is not OK ends the call as "declined: " and the
// prompt. It fails when args is not a JSON object.
func (h *CallHost) Call(ctx context.Context, t tool.Tool, args string) (tool.ToolResult, error) {
	raw := json.RawMessage(args)
	decoded, err := tool.DecodeArguments(raw)
	if err != nil {
		return tool.ToolResult{}, err
	}
	call := tool.NewToolContext(ctx, h, raw)
	result, err := t.Execute(decoded, call)
	request := tool.PendingOf(result)
	if err != nil || request == nil || h.Answer == nil {
		return result, err
	}
	answer, err := h.WaitFor(ctx, *request)
	if err != nil {
		return tool.ToolResult{}, err
	}
	if !answer.OK {
		return tool.ErrorResult("declined: " + request.Prompt), nil
	}
	again := tool.NewToolContext(ctx, h, raw)
	again.Answer = &answer
	return t.Execute(decoded, again)
}

// Yes answers every request with OK and the given data.
func Yes(data map[string]any) func(context.Context, tool.Request) (tool.Answer, error) {
	return func(context.Context, tool.Request) (tool.Answer, error) {
		return tool.Answer{OK: true, Data: data}, nil
	}
}

// No declines every request.
func No(context.Context, tool.Request) (tool.Answer, error) {
	return tool.Answer{Reason: tool.ReasonDeclined}, nil
}
