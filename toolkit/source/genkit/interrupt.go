package genkit

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"

	"toolbench/toolkit/tool"
)

const (
	// interruptText begins the message of a Go tool that interrupts; its data
	// follow as JSON. There is no other sign of it.
	interruptText = "tool execution interrupted:"
	// interruptStack begins the stack of a JavaScript tool that does, whose
	// message is empty. Its data are lost.
	interruptStack = "ToolInterruptError"
	// onlyInLoop is why an answer leads nowhere.
	onlyInLoop = "A Genkit app can resume a tool only inside its own generate loop, not from here"
)

// interrupt tells whether a failure is a tool's question, and gives its data,
// which may be nil.
func (f failure) interrupt() (data json.RawMessage, ok bool) {
	if rest, ok := strings.CutPrefix(f.Message, interruptText); ok {
		var compact bytes.Buffer
		if json.Compact(&compact, []byte(rest)) != nil {
			return nil, true
		}
		return compact.Bytes(), true
	}
	return nil, f.Message == "" && strings.HasPrefix(f.Details.Stack, interruptStack)
}

// interrupted asks for what the tool wants to know, and says what comes of it:
// runAction can not resume a tool.
func (n *session) interrupted(ctx context.Context, a *action, data json.RawMessage) (tool.ToolResult, error) {
	request := tool.Request{Kind: tool.KindApproval, Prompt: fmt.Sprintf("%s of %s stopped to ask before it goes on", a.name, n.client.subject)}
	if data != nil {
		request.Prompt += ": " + string(data)
		var decoded any
		if json.Unmarshal(data, &decoded) == nil {
			request.Data = map[string]any{metadataInterrupt: decoded}
		}
	}
	request.Prompt += ". " + onlyInLoop + "."
	answer, err := tool.WaitFor(ctx, request)
	if err != nil {
		if errors.Is(err, tool.ErrNobodyToAsk) {
			err = fmt.Errorf("%s: %w", strings.TrimSuffix(request.Prompt, "."), err)
		}
		return tool.ToolResult{}, err
	}
	result := tool.ErrorResult(a.name + " was approved but has not gone on. " + onlyInLoop + "; run a flow or a prompt of the app that uses the tool.")
	if !answer.OK {
		reason := answer.Reason
		if reason == "" {
			reason = tool.ReasonDeclined
		}
		result = tool.ErrorResult(reason + ": " + request.Prompt)
		if answer.Note != "" {
			result.Output += "\n" + answer.Note
		}
	}
	if data != nil {
		result.SetMetadata(metadataInterrupt, data)
	}
	return result, nil
}
