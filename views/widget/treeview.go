package widget

import (
	"strings"
	"unicode/utf8"

	"charm.land/lipgloss/v2"

	"toolbench/theme"
	"toolbench/views/safetext"
)

// treeIndent is how far a level is set in, in cells.
const treeIndent = 2

// View draws the rows that show. active tells whether the tree has the keys.
func (t *Tree) View(th *theme.Theme, active bool) []string {
	return t.list.View(th, active, func(i int, _ bool, width int) string {
		return t.row(th, t.rows[i], width)
	})
}

// row draws one value: a fold mark, its name, and as much of it as there is
// room for.
func (t *Tree) row(th *theme.Theme, row branch, width int) string {
	mark := " "
	if row.count > 0 {
		mark = th.Glyphs.Collapsed
		if row.open {
			mark = th.Glyphs.Expanded
		}
	}
	// A deep value is set in no further than the middle.
	indent := min(treeIndent*int(row.depth), width/2)
	line := blanks(indent) + th.Faint.Render(mark) + " "
	if row.depth > 0 {
		name := safetext.Line(string(safetext.JSON([]byte(t.label(row)))))
		style := th.Name
		if !row.property {
			style = th.Faint
		}
		line += style.Render(name) + th.Faint.Render(": ")
	}
	return line + t.value(th, row, width)
}

// value draws a value, or what can be said about an unfolded one.
func (t *Tree) value(th *theme.Theme, row branch, width int) string {
	first := t.raw[row.start]
	if row.count > 0 {
		what := Plural(int(row.count), "element", "elements")
		if first == '{' {
			what = Plural(int(row.count), "property", "properties")
		}
		if row.open {
			return th.Faint.Render(what)
		}
		return th.Faint.Render(what+"  ") + th.Quiet.Render(t.glimpse(row, width))
	}
	return valueStyle(th, first).Render(t.glimpse(row, width))
}

// valueStyle returns the style of a value by its first byte.
func valueStyle(th *theme.Theme, first byte) lipgloss.Style {
	switch first {
	case '"':
		return th.String
	case 't', 'f', 'n':
		return th.Word
	case '{', '[':
		return th.Quiet
	}
	return th.Number
}

// glimpse returns the beginning of a value, on one line, at least as long as
// width if there is so much.
func (t *Tree) glimpse(row branch, width int) string {
	raw := t.raw[row.start:row.end]
	if most := (width + 1) * utf8.UTFMax; len(raw) > most {
		for most > 0 && !utf8.RuneStart(raw[most]) {
			most--
		}
		raw = raw[:most]
	}
	s := safetext.Line(string(safetext.JSON(raw)))
	if row.count == 0 {
		return s
	}
	return strings.Join(strings.FieldsFunc(s, func(r rune) bool { return r == ' ' || r == '⏎' }), " ")
}
