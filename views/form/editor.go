package form

import (
	"strings"
	"unicode"

	tea "charm.land/bubbletea/v2"
	"github.com/rivo/uniseg"

	"toolbench/views/safetext"
	"toolbench/views/widget"
)

// An editor edits text with the keys of readline. It holds exactly what was
// typed; what a terminal must not be sent is replaced only in what it draws.
// The text areas at hand expand tabs and drop characters, which would change
// what is sent.
type editor struct {
	text   string
	at     int  // byte offset of the caret, between grapheme clusters
	secret bool // is drawn as dots

	lines []visual // as drawn, for the text and width below
	of    string
	width int
}

// A visual is one drawn line: a part of the text.
type visual struct {
	start, end int
	drawn      string
}

func (e *editor) set(text string) { e.text, e.at = text, len(text) }

func (e *editor) insert(text string) {
	e.text = e.text[:e.at] + text + e.text[e.at:]
	e.at += len(text)
}

// cut removes the text between two offsets.
func (e *editor) cut(from, to int) {
	e.text = e.text[:from] + e.text[to:]
	e.at = from
}

// key does what a key means in a text; it tells whether the key means anything.
func (e *editor) key(press tea.KeyPressMsg) bool {
	switch press.String() {
	case "backspace", "ctrl+h", "shift+backspace":
		e.cut(e.before(e.at), e.at)
	case "delete", "ctrl+d":
		e.cut(e.at, e.after(e.at))
	case "left", "ctrl+b":
		e.at = e.before(e.at)
	case "right", "ctrl+f":
		e.at = e.after(e.at)
	case "home", "ctrl+a":
		e.at = e.lineStart()
	case "end", "ctrl+e":
		e.at = e.lineEnd()
	case "ctrl+home":
		e.at = 0
	case "ctrl+end":
		e.at = len(e.text)
	case "alt+b", "alt+left", "ctrl+left":
		e.at = e.wordBefore()
	case "alt+f", "alt+right", "ctrl+right":
		e.at = e.wordAfter()
	case "ctrl+w", "alt+backspace":
		e.cut(e.wordBefore(), e.at)
	case "alt+d", "alt+delete":
		e.cut(e.at, e.wordAfter())
	case "ctrl+u":
		e.cut(e.lineStart(), e.at)
	case "ctrl+k":
		e.cut(e.at, e.lineEnd())
	default:
		if press.Text == "" || press.Mod&(tea.ModCtrl|tea.ModAlt) != 0 {
			return false
		}
		e.insert(press.Text)
	}
	return true
}

func (e *editor) before(at int) int {
	if at == 0 {
		return 0
	}
	// Clusters are found forwards, from the start of the line.
	from := strings.LastIndexByte(e.text[:at-1], '\n') + 1
	for from < at {
		size := cluster(e.text[from:])
		if from+size >= at {
			return from
		}
		from += size
	}
	return at - 1
}

func (e *editor) after(at int) int { return min(len(e.text), at+cluster(e.text[at:])) }

// cluster is the length of the first grapheme cluster of a text.
func cluster(text string) int {
	if text == "" {
		return 0
	}
	if text[0] < 0x80 && (len(text) == 1 || text[1] < 0x80) {
		return 1
	}
	first, _, _, _ := uniseg.FirstGraphemeClusterInString(text, -1)
	return len(first)
}

func (e *editor) lineStart() int { return strings.LastIndexByte(e.text[:e.at], '\n') + 1 }

func (e *editor) lineEnd() int {
	if i := strings.IndexByte(e.text[e.at:], '\n'); i >= 0 {
		return e.at + i
	}
	return len(e.text)
}

func inWord(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) || r == '_' }

func (e *editor) wordBefore() int {
	head := strings.TrimRightFunc(e.text[:e.at], func(r rune) bool { return !inWord(r) })
	return len(strings.TrimRightFunc(head, inWord))
}

func (e *editor) wordAfter() int {
	tail := strings.TrimLeftFunc(e.text[e.at:], func(r rune) bool { return !inWord(r) })
	return len(e.text) - len(strings.TrimLeftFunc(tail, inWord))
}

// wrapped is the text as drawn in lines of a width.
func (e *editor) wrapped(width int) []visual {
	if e.lines != nil && e.of == e.text && e.width == width {
		return e.lines
	}
	e.of, e.width, e.lines = e.text, width, nil
	start := 0
	for {
		end := strings.IndexByte(e.text[start:], '\n')
		if end < 0 {
			e.wrap(start, len(e.text), width)
			return e.lines
		}
		e.wrap(start, start+end, width)
		start += end + 1
	}
}

// wrap draws one line of the text, which may take several.
func (e *editor) wrap(start, end, width int) {
	from, used := start, 0
	var drawn strings.Builder
	for at := start; at < end; {
		size := cluster(e.text[at:end])
		sign := e.sign(e.text[at : at+size])
		if w := widget.Width(sign); used+w > width && used > 0 {
			e.lines = append(e.lines, visual{from, at, drawn.String()})
			from, used = at, 0
			drawn.Reset()
		}
		drawn.WriteString(sign)
		used += widget.Width(sign)
		at += size
	}
	e.lines = append(e.lines, visual{from, end, drawn.String()})
}

func (e *editor) sign(cluster string) string {
	if e.secret {
		return "•"
	}
	if len(cluster) == 1 && cluster[0] >= ' ' && cluster[0] < 0x7f {
		return cluster
	}
	return safetext.Line(cluster)
}

// caret is where the caret stands among the drawn lines.
func (e *editor) caret(width int) (line, column int) {
	lines := e.wrapped(width)
	for i, l := range lines {
		if e.at > l.end || e.at == l.end && i+1 < len(lines) && lines[i+1].start == l.end {
			continue
		}
		for at := l.start; at < e.at; {
			size := cluster(e.text[at:l.end])
			column += widget.Width(e.sign(e.text[at : at+size]))
			at += size
		}
		return i, column
	}
	return len(lines) - 1, 0
}

// vertical moves the caret by drawn lines; it tells whether there was one.
func (e *editor) vertical(by, width int) bool {
	line, column := e.caret(width)
	if line+by < 0 || line+by >= len(e.wrapped(width)) {
		return false
	}
	e.point(line+by, column, width)
	return true
}

// point puts the caret at a place among the drawn lines.
func (e *editor) point(line, column, width int) {
	lines := e.wrapped(width)
	line = min(max(line, 0), len(lines)-1)
	l := lines[line]
	used := 0
	for e.at = l.start; e.at < l.end; {
		size := cluster(e.text[e.at:l.end])
		if used += widget.Width(e.sign(e.text[e.at : e.at+size])); used > column {
			return
		}
		e.at += size
	}
	if line+1 < len(lines) && lines[line+1].start == l.end && l.end > l.start {
		e.at = e.before(l.end) // the end of a wrapped line is the start of the next
	}
}

// plainLines are line ends as they are kept: terminals paste a return for each.
func plainLines(text string) string {
	return strings.ReplaceAll(strings.ReplaceAll(text, "\r\n", "\n"), "\r", "\n")
}
