package mcp

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"

	"toolbench/toolkit/redact"
	"toolbench/toolkit/source"
	"toolbench/toolkit/tool"
)

// maxRecorded is how much of a message the record of the exchange keeps.
const maxRecorded = 64 << 10

// A tap sees every message of one session in both directions. It records them,
// takes the results of listings and calls out before the SDK decodes them, and
// handles progress and log messages itself: the SDK hands those on in another
// goroutine than results, so that the last ones would come too late.
type tap struct {
	subject string
	host    source.Host
	hide    *redact.Redactor
	calls   calls
	limit   int // of a message, in bytes

	mu      sync.Mutex
	pending map[jsonrpc.ID]*reply
	cancels map[jsonrpc.ID]chan struct{} // closed when the server was told
	owed    []<-chan struct{}            // of calls that ended before their answer
}

// A reply is where the answer to one request arrives.
type reply struct {
	call    *call // nil for a listing
	id      jsonrpc.ID
	method  string
	outcome atomic.Pointer[outcome]
}

// An outcome is a result as the server wrote it, or why there is none.
type outcome struct {
	result json.RawMessage
	err    error
}

func (r *reply) settle(o outcome) {
	r.outcome.Store(&o)
	if r.call != nil {
		r.call.answered.Store(true)
	}
}

type replyKey struct{}

// expect makes ctx the context of a request whose answer goes to r.
func expect(ctx context.Context, r *reply) context.Context {
	return context.WithValue(ctx, replyKey{}, r)
}

func replyOf(ctx context.Context) *reply {
	r, _ := ctx.Value(replyKey{}).(*reply)
	return r
}

// sent is called before a message goes out.
func (t *tap) sent(ctx context.Context, msg jsonrpc.Message, raw []byte) {
	t.record(source.Sent, raw, len(raw))
	request, ok := msg.(*jsonrpc.Request)
	if !ok || !request.IsCall() {
		return
	}
	if r := replyOf(ctx); r != nil {
		t.mu.Lock()
		defer t.mu.Unlock()
		r.id, r.method = request.ID, request.Method
		t.pending[request.ID] = r
	}
}

// forget ends the wait for an answer.
func (t *tap) forget(r *reply) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.pending[r.id] == r {
		delete(t.pending, r.id)
	}
}

// told is closed once the server was told that a request was cancelled.
func (t *tap) told(id jsonrpc.ID) chan struct{} {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.cancels[id] == nil {
		t.cancels[id] = make(chan struct{})
	}
	return t.cancels[id]
}

// owes notes that the server is about to be told that a request was cancelled.
func (t *tap) owes(r *reply) {
	t.mu.Lock()
	id := r.id
	t.mu.Unlock()
	if !id.IsValid() {
		return // it was never sent
	}
	told := t.told(id)
	t.mu.Lock()
	defer t.mu.Unlock()
	t.owed = append(t.owed, told)
}

func (t *tap) taken(id jsonrpc.ID) *reply {
	t.mu.Lock()
	defer t.mu.Unlock()
	r := t.pending[id]
	delete(t.pending, id)
	return r
}

// received is called with each message that comes in, and with the call on
// whose stream it came, where streams belong to calls. It returns what the SDK
// is to see, or nil when that is nothing, and whether that differs from raw. It
// keeps raw.
func (t *tap) received(raw []byte, on *call) (msg jsonrpc.Message, changed bool) {
	t.record(source.Received, raw, len(raw))
	m, err := decodeMessage(raw)
	if err != nil {
		t.warn("a message that can not be read (%v): %s", err, excerpt(raw))
		return nil, true
	}
	if m.method != "" {
		return t.request(m, on)
	}
	r := t.taken(m.id)
	if r == nil {
		return m.response(m.result), false
	}
	if m.failure != nil {
		r.settle(outcome{err: m.failure})
		return m.response(nil), false
	}
	r.settle(outcome{result: m.result})
	return m.response(substitute(r.method, m.result)), true
}

func (t *tap) request(m message, on *call) (msg jsonrpc.Message, changed bool) {
	request := &jsonrpc.Request{ID: m.id, Method: m.method, Params: m.params}
	switch m.method {
	case "notifications/progress":
		t.progress(m.params)
		return nil, true
	case "notifications/message":
		t.logged(m.params, on)
		return nil, true
	case "elicitation/create":
		request.Params = noteElicitation(m.params, on)
		return request, true
	}
	return request, false
}

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

func (t *tap) progress(params json.RawMessage) {
	var p struct {
		ProgressToken   json.RawMessage `json:"progressToken"`
		Progress, Total json.RawMessage
		Message         json.RawMessage
	}
	if json.Unmarshal(params, &p) != nil {
		return
	}
	token, _ := textOf(p.ProgressToken)
	call := t.calls.find(token)
	if call == nil || call.answered.Load() {
		return // it came too late
	}
	report := tool.Progress{Progress: numberOf(p.Progress), Total: numberOf(p.Total)}
	report.Message, _ = textOf(p.Message)
	call.tool.Progress(report)
}

func (t *tap) logged(params json.RawMessage, on *call) {
	var p struct{ Level, Logger, Data json.RawMessage }
	if json.Unmarshal(params, &p) != nil {
		return
	}
	level, ok := textOf(p.Level)
	if !ok {
		level = "info"
	}
	text, ok := textOf(p.Data)
	if !ok {
		text = string(p.Data)
	}
	if logger, _ := textOf(p.Logger); logger != "" {
		text = logger + ": " + text
	}
	t.log(level, text)
	if on == nil {
		on = t.calls.only()
	}
	if on != nil {
		on.tool.Log(level, text)
	}
}

func (t *tap) log(level, text string) {
	t.host.Log(tool.LogEntry{Time: time.Now(), Level: level, Message: t.hide.String(text)})
}

// warn logs that the server sent something that it should not.
func (t *tap) warn(format string, args ...any) {
	t.log("warning", fmt.Sprintf("the server sent "+format, args...))
}

func (t *tap) record(direction source.Direction, raw []byte, size int) {
	body := t.hide.String(string(raw[:min(len(raw), maxRecorded)]))
	t.host.Exchanged(source.Message{Time: time.Now(), Direction: direction, Body: []byte(body), Size: size})
}

// excerpt is the beginning of a text, for a message.
func excerpt(raw []byte) string {
	const most = 200
	text := strings.TrimSpace(string(raw[:min(len(raw), most)]))
	if len(raw) > most {
		text = strings.ToValidUTF8(text, "") + " …"
	}
	return text
}
