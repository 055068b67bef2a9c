package provider

import (
	"encoding/json"
	"unicode"
)

// Tokens estimates how many tokens JSON costs in a request. No tokenizer is
// asked: each provider has its own, and they are large. The rules follow how
// byte-pair tokenizers cut text of this kind: a word with the space before it
// is one token for every seven letters begun, digits go in threes, three marks
// of punctuation such as `":"` make one, blanks between others are free, and
// scripts without spaces cost a token a character. On English schemas that
// comes to about four characters a token.
func Tokens(raw json.RawMessage) int {
	tokens := 0
	var run, kind int
	flush := func() {
		if kind != blank {
			tokens += (run + perToken[kind] - 1) / perToken[kind]
		}
		run = 0
	}
	for _, r := range string(raw) {
		next := class(r)
		if next != kind {
			flush()
			kind = next
		}
		run++
	}
	flush()
	return tokens
}

const (
	blank = iota
	letter
	digit
	mark
	foreign // letters of other alphabets
	glyph   // scripts without spaces, and symbols
)

// perToken is how many characters of a class make one token.
var perToken = [...]int{letter: 7, digit: 3, mark: 3, foreign: 2, glyph: 1}

func class(r rune) int {
	switch {
	case r == ' ':
		return blank
	case r < 0x80 && unicode.IsLetter(r):
		return letter
	case r >= '0' && r <= '9':
		return digit
	case r < 0x80:
		return mark
	case unicode.Is(unicode.Han, r), unicode.Is(unicode.Hiragana, r), unicode.Is(unicode.Katakana, r), unicode.Is(unicode.Hangul, r), unicode.IsSymbol(r):
		return glyph
	}
	return foreign
}
