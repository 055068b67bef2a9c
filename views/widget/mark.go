package widget

import (
	"regexp"
	"strings"

	"charm.land/lipgloss/v2"

	"toolbench/theme"
)

// marked finds what Markdown marks within a line: code, strong text, the text
// and the address of a link, and a heading's or a list item's mark.
var marked = regexp.MustCompile("`[^`\n]+`" +
	`|\*\*[^*\s](?:[^*\n]*[^*\s])?\*\*` +
	`|\[[^\]\n]+\]\([^()\s]+\)` +
	`|(?m:^[ \t]*(?:#{1,6}|[-*+]|[0-9]{1,3}[.)])[ \t])`)

// Marked draws text in a style, and what it marks as Markdown in the theme's. It
// keeps every character: descriptions hold patterns such as /docs/.*, whose
// stars must not get lost.
func Marked(t *theme.Theme, text string, style lipgloss.Style) string {
	var b strings.Builder
	at := 0
	for _, found := range marked.FindAllStringIndex(text, -1) {
		b.WriteString(rendered(style, text[at:found[0]]))
		b.WriteString(mark(t, text[found[0]:found[1]], style))
		at = found[1]
	}
	b.WriteString(rendered(style, text[at:]))
	return b.String()
}

func mark(t *theme.Theme, word string, style lipgloss.Style) string {
	switch {
	case strings.HasPrefix(word, "`"):
		return rendered(t.Code, word)
	case strings.HasPrefix(word, "**"):
		return rendered(style.Bold(true), word)
	case strings.HasPrefix(word, "["):
		name, address, _ := strings.Cut(word, "](")
		return rendered(style.Bold(true), name) + rendered(style, "](") + rendered(t.Link, strings.TrimSuffix(address, ")")) + rendered(style, ")")
	}
	return rendered(t.Accent, word)
}

// rendered is text in a style, line by line: the style pads lines to one width
// otherwise.
func rendered(style lipgloss.Style, text string) string {
	if text == "" {
		return ""
	}
	lines := strings.Split(text, "\n")
	for i, line := range lines {
		if line != "" {
			lines[i] = style.Render(line)
		}
	}
	return strings.Join(lines, "\n")
}
