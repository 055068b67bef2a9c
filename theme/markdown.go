package theme

import (
	"charm.land/glamour/v2/ansi"
	"github.com/alecthomas/chroma/v2"
	"github.com/alecthomas/chroma/v2/styles"
)

// Markdown returns the style that Glamour renders Markdown with. The text
// begins at the left edge; marks such as ## stay, so that structure shows
// without colours too. A fresh value each time: the caller may change it.
func (t *Theme) Markdown() ansi.StyleConfig {
	p := palette{}
	if t.Options.Color {
		p = t.Options.palette()
	}
	of := func(c string) ansi.StylePrimitive {
		if c == "" {
			return ansi.StylePrimitive{}
		}
		return ansi.StylePrimitive{Color: &c}
	}
	heading := of(p.accent)
	heading.Bold, heading.BlockSuffix = new(true), "\n"
	level := func(prefix string) ansi.StyleBlock {
		return ansi.StyleBlock{StylePrimitive: ansi.StylePrimitive{Prefix: prefix}}
	}
	link := of(p.key)
	link.Underline = new(true)
	code := of(p.code)
	code.Prefix, code.Suffix = "`", "`"
	bar, rule, bullet := "│ ", "──────", "• "
	ticked, unticked := "[✓] ", "[ ] "
	column, center, row := "│", "┼", "─"
	if t.Options.ASCII {
		bar, rule, bullet, ticked = "| ", "------", "* ", "[x] "
		column, center, row = "|", "+", "-"
	}
	return ansi.StyleConfig{
		Document:              ansi.StyleBlock{StylePrimitive: of(p.text)},
		BlockQuote:            ansi.StyleBlock{StylePrimitive: of(p.quiet), Indent: new(uint(1)), IndentToken: &bar},
		List:                  ansi.StyleList{LevelIndent: 2},
		Heading:               ansi.StyleBlock{StylePrimitive: heading},
		H1:                    level("# "),
		H2:                    level("## "),
		H3:                    level("### "),
		H4:                    level("#### "),
		H5:                    level("##### "),
		H6:                    level("###### "),
		Strikethrough:         ansi.StylePrimitive{CrossedOut: new(true)},
		Emph:                  ansi.StylePrimitive{Italic: new(true)},
		Strong:                ansi.StylePrimitive{Bold: new(true)},
		HorizontalRule:        ansi.StylePrimitive{Color: of(p.line).Color, Format: "\n" + rule + "\n"},
		Item:                  ansi.StylePrimitive{BlockPrefix: bullet},
		Enumeration:           ansi.StylePrimitive{BlockPrefix: ". "},
		Task:                  ansi.StyleTask{Ticked: ticked, Unticked: unticked},
		Link:                  link,
		LinkText:              ansi.StylePrimitive{Bold: new(true)},
		Image:                 link,
		ImageText:             ansi.StylePrimitive{Format: "image: {{.text}}"},
		Code:                  ansi.StyleBlock{StylePrimitive: code},
		CodeBlock:             ansi.StyleCodeBlock{StyleBlock: ansi.StyleBlock{Margin: new(uint(2))}, Theme: t.Syntax()},
		Table:                 ansi.StyleTable{CenterSeparator: &center, ColumnSeparator: &column, RowSeparator: &row},
		DefinitionDescription: ansi.StylePrimitive{BlockPrefix: "\n  "},
	}
}

// Syntax returns the name of the Chroma style that fits the theme. Chroma's
// registry knows it.
func (t *Theme) Syntax() string {
	switch {
	case !t.Options.Color:
		return "toolbench-plain"
	case t.Options.Dark:
		return "toolbench-dark"
	}
	return "toolbench-light"
}

// Chroma's registry is a plain map that highlighting reads in other
// goroutines, so it is only written here, before any of them can run. Giving
// Glamour the colours instead would fix the first theme's for the whole
// process: it registers them once, under one name.
func init() {
	styles.Register(syntax("toolbench-dark", dark))
	styles.Register(syntax("toolbench-light", light))
	styles.Register(chroma.MustNewStyle("toolbench-plain", chroma.StyleEntries{
		chroma.Keyword: "bold", chroma.NameTag: "bold", chroma.Comment: "italic",
	}))
}

func syntax(name string, p palette) *chroma.Style {
	return chroma.MustNewStyle(name, chroma.StyleEntries{
		chroma.Background:      p.text,
		chroma.Text:            p.text,
		chroma.Comment:         p.faint + " italic",
		chroma.Keyword:         p.accent,
		chroma.KeywordConstant: p.code,
		chroma.NameTag:         p.accent,
		chroma.NameAttribute:   p.key,
		chroma.NameFunction:    p.key,
		chroma.LiteralNumber:   p.key,
		chroma.LiteralString:   p.ok,
		chroma.Operator:        p.quiet,
		chroma.Punctuation:     p.quiet,
		chroma.GenericInserted: p.ok,
		chroma.GenericDeleted:  p.removed,
		chroma.GenericHeading:  p.accent + " bold",
	})
}
