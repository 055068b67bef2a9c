package widget

import (
	"strings"
	"unicode/utf8"

	"toolbench/views/safetext"
)

// Lines are the lines of a text, each fit for the screen when it is asked for.
type Lines interface {
	// Len is the number of lines.
	Len() int
	// Line returns line i, from 0, without a line break. It may be styled.
	Line(i int) string
}

// Prepared are lines that are fit for the screen already: rendered Markdown,
// coloured code.
type Prepared []string

// Len is the number of lines.
func (p Prepared) Len() int { return len(p) }

// Line returns line i.
func (p Prepared) Line(i int) string { return p[i] }

// Raw is the text of a stranger, of any size. It is cut into lines once and
// each line is made safe when it is shown; the text is kept as it came, and
// the index takes one number for every few lines. A line of more than 4 kB is
// continued on the next.
type Raw struct {
	text  string
	marks []int // where every indexStep-th line begins
	count int
}

const (
	indexStep = 32
	longLine  = 4096
)

// NewRaw cuts text into lines. It takes about a millisecond for 10 MB; for more, call it
// in a command.
func NewRaw(text string) *Raw {
	r := &Raw{text: text}
	for at := 0; at < len(text); r.count++ {
		if r.count%indexStep == 0 {
			r.marks = append(r.marks, at)
		}
		_, at = r.next(at)
	}
	return r
}

// next returns where the line that begins at byte at ends, and where the one
// after it begins.
func (r *Raw) next(at int) (end, after int) {
	rest := r.text[at:]
	if len(rest) > longLine {
		rest = rest[:longLine]
	}
	if i := strings.IndexByte(rest, '\n'); i >= 0 {
		return at + i, at + i + 1
	}
	end = at + len(rest)
	for n := 0; n < utf8.UTFMax && end < len(r.text) && !utf8.RuneStart(r.text[end]); n++ {
		end--
	}
	if end < len(r.text) && r.text[end] == '\n' {
		return end, end + 1
	}
	return end, end
}

// Len is the number of lines.
func (r *Raw) Len() int { return r.count }

// Line returns line i, made safe.
func (r *Raw) Line(i int) string {
	at := r.marks[i/indexStep]
	for range i % indexStep {
		_, at = r.next(at)
	}
	end, _ := r.next(at)
	line := safetext.Block(strings.TrimSuffix(r.text[at:end], "\r"))
	if strings.IndexByte(line, '\n') >= 0 {
		line = safetext.Line(line)
	}
	return line
}
