package result

import (
	"slices"
	"strings"

	"charm.land/glamour/v2"
	"github.com/charmbracelet/x/ansi"

	"toolbench/theme"
	"toolbench/views/safetext"
	"toolbench/views/widget"
)

// atOnce is how large a text may be to be cut into lines without a command.
const atOnce = 1 << 20

// output prepares the output page: what went wrong first, then the text in the
// way that fits it, then the parts.
func (j job) output() content {
	text := j.text()
	above := apart(failure(j.theme, j.tool, j.outcome), absence(j.theme, j.outcome, j.partial))
	tree := jsonTreeOf(text)
	c := content{facts: facts{fits: fits(text, tree != nil), note: left(text)}}
	c.used = c.fits[0]
	if slices.Contains(c.fits, j.mode) {
		c.used = j.mode
	}
	if c.used != c.fits[0] {
		c.note = ""
	}
	if odd := j.oddity(); odd != "" {
		c.note = odd
	}
	if c.used == jsonTree {
		below, pictures := j.attachments(j.height/2 - 1 - len(j.outcome.Result.Parts))
		c.wide, c.high, c.tree = pictures, pictures, tree
		if len(above) > 0 {
			c.above = append(above, "")
		}
		if len(below) > 0 {
			c.below = append([]string{""}, below...)
		}
		return c
	}
	below, pictures := j.attachments(min(inPlace, max(4, j.height*2/3)))
	c.wide, c.high = c.used == markdown || pictures, pictures
	body, drawn := draw(j.theme, text, c.used, j.width)
	if !drawn {
		c.note = "this could not be drawn as Markdown"
	}
	c.lines = around(above, body, below)
	return c
}

// around puts the lines of a text between those above and below it.
func around(above []string, body widget.Lines, below []string) widget.Lines {
	gap := widget.Prepared{""}
	all := join(widget.Prepared(above))
	if all.Len() > 0 && body.Len() > 0 {
		all.add(gap)
	}
	all.add(body)
	if all.Len() > 0 && len(below) > 0 {
		all.add(gap)
	}
	all.add(widget.Prepared(below))
	return all
}

// draw is a text in a mode other than the tree. It is plain when it could not
// be drawn in another.
func draw(t *theme.Theme, text string, m mode, width int) (lines widget.Lines, drawn bool) {
	switch m {
	case markdown:
		if lines, err := renderMarkdown(t, text, width); err == nil {
			return lines, true
		}
		return widget.NewRaw(text), false
	case diff:
		return patch{widget.NewRaw(text), t}, true
	}
	return widget.NewRaw(text), true
}

// narrowest is the least width that Markdown is laid out for: below, a word a
// line is no gain over lines that are wrapped as they come.
const narrowest = 20

func renderMarkdown(t *theme.Theme, text string, width int) (widget.Prepared, error) {
	// Glamour lets escape sequences through: what is not safe goes before.
	r, err := glamour.NewTermRenderer(glamour.WithStyles(t.Markdown()), glamour.WithWordWrap(max(narrowest, width)),
		glamour.WithPreservedNewLines(), glamour.WithTableWrap(true))
	if err != nil {
		return nil, err
	}
	drawn, err := r.Render(safetext.Block(text))
	if err != nil {
		return nil, err
	}
	return trimmed(strings.Split(drawn, "\n")), nil
}

// trimmed are lines without the empty ones at their ends.
func trimmed(lines []string) []string {
	empty := func(line string) bool { return strings.TrimSpace(ansi.Strip(line)) == "" }
	for len(lines) > 0 && empty(lines[0]) {
		lines = lines[1:]
	}
	for len(lines) > 0 && empty(lines[len(lines)-1]) {
		lines = lines[:len(lines)-1]
	}
	return lines
}

// first is what a page shows of a text until it is prepared: all of a small
// text, the beginning of a large one.
func first(text string) widget.Lines {
	if len(text) > atOnce {
		text = text[:looked]
	}
	return widget.NewRaw(text)
}

// jsonTreeOf is the tree of a text that is a JSON object or array; nil when it
// is not, or is too large.
func jsonTreeOf(text string) *widget.Tree {
	if len(text) > mostJSON || !opensJSON(text) {
		return nil
	}
	tree, err := widget.NewTree([]byte(text))
	if err != nil {
		return nil
	}
	return tree
}
