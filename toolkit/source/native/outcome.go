package native

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"maps"

	"toolbench/toolkit/tool"
)

// failed is the outcome of a function that returned err. The answer's shape is
// nil for a function that takes no answer.
func failed(err error, answer *shape) (tool.ToolResult, error) {
	var interrupt *tool.InterruptError
	switch {
	case errors.As(err, &interrupt):
		return suspended(interrupt.Request, answer), nil
	case tool.IsFail(err):
		return tool.ErrorResult(err.Error()), nil
	}
	return tool.ToolResult{}, err
}

// suspended is the result that waits for an answer to req.
func suspended(req tool.Request, answer *shape) tool.ToolResult {
	if req.Kind == "" {
		req.Kind = tool.KindInput
	}
	if req.Kind == tool.KindInput && req.Schema() == nil && answer != nil && len(answer.raw) > 0 {
		req.Data = maps.Clone(req.Data)
		if req.Data == nil {
			req.Data = map[string]any{}
		}
		req.Data["schema"] = answer.schema
		req.Details = &tool.RequestDetails{Schema: answer.raw}
	}
	return tool.Pending(req)
}

// succeeded is the result of a function that returned out.
func succeeded(out any) (tool.ToolResult, error) {
	switch out := out.(type) {
	case tool.ToolResult:
		return out, nil
	case *tool.ToolResult:
		if out == nil {
			return tool.ToolResult{}, nil
		}
		return *out, nil
	case string:
		return tool.ToolResult{Output: out}, nil
	}
	raw, err := marshal(out)
	if err != nil {
		return tool.ToolResult{}, fmt.Errorf("the tool's output can not be written as JSON: %w", err)
	}
	r := tool.ToolResult{Output: string(raw)}
	var text string
	if json.Unmarshal(raw, &text) == nil && string(raw) != "null" {
		r.Output = text // a named string type
		return r, nil
	}
	r.SetMetadata(tool.MetadataStructured, raw)
	return r, nil
}

// marshal writes JSON for reading: without HTML's escapes.
func marshal(v any) (json.RawMessage, error) {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	if err := e.Encode(v); err != nil {
		return nil, err
	}
	return bytes.TrimRight(b.Bytes(), "\n"), nil
}
