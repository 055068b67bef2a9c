package mcp

import (
	"context"
	"time"
)

// quiet is how long a bell must not have rung before what it stands for is
// done: servers say once for every tool that their list changed.
const quiet = 100 * time.Millisecond

// mostQuiet is how long that is waited for: a server may never be quiet.
const mostQuiet = time.Second

// A bell is rung when there is something to do, however often: it is done once.
type bell chan struct{}

func newBell() bell { return make(bell, 1) }

func (b bell) ring() {
	select {
	case b <- struct{}{}:
	default:
	}
}

// await blocks until the bell has rung and is quiet again. It is false when ctx
// ended.
func (b bell) await(ctx context.Context) bool {
	select {
	case <-b:
	case <-ctx.Done():
		return false
	}
	latest := time.After(mostQuiet)
	for {
		select {
		case <-b:
		case <-time.After(quiet):
			return true
		case <-latest:
			return true
		case <-ctx.Done():
			return false
		}
	}
}
