package result

import (
	"strings"

	"charm.land/lipgloss/v2"

	"toolbench/theme"
	"toolbench/views/safetext"
	"toolbench/views/widget"
)

// A listing is JSON as text, in the colours of the JSON tree. A line is
// coloured when it comes into sight, so that the size does not matter; that is
// why Chroma, which needs the whole text, does not do it.
type listing struct {
	widget.Lines
	theme *theme.Theme
}

func newListing(t *theme.Theme, raw []byte) widget.Lines {
	return listing{widget.NewRaw(string(safetext.JSON(raw))), t}
}

// Line implements [widget.Lines].
func (l listing) Line(i int) string {
	var b strings.Builder
	for line := l.Lines.Line(i); line != ""; {
		n := token(line)
		b.WriteString(l.style(line[:n], line[n:]).Render(line[:n]))
		line = line[n:]
	}
	return b.String()
}

// token is the length of the token that a line of JSON begins with. Blanks and
// signs count as one token together.
func token(line string) int {
	const signs = " {}[]:,"
	switch {
	case line[0] == '"':
		for i := 1; i < len(line); i++ {
			switch line[i] {
			case '\\':
				i++
			case '"':
				return i + 1
			}
		}
		return len(line)
	case strings.IndexByte(signs, line[0]) >= 0:
		return len(line) - len(strings.TrimLeft(line, signs))
	}
	if i := strings.IndexAny(line, signs+`"`); i > 0 {
		return i
	}
	return len(line)
}

// style is that of a token, which for a string depends on what follows it.
func (l listing) style(token, rest string) lipgloss.Style {
	t := l.theme
	switch c := token[0]; {
	case c == '"' && strings.HasPrefix(strings.TrimLeft(rest, " "), ":"):
		return t.Name
	case c == '"':
		return t.String
	case c == '-' || c >= '0' && c <= '9':
		return t.Number
	case c >= 'a' && c <= 'z':
		return t.Word
	}
	return t.Faint
}
