package cli

import (
	"bufio"
	"io"
	"sync"
)

// An output is what is printed, held back until it is flushed. Those who print
// and those who say something meanwhile share it, from any goroutine.
type output struct {
	mu sync.Mutex
	to *bufio.Writer
}

func newOutput(w io.Writer) *output { return &output{to: bufio.NewWriterSize(w, 64<<10)} }

// Write implements [io.Writer].
func (o *output) Write(p []byte) (int, error) {
	o.mu.Lock()
	defer o.mu.Unlock()
	return o.to.Write(p)
}

// WriteString implements [io.StringWriter].
func (o *output) WriteString(s string) (int, error) {
	o.mu.Lock()
	defer o.mu.Unlock()
	return o.to.WriteString(s)
}

// Flush writes what was held back. The first error stays.
func (o *output) Flush() error {
	o.mu.Lock()
	defer o.mu.Unlock()
	return o.to.Flush()
}

// A console is where people are told things, from any goroutine.
type console struct {
	mu sync.Mutex
	to io.Writer
}

// Write implements [io.Writer].
func (c *console) Write(p []byte) (int, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.to.Write(p)
}
