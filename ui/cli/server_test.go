//lint:file-ignore SA1019 servers go on asking for messages and roots, although 2026-07-28 deprecates that

package cli_test

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"image"
	"image/png"
	"os"
	"os/signal"
	"syscall"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// testServer is a small MCP server on its standard streams. Its first argument
// makes it misbehave.
func testServer() {
	if len(os.Args) > 1 {
		switch os.Args[1] {
		case "mute":
			time.Sleep(time.Hour)
		case "deaf":
			signal.Ignore(os.Interrupt, syscall.SIGTERM)
			time.Sleep(time.Hour)
		case "exit":
			fmt.Fprintln(os.Stderr, "no licence found")
			os.Exit(7)
		case "garbage":
			fmt.Println("Starting up, please wait…")
		case "odd":
			oddServer()
			return
		}
	}
	s := mcp.NewServer(&mcp.Implementation{Name: "test-server", Version: "1"}, nil)
	addTools(s)
	if len(os.Args) > 1 && os.Args[1] == "misfits" {
		addMisfit(s)
	}
	if len(os.Args) > 1 && os.Args[1] == "library" {
		fmt.Fprintln(os.Stderr, "the library is open")
		addLibrary(s)
	}
	if err := s.Run(context.Background(), &mcp.StdioTransport{}); err != nil {
		os.Exit(1)
	}
}

// oddServer lists one tool whose annotations are no MCP, beside a sound one.
func oddServer() {
	const schema = `"inputSchema":{"type":"object"}`
	for d := json.NewDecoder(os.Stdin); ; {
		var r struct {
			ID     json.RawMessage
			Method string
		}
		if d.Decode(&r) != nil {
			return
		}
		switch {
		case r.Method == "initialize":
			fmt.Printf(`{"jsonrpc":"2.0","id":%s,"result":{"protocolVersion":"2025-11-25","capabilities":{"tools":{}},"serverInfo":{"name":"odd","version":"1"}}}`+"\n", r.ID)
		case r.Method == "tools/list":
			fmt.Printf(`{"jsonrpc":"2.0","id":%s,"result":{"tools":[{"name":"crooked",%s,"annotations":{"readOnlyHint":"true"}},{"name":"straight",%s}]}}`+"\n", r.ID, schema, schema)
		case len(r.ID) > 0:
			fmt.Printf(`{"jsonrpc":"2.0","id":%s,"error":{"code":-32601,"message":"Method not found"}}`+"\n", r.ID)
		}
	}
}

const hostile = "\x1b]0;taken\x07 \x1b[2J \x1b]52;c;eA==\x07 \u202egnp.exe\u202c \u009b31m"

func addTools(s *mcp.Server) {
	add := func(name, description, schema string, call func(context.Context, *mcp.CallToolRequest) (*mcp.CallToolResult, error)) {
		s.AddTool(&mcp.Tool{Name: name, Description: description, InputSchema: json.RawMessage(schema)}, call)
	}
	const none = `{"type":"object"}`
	add("get-sum", "Adds two numbers.", `{"type":"object","properties":{"a":{"type":"number","description":"The first."},"b":{"type":"number"}},"required":["a","b"]}`, sum)
	add("echo", "Gives back its arguments.", none, func(_ context.Context, r *mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		return text(string(r.Params.Arguments)), nil
	})
	add("fails", "Reports an error.", none, func(context.Context, *mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		result := text("the tank is empty")
		result.IsError = true
		return result, nil
	})
	add("broken", "Answers with a protocol error.", none, func(context.Context, *mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		return nil, fmt.Errorf("the cable is cut")
	})
	add("dies", "Ends its server in mid-call.", none, func(context.Context, *mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		fmt.Fprintln(os.Stderr, "out of memory")
		os.Exit(9)
		return nil, nil
	})
	add("waits", "Never returns by itself.", none, func(ctx context.Context, r *mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		err := r.Session.NotifyProgress(ctx, &mcp.ProgressNotificationParams{ProgressToken: r.Params.GetProgressToken(), Progress: 1, Total: 4, Message: "waiting\x1b[2J"})
		if err != nil {
			return nil, err
		}
		<-ctx.Done()
		return nil, ctx.Err()
	})
	add("hostile", "Carries "+hostile, none, func(context.Context, *mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		return text("out " + hostile), nil
	})
	add("picture", "Draws.", none, picture)
	add("asks", "Asks for a name.", none, asks)
}

func text(s string) *mcp.CallToolResult {
	return &mcp.CallToolResult{Content: []mcp.Content{&mcp.TextContent{Text: s}}}
}

func sum(_ context.Context, r *mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	var in struct{ A, B float64 }
	if err := json.Unmarshal(r.Params.Arguments, &in); err != nil {
		return nil, err
	}
	return text(fmt.Sprintf("The sum of %g and %g is %g.", in.A, in.B, in.A+in.B)), nil
}

