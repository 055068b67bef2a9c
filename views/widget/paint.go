package widget

import (
	"strings"

	"charm.land/lipgloss/v2"
)

// Paint lays a style under a line that may have styles of its own: wherever
// one of those ends, the laid style goes on. Its ground and its weight then
// reach over the whole line.
func Paint(line string, s lipgloss.Style) string {
	const probe = "x"
	open, end, ok := strings.Cut(s.Render(probe), probe)
	if !ok || open == "" {
		return line
	}
	for _, reset := range []string{"\x1b[m", "\x1b[0m"} {
		line = strings.ReplaceAll(line, reset, reset+open)
	}
	return open + line + end
}
