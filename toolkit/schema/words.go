package schema

import (
	"fmt"
	"math/big"
	"strconv"
	"strings"
	"unicode/utf8"
)

// safeInteger is the bound that JavaScript schema generators write where they
// mean no bound.
var safeInteger = big.NewRat(1<<53-1, 1)

// Limits says in words what the keywords of a schema demand of a value beside
// its type: "1 to 14", "at most 80 characters", "an e-mail address".
func Limits(s *Value) []string {
	var limits []string
	add := func(words string) {
		if words != "" {
			limits = append(limits, words)
		}
	}
	add(numberRange(s))
	if step := s.Get("multipleOf"); step.Kind() == Number {
		add("a multiple of " + step.literal)
	}
	if format := s.Get("format").Text(); format != "" {
		add(formatLimit(s, format))
	}
	add(counted(countRange(s, "minLength", "maxLength"), "character"))
	if source := s.Get("pattern").Text(); source != "" {
		add(patternLimit(source))
	}
	if encoding := s.Get("contentEncoding").Text(); encoding != "" && s.Get("format").Text() == "" {
		add("as " + encoding)
	}
	add(counted(countRange(s, "minItems", "maxItems"), "item"))
	if s.Get("uniqueItems").IsTrue() {
		add("no two the same")
	}
	add(counted(countRange(s, "minProperties", "maxProperties"), "key"))
	return limits
}

// patternLimit says what a pattern demands, or that it is not checked because no
// engine takes it.
func patternLimit(source string) string {
	if _, err := compilePattern(source); err != nil {
		return "unchecked, no regular expression: " + source
	}
	return "matching " + source
}

func formatLimit(s *Value, format string) string {
	if words, ok := formatWords[format]; ok {
		return words.words
	}
	if s.Get("type").Text() == "string" {
		return format
	}
	return "" // float, double, uint32 … say nothing beyond the type
}

// numberRange says the bounds of a number, "" when there are none that mean
// anything.
func numberRange(s *Value) string {
	low, lowOpen := bound(s, "minimum", "exclusiveMinimum")
	high, highOpen := bound(s, "maximum", "exclusiveMaximum")
	switch {
	case low != "" && high != "" && !lowOpen && !highOpen:
		return low + " to " + high
	case low == "" && high == "":
		return ""
	}
	var parts []string
	if low != "" {
		parts = append(parts, either(lowOpen, "above ", "at least ")+low)
	}
	if high != "" {
		parts = append(parts, either(highOpen, "below ", "at most ")+high)
	}
	return strings.Join(parts, " and ")
}

func bound(s *Value, inclusive, exclusive string) (literal string, open bool) {
	v := s.Get(inclusive)
	if e := s.Get(exclusive); e.Kind() == Number {
		v, open = e, true
	} else if e.IsTrue() { // as draft 4 has it
		open = true
	}
	r := v.Rat()
	if r == nil || new(big.Rat).Abs(r).Cmp(safeInteger) >= 0 {
		return "", false
	}
	return v.literal, open
}

// countRange says how many there may be: "3 to 5", "at least 1".
func countRange(s *Value, least, most string) string {
	low, hasLow := s.Get(least).Int()
	high, hasHigh := s.Get(most).Int()
	hasLow = hasLow && low > 0
	switch {
	case hasLow && hasHigh && low == high:
		return "exactly " + strconv.Itoa(low)
	case hasLow && hasHigh:
		return fmt.Sprintf("%d to %d", low, high)
	case hasLow:
		return "at least " + strconv.Itoa(low)
	case hasHigh:
		return "at most " + strconv.Itoa(high)
	}
	return ""
}

func counted(amount, noun string) string {
	if amount == "" {
		return ""
	}
	if !strings.HasSuffix(" "+amount, " 1") {
		noun += "s"
	}
	return amount + " " + noun
}

func either(first bool, a, b string) string {
	if first {
		return a
	}
	return b
}

// TypeWord says a JSON Schema type as people do, with its article.
func TypeWord(name string) string {
	switch name {
	case "string":
		return "text"
	case "integer":
		return "an integer"
	case "number":
		return "a number"
	case "boolean":
		return "true or false"
	case "object":
		return "an object"
	case "array":
		return "a list"
	}
	return name
}

// Given shows a value in a sentence: its JSON, cut when it is long.
func Given(v *Value) string {
	switch v.Kind() {
	case Missing:
		return "nothing"
	case Object, Array:
		if short := string(v.JSON()); utf8.RuneCountInString(short) <= 40 {
			return short
		}
		if v.kind == Object {
			return fmt.Sprintf("{…%d}", len(v.members))
		}
		return fmt.Sprintf("[…%d]", len(v.items))
	}
	return cut(v.literal, 40)
}

func cut(s string, most int) string {
	if utf8.RuneCountInString(s) <= most {
		return s
	}
	runes := []rune(s)
	return string(runes[:most-1]) + "…"
}

func list(words []string, conjunction string) string {
	switch len(words) {
	case 0:
		return ""
	case 1:
		return words[0]
	}
	last := len(words) - 1
	return strings.Join(words[:last], ", ") + " " + conjunction + " " + words[last]
}
