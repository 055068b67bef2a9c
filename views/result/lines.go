package result

import (
	"sort"
	"strings"
	"unicode/utf8"

	"toolbench/theme"
	"toolbench/views/widget"
)

// A series is one text after the other.
type series struct {
	texts []widget.Lines
	ends  []int // how many lines there are up to the end of each text
}

// join puts texts one below the other; those without lines leave no trace.
func join(texts ...widget.Lines) *series {
	s := &series{}
	for _, t := range texts {
		s.add(t)
	}
	return s
}

func (s *series) add(t widget.Lines) {
	if t == nil || t.Len() == 0 {
		return
	}
	s.texts = append(s.texts, t)
	s.ends = append(s.ends, s.Len()+t.Len())
}

// Len implements [widget.Lines].
func (s *series) Len() int {
	if len(s.ends) == 0 {
		return 0
	}
	return s.ends[len(s.ends)-1]
}

// Line implements [widget.Lines].
func (s *series) Line(i int) string {
	at := sort.SearchInts(s.ends, i+1)
	if at > 0 {
		i -= s.ends[at-1]
	}
	return s.texts[at].Line(i)
}

// sealSize is how long the end of a stream gets before it is not cut into
// lines anew each time something is added to it.
const sealSize = 1 << 20

// A stream is text that grows at its end. What is added is cut into lines, and
// at most the last megabyte again.
type stream struct {
	sealed series
	start  int // of the open end, in bytes
	open   *widget.Raw
	size   int
}

// grow takes the whole text, of which the stream has the beginning.
func (s *stream) grow(text string) {
	if len(text) == s.size {
		return
	}
	s.size = len(text)
	for len(text)-s.start > sealSize {
		end := seal(text[s.start : s.start+sealSize])
		// A growing text is moved in memory as it grows: a part of it that is
		// kept would keep everything that it ever was.
		s.sealed.add(widget.NewRaw(strings.Clone(text[s.start : s.start+end])))
		s.start += end
	}
	s.open = widget.NewRaw(text[s.start:])
}

// seal is where text is best cut: after its last line break, or before a
// character that is not whole.
func seal(text string) int {
	if i := strings.LastIndexByte(text, '\n'); i >= 0 {
		return i + 1
	}
	end := len(text) - 1
	for end > len(text)-utf8.UTFMax && !utf8.RuneStart(text[end]) {
		end--
	}
	return end
}

// A growing text is added to in Update; a command reads a snapshot of it.
type growing interface{ snapshot() widget.Lines }

func (s *stream) snapshot() widget.Lines {
	now := *s
	return &now
}

// Len implements [widget.Lines].
func (s *stream) Len() int {
	if s.open == nil {
		return 0
	}
	return s.sealed.Len() + s.open.Len()
}

// Line implements [widget.Lines].
func (s *stream) Line(i int) string {
	if n := s.sealed.Len(); i >= n {
		return s.open.Line(i - n)
	}
	return s.sealed.Line(i)
}

// A patch is a diff in colours.
type patch struct {
	widget.Lines
	theme *theme.Theme
}

// Line implements [widget.Lines].
func (p patch) Line(i int) string {
	line, t := p.Lines.Line(i), p.theme
	switch {
	case line == "":
		return ""
	case strings.HasPrefix(line, "@@"):
		return t.Accent.Render(line)
	case strings.HasPrefix(line, "+++ "), strings.HasPrefix(line, "--- "), strings.HasPrefix(line, "diff "), strings.HasPrefix(line, "index "):
		return t.Title.Render(line)
	case line[0] == '+':
		return t.Added.Render(line)
	case line[0] == '-':
		return t.Removed.Render(line)
	}
	return line
}
