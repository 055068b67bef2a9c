package a2a

import (
	"bufio"
	"bytes"
	"fmt"
	"io"
)

// events is the body of an event stream in which each event's data passes
// through read. An error of read ends the stream.
type events struct {
	body  io.ReadCloser
	lines *bufio.Reader
	read  func([]byte) ([]byte, error)
	ready []byte // of the event that was read last
	err   error
}

func newEvents(body io.ReadCloser, read func([]byte) ([]byte, error)) *events {
	return &events{body: body, lines: bufio.NewReader(body), read: read}
}

// Read implements [io.Reader].
func (e *events) Read(p []byte) (int, error) {
	for len(e.ready) == 0 && e.err == nil {
		e.next()
	}
	if len(e.ready) == 0 {
		return 0, e.err
	}
	n := copy(p, e.ready)
	e.ready = e.ready[n:]
	return n, nil
}

// Close implements [io.Closer].
func (e *events) Close() error { return e.body.Close() }

// next reads one event. Fields other than data mean nothing to A2A.
func (e *events) next() {
	var data []byte
	for {
		line, err := e.line(maxMessage - len(data))
		if value, ok := bytes.CutPrefix(line, []byte("data:")); ok {
			if len(data) > 0 {
				data = append(data, '\n')
			}
			data = append(data, bytes.TrimPrefix(value, []byte(" "))...)
		}
		if err == nil && len(line) > 0 {
			continue
		}
		e.err = err
		if len(data) > 0 && (err == nil || err == io.EOF) {
			e.take(data)
		}
		return
	}
}

func (e *events) take(data []byte) {
	sound, err := e.read(data)
	if err != nil {
		e.err = err
		return
	}
	e.ready = append(append([]byte("data: "), sound...), "\n\n"...)
}

// line is the next line without its end.
func (e *events) line(most int) ([]byte, error) {
	var line []byte
	for {
		piece, err := e.lines.ReadSlice('\n')
		if len(line)+len(piece) > most {
			return nil, unclear(fmt.Sprintf("an event is over %d MiB", maxMessage>>20))
		}
		line = append(line, piece...)
		if err != bufio.ErrBufferFull {
			return bytes.TrimRight(line, "\r\n"), err
		}
	}
}
