package genkit

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"strings"
	"sync/atomic"

	"toolbench/toolkit/tool"
)

const (
	// traceHeader comes with an answer's header, before the action ends.
	traceHeader = "X-Genkit-Trace-Id"
	// maxAnswer is how long one line of an answer may be, in bytes.
	maxAnswer = 128 << 20
	// maxStreamed is how much partial output is passed on, in bytes: whoever runs
	// the tool keeps it all.
	maxStreamed = 8 << 20
)

// An exchange is one run of an action: the request, and the lines of its answer.
// Each line but the last is a chunk; the last says how the run ended.
type exchange struct {
	client *client
	ctx    *tool.ToolContext
	trace  atomic.Pointer[string]
	passed int // how much partial output was passed on

	// What came of it, once run has returned.
	status int // of HTTP; 0 when there was no answer
	last   []byte
	err    error // the answer broke off
}

func (e *exchange) traceID() string {
	if trace := e.trace.Load(); trace != nil {
		return *trace
	}
	return ""
}

// run makes the request and reads its answer to the end.
func (e *exchange) run(ctx context.Context, body []byte) {
	response, err := e.client.request(ctx, http.MethodPost, "/api/runAction?stream=true", body)
	if err != nil {
		e.err = err
		return
	}
	defer response.Body.Close()
	trace := response.Header.Get(traceHeader)
	e.trace.Store(&trace)
	e.status = response.StatusCode
	lines := bufio.NewReaderSize(response.Body, 64<<10)
	for {
		line, err := readLine(lines)
		if err != nil && err != io.EOF {
			e.err = err
			return
		}
		if line = bytes.TrimSpace(line); len(line) > 0 {
			e.line(line)
		}
		if err != nil {
			return
		}
	}
}

// line takes a line. A chunk is passed on at once; what may be the last line is
// kept until it is certain.
func (e *exchange) line(line []byte) {
	if e.last != nil {
		e.chunk(e.last)
		e.last = nil
	}
	if e.status != http.StatusOK || mayEnd(line) {
		e.last = line
		return
	}
	e.chunk(line)
}

// chunk passes partial output on: a text as it is, anything else as a line of
// JSON.
func (e *exchange) chunk(line []byte) {
	if e.passed >= maxStreamed {
		return
	}
	var text string
	if json.Unmarshal(line, &text) != nil {
		text = strings.ToValidUTF8(string(line), "\uFFFD") + "\n"
	}
	e.ctx.SendChunk(text)
	if e.passed += len(text); e.passed >= maxStreamed {
		e.ctx.SendChunk("\n[more follows, which is not shown]\n")
	}
}

// mayEnd tells whether a line can be the one that says how a run ended.
func mayEnd(line []byte) bool {
	var end map[string]json.RawMessage
	if line[0] != '{' || json.Unmarshal(line, &end) != nil {
		return false
	}
	_, result := end["result"]
	_, failed := end["error"]
	_, traced := end["telemetry"]
	return result || failed || traced
}

// readLine reads up to a line end, which it keeps, or the end.
func readLine(in *bufio.Reader) ([]byte, error) {
	var line []byte
	for {
		piece, err := in.ReadSlice('\n')
		line = append(line, piece...)
		if len(line) > maxAnswer {
			return nil, &lengthError{}
		}
		if !errors.Is(err, bufio.ErrBufferFull) {
			return line, err
		}
	}
}

// A lengthError is the error of an answer that is too long.
type lengthError struct{}

func (*lengthError) Error() string {
	return fmt.Sprintf("the answer has a line of more than %d MiB", maxAnswer>>20)
}
