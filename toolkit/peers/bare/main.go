// Command bare does with the MCP library alone what `toolbench list` and
// `toolbench call` do with a server on stdio. The figures compare against it.
//
// usage: bare list COMMAND ARG…
//
//	bare call NAME JSON COMMAND ARG…
package main

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

func main() {
	if err := run(context.Background(), os.Args[1:]); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func run(ctx context.Context, args []string) error {
	verb, command := args[0], args[1:]
	if verb == "call" {
		command = args[3:]
	}
	client := mcp.NewClient(&mcp.Implementation{Name: "bare", Version: "1"}, &mcp.ClientOptions{Capabilities: &mcp.ClientCapabilities{}})
	server := exec.Command(command[0], command[1:]...)
	session, err := client.Connect(ctx, &mcp.CommandTransport{Command: server, TerminateDuration: 100 * time.Millisecond}, nil)
	if err != nil {
		return err
	}
	defer session.Close()
	if verb == "call" {
		result, err := session.CallTool(ctx, &mcp.CallToolParams{Name: args[1], Arguments: json.RawMessage(args[2])})
		if err != nil {
			return err
		}
		return json.NewEncoder(os.Stdout).Encode(result)
	}
	for tool, err := range session.Tools(ctx, nil) {
		if err != nil {
			return err
		}
		fmt.Println(tool.Name, tool.Description)
	}
	return nil
}
