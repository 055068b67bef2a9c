// Package safetext makes text of strangers fit for a screen.
//
// Names, descriptions, outputs, prompts, logs and addresses come from servers
// that nobody here wrote. A terminal obeys what it is sent: an escape sequence
// can move the cursor, set the clipboard, change the title or place a picture,
// and invisible or reordering characters can make a text read as something it
// is not. Here every such character becomes a visible mark, one for one, so
// that nothing drives the terminal and nothing disappears silently:
//
//	ESC and other control characters   ␛ ␇ ␀ (U+2400 + the code), DEL ␡
//	C1 controls, bidi, zero width, …   ‹U+202E›
//	bytes that are not UTF-8           �
//
// What follows an escape character is ordinary text then and stays readable.
// All functions run in time linear in their input, return it unchanged (and
// allocate nothing) when there is nothing to do, and change nothing when
// applied to their own result.
package safetext

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/charmbracelet/x/ansi"
)

// TabWidth is the distance of the tab stops that Block expands to, in cells.
const TabWidth = 4

// Line returns s as one line: a line break is shown as ⏎ and a tab is one
// space.
func Line(s string) string {
	return clean(s, false, func(b *strings.Builder, r rune, _ int) {
		switch r {
		case '\n':
			b.WriteRune('⏎')
		case '\t':
			b.WriteByte(' ')
		}
	})
}

// Block returns s as lines that end in \n alone (\r\n and a lone \r count as
// one), with tabs expanded.
func Block(s string) string {
	var column, counted int // the width of the current line up to byte counted
	return clean(s, true, func(b *strings.Builder, r rune, start int) {
		if r == '\n' {
			b.WriteByte('\n')
			column, counted = 0, b.Len()
			return
		}
		column += ansi.StringWidth(b.String()[max(start, counted):])
		n := TabWidth - column%TabWidth
		b.WriteString(strings.Repeat(" ", n))
		column, counted = column+n, b.Len()
	})
}

// clean copies s, with marks for what may not be shown. Breaks (as one \n
// each) and tabs go to space, which also learns where in the output the
// current line started. breaks tells that \n needs no change.
func clean(s string, breaks bool, space func(b *strings.Builder, r rune, start int)) string {
	at, before := firstUnfit(s, breaks)
	if at == len(s) {
		return s
	}
	var b strings.Builder
	b.Grow(len(s) + len(s)/8)
	b.WriteString(s[:at])
	start := strings.LastIndexByte(s[:at], '\n') + 1
	for i := at; i < len(s); {
		if n := plainRun(s[i:]); n > 0 {
			b.WriteString(s[i : i+n])
			before = context{last: rune(s[i+n-1])}
			i += n
			continue
		}
		r, size := utf8.DecodeRuneInString(s[i:])
		i += size
		switch {
		case r == '\r' && i < len(s) && s[i] == '\n':
			// The break is written for the \n.
		case r == '\n' || r == '\r':
			space(&b, '\n', start)
			start = b.Len()
			before = context{}
		case r == '\t':
			space(&b, '\t', start)
			before = context{last: ' '}
		case before.allows(r, size):
			b.WriteRune(r)
			before.add(r)
		default:
			b.WriteString(Mark(r))
			before = context{last: '›'}
		}
	}
	return b.String()
}

// firstUnfit returns the index of the first byte that clean would change, or
// len(s), and what came before it.
func firstUnfit(s string, breaks bool) (int, context) {
	var before context
	for i := 0; i < len(s); {
		if n := plainRun(s[i:]); n > 0 {
			before = context{last: rune(s[i+n-1])}
			i += n
			continue
		}
		r, size := utf8.DecodeRuneInString(s[i:])
		switch {
		case r == '\n' && breaks:
			before = context{}
		case !before.allows(r, size):
			return i, before
		default:
			before.add(r)
		}
		i += size
	}
	return len(s), before
}

// plainRun returns how many bytes s begins with that are printable ASCII.
func plainRun[T string | []byte](s T) int {
	for i := range len(s) {
		if c := s[i]; c < ' ' || c > '~' {
			return i
		}
	}
	return len(s)
}

// Mark returns the visible stand-in for a rune that may not be shown. A
// combining mark that is one too many is as good as a broken byte.
func Mark(r rune) string {
	switch {
	case r == utf8.RuneError || !unicode.Is(unfit, r):
		return "\uFFFD"
	case r < 0x20:
		return string(0x2400 + r)
	case r == 0x7F:
		return "\u2421"
	}
	return fmt.Sprintf("‹U+%04X›", r)
}
