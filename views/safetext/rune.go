package safetext

import (
	"unicode"
	"unicode/utf8"
)

// manyMarks is how many combining marks one character may carry. Words of the
// living scripts stay below it; hundreds in one cell stall terminals.
const manyMarks = 8

const (
	zwnj, zwj   = 0x200C, 0x200D
	textShape   = 0xFE0E // VS15
	emojiShape  = 0xFE0F // VS16
	placeholder = 0x10EEEE
)

// unfit are the characters that no text may show as they are: they drive the
// terminal, reorder text, or can not be seen. Joiners and the two emoji
// variation selectors are here too; context makes exceptions for them.
var unfit = &unicode.RangeTable{
	R16: []unicode.Range16{
		{0x0000, 0x001F, 1},
		{0x007F, 0x009F, 1},
		{0x00AD, 0x00AD, 1}, // soft hyphen
		{0x034F, 0x034F, 1}, // combining grapheme joiner
		{0x061C, 0x061C, 1}, // Arabic letter mark
		{0x115F, 0x1160, 1}, // Hangul fillers
		{0x17B4, 0x17B5, 1}, // Khmer inherent vowels
		{0x180B, 0x180F, 1}, // Mongolian selectors and separator
		{0x200B, 0x200F, 1}, // zero width, joiners, direction marks
		{0x2028, 0x202E, 1}, // line and paragraph separator, bidi embeddings
		{0x2060, 0x206F, 1}, // word joiner, invisible operators, isolates
		{0x3164, 0x3164, 1}, // Hangul filler
		{0xFE00, 0xFE0F, 1}, // variation selectors
		{0xFEFF, 0xFEFF, 1}, // byte order mark
		{0xFFA0, 0xFFA0, 1}, // halfwidth Hangul filler
		{0xFFF0, 0xFFFB, 1}, // unassigned default ignorables, annotations
		{0xFFFE, 0xFFFF, 1},
	},
	R32: []unicode.Range32{
		{0x13430, 0x1343F, 1},         // hieroglyph format controls
		{0x1BCA0, 0x1BCA3, 1},         // shorthand format controls
		{0x1D173, 0x1D17A, 1},         // musical format controls
		{0xE0000, 0xE0FFF, 1},         // tags, variation selectors supplement
		{placeholder, placeholder, 1}, // stands for a picture in kitty's protocol
	},
	LatinOffset: 3,
}

// joining are the scripts whose words need joiners.
var joining = []*unicode.RangeTable{
	unicode.Arabic, unicode.Syriac, unicode.Devanagari, unicode.Bengali, unicode.Gurmukhi, unicode.Gujarati, unicode.Oriya,
	unicode.Tamil, unicode.Telugu, unicode.Kannada, unicode.Malayalam, unicode.Sinhala, unicode.Myanmar, unicode.Khmer,
}

// A context is what came before a rune.
type context struct {
	last   rune // the rune before, 0 at the start of a line
	marks  int  // the combining marks since the last base character
	shaped bool // a variation selector has been used up on the base
}

// allows tells whether r, read from size bytes, may be shown after what came
// before.
func (c *context) allows(r rune, size int) bool {
	switch {
	case r == utf8.RuneError && size == 1:
		return false
	case r < 0xAD:
		return r >= ' ' && r < 0x7F || r >= 0xA0
	case !unicode.Is(unfit, r):
		return c.marks < manyMarks || !unicode.In(r, unicode.Mn, unicode.Me)
	case r == emojiShape, r == textShape:
		return c.last > ' ' && !c.shaped && !unicode.In(c.last, unicode.Mn, unicode.Me)
	case r == zwj:
		return pictograph(c.last) || c.last == emojiShape || unicode.In(c.last, joining...)
	case r == zwnj:
		return unicode.In(c.last, joining...)
	}
	return false
}

// add takes an allowed rune into the context.
func (c *context) add(r rune) {
	switch {
	case r == emojiShape || r == textShape:
		c.shaped = true
	case r > 0x2FF && unicode.In(r, unicode.Mn, unicode.Me):
		c.marks++
	default:
		*c = context{}
	}
	c.last = r
}

// pictograph tells whether an emoji sequence may go on after r.
func pictograph(r rune) bool {
	return r >= 0x1F000 && r < 0x1FB00 || r >= 0x2190 && r < 0x2C00
}
