package mcp

import (
	"context"
	"encoding/json"
	"strings"
	"testing"
	"testing/synctest"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"toolbench/toolkit/tooltest"
)

func TestAServerWithInitializeIsAskedToLogOnlyWhenALevelIsSet(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var r register
		asked := ""
		s, _, _ := open(t, r.config(func(s *speaker, m heard) {
			if m.Method == "logging/setLevel" {
				asked = string(m.Params)
			}
			answering(`{}`)(s, m)
		}))
		synctest.Wait()
		if r.heard("logging/setLevel") != 0 {
			t.Error("it was asked although no level was set")
		}
		if err := s.SetLogLevel(t.Context(), "warning"); err != nil || asked != `{"level":"warning"}` {
			t.Errorf("it was asked for %s, %v", asked, err)
		}
		asked = ""
		if _, err := s.Open(t.Context(), &tooltest.Host{}); err != nil {
			t.Fatal(err)
		}
		synctest.Wait()
		if asked != `{"level":"warning"}` {
			t.Errorf("opened anew, it was asked for %q", asked)
		}
	})
}

func TestALevelThatCanNotBeSetIsASentence(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		for _, c := range []struct {
			config      Config
			level, want string
		}{
			{inMemory(answering(`{}`)), "loud", `"loud" is no level of a log; MCP has debug, info, notice`},
			{inMemory(offering(`{"tools":{}}`, nil)), "debug", "server s does not log: it does not declare that it can"},
			{inMemory(func(s *speaker, m heard) {
				if m.Method == "logging/setLevel" {
					s.refuse(m, -32603, "no log")
					return
				}
				answering(`{}`)(s, m)
			}), "debug", "server s refused to log debug: no log (JSON-RPC error -32603)"},
		} {
			s, _, _ := open(t, c.config)
			if err := s.SetLogLevel(t.Context(), c.level); err == nil || !strings.Contains(err.Error(), c.want) {
				t.Errorf("it ended with %v, want %s", err, c.want)
			}
		}
	})
}

func TestANewerServerIsToldTheLevelWithEachCall(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		config := inProcessServer(func(s *sdk.Server) {
			s.AddTool(&sdk.Tool{Name: "level", InputSchema: json.RawMessage(`{"type":"object"}`)}, func(_ context.Context, r *sdk.CallToolRequest) (*sdk.CallToolResult, error) {
				level, _ := r.Params.GetMeta()["io.modelcontextprotocol/logLevel"].(string)
				return said(level), nil
			})
		}, nil)
		s := New(config)
		defer s.Close()
		for _, level := range []string{defaultLevel, "error"} {
			if level != defaultLevel {
				if err := s.SetLogLevel(t.Context(), level); err != nil {
					t.Fatal(err)
				}
			}
			listing, err := s.Open(t.Context(), &tooltest.Host{})
			if err != nil {
				t.Fatal(err)
			}
			if r, err := named(t, listing, "level").Execute(nil, nil); err != nil || r.Output != level {
				t.Errorf("it was told %q, %v; want %q", r.Output, err, level)
			}
		}
	})
}

// inProcessServer configures a source for a server in this process that is made
// with the SDK.
func inProcessServer(fill func(*sdk.Server), options *sdk.ServerOptions) Config {
	return Config{Name: "s", Transport: func() sdk.Transport {
		server := sdk.NewServer(&sdk.Implementation{Name: "library", Version: "1"}, options)
		fill(server)
		theirs, ours := sdk.NewInMemoryTransports()
		_, _ = server.Connect(context.Background(), theirs, nil)
		return ours
	}}
}

// offering is a server with initialize, these capabilities, and something to do
// with each message.
func offering(capabilities string, then script) script {
	return func(s *speaker, m heard) {
		switch m.Method {
		case "server/discover":
			s.refuse(m, -32601, "Method not found")
		case "initialize":
			s.result(m, `{"protocolVersion":"2025-11-25","capabilities":`+capabilities+`,"serverInfo":{"name":"scripted","version":"7"}}`)
		case "tools/list":
			s.result(m, oneTool)
		default:
			if then != nil {
				then(s, m)
			}
		}
	}
}
