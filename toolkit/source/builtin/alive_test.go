package builtin

import (
	"testing"
	"testing/synctest"
	"time"

	"toolbench/toolkit/run"
	"toolbench/toolkit/tool"
)

func TestACommandMayUseTheWholeTimeThatItsTimeoutGivesIt(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		probe := tool.Tool{Name: "probe", Execute: func(_ map[string]any, ctx *tool.ToolContext) (tool.ToolResult, error) {
			defer alive(ctx)()
			select {
			case <-time.After(10 * time.Minute):
				return tool.ToolResult{Output: "done"}, nil
			case <-ctx.Done():
				return tool.ToolResult{}, ctx.Err()
			}
		}}
		if out := run.Start(t.Context(), probe, nil, run.Options{}).Wait(); out.Kind != run.OK {
			t.Errorf("the run ended after %s: %v", out.Duration, out.Err)
		}
	})
}
