package mcp

import (
	"bytes"
	"cmp"
	"io"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
)

// events is an event stream whose messages pass the tap. It hands on whole
// events, changed where the tap changed the message.
type events struct {
	body  io.ReadCloser
	lines *lines
	tap   *tap
	on    *call            // whose stream it is; nil for the server's own
	asked *jsonrpc.Request // what the stream answers; nil for the server's own
	bare  bool             // events without data are handed on, for their ids

	fields []byte // of the event that is being read, but for its data
	data   []byte
	size   int // of its data
	ready  []byte
	err    error
}

// framing is what a line of an event has beside its data.
const framing = len("data: \r\n")

func newEvents(body io.ReadCloser, t *tap, on *call, asked *jsonrpc.Request, bare bool) *events {
	return &events{body: body, lines: newLines(body, t.limit+framing), tap: t, on: on, asked: asked, bare: bare}
}

// Close implements [io.Closer].
func (s *events) Close() error { return s.body.Close() }

// Read implements [io.Reader].
func (s *events) Read(p []byte) (int, error) {
	for len(s.ready) == 0 {
		if s.err != nil {
			return 0, s.err
		}
		line, err := s.lines.line()
		if err != nil {
			s.err = err
			s.end() // the last event need not be followed by a blank line
			continue
		}
		s.take(line)
	}
	n := copy(p, s.ready)
	s.ready = s.ready[n:]
	return n, nil
}

func (s *events) take(line frame) {
	raw := bytes.TrimRight(line.raw, "\r\n")
	switch data, ok := bytes.CutPrefix(raw, []byte("data:")); {
	case ok:
		data = bytes.TrimPrefix(data, []byte(" "))
		if len(s.data) > 0 {
			s.data = append(s.data, '\n')
		}
		s.size += line.size
		room := max(0, s.tap.limit+framing-len(s.data))
		s.data = append(s.data, data[:min(len(data), room)]...)
	case len(raw) > 0:
		s.fields = append(append(s.fields, raw...), '\n')
	default:
		s.end()
	}
}

// end makes an event ready.
func (s *events) end() {
	if data := s.message(); len(data) > 0 {
		data = bytes.ReplaceAll(data, []byte("\n"), []byte("\ndata: "))
		s.ready = append(append(append(s.fields, "data: "...), data...), '\n')
	} else if s.bare {
		s.ready = s.fields
	}
	if len(s.ready) > 0 {
		s.ready = append(s.ready, '\n')
	}
	s.fields, s.data, s.size = nil, nil, 0
}

// message is what the SDK is to see of an event's data.
func (s *events) message() []byte {
	switch {
	case s.size == 0:
		return nil
	case s.size > s.tap.limit+framing:
		if _, method := envelopeOf(s.data, nil); s.asked == nil || method != "" {
			s.tap.leaveOut(cmp.Or(method, "an event"), s.size)
			return nil
		}
		return s.tap.refused(s.asked.ID, s.data, s.size)
	case len(s.data) == 0:
		return nil // a line of data with nothing in it, which some servers send first
	case s.data[0] != '{':
		return s.data // the address of the older transport
	}
	return s.tap.rewritten(s.data, s.on)
}

// rewritten is what the SDK is to see of a message; nil when it is nothing.
func (t *tap) rewritten(raw []byte, on *call) []byte {
	msg, changed := t.received(raw, on)
	switch {
	case !changed:
		return raw
	case msg == nil:
		return nil
	}
	return encoded(msg)
}

func encoded(msg jsonrpc.Message) []byte {
	raw, err := jsonrpc.EncodeMessage(msg)
	if err != nil {
		return nil // the SDK writes only what it has read
	}
	return raw
}
