package mcp

import (
	"bufio"
	"bytes"
	"errors"
	"io"
)

// tailLength is how much of the end of a line that is too long is kept.
const tailLength = 256

// lines reads a stream line by line. A line over the limit is read to its end,
// but only its beginning and end are kept.
type lines struct {
	r        *bufio.Reader
	limit    int
	indented bool // the blanks before a line are kept
}

// blanks are what is cut off around a line.
const blanks = " \t\r\n\v\f"

func newLines(r io.Reader, limit int) *lines {
	return &lines{r: bufio.NewReaderSize(r, 64<<10), limit: limit}
}

// next is the next line that is not blank, without its end. A last line without
// a newline counts. The memory is the caller's.
func (l *lines) next() (frame, error) {
	for {
		f, err := l.line()
		if f.raw = bytes.TrimRight(f.raw, blanks); !l.indented {
			f.raw = bytes.TrimLeft(f.raw, blanks)
		}
		if f.size <= l.limit {
			f.size = len(f.raw)
		}
		if len(f.raw) > 0 || err != nil {
			return f, err
		}
	}
}

func (l *lines) line() (frame, error) {
	var f frame
	for {
		piece, err := l.r.ReadSlice('\n')
		f.size += len(piece)
		if room := l.limit - len(f.raw); len(piece) > room {
			f.raw = append(f.raw, piece[:room]...)
		} else {
			f.raw = append(f.raw, piece...)
		}
		if f.size > l.limit {
			f.tail = append(f.tail, piece...)
			f.tail = f.tail[max(0, len(f.tail)-tailLength):]
		}
		switch {
		case err == nil:
			return f, nil
		case errors.Is(err, bufio.ErrBufferFull):
			continue
		case f.size > 0:
			return f, nil // what follows the error is asked for next
		}
		return f, err
	}
}
