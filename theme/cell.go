package theme

import (
	"unicode/utf8"

	"github.com/charmbracelet/x/ansi"
)

// Next is the first character or escape sequence of a styled line that is not
// empty, and how many cells it takes: the widths of a line's parts add up to
// ansi.StringWidth of the line.
//
// ansi.DecodeSequence takes a character that begins in ASCII, as a keycap and
// a decomposed é do, for two.
func Next(line string) (part string, width int) {
	if line[0] >= ' ' && line[0] <= '~' {
		if len(line) == 1 || line[1] < utf8.RuneSelf {
			return line[:1], 1
		}
		return ansi.FirstGraphemeCluster(line, ansi.GraphemeWidth)
	}
	part, width, _, _ = ansi.DecodeSequence(line, ansi.NormalState, nil)
	return part, width
}

func isASCII(s string) bool {
	for i := range len(s) {
		if s[i] >= utf8.RuneSelf {
			return false
		}
	}
	return true
}
