package mcp

import (
	"context"
	"encoding/json"
	"errors"
	"net/http"
	"net/http/httptest"
	"os"
	"testing"
	"testing/synctest"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"toolbench/toolkit/tool"
	"toolbench/toolkit/tooltest"
)

// library is a server that is made with the SDK.
func library() *sdk.Server {
	s := sdk.NewServer(&sdk.Implementation{Name: "library", Version: "1"}, nil)
	add := func(name string, handler sdk.ToolHandler) {
		s.AddTool(&sdk.Tool{Name: name, InputSchema: json.RawMessage(`{"type":"object","properties":{"zeta":{"type":"string"},"alpha":{"type":"string"}}}`)}, handler)
	}
	add("works", func(_ context.Context, r *sdk.CallToolRequest) (*sdk.CallToolResult, error) {
		return said("works with " + string(r.Params.Arguments)), nil
	})
	add("refuses", func(context.Context, *sdk.CallToolRequest) (*sdk.CallToolResult, error) {
		return nil, errors.New("alpha must not be empty")
	})
	add("reports", func(ctx context.Context, r *sdk.CallToolRequest) (*sdk.CallToolResult, error) {
		for i := range 3 {
			_ = r.Session.NotifyProgress(ctx, &sdk.ProgressNotificationParams{ProgressToken: r.Params.GetProgressToken(), Progress: float64(i + 1), Total: 3})
		}
		return said("reported"), nil
	})
	add("hangs", func(ctx context.Context, r *sdk.CallToolRequest) (*sdk.CallToolResult, error) {
		_ = r.Session.NotifyProgress(ctx, &sdk.ProgressNotificationParams{ProgressToken: r.Params.GetProgressToken(), Progress: 1})
		<-ctx.Done()
		return nil, ctx.Err()
	})
	add("asks", func(_ context.Context, r *sdk.CallToolRequest) (*sdk.CallToolResult, error) {
		if len(r.Params.InputResponses) == 0 {
			return &sdk.CallToolResult{RequestState: "here", InputRequests: sdk.InputRequestMap{"q": &sdk.ElicitParams{
				Message: "Who are you?", RequestedSchema: json.RawMessage(`{"type":"object","properties":{"zip":{"type":"string"},"age":{"type":"integer","default":7}}}`),
			}}}, nil
		}
		answer, ok := r.Params.InputResponses["q"].(*sdk.ElicitResult)
		if !ok || answer.Action != "accept" {
			return nil, errors.New("nobody said who they are")
		}
		raw, err := json.Marshal(answer.Content)
		return said(string(raw)), err
	})
	add("crashes", func(context.Context, *sdk.CallToolRequest) (*sdk.CallToolResult, error) {
		os.Exit(5)
		return nil, nil
	})
	return s
}

func said(text string) *sdk.CallToolResult {
	return &sdk.CallToolResult{Content: []sdk.Content{&sdk.TextContent{Text: text}}}
}

func serveLibrary() { _ = library().Run(context.Background(), &sdk.StdioTransport{}) }

// inProcessLibrary configures a source for the library in this process.
func inProcessLibrary() Config {
	return Config{Name: "lib", Transport: func() sdk.Transport {
		theirs, ours := sdk.NewInMemoryTransports()
		_, _ = library().Connect(context.Background(), theirs, nil)
		return ours
	}}
}

// httpLibrary configures a source for the library over HTTP.
func httpLibrary(t *testing.T, options *sdk.StreamableHTTPOptions) Config {
	t.Helper()
	s := library()
	web := httptest.NewServer(sdk.NewStreamableHTTPHandler(func(*http.Request) *sdk.Server { return s }, options))
	t.Cleanup(web.Close)
	return Config{Name: "lib", URL: web.URL}
}

// libraryCase is what the tools of the library do.
func libraryCase(config Config) tooltest.Case {
	return tooltest.Case{
		Source: New(config),
		Works: tooltest.Step{Tool: "lib_works", Arguments: `{"alpha":"a"}`, Check: func(t *testing.T, r tool.ToolResult) {
			contains(t, r.Output, `works with {"alpha":"a"}`)
		}},
		Refuses: tooltest.Step{Tool: "lib_refuses"},
		Reports: tooltest.Step{Tool: "lib_reports"},
		Hangs:   tooltest.Step{Tool: "lib_hangs"},
		Begun:   func(ctx context.Context, host *tooltest.CallHost) error { return host.AwaitProgress(ctx, 1) },
		Asks: tooltest.Step{Tool: "lib_asks", Check: func(t *testing.T, r tool.ToolResult) {
			contains(t, r.Output, `"zip":"8001"`, `"age":7`)
		}},
		Answer: map[string]any{"zip": "8001"},
	}
}

func TestAServerInThisProcessKeepsTheContract(t *testing.T) {
	for _, version := range []string{"", legacy} {
		t.Run("protocol "+version, func(t *testing.T) {
			tooltest.ContractInBubble(t, func(*testing.T) tooltest.Case {
				config := inProcessLibrary()
				config.Protocol = version
				return libraryCase(config)
			})
		})
	}
}

func TestAServerAsAProcessKeepsTheContract(t *testing.T) {
	tooltest.Contract(t, func(t *testing.T) tooltest.Case {
		config := asProcess(t, "library")
		config.Name = "lib"
		c := libraryCase(config)
		c.Crashes = tooltest.Step{Tool: "lib_crashes"}
		return c
	})
}

func TestAServerOverHTTPKeepsTheContract(t *testing.T) {
	for name, options := range map[string]*sdk.StreamableHTTPOptions{
		"stateful":           {},
		"stateless":          {Stateless: true, PropagateRequestCancellation: true},
		"answering in JSON":  {JSONResponse: true},
		"stateless, in JSON": {Stateless: true, JSONResponse: true, PropagateRequestCancellation: true},
	} {
		t.Run(name, func(t *testing.T) {
			tooltest.Contract(t, func(t *testing.T) tooltest.Case {
				c := libraryCase(httpLibrary(t, options))
				if options.JSONResponse {
					c.Reports, c.Begun = tooltest.Step{}, nil // a JSON answer has no room for progress
				}
				return c
			})
		})
	}
}

func TestAServerOverTheOlderHTTPTransportKeepsTheContract(t *testing.T) {
	tooltest.Contract(t, func(t *testing.T) tooltest.Case {
		s := library()
		config := web(t, sdk.NewSSEHandler(func(*http.Request) *sdk.Server { return s }, nil).ServeHTTP)
		config.Name = "lib"
		return libraryCase(config)
	})
}

func TestTheNewestProtocolThatBothSidesCanDoIsUsed(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		_, listing, _ := open(t, inProcessLibrary())
		if listing.Facts.Protocol != "MCP 2026-07-28" || listing.Facts.Server != "library" || listing.Facts.Version != "1" {
			t.Errorf("the facts are %+v", listing.Facts)
		}
		config := inProcessLibrary()
		config.Protocol = legacy
		_, listing, _ = open(t, config)
		if listing.Facts.Protocol != "MCP 2025-11-25" {
			t.Errorf("pinned, the protocol is %s", listing.Facts.Protocol)
		}
	})
}
