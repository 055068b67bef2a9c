// Package theme holds the palettes, and the styles and glyphs made from them.
//
// Everything is named by its role on the screen, never by a colour: a screen
// asks for Warn, and whether that is yellow, bold or both is decided here.
// Colour is never the only difference between two roles that mean different
// things; a glyph, a word, bold or reverse carries the meaning too.
package theme

import (
	"image/color"

	"charm.land/lipgloss/v2"
)

// Options say what the terminal can show.
type Options struct {
	// Dark is true on a dark background.
	Dark bool
	// Color is false where colours are unwanted or missing (NO_COLOR, dumb
	// terminals): roles then differ by bold, faint, underline and reverse.
	Color bool
	// Basic is true where only the sixteen colours of the terminal's own
	// palette exist. It means nothing without Color.
	Basic bool
	// ASCII replaces every glyph outside ASCII.
	ASCII bool
}

// A Theme is every style of the screen, made once when the terminal's answers
// change and passed around by pointer. Its fields are read only.
type Theme struct {
	Options Options
	Glyphs  Glyphs

	Text   lipgloss.Style // what one reads
	Quiet  lipgloss.Style // descriptions, units, what stands beside a value
	Faint  lipgloss.Style // what one may overlook: line numbers, hidden counts
	Accent lipgloss.Style // what the eye should find first
	Title  lipgloss.Style // the name of a pane or a section
	Code   lipgloss.Style // names and values quoted in prose
	Link   lipgloss.Style // an address

	Focus lipgloss.Style // the border of the pane that has the keys
	Line  lipgloss.Style // the border of any other pane, and rules

	Selected lipgloss.Style // the row under the cursor, in the pane that has the keys
	Resting  lipgloss.Style // the row under the cursor, in a pane that has not
	Match    lipgloss.Style // letters that a filter or a search found
	Current  lipgloss.Style // the match that n and N stand on

	OK    lipgloss.Style // it went well
	Error lipgloss.Style // it failed; nothing else is red
	Warn  lipgloss.Style // it needs the person; nothing else is yellow
	Busy  lipgloss.Style // it is under way

	Key   lipgloss.Style // a key in a hint
	Badge lipgloss.Style // a short mark with a ground of its own
	Tab   lipgloss.Style // a tab that is not in front
	Front lipgloss.Style // the tab in front

	Added   lipgloss.Style // a line that only the new side of a diff has
	Removed lipgloss.Style // a line that only the old side of a diff has

	Name   lipgloss.Style // a property's name in JSON
	String lipgloss.Style // a string in JSON
	Number lipgloss.Style // a number in JSON
	Word   lipgloss.Style // true, false and null

	// Ground is the background that pictures with transparent parts are laid
	// on; Ink is the plain text colour on it.
	Ground, Ink color.Color
}

// New returns the theme of a terminal with full colour and Unicode.
func New(dark bool) *Theme { return With(Options{Dark: dark, Color: true}) }

// With returns the theme for what the options say of the terminal.
func With(o Options) *Theme {
	t := &Theme{Options: o, Glyphs: unicodeGlyphs}
	if o.ASCII {
		t.Glyphs = asciiGlyphs
	}
	t.Ground, t.Ink = lipgloss.Color(light.ground), lipgloss.Color(light.text)
	if o.Dark {
		t.Ground, t.Ink = lipgloss.Color(dark.ground), lipgloss.Color(dark.text)
	}
	if !o.Color {
		t.plain()
		return t
	}
	t.colored(o.palette())
	return t
}

// colored sets the styles of a terminal with colours.
func (t *Theme) colored(p palette) {
	plain := lipgloss.NewStyle()
	of := func(c string) lipgloss.Style {
		if c == "" {
			return plain
		}
		return plain.Foreground(lipgloss.Color(c))
	}
	t.Text, t.Quiet, t.Faint = of(p.text), of(p.quiet), of(p.faint)
	t.Accent = of(p.accent)
	t.Title = of(p.accent).Bold(true)
	t.Code = of(p.code)
	t.Link = of(p.key).Underline(true)
	t.Focus, t.Line = of(p.accent), of(p.line)
	t.Selected = plain.Bold(true).Background(lipgloss.Color(p.selected))
	t.Resting = plain.Background(lipgloss.Color(p.resting))
	if p.selected == "" {
		t.Selected = plain.Reverse(true)
		t.Resting = plain.Bold(true)
	}
	t.Match = of(p.accent).Bold(true).Underline(true)
	t.Current = of(p.accent).Bold(true).Reverse(true)
	t.OK, t.Error, t.Warn = of(p.ok), of(p.failed).Bold(true), of(p.warn).Bold(true)
	t.Busy = of(p.key)
	t.Key = of(p.key).Bold(true)
	t.Badge = of(p.accent).Reverse(true)
	t.Tab, t.Front = of(p.quiet), of(p.accent).Bold(true).Underline(true)
	t.Added, t.Removed = of(p.ok), of(p.removed)
	t.Name, t.String, t.Number, t.Word = of(p.accent), of(p.text), of(p.key), of(p.code)
}

// plain sets the styles of a terminal without colours.
func (t *Theme) plain() {
	none := lipgloss.NewStyle()
	bold, faint, reverse := none.Bold(true), none.Faint(true), none.Reverse(true)
	t.Text, t.Quiet, t.Faint = none, faint, faint
	t.Accent, t.Title, t.Code = bold, bold, none
	t.Link = none.Underline(true)
	t.Focus, t.Line = bold, faint
	t.Selected, t.Resting = reverse, bold
	t.Match, t.Current = bold.Underline(true), bold.Underline(true).Reverse(true)
	t.OK, t.Error, t.Warn, t.Busy = none, bold, bold, none
	t.Key, t.Badge = bold, reverse
	t.Tab, t.Front = none, bold.Underline(true)
	t.Added, t.Removed = bold, faint
	t.Name, t.String, t.Number, t.Word = bold, none, none, none
}

// Row returns a style as it looks on a row: unchanged, or on the ground of the
// row under the cursor. active tells whether the row's pane has the keys.
func (t *Theme) Row(s lipgloss.Style, selected, active bool) lipgloss.Style {
	switch {
	case selected && active:
		return s.Inherit(t.Selected)
	case selected:
		return s.Inherit(t.Resting)
	}
	return s
}
