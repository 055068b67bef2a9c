package builtin

import (
	"fmt"
	"strings"
)

// A hunk is one change within a file.
type hunk struct {
	line int // of the patch
	// headings are lines above the place, outermost first.
	headings []string
	// at is the line of the file where a unified diff says that the hunk
	// begins, counted from 1; 0 when nothing says so.
	at int
	// atEnd says that the hunk is about the end of the file.
	atEnd bool
	lines []hunkLine
	// noNewline says that the file ends without one afterwards.
	noNewline bool
}

// A hunkLine stays (' '), goes ('-') or comes ('+').
type hunkLine struct {
	sign byte
	text string
}

// old is the lines that the file must have.
func (h hunk) old() []string {
	var old []string
	for _, l := range h.lines {
		if l.sign != '+' {
			old = append(old, l.text)
		}
	}
	return old
}

// applyHunks is the file's text after the hunks, which are in the order of
// their places.
func applyHunks(file *document, hunks []hunk) (string, error) {
	e := newEditor(file.text)
	for _, h := range hunks {
		if err := e.apply(file.given, h); err != nil {
			return "", err
		}
	}
	return e.text(), nil
}

// An editor goes through a file's lines from top to bottom.
type editor struct {
	lines []string // without their ends
	ends  []string // each line's end: "\n", "\r\n", or "" for an unfinished last line
	end   string   // the end that new lines get
	next  int      // the first line that no hunk has passed
	moved int      // how many lines there are more than at first
}

func newEditor(text string) *editor {
	e := &editor{end: "\n"}
	crlf := 0
	for line := range strings.Lines(text) {
		body := strings.TrimSuffix(strings.TrimSuffix(line, "\n"), "\r")
		if line == body+"\r" { // an unfinished line's own character
			body = line
		}
		e.lines, e.ends = append(e.lines, body), append(e.ends, line[len(body):])
		if line[len(body):] == "\r\n" {
			crlf++
		}
	}
	if crlf*2 > len(e.lines) {
		e.end = "\r\n"
	}
	return e
}

func (e *editor) text() string {
	var b strings.Builder
	for i, line := range e.lines {
		b.WriteString(line)
		b.WriteString(e.ends[i])
	}
	return b.String()
}

func (e *editor) apply(given string, h hunk) error {
	start := e.next
	for _, heading := range h.headings {
		at := e.find([]string{heading}, start, start)
		if at < 0 {
			return fmt.Errorf("line %d of the patch: %s has no line %q%s", h.line, given, heading, e.afterLine())
		}
		start = at + 1
		if old := h.old(); len(old) > 0 && strings.TrimSpace(old[0]) == heading {
			start = at // the heading is said twice
		}
	}
	at, err := e.place(given, h, start)
	if err != nil {
		return err
	}
	e.replace(at, h)
	return nil
}

// place is where the hunk's old lines are, as an index of lines.
func (e *editor) place(given string, h hunk, start int) (int, error) {
	old := h.old()
	switch {
	case len(old) == 0 && h.at > 0:
		return min(max(start, h.at+e.moved), len(e.lines)), nil
	case len(old) == 0 && len(h.headings) > 0 && !h.atEnd:
		return start, nil
	case len(old) == 0:
		return len(e.lines), nil
	}
	near := start
	switch {
	case h.atEnd:
		near = len(e.lines) - len(old)
	case h.at > 0:
		near = h.at - 1 + e.moved
	}
	at := e.find(old, start, near)
	if at < 0 {
		return 0, fmt.Errorf("line %d of the patch: %s", h.line, e.mismatch(given, old, start))
	}
	if h.atEnd && at+len(old) != len(e.lines) {
		return 0, fmt.Errorf("line %d of the patch: the lines are at line %d of %s, which is not its end", h.line, at+1, given)
	}
	return at, nil
}

// find looks for old from the line start on, and takes what is nearest to the
// line near. Lines that are the same are preferred to lines that are the same
// but for white space at their ends, and those to lines that are indented
// differently.
func (e *editor) find(old []string, start, near int) int {
	for _, same := range []func(a, b string) bool{
		func(a, b string) bool { return a == b },
		func(a, b string) bool { return strings.TrimRight(a, " \t\r") == strings.TrimRight(b, " \t\r") },
		func(a, b string) bool { return strings.TrimSpace(a) == strings.TrimSpace(b) },
	} {
		best := -1
		for i := start; i+len(old) <= len(e.lines); i++ {
			if e.matches(old, i, same) == len(old) && (best < 0 || distance(i, near) < distance(best, near)) {
				best = i
			}
			if best >= 0 && i >= near {
				break
			}
		}
		if best >= 0 {
			return best
		}
	}
	return -1
}

func distance(a, b int) int { return max(a-b, b-a) }

// matches is how many lines of old are the file's, from the line at on.
func (e *editor) matches(old []string, at int, same func(a, b string) bool) int {
	n := 0
	for n < len(old) && at+n < len(e.lines) && same(e.lines[at+n], old[n]) {
		n++
	}
	return n
}

// mismatch says what was expected, and where the file is most like it.
func (e *editor) mismatch(given string, old []string, start int) string {
	best, most := 0, 0
	for i := start; i < len(e.lines); i++ {
		if n := e.matches(old, i, func(a, b string) bool { return strings.TrimSpace(a) == strings.TrimSpace(b) }); n > most {
			best, most = i, n
		}
	}
	switch {
	case most == 0:
		return fmt.Sprintf("expected the line %q, which is not in %s%s", shortened(old[0], 120), given, e.afterLine())
	case best+most >= len(e.lines):
		return fmt.Sprintf("expected %q after line %d of %s, where the file ends", shortened(old[most], 120), best+most, given)
	}
	return fmt.Sprintf("expected %q at line %d of %s, where it has %q", shortened(old[most], 120), best+most+1, given, shortened(e.lines[best+most], 120))
}

func (e *editor) afterLine() string {
	if e.next == 0 {
		return ""
	}
	return fmt.Sprintf(" after line %d, where the hunk before ended", e.next-e.moved)
}

// replace puts the hunk into effect at a line. Lines that stay keep the file's
// own spelling.
func (e *editor) replace(at int, h hunk) {
	var lines, ends []string
	taken := at
	for _, l := range h.lines {
		if l.sign == '+' {
			lines, ends = append(lines, l.text), append(ends, e.end)
			continue
		}
		if l.sign == ' ' {
			lines, ends = append(lines, e.lines[taken]), append(ends, e.ends[taken])
		}
		taken++
	}
	last := taken == len(e.lines)
	e.lines = append(append(e.lines[:at:at], lines...), e.lines[taken:]...)
	e.ends = append(append(e.ends[:at:at], ends...), e.ends[taken:]...)
	e.next = at + len(lines)
	e.moved += len(lines) - (taken - at)
	e.finish(last && h.noNewline)
}

// finish puts line ends right: only the last line may be without one.
func (e *editor) finish(without bool) {
	n := len(e.lines)
	for i := range max(0, n-1) {
		if e.ends[i] == "" {
			e.ends[i] = e.end
		}
	}
	if n > 0 && without {
		e.ends[n-1] = ""
	}
}
