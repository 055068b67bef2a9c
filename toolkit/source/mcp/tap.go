package mcp

import (
	"context"
	"encoding/json"
	"fmt"
	"strconv"
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

	updates     updates     // of resources
	completions completions // of pages

	mu      sync.Mutex
	pending map[jsonrpc.ID]*reply
	cancels map[jsonrpc.ID]chan struct{} // closed when the server was told
	owed    []<-chan struct{}            // of calls that ended before their answer
	streams map[jsonrpc.ID]bool          // that were asked for, of changes: the SDK drops the answers
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
	t.mu.Lock()
	defer t.mu.Unlock()
	if request.Method == methodListen {
		t.streams[request.ID] = true
	}
	if r := replyOf(ctx); r != nil {
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

// told is closed once the server was told that a request was cancelled. The
// lock is held.
func (t *tap) told(id jsonrpc.ID) chan struct{} {
	if t.cancels[id] == nil {
		t.cancels[id] = make(chan struct{})
	}
	return t.cancels[id]
}

// tell notes that the server was told, which a redirect makes happen twice.
func (t *tap) tell(id jsonrpc.ID) {
	t.mu.Lock()
	defer t.mu.Unlock()
	select {
	case <-t.told(id):
	default:
		close(t.told(id))
	}
}

// owes notes that the server is about to be told that a request was cancelled.
func (t *tap) owes(r *reply) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if r.id.IsValid() { // else it was never sent
		t.owed = append(t.owed, t.told(r.id))
	}
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
		return t.unasked(m)
	}
	if m.failure != nil {
		r.settle(outcome{err: m.failure})
		return m.response(nil), false
	}
	r.settle(outcome{result: m.result})
	return m.response(substitute(r.method, m.result)), true
}

// unasked is called with an answer to no request. One that gives the number of a
// request as a text was meant for it: the request is refused in its place, which
// would wait in vain.
func (t *tap) unasked(m message) (msg jsonrpc.Message, changed bool) {
	if text, ok := m.id.Raw().(string); ok {
		number, err := strconv.ParseFloat(text, 64)
		if id, invalid := jsonrpc.MakeID(number); err == nil && invalid == nil {
			if r := t.taken(id); r != nil {
				return reject(r, id, fmt.Sprintf("%s answered with the id %q, that is a text; the request's is the number %[2]s", t.subject, text)), true
			}
		}
	}
	t.refusedStream(m)
	return m.response(m.result), false
}

// refusedStream says so when the server will not tell of changes.
func (t *tap) refusedStream(m message) {
	t.mu.Lock()
	asked := t.streams[m.id]
	delete(t.streams, m.id)
	t.mu.Unlock()
	if asked && m.failure != nil {
		t.log("warning", fmt.Sprintf("the server refused to tell of changes with %s (%s); connecting it again shows what changed", methodListen, wordsOf(m.failure)))
	}
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
	case "notifications/resources/updated":
		t.updated(m.params)
		return nil, true
	case "notifications/elicitation/complete":
		t.completed(m.params)
		return nil, true
	case methodElicit, methodSample, methodRoots:
		request.Params = noted(m.params, on)
		return request, true
	}
	return request, false
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
