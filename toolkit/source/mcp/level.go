package mcp

//lint:file-ignore SA1019 logging is deprecated, and servers go on doing it

import (
	"context"
	"fmt"
	"slices"
	"strings"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"
)

// levels are MCP's, the chattiest first.
var levels = []string{"debug", "info", "notice", "warning", "error", "critical", "alert", "emergency"}

// defaultLevel is what newer servers are asked to log: without a level they may
// not log at all, where older ones decide for themselves.
const defaultLevel = "info"

// SetLogLevel implements [toolbench/toolkit/source.Leveled]. The level is kept
// when the source is opened anew, and may be set before it is opened.
func (s *Source) SetLogLevel(ctx context.Context, level string) error {
	if !slices.Contains(levels, level) {
		return fmt.Errorf("%q is no level of a log; MCP has %s", level, strings.Join(levels, ", "))
	}
	if n := s.sessions.Current(); n != nil {
		if err := n.setLogLevel(ctx, level); err != nil {
			return s.hideIn(err)
		}
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.level = level
	return nil
}

// levelSet is the level that was set, or "".
func (s *Source) levelSet() string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.level
}

// setLogLevel tells a server with initialize. Newer ones are told with each
// call.
func (n *session) setLogLevel(ctx context.Context, level string) error {
	caps := n.sdk.InitializeResult().Capabilities
	if caps == nil || caps.Logging == nil {
		return fmt.Errorf("%s does not log: it does not declare that it can", n.tap.subject)
	}
	if n.modern() {
		return nil
	}
	ctx, cancel := within(ctx, n.ctx)
	defer cancel()
	ctx, limited := context.WithTimeout(ctx, n.source.config.timeout())
	defer limited()
	err := n.sdk.SetLoggingLevel(ctx, &sdk.SetLoggingLevelParams{Level: sdk.LoggingLevel(level)})
	switch {
	case err != nil && ctx.Err() != nil:
		return fmt.Errorf("%s was not told to log %s: %w", n.tap.subject, level, context.Cause(ctx))
	case err != nil:
		return n.requestError("to log "+level, err, "")
	}
	return nil
}

// logAgain has the server log as it was told in the session before.
func (n *session) logAgain(level string) {
	if err := n.setLogLevel(n.alive, level); err != nil && n.alive.Err() == nil {
		n.tap.log("warning", err.Error())
	}
}
