package widget

import (
	"strings"

	"charm.land/glamour/v2"

	"toolbench/theme"
	"toolbench/views/safetext"
)

// markdownLimit is up to how long a text is rendered as Markdown.
const markdownLimit = 256 << 10

// Markdown renders what a stranger wrote as Markdown, or as it is when it is
// very long or the library panics over it. It takes its time: screens call it in
// commands.
func Markdown(t *theme.Theme, text string, width int) (lines Prepared) {
	defer func() {
		if recover() != nil {
			lines = Plain(t, text)
		}
	}()
	if len(text) > markdownLimit {
		return Plain(t, text)
	}
	r, err := glamour.NewTermRenderer(glamour.WithStyles(t.Markdown()), glamour.WithWordWrap(max(10, width)))
	if err != nil {
		return Plain(t, text)
	}
	out, err := r.Render(safetext.Block(text))
	if err != nil {
		return Plain(t, text)
	}
	return Prepared(strings.Split(strings.Trim(out, "\n"), "\n"))
}

// Plain is a stranger's text as it is, made fit for a screen.
func Plain(t *theme.Theme, text string) Prepared {
	lines := strings.Split(strings.TrimRight(safetext.Block(text), "\n"), "\n")
	for i := range lines {
		lines[i] = t.Text.Render(lines[i])
	}
	return Prepared(lines)
}
