package process

import (
	"fmt"
	"sync"
	"time"
)

// lifeSign is how often a running command says that it is alive. Whoever waits
// for it may take that as a reason to wait on, so that a command can use the
// whole time that its own timeout gives it.
const lifeSign = 20 * time.Second

// Heartbeat reports for how many seconds a command has run, and a sentence on
// that, until the returned function is called.
func Heartbeat(report func(seconds float64, message string)) (stop func()) {
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
				running := time.Since(start).Round(time.Second)
				report(running.Seconds(), fmt.Sprintf("the command runs on, %s by now", running))
			}
		}
	})
	return func() { close(done); beating.Wait() }
}
