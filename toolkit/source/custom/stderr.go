package custom

import (
	"bytes"
	"strings"
	"sync"

	"toolbench/toolkit/process"
	"toolbench/toolkit/redact"
)

const (
	// maxLine is how much of a line of standard error is logged, in bytes.
	maxLine = 8 << 10
	// maxLogged is how much of standard error is logged in all: whoever runs the
	// tool keeps every line.
	maxLogged = 1 << 20
)

// errorLines is the standard error of a command: logged line by line as it
// comes, and kept.
type errorLines struct {
	kept process.Transcript
	hide *redact.Redactor
	log  func(level, line string)

	mu     sync.Mutex
	line   []byte // an unfinished one, as far as it is logged
	logged int
}

// String is what was kept, without secrets.
func (e *errorLines) String() string { return e.hide.String(e.kept.String()) }

// Write implements [io.Writer]. It never fails.
func (e *errorLines) Write(b []byte) (int, error) {
	_, _ = e.kept.Write(b)
	e.mu.Lock()
	defer e.mu.Unlock()
	for rest := b; len(rest) > 0; {
		head, tail, whole := bytes.Cut(rest, []byte("\n"))
		e.line = append(e.line, head[:min(len(head), max(0, maxLine-len(e.line)))]...)
		if whole {
			e.flush()
		}
		rest = tail
	}
	return len(b), nil
}

// finish logs what is left.
func (e *errorLines) finish() {
	e.mu.Lock()
	defer e.mu.Unlock()
	e.flush()
}

func (e *errorLines) flush() {
	line := strings.TrimRight(string(e.line[:process.Whole(e.line)]), "\r")
	e.line = e.line[:0]
	if strings.TrimSpace(line) == "" || e.logged >= maxLogged {
		return
	}
	e.logged += len(line)
	e.log("info", e.hide.String(strings.ToValidUTF8(line, "\uFFFD")))
	if e.logged >= maxLogged {
		e.log("info", "more follows on standard error; its end is in the result")
	}
}
