package safetext

import (
	"fmt"
	"unicode/utf16"
	"unicode/utf8"
)

// JSON returns valid JSON in which no character could drive a terminal: in
// strings, control, C1, bidi and other unfit characters are written as \uXXXX
// and bytes that are not UTF-8 as \ufffd; a carriage return between values
// becomes a space. The value it stands for does not change. raw is returned
// itself when nothing is to do, and never written to.
func JSON(raw []byte) []byte {
	var out []byte
	kept := 0 // raw is in out up to here
	var before context
	for i := 0; i < len(raw); {
		if n := plainRun(raw[i:]); n > 0 {
			before = context{last: rune(raw[i+n-1])}
			i += n
			continue
		}
		r, size := utf8.DecodeRune(raw[i:])
		if r == '\n' || r == '\t' {
			before = context{}
			i += size
			continue
		}
		if before.allows(r, size) {
			before.add(r)
			i += size
			continue
		}
		if out == nil {
			out = make([]byte, 0, len(raw)+len(raw)/8+8)
		}
		out = append(out, raw[kept:i]...)
		out = escape(out, r)
		i += size
		kept = i
		before = context{last: '0'}
	}
	if out == nil {
		return raw
	}
	return append(out, raw[kept:]...)
}

// escape appends r as JSON spells it with ASCII alone.
func escape(out []byte, r rune) []byte {
	switch {
	case r == '\r':
		return append(out, ' ')
	case r < 0x10000:
		return fmt.Appendf(out, `\u%04x`, r)
	}
	high, low := utf16.EncodeRune(r)
	return fmt.Appendf(out, `\u%04x\u%04x`, high, low)
}
