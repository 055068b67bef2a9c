// Command conformance is the client that the MCP conformance suite drives: this
// program's toolkit, without a screen, doing what each scenario wants.
//
// usage: conformance URL
//
// The suite names the scenario in MCP_CONFORMANCE_SCENARIO, and gives what
// belongs to it, as JSON, in MCP_CONFORMANCE_CONTEXT.
package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/signal"
	"strings"
	"time"

	"toolbench/toolkit/source/mcp"
)

func main() {
	if len(os.Args) != 2 {
		fmt.Fprintln(os.Stderr, "usage: conformance URL, as the MCP conformance suite calls it")
		os.Exit(2)
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	ctx, cancel := context.WithTimeout(ctx, 25*time.Second) // the suite ends clients after 30 s
	defer cancel()
	if err := play(ctx, os.Args[1]); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

// play does the work of the scenario against the server at a URL.
func play(ctx context.Context, url string) error {
	var data given
	if raw := os.Getenv("MCP_CONFORMANCE_CONTEXT"); raw != "" {
		if err := json.Unmarshal([]byte(raw), &data); err != nil {
			return fmt.Errorf("MCP_CONFORMANCE_CONTEXT can not be read: %w", err)
		}
	}
	name := os.Getenv("MCP_CONFORMANCE_SCENARIO")
	if name == "" {
		return errors.New("MCP_CONFORMANCE_SCENARIO is not set; the suite sets it")
	}
	work, ok := scenarios[name]
	if !ok {
		work = list
	}
	var oauth *mcp.OAuth
	if strings.HasPrefix(name, "auth/") {
		work, oauth = callTestTool, data.oauth()
		oauth.ClientCredentials = strings.HasPrefix(name, "auth/client-credentials")
	}
	p, err := open(ctx, url, oauth)
	if err != nil {
		return err
	}
	defer p.tk.Close()
	return work(ctx, p, data)
}

// given is what the suite gives for a scenario.
type given struct {
	ClientID     string `json:"client_id"`
	ClientSecret string `json:"client_secret"`
	ToolCalls    []struct {
		Name      string          `json:"name"`
		Arguments json.RawMessage `json:"arguments"`
	} `json:"toolCalls"`
}

// oauth is how to sign in, as the suite's authorization servers know it.
func (g given) oauth() *mcp.OAuth {
	return &mcp.OAuth{ClientMetadataURL: "https://conformance-test.local/client-metadata.json", ClientID: g.ClientID, ClientSecret: g.ClientSecret}
}
