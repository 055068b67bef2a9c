package builtin

import (
	"fmt"
	"sync"
	"time"

	"toolbench/toolkit/tool"
)

// lifeSign is how often a running command says that it is alive. Whoever runs
// the tool takes progress as a reason to wait on, so that a command may use the
// whole time that its own timeout gives it.
const lifeSign = 20 * time.Second

// alive reports progress until the returned function is called.
func alive(ctx *tool.ToolContext) (stop func()) {
	done := make(chan struct{})
	var beating sync.WaitGroup
	beating.Go(func() {
		t := time.NewTicker(lifeSign)
		defer t.Stop()
		for start := time.Now(); ; {
			select {
			case <-done:
				return
			case <-t.C:
				ctx.Progress(tool.Progress{Progress: time.Since(start).Round(time.Second).Seconds(), Message: fmt.Sprintf("the command runs on, %s by now", time.Since(start).Round(time.Second))})
			}
		}
	})
	return func() { close(done); beating.Wait() }
}
