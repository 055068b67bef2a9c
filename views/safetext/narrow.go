package safetext

import (
	"strings"
	"unicode/utf8"
)

// Narrow drops joiners, emoji variation selectors and skin tones, for
// terminals that count cells rune by rune (no answer for mode 2027): what they
// draw is then as wide as what was measured. It is meant for text that Line or
// Block returned.
func Narrow(s string) string {
	if strings.IndexFunc(s, shaping) < 0 {
		return s
	}
	var b strings.Builder
	b.Grow(len(s))
	for i := 0; i < len(s); {
		r, size := utf8.DecodeRuneInString(s[i:])
		if !shaping(r) {
			b.WriteString(s[i : i+size])
		}
		i += size
	}
	return b.String()
}

// shaping tells whether r only changes how its neighbours are drawn.
func shaping(r rune) bool {
	return r == zwj || r == zwnj || r == emojiShape || r == textShape || r >= 0x1F3FB && r <= 0x1F3FF
}
