package builtin

import (
	"errors"
	"fmt"
	"strings"
)

const (
	beginPatch = "*** Begin Patch"
	endPatch   = "*** End Patch"
	endOfFile  = "*** End of File"
	moveTo     = "*** Move to: "
)

// parsePatch reads a patch in the form of an envelope or of a unified diff.
func parsePatch(text string) ([]change, error) {
	lines := strings.Split(strings.ReplaceAll(text, "\r\n", "\n"), "\n")
	for i, line := range lines {
		// What stands before the envelope is a shell's here-document, or talk.
		if strings.TrimSpace(line) == beginPatch {
			p := envelope{lines: lines, at: i + 1}
			return p.changes()
		}
	}
	if headerAt(lines, 0) >= 0 {
		u := unified{lines: lines}
		return u.changes()
	}
	return nil, errors.New("it has neither a line *** Begin Patch nor the lines --- and +++ of a unified diff")
}

// An envelope is read line by line.
type envelope struct {
	lines []string
	at    int
}

func (p *envelope) line() (string, bool) {
	if p.at < len(p.lines) {
		return p.lines[p.at], true
	}
	return "", false
}

// section tells whether the line opens or ends a part of the envelope.
func section(line string) bool { return strings.HasPrefix(line, "*** ") }

func (p *envelope) changes() ([]change, error) {
	var changes []change
	for {
		line, ok := p.line()
		switch {
		case !ok:
			return nil, errors.New("it does not end with *** End Patch; perhaps a part is missing")
		case strings.TrimSpace(line) == endPatch && len(changes) == 0:
			return nil, errors.New("there is nothing between *** Begin Patch and *** End Patch")
		case strings.TrimSpace(line) == endPatch:
			return changes, nil
		case strings.TrimSpace(line) == "":
			p.at++
			continue
		}
		c, err := p.change(line)
		if err != nil {
			return nil, err
		}
		changes = append(changes, c)
	}
}

func (p *envelope) change(header string) (change, error) {
	c := change{line: p.at + 1}
	for _, c.verb = range []verb{add, update, remove} {
		path, ok := strings.CutPrefix(header, "*** "+string(c.verb)+" File:")
		if !ok {
			continue
		}
		p.at++
		if c.path = strings.TrimSpace(path); c.path == "" {
			return c, fmt.Errorf("line %d names no file", c.line)
		}
		switch c.verb {
		case add:
			return p.added(c)
		case update:
			return p.updated(c)
		}
		return c, nil
	}
	return c, fmt.Errorf("line %d: expected *** Add File: PATH, *** Update File: PATH, *** Delete File: PATH or *** End Patch, not %q", c.line, shortened(header, 120))
}

func (p *envelope) added(c change) (change, error) {
	var content strings.Builder
	for {
		line, ok := p.line()
		if !ok || section(line) {
			break
		}
		text, ok := strings.CutPrefix(line, "+")
		if !ok && strings.TrimSpace(line) != "" {
			return c, fmt.Errorf("line %d: every line of an added file begins with +, and this is %q", p.at+1, shortened(line, 120))
		}
		if ok {
			content.WriteString(text + "\n")
		}
		p.at++
	}
	c.content = content.String()
	return c, nil
}

func (p *envelope) updated(c change) (change, error) {
	if line, _ := p.line(); strings.HasPrefix(line, moveTo) {
		c.moveTo = strings.TrimSpace(strings.TrimPrefix(line, moveTo))
		p.at++
	}
	for {
		line, ok := p.line()
		if !ok || section(line) {
			break
		}
		if strings.TrimSpace(line) == "" && p.blankUntilSection() {
			p.at++
			continue
		}
		h, err := p.hunk()
		if err != nil {
			return c, err
		}
		c.hunks = append(c.hunks, h)
	}
	if len(c.hunks) == 0 && c.moveTo == "" {
		return c, fmt.Errorf("line %d updates %s without saying how; lines that begin with a space, - or + do", c.line, c.path)
	}
	return c, nil
}

// blankUntilSection tells whether only empty lines come before what is next.
func (p *envelope) blankUntilSection() bool {
	for _, line := range p.lines[p.at:] {
		if section(line) {
			return true
		}
		if strings.TrimSpace(line) != "" {
			return false
		}
	}
	return true
}

func (p *envelope) hunk() (hunk, error) {
	h := hunk{line: p.at + 1}
	for line, ok := p.line(); ok && strings.HasPrefix(line, "@@"); line, ok = p.line() {
		if heading := strings.TrimSpace(strings.TrimSuffix(line[2:], "@@")); heading != "" {
			h.headings = append(h.headings, heading)
		}
		p.at++
	}
	for ; ; p.at++ {
		line, ok := p.line()
		if ok && strings.TrimSpace(line) == endOfFile {
			h.atEnd = true
			p.at++
			break
		}
		if !ok || section(line) || strings.HasPrefix(line, "@@") || line == "" && p.blankUntilSection() {
			break
		}
		l, err := lineOfHunk(line, p.at+1)
		if err != nil {
			return h, err
		}
		h.lines = append(h.lines, l)
	}
	if len(h.lines) == 0 {
		return h, fmt.Errorf("line %d: there are no lines after @@", h.line)
	}
	return h, nil
}

func lineOfHunk(line string, number int) (hunkLine, error) {
	if line == "" {
		return hunkLine{sign: ' '}, nil // an empty line whose space got lost
	}
	switch line[0] {
	case ' ', '+', '-':
		return hunkLine{line[0], line[1:]}, nil
	}
	return hunkLine{}, fmt.Errorf("line %d: expected a space, + or - at its beginning, not %q", number, shortened(line, 120))
}
