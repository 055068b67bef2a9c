package genkit

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"strings"

	"toolbench/toolkit/tool"
)

// The keys of a result's metadata.
const (
	metadataTrace     = "traceId"
	metadataStatus    = "status"
	metadataInterrupt = "interrupt"
	metadataContent   = "content"
)

// statusNotFound is the code for what is not there.
const statusNotFound = 5

// statusNames are the codes of Genkit in words; they are those of gRPC.
var statusNames = []string{"OK", "CANCELLED", "UNKNOWN", "INVALID_ARGUMENT", "DEADLINE_EXCEEDED", "NOT_FOUND", "ALREADY_EXISTS",
	"PERMISSION_DENIED", "RESOURCE_EXHAUSTED", "FAILED_PRECONDITION", "ABORTED", "OUT_OF_RANGE", "UNIMPLEMENTED", "INTERNAL",
	"UNAVAILABLE", "DATA_LOSS", "UNAUTHENTICATED"}

// A failure is an error as the API writes it.
type failure struct {
	Code    int    `json:"code"`
	Message string `json:"message"`
	Details struct {
		Stack string `json:"stack"`
	} `json:"details"`
}

// status is the code in words.
func (f failure) status() string {
	if f.Code >= 0 && f.Code < len(statusNames) {
		return statusNames[f.Code]
	}
	return fmt.Sprintf("status %d", f.Code)
}

// outcome is what came of a run. Whether it failed says the last line, and not the
// status of HTTP, which is 200 for nearly everything.
func (n *session) outcome(ctx context.Context, a *action, e *exchange) (tool.ToolResult, error) {
	var last struct {
		Result json.RawMessage `json:"result"`
		Error  *failure        `json:"error"`
		failure
	}
	switch {
	case e.err != nil:
		return tool.ToolResult{}, n.brokenOff(ctx, a, e)
	case e.status == http.StatusOK && e.last == nil:
		return tool.ToolResult{}, n.silent(a)
	}
	err := json.Unmarshal(e.last, &last)
	switch {
	case err == nil && last.Error != nil:
		return n.failed(ctx, a, e, *last.Error)
	case e.status == http.StatusOK:
		result := a.result(last.Result)
		result.SetMetadata(metadataTrace, e.traceID())
		return result, nil
	case err == nil && last.failure.Message != "": // an error before the action began
		return n.failed(ctx, a, e, last.failure)
	case e.status == http.StatusNotFound:
		return tool.ToolResult{}, n.unknown(a)
	case e.status == http.StatusUnauthorized:
		return tool.ToolResult{}, n.client.refused(&http.Response{StatusCode: e.status})
	}
	return tool.ToolResult{}, fmt.Errorf("%s answered the call of %s with HTTP status %d: %.200s", n.client.subject, a.name, e.status, e.last)
}

// brokenOff is the error of an answer that did not come to its end.
func (n *session) brokenOff(ctx context.Context, a *action, e *exchange) error {
	if _, long := errors.AsType[*lengthError](e.err); long {
		return fmt.Errorf("the result of %s can not be read: %w", a.name, e.err)
	}
	asking, cancel := context.WithTimeout(ctx, signOfLife)
	defer cancel()
	if e.status != 0 && n.client.health(asking, "") == nil {
		return n.silent(a)
	}
	if ctx.Err() != nil {
		return context.Cause(ctx)
	}
	return n.lost(n.client.unreachable(e.err))
}

// silent is the error of a run of which nothing more came, though the app lives.
func (n *session) silent(a *action) error {
	return fmt.Errorf("%s of %s gave no result, as happens when its code panics; what the app wrote to its own log says more", a.name, n.client.subject)
}

func (n *session) unknown(a *action) error {
	return fmt.Errorf("%s has no %s any more; connect it again to see what it has", n.client.subject, a.key)
}

// failed is what becomes of an error that the app reported.
func (n *session) failed(ctx context.Context, a *action, e *exchange, f failure) (tool.ToolResult, error) {
	if data, ok := f.interrupt(); ok {
		return n.interrupted(ctx, a, data)
	}
	// Without a trace nothing ran: it is the action itself that was not found.
	if f.Code == statusNotFound && e.traceID() == "" {
		return tool.ToolResult{}, n.unknown(a)
	}
	if f.Details.Stack != "" {
		tool.Log(ctx, "debug", f.Details.Stack)
	}
	message := strings.TrimSpace(f.Message)
	if message == "" {
		message = fmt.Sprintf("%s failed with the status %s and without a word", a.name, f.status())
	}
	result := tool.ErrorResult(message)
	result.SetMetadata(metadataStatus, f.status())
	if trace := e.traceID(); trace != "" {
		result.SetMetadata(metadataTrace, trace)
	}
	return result, nil
}
