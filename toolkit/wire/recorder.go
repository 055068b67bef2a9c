package wire

import (
	"bytes"
	"fmt"
	"io"
	"net/http"
	"slices"
	"strings"
	"sync"
	"time"

	"toolbench/toolkit/redact"
	"toolbench/toolkit/source"
)

// MaxRecorded is how much of a message the record of an exchange keeps, in bytes.
const MaxRecorded = 64 << 10

// A Recorder is an [http.RoundTripper] that hands each request and each response
// over as they were on the wire: a first line, the headers, the body. A response
// is recorded when its body was read to its end or closed.
type Recorder struct {
	// Through is what requests go through; nil is [http.DefaultTransport].
	Through http.RoundTripper
	// Record takes what was exchanged.
	Record func(source.Message)
	// Hide takes secrets out; nil hides what headers of secret names hold.
	Hide *redact.Redactor
}

// RoundTrip implements [http.RoundTripper].
func (r *Recorder) RoundTrip(request *http.Request) (*http.Response, error) {
	hide := r.Hide
	if hide == nil {
		hide = new(redact.Redactor)
	}
	through := r.Through
	if through == nil {
		through = http.DefaultTransport
	}
	sent := &message{recorder: r, hide: hide, direction: source.Sent,
		head: head(fmt.Sprintf("%s %s", request.Method, hide.URL(request.URL.String())), hide.Header(request.Header))}
	if request.Body == nil || request.Body == http.NoBody {
		sent.finish()
	} else {
		request = request.Clone(request.Context())
		request.Body = &body{ReadCloser: request.Body, message: sent}
	}
	response, err := through.RoundTrip(request)
	sent.finish()
	if err != nil {
		return nil, err
	}
	received := &message{recorder: r, hide: hide, direction: source.Received,
		head: head(response.Status, hide.Header(response.Header))}
	response.Body = &body{ReadCloser: response.Body, message: received}
	return response, nil
}

// CloseIdleConnections is what [http.Client.CloseIdleConnections] calls.
func (r *Recorder) CloseIdleConnections() { CloseIdleConnections(r.Through) }

func head(line string, h http.Header) string {
	var b strings.Builder
	b.WriteString(line)
	b.WriteByte('\n')
	names := make([]string, 0, len(h))
	for name := range h {
		names = append(names, name)
	}
	slices.Sort(names)
	for _, name := range names {
		for _, value := range h[name] {
			fmt.Fprintf(&b, "%s: %s\n", name, value)
		}
	}
	b.WriteByte('\n')
	return b.String()
}

// A message is one request or response while its body goes by.
type message struct {
	recorder  *Recorder
	hide      *redact.Redactor
	direction source.Direction
	head      string

	mu   sync.Mutex
	done bool
	kept bytes.Buffer
	size int
}

func (m *message) add(p []byte) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.size += len(p)
	m.kept.Write(p[:min(len(p), max(0, MaxRecorded-m.kept.Len()))])
}

func (m *message) finish() {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.done || m.recorder.Record == nil {
		return
	}
	m.done = true
	m.recorder.Record(source.Message{
		Time: time.Now(), Direction: m.direction, Size: len(m.head) + m.size,
		Body: []byte(m.hide.String(m.head + m.kept.String())),
	})
}

// A body is watched while it is read.
type body struct {
	io.ReadCloser
	message *message
}

// Read implements [io.Reader].
func (b *body) Read(p []byte) (int, error) {
	n, err := b.ReadCloser.Read(p)
	b.message.add(p[:n])
	if err != nil {
		b.message.finish()
	}
	return n, err
}

// Close implements [io.Closer].
func (b *body) Close() error {
	defer b.message.finish()
	return b.ReadCloser.Close()
}
