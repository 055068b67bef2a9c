package theme

import (
	"reflect"
	"strings"
	"unicode"

	"charm.land/lipgloss/v2"
	"github.com/charmbracelet/x/ansi"
	"golang.org/x/text/unicode/norm"
)

// control is what a character that would drive the terminal folds to: no
// question mark, which is what cannot be shown at all.
const control = "^"

// folds pairs each Unicode glyph with its ASCII form, which is as wide.
var folds = func() map[string]string {
	pairs := map[string]string{
		"▀": "\"", "▄": "_", "█": "#", "–": "-", "—": "-", "“": "\"", "”": "\"", "‘": "'", "’": "'", "•": "*",
		"×": "x", "°": "o", "µ": "u", "←": "<", "↑": "^", "↓": "v", "⏎": control, "\u2421": control, "\u00a0": " ",
	}
	for picture := '\u2400'; picture < '\u2420'; picture++ {
		pairs[string(picture)] = control
	}
	add := func(from, to any) {
		a, b := reflect.ValueOf(from), reflect.ValueOf(to)
		for i := range a.NumField() {
			if a.Field(i).Kind() == reflect.String && a.Field(i).Len() > 1 {
				pairs[a.Field(i).String()] = b.Field(i).String()
			}
		}
	}
	add(unicodeGlyphs, asciiGlyphs)
	for i, frame := range unicodeGlyphs.Spinner {
		pairs[frame] = asciiGlyphs.Spinner[i%len(asciiGlyphs.Spinner)]
	}
	for _, from := range []lipgloss.Border{lipgloss.RoundedBorder(), lipgloss.NormalBorder(), lipgloss.ThickBorder(), lipgloss.DoubleBorder()} {
		add(from, lipgloss.ASCIIBorder())
	}
	return pairs
}()

// Fold returns a styled line for a terminal that shows ASCII only: known
// glyphs become their ASCII form, letters lose their accents, flags
// their colours, and anything else becomes as many question marks as it is wide. Sequences are kept, and so is
// the line's width.
func Fold(line string) string {
	if isASCII(line) {
		return line
	}
	var b strings.Builder
	for len(line) > 0 {
		part, width := Next(line)
		line = line[len(part):]
		b.WriteString(fold(part, width))
	}
	return b.String()
}

func fold(part string, width int) string {
	if isASCII(part) || part[0] == ansi.ESC {
		return part
	}
	if to, known := folds[part]; known {
		return to
	}
	if letters, ok := flag(part); ok {
		return padded(letters, width)
	}
	if bare := bareLetter(part); len(bare) == width {
		return bare
	}
	return strings.Repeat("?", width)
}

// bareLetter is an accented Latin letter without its accents, "" for anything
// else.
func bareLetter(part string) string {
	apart := norm.NFD.String(part)
	if !isASCII(apart[:1]) || strings.IndexFunc(apart[1:], isNoAccent) >= 0 {
		return ""
	}
	return apart[:1]
}

func isNoAccent(r rune) bool { return !unicode.Is(unicode.Mn, r) }
