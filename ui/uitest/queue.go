package uitest

import (
	"io"
	"sync"
)

// A queue is a pipe whose Write never blocks. The emulator answers queries
// from inside its Write; were that to wait for the program to read, and the
// program for its Write to return, neither would go on.
type queue struct {
	mu     sync.Mutex
	filled *sync.Cond
	bytes  []byte
	closed bool
}

func newQueue() *queue {
	q := &queue{}
	q.filled = sync.NewCond(&q.mu)
	return q
}

// Write appends to what Read returns.
func (q *queue) Write(p []byte) (int, error) {
	q.mu.Lock()
	defer q.mu.Unlock()
	q.bytes = append(q.bytes, p...)
	q.filled.Broadcast()
	return len(p), nil
}

// Read waits until there is something to return, or the queue is closed.
func (q *queue) Read(p []byte) (int, error) {
	q.mu.Lock()
	defer q.mu.Unlock()
	for len(q.bytes) == 0 && !q.closed {
		q.filled.Wait()
	}
	if len(q.bytes) == 0 {
		return 0, io.EOF
	}
	n := copy(p, q.bytes)
	q.bytes = q.bytes[n:]
	return n, nil
}

// Close ends Read when what was written has been read.
func (q *queue) Close() error {
	q.mu.Lock()
	defer q.mu.Unlock()
	q.closed = true
	q.filled.Broadcast()
	return nil
}
