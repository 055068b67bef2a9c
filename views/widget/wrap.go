package widget

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"charm.land/lipgloss/v2"
	"github.com/charmbracelet/x/ansi"

	"toolbench/theme"
)

// Wrap breaks lines into rows of at most w cells, between words where it can,
// for text that is shown in whole: prompts, dialogs. The blanks at a break are
// dropped. Each row closes its styles. A character wider than w has a row of
// its own.
func Wrap(text string, w int) []string {
	var rows []string
	for line := range strings.SplitSeq(text, "\n") {
		rows = append(rows, wrap(line, w)...)
	}
	return rows
}

// HardWrap is Wrap that breaks at the width and nowhere else, and drops
// nothing: for addresses.
func HardWrap(text string, w int) []string {
	var rows []string
	for line := range strings.SplitSeq(text, "\n") {
		rows = append(rows, breakInto(line, w, false)...)
	}
	return rows
}

// wrap is Wrap of one line.
func wrap(line string, w int) []string { return breakInto(line, w, true) }

// breakInto breaks a styled line. It stands here because ansi.Wrap lets rows
// with hyphens grow beyond their width.
func breakInto(line string, w int, words bool) []string {
	if w <= 0 || Width(line) <= w {
		return []string{line}
	}
	b := breaker{line: line, words: words}
	for b.at < len(line) {
		part, width := theme.Next(line[b.at:])
		b.take(part, width, w)
	}
	rows := b.finish(w)
	if strings.IndexByte(line, ansi.ESC) < 0 {
		return rows
	}
	var styled strings.Builder
	pen := lipgloss.NewWrapWriter(&styled)
	_, _ = pen.Write([]byte(strings.Join(rows, "\n"))) // neither can fail on a Builder
	_ = pen.Close()
	return strings.Split(styled.String(), "\n")
}

// A breaker goes through a line once and cuts rows off.
type breaker struct {
	line  string
	words bool
	rows  []string
	kept  string // sequences among blanks that were dropped before the row

	start, at int  // where the row begins, and what is taken next
	width     int  // of the row so far
	ink       bool // the row has more than blanks
	before    rune // what was taken last
	last      place
}

// A place is where a row can be broken: the row ends at one byte and the next
// begins at another, with blanks between them.
type place struct{ end, next, width int }

// take adds the next part of the line to the row, of at most w cells.
func (b *breaker) take(part string, width, w int) {
	r, size := utf8.DecodeRuneInString(part)
	switch {
	case r == ansi.ESC:
		b.at += len(part)
		return
	case b.words && isBlank(r) && size == len(part):
		b.blank(part, width, w)
		return
	}
	if b.width+width > w && b.last.next > b.start {
		b.breakAt(b.last)
	}
	if b.width > 0 && b.width+width > w {
		b.breakAt(place{b.at, b.at, b.width})
	}
	b.at += len(part)
	b.width += width
	if b.words && part == "-" && (unicode.IsLetter(b.before) || unicode.IsDigit(b.before)) {
		b.last = place{b.at, b.at, b.width}
	}
	b.ink, b.before = true, r
}

// blank takes a blank. It never breaks the row, but the row can be broken
// there, unless it only indents what follows.
func (b *breaker) blank(part string, width, w int) {
	end := b.at
	if b.last.next > b.start && isBlank(b.before) {
		end = b.last.end
	}
	b.at += len(part)
	b.width += width
	if b.ink || b.width > w {
		b.last = place{end, b.at, b.width}
	}
	b.before = ' '
}

// breakAt ends the row at a place and begins the next.
func (b *breaker) breakAt(p place) {
	b.rows = append(b.rows, b.kept+b.line[b.start:p.end])
	b.kept = strings.Map(withoutBlank, b.line[p.end:p.next])
	b.start, b.width = p.next, b.width-p.width
	b.ink = b.width > 0
	b.last = place{}
}

// finish ends the last row, without blanks that have no room.
func (b *breaker) finish(w int) []string {
	if b.width > w && b.last.next > b.start {
		b.breakAt(b.last)
		if b.width == 0 {
			b.rows[len(b.rows)-1] += b.kept + b.line[b.start:]
			return b.rows
		}
	}
	return append(b.rows, b.kept+b.line[b.start:])
}

// isBlank tells whether words end at r.
func isBlank(r rune) bool { return unicode.IsSpace(r) && r != '\u00a0' }

func withoutBlank(r rune) rune {
	if isBlank(r) {
		return -1
	}
	return r
}
