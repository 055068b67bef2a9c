package mcp

import (
	"context"
	"time"

	"toolbench/toolkit/tool"
)

// patience is how often a call that waits for a person outside says so, which
// begins its time anew.
const patience = 10 * time.Second

// patiently waits for a channel to be ready, for as long as the call behind ctx
// is let go on.
func patiently(ctx context.Context, message string, ready <-chan struct{}) error {
	often := patience
	if call := tool.FromContext(ctx); call != nil && call.Timeout > 0 {
		often = min(often, time.Duration(call.Timeout)*time.Millisecond/2)
	}
	for {
		next := time.NewTimer(often)
		select {
		case <-ready:
			next.Stop()
			return nil
		case <-ctx.Done():
			next.Stop()
			return context.Cause(ctx)
		case <-next.C:
			tool.SendProgress(ctx, tool.Progress{Message: message})
		}
	}
}