func picture(context.Context, *mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	var b bytes.Buffer
	if err := png.Encode(&b, image.NewGray(image.Rect(0, 0, 32, 16))); err != nil {
		return nil, err
	}
	return &mcp.CallToolResult{Content: []mcp.Content{
		&mcp.TextContent{Text: "drawn"},
		&mcp.ImageContent{Data: b.Bytes(), MIMEType: "image/png"},
		&mcp.EmbeddedResource{Resource: &mcp.ResourceContents{URI: "file:///../../escape.txt", MIMEType: "application/octet-stream", Blob: []byte("outside")}},
	}}, nil
}

// asks asks in the way of the newest protocol: by returning the question.
func asks(_ context.Context, r *mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	answer, ok := r.Params.InputResponses["who"].(*mcp.ElicitResult)
	if !ok {
		return &mcp.CallToolResult{InputRequests: mcp.InputRequestMap{"who": &mcp.ElicitParams{
			Message:         "Who are you?",
			RequestedSchema: json.RawMessage(`{"type":"object","properties":{"name":{"type":"string"},"age":{"type":"integer","minimum":0}},"required":["name"]}`),
		}}}, nil
	}
	return text(fmt.Sprintf("%s: %v is %v", answer.Action, answer.Content["name"], answer.Content["age"])), nil
}

// addMisfit adds a tool whose results are not what its output schema says.
func addMisfit(s *mcp.Server) {
	s.AddTool(&mcp.Tool{
		Name: "misfit", InputSchema: json.RawMessage(`{"type":"object","additionalProperties":true}`),
		OutputSchema: json.RawMessage(`{"type":"object","properties":{"degrees":{"type":"number"}}}`),
	}, func(_ context.Context, r *mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		result := text("warm")
		if !bytes.Contains(r.Params.Arguments, []byte("bare")) {
			result.StructuredContent = json.RawMessage(`{"degrees":"hot"}`)
		}
		return result, nil
	})
}

// addLibrary adds what a server has beside tools, and tools that ask for a
// message and for the folders to work in.
func addLibrary(s *mcp.Server) {
	read := func(_ context.Context, r *mcp.ReadResourceRequest) (*mcp.ReadResourceResult, error) {
		return &mcp.ReadResourceResult{Contents: []*mcp.ResourceContents{{URI: r.Params.URI, MIMEType: "text/plain", Text: "the text of " + r.Params.URI}}}, nil
	}
	s.AddResource(&mcp.Resource{URI: "book://moby-dick", Name: "moby", Title: "Moby Dick", MIMEType: "text/plain"}, read)
	s.AddResource(&mcp.Resource{URI: "book://cover", Name: "cover", MIMEType: "image/png"}, func(_ context.Context, r *mcp.ReadResourceRequest) (*mcp.ReadResourceResult, error) {
		var b bytes.Buffer
		if err := png.Encode(&b, image.NewGray(image.Rect(0, 0, 8, 8))); err != nil {
			return nil, err
		}
		return &mcp.ReadResourceResult{Contents: []*mcp.ResourceContents{{URI: r.Params.URI, MIMEType: "image/png", Blob: b.Bytes()}}}, nil
	})
	s.AddResourceTemplate(&mcp.ResourceTemplate{URITemplate: "shelf://{shelf}/{number}", Name: "shelf"}, read)
	s.AddPrompt(&mcp.Prompt{Name: "summary", Title: "Summarise", Arguments: []*mcp.PromptArgument{{Name: "book", Required: true}, {Name: "words"}}},
		func(_ context.Context, r *mcp.GetPromptRequest) (*mcp.GetPromptResult, error) {
			return &mcp.GetPromptResult{Messages: []*mcp.PromptMessage{{Role: "user", Content: &mcp.TextContent{Text: fmt.Sprintf("Summarise %s in %s words.", r.Params.Arguments["book"], r.Params.Arguments["words"])}}}}, nil
		})
	s.AddTool(&mcp.Tool{Name: "poem", InputSchema: json.RawMessage(`{"type":"object"}`)}, poem)
	s.AddTool(&mcp.Tool{Name: "roots", InputSchema: json.RawMessage(`{"type":"object"}`)}, roots)
}

func poem(_ context.Context, r *mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	answer, ok := r.Params.InputResponses["poem"].(*mcp.CreateMessageWithToolsResult)
	if !ok {
		return &mcp.CallToolResult{InputRequests: mcp.InputRequestMap{"poem": &mcp.CreateMessageParams{
			SystemPrompt: "You are a poet.", MaxTokens: 100,
			Messages: []*mcp.SamplingMessage{{Role: "user", Content: &mcp.TextContent{Text: "A line on rain."}}},
		}}}, nil
	}
	for _, content := range answer.Content {
		if line, ok := content.(*mcp.TextContent); ok {
			return text("framed: " + line.Text), nil
		}
	}
	return text("no text came"), nil
}

func roots(_ context.Context, r *mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	answer, ok := r.Params.InputResponses["roots"].(*mcp.ListRootsResult)
	if !ok {
		return &mcp.CallToolResult{InputRequests: mcp.InputRequestMap{"roots": &mcp.ListRootsParams{}}}, nil
	}
	out := fmt.Sprintf("%d roots", len(answer.Roots))
	for _, root := range answer.Roots {
		out += " " + root.Name
	}
	return text(out), nil
}
