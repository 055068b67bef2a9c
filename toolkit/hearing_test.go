package toolkit_test

import (
	"context"
	"testing"
	"testing/synctest"

	"toolbench/toolkit"
	"toolbench/toolkit/source"
	"toolbench/toolkit/tool"
)

func TestWhatASourceLogsWakesWhoeverListens(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := scripted(tool.SourceMCP, "weather")
		tk := create(t, toolkit.Options{Sources: []source.Source{s}})
		defer tk.Close()
		heard := make(chan uint64)
		go func() {
			at, _ := tk.Heard(t.Context(), "mcp:weather", 0)
			heard <- at
		}()
		synctest.Wait()
		s.Say(tool.LogEntry{Message: "it rains"})
		if at := <-heard; at != 1 {
			t.Errorf("heard were %d lines, want 1", at)
		}
		ctx, cancel := context.WithCancel(t.Context())
		cancel()
		if at, ok := tk.Heard(ctx, "mcp:weather", 1); ok {
			t.Errorf("heard were %d lines, though nothing was said", at)
		}
		if _, ok := tk.Heard(t.Context(), "mcp:nowhere", 0); ok {
			t.Error("a source that there is not was heard")
		}
	})
}
