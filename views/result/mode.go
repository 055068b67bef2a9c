package result

import (
	"regexp"
	"strings"
)

// A mode is a way to show text.
type mode int

const (
	automatic mode = iota // the best that the text fits
	plain
	markdown
	jsonTree
	diff
)

func (m mode) String() string {
	return [...]string{"automatic", "plain", "Markdown", "JSON", "diff"}[m]
}

// Above these sizes a text is not drawn in that way: it would take longer than
// a person waits, or more memory than the text is worth.
const (
	mostMarkdown = 256 << 10
	mostJSON     = 32 << 20
	// looked is how much of a text is looked at to tell what it is.
	looked = 64 << 10
)

// fits are the modes in which a text can be shown, the best first. Plain is
// always among them. tree tells whether there is a JSON tree of it.
func fits(text string, tree bool) []mode {
	var modes []mode
	if tree {
		modes = append(modes, jsonTree)
	}
	if isDiff(head(text)) {
		modes = append(modes, diff)
	}
	if len(text) > mostMarkdown {
		return append(modes, plain)
	}
	if len(modes) == 0 && isMarkdown(head(text)) {
		return []mode{markdown, plain}
	}
	return append(modes, plain, markdown)
}

// left says why a text is not shown in the way that would be best; empty when
// it is.
func left(text string) string {
	switch {
	case len(text) > mostJSON && opensJSON(text):
		return "too big for a JSON tree"
	case len(text) > mostMarkdown && isMarkdown(head(text)):
		return "too big to draw as Markdown"
	}
	return ""
}

func head(text string) string { return text[:min(len(text), looked)] }

// opensJSON tells whether a text begins as a JSON object or array does. Any
// other JSON value reads best as the text it is.
func opensJSON(text string) bool {
	text = strings.TrimLeft(text, " \t\r\n")
	return text != "" && (text[0] == '{' || text[0] == '[')
}

var hunk = regexp.MustCompile(`(?m)^@@ -\d+(,\d+)? \+\d+(,\d+)? @@`)

func isDiff(text string) bool { return hunk.MatchString(text) }

// surely is what plain text hardly has by chance; likely is what it may have.
var (
	surely = regexp.MustCompile("(?m)^ {0,3}(#{2,6} +\\S|```|~~~|\\|? *:?-{3,}:? *\\|)|^#{1} +\\S.*\n *\n|!?\\[[^\\]\n]+\\]\\((https?:|/|#|mailto:)[^)\n]*\\)")
	likely = regexp.MustCompile(`(?m)^ {0,3}(#{1} +\S|> \S)|^ *([-*+]|\d{1,3}[.)]) +\S|\*\*[^*\n]+\*\*|` + "`[^`\n]+`")
)

// isMarkdown tells whether a text is written in Markdown. It is careful: plain
// text that is taken for Markdown is drawn with its signs gone.
func isMarkdown(text string) bool {
	return surely.MatchString(text) || len(likely.FindAllStringIndex(text, 3)) == 3
}
