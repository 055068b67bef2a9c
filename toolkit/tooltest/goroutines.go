package tooltest

import (
	"runtime"
	"strings"
	"testing"
	"time"
)

// goroutines are the stacks of all goroutines by their headers' number.
func goroutines() map[string]string {
	buffer := make([]byte, 1<<20)
	for {
		n := runtime.Stack(buffer, true)
		if n < len(buffer) {
			buffer = buffer[:n]
			break
		}
		buffer = make([]byte, 2*len(buffer))
	}
	stacks := map[string]string{}
	for stack := range strings.SplitSeq(string(buffer), "\n\n") {
		number, _, _ := strings.Cut(strings.TrimPrefix(stack, "goroutine "), " ")
		stacks[number] = stack
	}
	return stacks
}

// awaitGone fails the test when goroutines that were not there before do not
// end. It has to look again and again: a goroutine's end gives no sign.
func awaitGone(t *testing.T, before map[string]string) {
	t.Helper()
	look := time.NewTicker(time.Millisecond)
	defer look.Stop()
	giveUp := time.NewTimer(patience)
	defer giveUp.Stop()
	for {
		left := goroutines()
		for number := range before {
			delete(left, number)
		}
		if len(left) == 0 {
			return
		}
		select {
		case <-look.C:
		case <-giveUp.C:
			for _, stack := range left {
				t.Errorf("a goroutine was left behind:\n%s", stack)
			}
			return
		}
	}
}
