package mcp

import (
	"bytes"
	"encoding/json"
	"fmt"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"

	"toolbench/toolkit/source"
)

// oversized is called with the beginning and the end of a message that is too
// long to be read. It finds out which request the message would have answered
// and answers that one itself; false means that it can not tell.
func (t *tap) oversized(head, tail []byte, size int) (jsonrpc.Message, bool) {
	t.record(source.Received, head, size)
	t.mu.Lock()
	var found *reply
	for id, r := range t.pending {
		raw, _ := json.Marshal(id.Raw())
		if mentions(head, raw) || mentions(tail, raw) || len(t.pending) == 1 {
			if found != nil {
				t.mu.Unlock()
				return nil, false
			}
			found = r
		}
	}
	t.mu.Unlock()
	if found == nil {
		return nil, false
	}
	return t.refuse(found, size), true
}

// refuse answers a request in place of a message of so many bytes.
func (t *tap) refuse(r *reply, size int) jsonrpc.Message {
	err := t.tooLong(size)
	t.taken(r.id)
	r.settle(outcome{err: err})
	return &jsonrpc.Response{ID: r.id, Error: &jsonrpc.Error{Code: jsonrpc.CodeInternalError, Message: err.Error()}}
}

func (t *tap) tooLong(size int) error {
	return &lengthError{fmt.Sprintf("%s sent a message of %d bytes, more than the %d that are taken; raise the limit, or have the server send less", t.subject, size, t.limit)}
}

// A lengthError says that a message was over the limit.
type lengthError struct{ text string }

func (e *lengthError) Error() string { return e.text }

// mentions tells whether text has a member "id" with the given value.
func mentions(text, id []byte) bool {
	compact := bytes.ReplaceAll(text, []byte(" "), nil)
	member := append([]byte(`"id":`), id...)
	i := bytes.Index(compact, member)
	return i >= 0 && bytes.IndexAny(compact[i+len(member):], ",}") == 0
}

// refused is the message that takes the place of an answer that is too long.
func (t *tap) refused(id jsonrpc.ID, head []byte, size int) []byte {
	t.record(source.Received, head, size)
	err := t.tooLong(size)
	if r := t.taken(id); r != nil {
		r.settle(outcome{err: err})
	}
	return encoded(&jsonrpc.Response{ID: id, Error: &jsonrpc.Error{Code: jsonrpc.CodeInternalError, Message: err.Error()}})
}
