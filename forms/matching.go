package forms

import (
	"regexp"
	"regexp/syntax"
	"strings"
	"unicode"

	"toolbench/toolkit/schema"
)

// lookaround is what RE2 lacks and what a text can mostly be made without.
var lookaround = regexp.MustCompile(`\(\?<?[=!](?:[^()\\]|\\.|\((?:[^()\\]|\\.)*\))*\)`)

// matching are texts that a pattern matches, others for each turn.
func matching(source string, turn int) []string {
	parsed, err := syntax.Parse(source, syntax.Perl)
	if err != nil {
		if parsed, err = syntax.Parse(lookaround.ReplaceAllString(source, ""), syntax.Perl); err != nil {
			return nil
		}
	}
	var all []string
	for _, repeat := range []int{1, 0, 2, 8} {
		w := writer{turn: turn, repeat: repeat}
		w.write(parsed)
		if text := w.text.String(); len(text) < 10_000 && schema.Matches(source, text) {
			all = append(all, text)
		}
	}
	return all
}

// A writer writes a text that a pattern matches.
type writer struct {
	text   strings.Builder
	turn   int // of alternatives and characters
	repeat int // of what may be repeated, where that is allowed
}

func (w *writer) write(re *syntax.Regexp) {
	if w.text.Len() > 10_000 {
		return
	}
	switch re.Op {
	case syntax.OpLiteral:
		w.text.WriteString(string(re.Rune))
	case syntax.OpCharClass:
		w.text.WriteRune(w.character(re.Rune))
	case syntax.OpAnyChar, syntax.OpAnyCharNotNL:
		w.text.WriteByte("abcdef"[w.turn%6])
	case syntax.OpCapture, syntax.OpConcat:
		for _, sub := range re.Sub {
			w.write(sub)
		}
	case syntax.OpAlternate:
		w.write(re.Sub[w.turn%len(re.Sub)])
	case syntax.OpStar:
		w.times(re.Sub[0], 0, -1)
	case syntax.OpPlus:
		w.times(re.Sub[0], 1, -1)
	case syntax.OpQuest:
		w.times(re.Sub[0], 0, 1)
	case syntax.OpRepeat:
		w.times(re.Sub[0], re.Min, re.Max)
	}
}

func (w *writer) times(re *syntax.Regexp, least, most int) {
	n := max(least, w.repeat)
	if most >= 0 {
		n = min(n, most)
	}
	for range n {
		w.write(re)
	}
}

// character is one of a class: a letter or digit before anything else.
func (w *writer) character(ranges []rune) rune {
	var plain []rune
	for r := rune('a'); r <= 'z'; r++ {
		plain = append(plain, r)
	}
	plain = append(plain, []rune("ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_./ ")...)
	var fit []rune
	for _, r := range plain {
		if inRanges(ranges, r) {
			fit = append(fit, r)
		}
	}
	if len(fit) > 0 {
		return fit[w.turn%len(fit)]
	}
	for i := 0; i+1 < len(ranges); i += 2 {
		if unicode.IsPrint(ranges[i]) {
			return ranges[i]
		}
	}
	if len(ranges) > 0 {
		return ranges[0]
	}
	return 'a'
}

func inRanges(ranges []rune, r rune) bool {
	for i := 0; i+1 < len(ranges); i += 2 {
		if ranges[i] <= r && r <= ranges[i+1] {
			return true
		}
	}
	return false
}
