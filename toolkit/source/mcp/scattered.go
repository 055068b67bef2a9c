package mcp

import (
	"bytes"
	"fmt"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"

	"toolbench/toolkit/source"
)

// scattered gathers lines that are no messages, as long as they may together be
// one: some servers indent what they write.
type scattered struct {
	lines []byte
	depth int // of brackets that are open
}

// add returns the lines from a bracket alone, which is how they begin, to the one
// that closes it, when line has that.
func (s *scattered) add(line []byte, limit int) []byte {
	if s.depth == 0 && string(line) != "{" {
		return nil
	}
	s.lines = append(append(s.lines, line...), '\n')
	s.depth += nesting(line)
	if s.depth > 0 && len(s.lines) <= limit {
		return nil
	}
	whole, closed := s.lines, s.depth == 0
	*s = scattered{}
	if !closed {
		return nil
	}
	return whole
}

// nesting is how many brackets a line of JSON opens and leaves open.
func nesting(line []byte) (depth int) {
	quoted, escaped := false, false
	for _, c := range line {
		switch {
		case escaped:
			escaped = false
		case quoted && c == '\\':
			escaped = true
		case c == '"':
			quoted = !quoted
		case quoted:
		case c == '{' || c == '[':
			depth++
		case c == '}' || c == ']':
			depth--
		}
	}
	return depth
}

// scattered is called with what came in several lines. If it is the answer to a
// request, that is refused in its place, which would wait in vain.
func (t *tap) scattered(raw []byte) jsonrpc.Message {
	m, err := decodeMessage(raw)
	if err != nil || m.method != "" || !bytes.Contains(raw, []byte(`"jsonrpc"`)) {
		return nil
	}
	t.record(source.Received, raw, len(raw))
	return reject(t.taken(m.id), m.id, fmt.Sprintf("%s answered with JSON in %d lines; on standard output each message has to be one line, so that it must not be indented",
		t.subject, bytes.Count(raw, []byte("\n"))))
}

// reject settles a request whose answer breaks the protocol, and is what the SDK
// sees in the answer's place. There is no reply to settle for what the SDK asks
// by itself.
func reject(r *reply, id jsonrpc.ID, why string) *jsonrpc.Response {
	if r != nil {
		r.settle(outcome{err: &answerError{why}})
	}
	return &jsonrpc.Response{ID: id, Error: &jsonrpc.Error{Code: rejected, Message: why}}
}
