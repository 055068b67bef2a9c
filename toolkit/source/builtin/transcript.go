package builtin

import (
	"fmt"
	"strings"
	"sync"
	"unicode/utf8"
)

// A transcript keeps the beginning and the end of what is written to it, and
// passes it on while it is written. It is safe from any goroutine.
type transcript struct {
	// limit is how many bytes are kept, and how many passed on.
	limit int
	// send gets the text as it comes, in whole runes.
	send func(string)

	mu         sync.Mutex
	head, tail []byte
	total      int
	unsent     []byte // an unfinished rune
}

// Write implements io.Writer. It never fails.
func (t *transcript) Write(b []byte) (int, error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.pass(b)
	t.total += len(b)
	half := t.limit / 2
	n := min(len(b), half-len(t.head))
	t.head = append(t.head, b[:n]...)
	t.tail = append(t.tail, b[n:]...)
	if len(t.tail) > 2*half {
		t.tail = append(t.tail[:0], t.tail[len(t.tail)-half:]...)
	}
	return len(b), nil
}

// pass sends b on. What comes after the limit is only kept: nobody reads that
// much as it scrolls by, and whoever listens may hold on to all of it.
func (t *transcript) pass(b []byte) {
	if t.total >= t.limit {
		return
	}
	t.unsent = append(t.unsent, b...)
	n := whole(t.unsent)
	if n > 0 {
		t.send(strings.ToValidUTF8(string(t.unsent[:n]), "\uFFFD"))
		t.unsent = append(t.unsent[:0], t.unsent[n:]...)
	}
	if t.total+len(b) >= t.limit {
		t.send("\n[more output follows; its end will be in the result]\n")
	}
}

// cut is how many bytes were left out.
func (t *transcript) cut() int {
	t.mu.Lock()
	defer t.mu.Unlock()
	return max(0, t.total-len(t.head)-t.limit/2)
}

// String is the text as far as it was kept, with a line where some is left out.
func (t *transcript) String() string {
	cut := t.cut()
	t.mu.Lock()
	defer t.mu.Unlock()
	if cut == 0 {
		return strings.ToValidUTF8(string(t.head)+string(t.tail), "\uFFFD")
	}
	head := t.head[:whole(t.head)]
	tail := t.tail[len(t.tail)-t.limit/2:]
	for len(tail) > 0 && !utf8.RuneStart(tail[0]) {
		tail = tail[1:]
	}
	left := t.total - len(head) - len(tail)
	note := fmt.Sprintf("\n[… %d bytes left out here …]\n", left)
	return strings.ToValidUTF8(string(head)+note+string(tail), "\uFFFD")
}

// whole is the length of b without the unfinished rune at its end.
func whole(b []byte) int {
	for i := 1; i <= min(len(b), utf8.UTFMax-1); i++ {
		if c := b[len(b)-i]; utf8.RuneStart(c) {
			if !utf8.FullRune(b[len(b)-i:]) {
				return len(b) - i
			}
			break
		}
	}
	return len(b)
}
