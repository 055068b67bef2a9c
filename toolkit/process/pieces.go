package process

import (
	"io"
	"unicode/utf8"
)

// The capacity of a piece, in bytes. It grows with what there is.
const (
	smallestPiece = 512
	largestPiece  = 256 << 10
)

// pieces are bytes in pieces: more can be added, and the first dropped, without
// copying those that are there.
type pieces struct {
	list [][]byte
	size int
}

func (p *pieces) add(b []byte) {
	for len(b) > 0 {
		last := len(p.list) - 1
		if last < 0 || len(p.list[last]) == cap(p.list[last]) {
			p.list = append(p.list, make([]byte, 0, min(max(p.size, smallestPiece), largestPiece)))
			last++
		}
		n := min(len(b), cap(p.list[last])-len(p.list[last]))
		p.list[last] = append(p.list[last], b[:n]...)
		p.size += n
		b = b[n:]
	}
}

// shorten drops pieces in front of which more than the last keep bytes lie.
func (p *pieces) shorten(keep int) {
	for len(p.list) > 0 && p.size-len(p.list[0]) >= keep {
		p.size -= len(p.list[0])
		p.list[0] = nil
		p.list = p.list[1:]
	}
}

// copyTo writes the bytes from one place to another.
func (p *pieces) copyTo(w io.Writer, from, to int) {
	at := 0
	for _, piece := range p.list {
		if start, end := max(from-at, 0), min(to-at, len(piece)); start < end {
			_, _ = w.Write(piece[start:end])
		}
		at += len(piece)
	}
}

// at is the byte at a place, which must be there.
func (p *pieces) at(place int) byte {
	for _, piece := range p.list {
		if place < len(piece) {
			return piece[place]
		}
		place -= len(piece)
	}
	return 0
}

// unfinished is the length of the unfinished rune at the end.
func (p *pieces) unfinished() int {
	end := make(appender, 0, utf8.UTFMax)
	p.copyTo(&end, max(0, p.size-utf8.UTFMax), p.size)
	return len(end) - Whole(end)
}

// An appender is written to by appending.
type appender []byte

// Write implements [io.Writer].
func (a *appender) Write(b []byte) (int, error) {
	*a = append(*a, b...)
	return len(b), nil
}
