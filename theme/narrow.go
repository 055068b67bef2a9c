package theme

import (
	"strings"
	"unicode/utf8"

	"github.com/charmbracelet/x/ansi"
	"golang.org/x/text/unicode/norm"
)

// Narrow returns a styled line for a terminal that counts cells rune by rune
// (no answer for mode 2027): a character of several runes that it would take
// for wider or narrower than ansi.StringWidth does becomes one on which both
// agree. Of an emoji sequence that is its first emoji, of a flag its two
// letters, of a syllable as much as has room. Sequences are kept, and so is the
// line's width.
func Narrow(line string) string {
	if isASCII(line) {
		return line
	}
	var b strings.Builder
	kept := 0 // what of the line is in b
	for at := 0; at < len(line); {
		part, width := Next(line[at:])
		if len(part) > 1 && part[0] != ansi.ESC {
			if to := narrow(part, width); to != part {
				if joinsNext(to, line[at+len(part):]) {
					to = strings.Repeat("?", width)
				}
				b.WriteString(line[kept:at])
				b.WriteString(to)
				kept = at + len(part)
			}
		}
		at += len(part)
	}
	if kept == 0 {
		return line
	}
	b.WriteString(line[kept:])
	return b.String()
}

// narrow is a character that is width cells wide, and so rune by rune.
func narrow(character string, width int) string {
	if letters, ok := flag(character); ok {
		return padded(letters, width)
	}
	if ansi.StringWidthWc(character) == width {
		return character
	}
	if composed := norm.NFC.String(character); agreed(composed) == width {
		return composed
	}
	// The longest beginning that has room.
	best := ""
	for at, r := range character {
		end := at + utf8.RuneLen(r)
		if ansi.StringWidthWc(character[:end]) > width {
			break
		}
		if agreed(character[:end]) > 0 && !joins(r) {
			best = character[:end]
		}
	}
	if best == "" {
		return strings.Repeat("?", width)
	}
	return padded(best, width)
}

// padded is s with blanks up to a width.
func padded(s string, width int) string {
	return s + strings.Repeat(" ", max(0, width-ansi.StringWidth(s)))
}

// joinsNext tells whether a character that has lost its end would become one
// with what comes next, as the letters of a Korean syllable do.
func joinsNext(s, rest string) bool {
	if rest == "" {
		return false
	}
	next, width := Next(rest)
	return ansi.StringWidth(s+next) != ansi.StringWidth(s)+width
}

// agreed is how wide s is by both measures, -1 where they differ.
func agreed(s string) int {
	if w := ansi.StringWidth(s); w == ansi.StringWidthWc(s) {
		return w
	}
	return -1
}

// joins tells whether r means nothing at the end of a character: a joiner or
// the selector of emoji shapes.
func joins(r rune) bool { return r == '\u200d' || r == '\ufe0f' }

// flag is the letters of a flag, which terminals draw as letters, a flag, or
// two boxes of any width.
func flag(character string) (letters string, ok bool) {
	for _, r := range character {
		if r < '🇦' || r > '🇿' {
			return "", false
		}
		letters += string('A' + r - '🇦')
	}
	return letters, true
}
