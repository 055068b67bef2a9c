package process

import (
	"cmp"
	"fmt"
	"strings"
	"sync"
	"unicode/utf8"
)

// A Transcript keeps the beginning and the end of what is written to it, and
// passes it on while it is written. It is safe from any goroutine.
type Transcript struct {
	// Limit is how many bytes are kept.
	Limit int
	// Send gets the text as it comes, in whole runes; nil is not told.
	Send func(string)
	// SendLimit is how many bytes are passed on to Send; 0 is Limit.
	SendLimit int

	mu         sync.Mutex
	head, tail pieces
	total      int
	unsent     []byte // an unfinished rune
}

// Write implements [io.Writer]. It never fails.
func (t *Transcript) Write(b []byte) (int, error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.pass(b)
	t.total += len(b)
	half := t.Limit / 2
	n := min(len(b), half-t.head.size)
	t.head.add(b[:n])
	t.tail.add(b[n:])
	t.tail.shorten(half)
	return len(b), nil
}

// pass sends b on. What comes after the limit is only kept: nobody reads that
// much as it scrolls by, and whoever listens may hold on to all of it.
func (t *Transcript) pass(b []byte) {
	limit := cmp.Or(t.SendLimit, t.Limit)
	if t.Send == nil || t.total >= limit {
		return
	}
	t.unsent = append(t.unsent, b...)
	n := Whole(t.unsent)
	if n > 0 {
		t.Send(strings.ToValidUTF8(string(t.unsent[:n]), "\uFFFD"))
		t.unsent = append(t.unsent[:0], t.unsent[n:]...)
	}
	if t.total+len(b) >= limit {
		t.Send("\n[more output follows; its end will be in the result]\n")
	}
}

// Cut is how many bytes were left out.
func (t *Transcript) Cut() int {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.cut()
}

func (t *Transcript) cut() int { return max(0, t.total-t.head.size-t.Limit/2) }

// String is the text as far as it was kept, with a line where some is left out.
func (t *Transcript) String() string {
	t.mu.Lock()
	defer t.mu.Unlock()
	var b strings.Builder
	if t.cut() == 0 {
		b.Grow(t.total)
		t.head.copyTo(&b, 0, t.head.size)
		t.tail.copyTo(&b, 0, t.tail.size)
		return strings.ToValidUTF8(b.String(), "\uFFFD")
	}
	head := t.head.size - t.head.unfinished()
	from := t.tail.size - t.Limit/2
	for from < t.tail.size && !utf8.RuneStart(t.tail.at(from)) {
		from++
	}
	b.Grow(t.Limit + 64)
	t.head.copyTo(&b, 0, head)
	fmt.Fprintf(&b, "\n[… %d bytes left out here …]\n", t.total-head-(t.tail.size-from))
	t.tail.copyTo(&b, from, t.tail.size)
	return strings.ToValidUTF8(b.String(), "\uFFFD")
}

// Bytes is what was written, or nil when some of it was left out.
func (t *Transcript) Bytes() []byte {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.cut() > 0 {
		return nil
	}
	b := make(appender, 0, t.total)
	t.head.copyTo(&b, 0, t.head.size)
	t.tail.copyTo(&b, 0, t.tail.size)
	return b
}

// Whole is the length of b without the unfinished rune at its end.
func Whole(b []byte) int {
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
