package mcp

import (
	"context"
	"encoding/json"
	"fmt"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"toolbench/toolkit/tool"
)

// An errand is what a server is asked for in a call: to run a tool, to read a
// resource, to give a prompt.
type errand struct {
	what string // for sentences: "the call of echo"
	send func(ctx context.Context, s *sdk.ClientSession, r round) error
	read func(result json.RawMessage) (tool.ToolResult, error)
}

// A round is what one request of an errand has beside what is asked for.
type round struct {
	meta      sdk.Meta
	responses sdk.InputResponseMap
	state     string
}

func callingTool(name string, args json.RawMessage) errand {
	if !isSet(args) {
		args = json.RawMessage(`{}`)
	}
	return errand{
		what: "the call of " + name,
		send: func(ctx context.Context, s *sdk.ClientSession, r round) error {
			_, err := s.CallTool(ctx, &sdk.CallToolParams{Meta: r.meta, Name: name, Arguments: args, InputResponses: r.responses, RequestState: r.state})
			return err
		},
		read: readResult,
	}
}

func readingResource(uri string) errand {
	return errand{
		what: "the reading of " + uri,
		send: func(ctx context.Context, s *sdk.ClientSession, r round) error {
			_, err := s.ReadResource(ctx, &sdk.ReadResourceParams{Meta: r.meta, URI: uri, InputResponses: r.responses, RequestState: r.state})
			return err
		},
		read: readContents,
	}
}

func gettingPrompt(name string, args map[string]string) errand {
	return errand{
		what: "the prompt " + name,
		send: func(ctx context.Context, s *sdk.ClientSession, r round) error {
			_, err := s.GetPrompt(ctx, &sdk.GetPromptParams{Meta: r.meta, Name: name, Arguments: args, InputResponses: r.responses, RequestState: r.state})
			return err
		},
		read: readPrompt,
	}
}

// execute is how this source is sent on errands: for, given the arguments, says
// on which. It refers to the source, not to a session, so that it works again
// after the source was opened anew.
func (s *Source) execute(name string, errandFor func(args json.RawMessage) (errand, error)) tool.ExecuteFunc {
	return func(args map[string]any, ctx *tool.ToolContext) (tool.ToolResult, error) {
		raw, err := tool.ArgumentsOf(args, ctx)
		if err != nil {
			return tool.ToolResult{}, fmt.Errorf("the arguments of %s can not be written as JSON: %w", name, err)
		}
		if !json.Valid(raw) {
			return tool.ToolResult{}, fmt.Errorf("the arguments of %s are not JSON: %.80q", name, raw)
		}
		e, err := errandFor(raw)
		if err != nil {
			return tool.ErrorResult(err.Error()), nil
		}
		n, err := s.connected()
		if err != nil {
			return tool.ToolResult{}, err
		}
		result, err := n.call(ctx, e)
		return result, s.hideIn(err)
	}
}

func (s *Source) executeTool(name string) tool.ExecuteFunc {
	return s.execute(name, func(args json.RawMessage) (errand, error) { return callingTool(name, args), nil })
}
