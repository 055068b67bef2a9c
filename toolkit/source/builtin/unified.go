package builtin

import (
	"errors"
	"fmt"
	"regexp"
	"strconv"
	"strings"
)

// A unified diff is read line by line. Its line numbers say where to look
// first; they and its counts may be wrong, as those of models often are.
type unified struct {
	lines []string
	at    int
}

const nowhere = "/dev/null"

var hunkHeader = regexp.MustCompile(`^@@ -(\d+)(?:,(\d+))? \+\d+(?:,\d+)? @@`)

// headerAt is the index of the next pair of --- and +++ lines, or -1. A hunk has
// to follow, for a removed line may look like the former.
func headerAt(lines []string, from int) int {
	for i := from; i+2 < len(lines); i++ {
		if strings.HasPrefix(lines[i], "--- ") && strings.HasPrefix(lines[i+1], "+++ ") && hunkHeader.MatchString(lines[i+2]) {
			return i
		}
	}
	return -1
}

func (u *unified) changes() ([]change, error) {
	var changes []change
	for {
		next := headerAt(u.lines, u.at)
		if err := u.silent(next); err != nil {
			return nil, err
		}
		if next < 0 {
			return changes, nil
		}
		u.at = next
		c, err := u.change()
		if err != nil {
			return nil, err
		}
		changes = append(changes, c)
	}
}

// silent refuses what stands between here and the next file when it is a
// change that would be passed over.
func (u *unified) silent(next int) error {
	if next < 0 {
		next = len(u.lines)
	}
	for i := u.at; i < next; i++ {
		line := u.lines[i]
		if strings.HasPrefix(line, "GIT binary patch") || strings.HasPrefix(line, "Binary files ") {
			return fmt.Errorf("line %d: binary files can not be patched", i+1)
		}
		if strings.HasPrefix(line, "@@ -") {
			return fmt.Errorf("line %d: the lines --- and +++ are missing before this hunk", i+1)
		}
	}
	return nil
}

func (u *unified) change() (change, error) {
	c := change{line: u.at + 1, verb: update}
	before, err := diffPath(u.lines[u.at][4:])
	if err != nil {
		return c, fmt.Errorf("line %d: %w", u.at+1, err)
	}
	after, err := diffPath(u.lines[u.at+1][4:])
	if err != nil {
		return c, fmt.Errorf("line %d: %w", u.at+2, err)
	}
	before, after = withoutPrefixes(before, after)
	u.at += 2
	if c.hunks, err = u.hunks(); err != nil {
		return c, err
	}
	switch c.path = before; {
	case before == nowhere && after == nowhere:
		return c, fmt.Errorf("line %d: both names are %s", c.line, nowhere)
	case before == nowhere:
		c.verb, c.path = add, after
		c.content, err = applyHunks(&document{given: after}, c.hunks)
	case after == nowhere:
		c.verb = remove
	case after != before:
		c.moveTo = after
	}
	return c, err
}

// diffPath is a name as it stands after --- or +++.
func diffPath(s string) (string, error) {
	s, _, _ = strings.Cut(s, "\t") // a time may follow
	s = strings.TrimSpace(s)
	if strings.HasPrefix(s, `"`) {
		name, err := strconv.Unquote(s)
		if err != nil {
			return "", fmt.Errorf("the name %s is not quoted well", s)
		}
		s = name
	}
	if s == "" {
		return "", errors.New("there is no file name")
	}
	return s, nil
}

// withoutPrefixes takes away the a/ and b/ that git puts before names.
func withoutPrefixes(before, after string) (string, string) {
	a, hasA := strings.CutPrefix(before, "a/")
	b, hasB := strings.CutPrefix(after, "b/")
	if (hasA || before == nowhere) && (hasB || after == nowhere) {
		return a, b
	}
	return before, after
}

func (u *unified) hunks() ([]hunk, error) {
	var hunks []hunk
	for u.at < len(u.lines) {
		match := hunkHeader.FindStringSubmatch(u.lines[u.at])
		if match == nil {
			break
		}
		at, err := strconv.Atoi(match[1])
		if err != nil {
			return nil, fmt.Errorf("line %d: the line number %s is too large", u.at+1, match[1])
		}
		count := 1
		if match[2] != "" {
			count, _ = strconv.Atoi(match[2]) // too large a number is as good as any other that is wrong
		}
		h := hunk{line: u.at + 1, at: at}
		u.at++
		if err := u.fill(&h, count); err != nil {
			return nil, err
		}
		hunks = append(hunks, h)
	}
	return hunks, nil
}

// fill reads a hunk that has count old lines by its own account.
func (u *unified) fill(h *hunk, count int) error {
	old := 0
	for ; u.at < len(u.lines) && !u.hunkEnds(old >= count); u.at++ {
		line := u.lines[u.at]
		if strings.HasPrefix(line, `\`) { // \ No newline at end of file
			if n := len(h.lines); n > 0 && h.lines[n-1].sign != '-' {
				h.noNewline = true
			}
			continue
		}
		l, err := lineOfHunk(line, u.at+1)
		if err != nil {
			return err
		}
		h.lines = append(h.lines, l)
		if l.sign != '+' {
			old++
		}
	}
	if len(h.lines) == 0 {
		return fmt.Errorf("line %d: there are no lines in this hunk", h.line)
	}
	return nil
}

// hunkEnds tells whether something else begins here. An empty line is one that
// stays, its space lost on the way, unless the hunk has all its old lines.
func (u *unified) hunkEnds(complete bool) bool {
	line := u.lines[u.at]
	switch {
	case line == "":
		return complete || u.at+1 == len(u.lines)
	case hunkHeader.MatchString(line), strings.HasPrefix(line, "diff "), strings.HasPrefix(line, "Index: "):
		return true
	}
	return headerAt(u.lines[:min(u.at+3, len(u.lines))], u.at) == u.at
}
