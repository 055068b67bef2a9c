package demo

import (
	"context"
	"fmt"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"toolbench/toolkit/tool"
)

// A server is an MCP server in this process.
type server struct {
	name, title, instructions string
	// stock makes the tools of a connection, and adds what else it has.
	stock func(*sdk.Server) []tool.Tool
}

// transport is a connection to a server of its own.
func (s server) transport() sdk.Transport { return inProcess{s} }

// inProcess connects a client to a server that starts with the connection and
// ends with it.
type inProcess struct{ server server }

// Connect implements [sdk.Transport].
func (p inProcess) Connect(ctx context.Context) (sdk.Connection, error) {
	near, far := sdk.NewInMemoryTransports()
	if _, err := p.server.start().Connect(context.WithoutCancel(ctx), far, nil); err != nil {
		return nil, err
	}
	return near.Connect(ctx)
}

func (s server) start() *sdk.Server {
	served := sdk.NewServer(&sdk.Implementation{Name: s.name, Title: s.title, Version: "1.0.0"}, &sdk.ServerOptions{
		Instructions:       s.instructions,
		SubscribeHandler:   func(context.Context, *sdk.SubscribeRequest) error { return nil },
		UnsubscribeHandler: func(context.Context, *sdk.UnsubscribeRequest) error { return nil },
	})
	for _, t := range s.stock(served) {
		definition := &sdk.Tool{
			Name:        t.ShortName(),
			Title:       t.Title(),
			Description: t.Description,
			InputSchema: t.Schema(),
			Annotations: &sdk.ToolAnnotations{ReadOnlyHint: t.ReadOnly(), DestructiveHint: t.Details.Annotations.Destructive},
		}
		if t.OutputSchema() != nil {
			definition.OutputSchema = t.OutputSchema()
		}
		served.AddTool(definition, serve(t))
	}
	return served
}

// question is the key of the one request that a call makes.
const question = "question"

// serve makes the handler of a tool. A tool that is interrupted is executed once
// more when the client calls again with the answer.
func serve(t tool.Tool) sdk.ToolHandler {
	return func(ctx context.Context, req *sdk.CallToolRequest) (*sdk.CallToolResult, error) {
		args, err := tool.DecodeArguments(req.Params.Arguments)
		if err != nil {
			return nil, &jsonrpc.Error{Code: jsonrpc.CodeInvalidParams, Message: err.Error()}
		}
		call := tool.NewToolContext(ctx, caller{ctx, req}, req.Params.Arguments)
		call.Answer = answered(req.Params.InputResponses[question])
		result, err := t.Execute(args, call)
		if err != nil {
			return nil, &jsonrpc.Error{Code: jsonrpc.CodeInternalError, Message: err.Error()}
		}
		if request := tool.PendingOf(result); request != nil {
			return &sdk.CallToolResult{InputRequests: sdk.InputRequestMap{question: asked(request)}}, nil
		}
		return content(result)
	}
}

// content is a result as MCP writes it.
func content(r tool.ToolResult) (*sdk.CallToolResult, error) {
	written := &sdk.CallToolResult{Content: []sdk.Content{}, IsError: r.IsError}
	if r.Output != "" {
		written.Content = append(written.Content, &sdk.TextContent{Text: r.Output})
	}
	for _, part := range r.Parts {
		b, err := part.Decode()
		if err != nil {
			return nil, err
		}
		if part.Type != tool.PartImage {
			return nil, fmt.Errorf("%s is not an image", part)
		}
		written.Content = append(written.Content, &sdk.ImageContent{Data: b, MIMEType: part.MimeType})
	}
	if raw := r.Structured(); raw != nil {
		written.StructuredContent = raw
	}
	return written, nil
}

// A caller is the client as the host of one call.
type caller struct {
	ctx context.Context
	req *sdk.CallToolRequest
}

func (c caller) Progress(p tool.Progress) {
	token := c.req.Params.GetProgressToken()
	if token == nil {
		return
	}
	// A client that is gone misses nothing.
	_ = c.req.Session.NotifyProgress(c.ctx, &sdk.ProgressNotificationParams{
		ProgressToken: token, Progress: p.Progress, Total: p.Total, Message: p.Message,
	})
}

func (c caller) Log(e tool.LogEntry) {
	//lint:ignore SA1019 servers still log this way, and the demo shows what a log looks like
	_ = c.req.Session.Log(c.ctx, &sdk.LoggingMessageParams{Level: sdk.LoggingLevel(e.Level), Logger: c.req.Params.Name, Data: e.Message})
}

// Chunk drops the text: MCP has no partial output.
func (caller) Chunk(string) {}

// Attach does nothing: a typed tool keeps its parts itself.
func (caller) Attach([]tool.ContentPart) {}

func (caller) WaitFor(context.Context, tool.Request) (tool.Answer, error) {
	return tool.Answer{}, tool.ErrNobodyToAsk
}
