package mcp

import (
	"fmt"
	"regexp"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"

	"toolbench/toolkit/source"
)

// oversized is called with the beginning and the end of a message that is too
// long to be read. It finds out which request the message would have answered
// and answers that one itself; what answers nothing is left out. False means
// that it can not tell.
func (t *tap) oversized(head, tail []byte, size int) (jsonrpc.Message, bool) {
	t.record(source.Received, head, size)
	id, method := envelopeOf(head, tail)
	if method != "" {
		t.leaveOut(method, size)
		return nil, true
	}
	if !id.IsValid() {
		if id = t.awaited(); !id.IsValid() {
			return nil, false
		}
	}
	return t.refuse(id, size), true
}

// leaveOut says in the log that a message of the server's own was too long.
func (t *tap) leaveOut(method string, size int) {
	t.warn("%s of %d bytes, more than the %d that are taken", method, size, t.limit)
}

// awaited is the request that waits for an answer when there is exactly one.
func (t *tap) awaited() (id jsonrpc.ID) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if len(t.pending) == 1 {
		for id = range t.pending {
		}
	}
	return id
}

// refuse answers a request in place of a message of so many bytes.
func (t *tap) refuse(id jsonrpc.ID, size int) *jsonrpc.Response {
	err := t.tooLong(size)
	if r := t.taken(id); r != nil {
		r.settle(outcome{err: err})
	}
	return &jsonrpc.Response{ID: id, Error: &jsonrpc.Error{Code: jsonrpc.CodeInternalError, Message: err.Error()}}
}

func (t *tap) tooLong(size int) error {
	return &answerError{fmt.Sprintf("%s sent a message of %d bytes, more than the %d that are taken; --max-message=SIZE raises the limit, or \"maxMessage\" of the server in this program's own configuration; or have the server send less", t.subject, size, t.limit)}
}

// An answerError says why an answer was not taken, while the session goes on.
type answerError struct{ text string }

func (e *answerError) Error() string { return e.text }

// idAtEnd finds the id of a message that ends with it. Ids within its result
// are followed by more than one bracket.
var idAtEnd = regexp.MustCompile(`"id"\s*:\s*("[^"\\]*"|-?\d+)\s*(?:,\s*"jsonrpc"\s*:\s*"2\.0"\s*)?\}\s*$`)

// envelopeOf is what can be seen of a message's id and method at its beginning,
// up to what is long, and at its end.
func envelopeOf(head, tail []byte) (id jsonrpc.ID, method string) {
	for name, value := range members(head) {
		switch name {
		case "id":
			id, _ = idOf(value)
		case "method":
			method, _ = textOf(value)
		}
	}
	if found := idAtEnd.FindSubmatch(tail); found != nil && !id.IsValid() {
		id, _ = idOf(found[1])
	}
	return id, method
}

// refused is the message that takes the place of an answer that is too long.
func (t *tap) refused(id jsonrpc.ID, head []byte, size int) []byte {
	t.record(source.Received, head, size)
	return encoded(t.refuse(id, size))
}
