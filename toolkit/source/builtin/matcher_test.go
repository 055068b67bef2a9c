package builtin

import (
	"bytes"
	"fmt"
	"regexp"
	"strings"
	"testing"
)

// everyLine is what a matcher is to find, the slow way.
func everyLine(pattern string, text []byte) string {
	re, err := regexp.Compile(pattern)
	if err != nil {
		return ""
	}
	var found strings.Builder
	number := 0
	for line := range bytes.Lines(text) {
		number++
		line = bytes.TrimSuffix(bytes.TrimSuffix(line, []byte("\n")), []byte("\r"))
		if at := re.FindIndex(line); at != nil {
			fmt.Fprintln(&found, number, at[0])
		}
	}
	return found.String()
}

func FuzzAMatcherFindsWhatEveryLineWouldSay(f *testing.F) {
	for _, pattern := range []string{"b", "^b", "b$", "^$", `\Ab`, `b\z`, `a\s*b`, "[^x]+", "(?s)a.b", "x*", `\bb\b`, `\B`, "a|^b$", "(?-m)^b", "(?i)B", ".*", "(ab)+", "(?:a b){2}", "(?:b){0,1}a", "\uFFFD", "a b|a", "\n", "[a]b"} {
		f.Add(pattern, "a\nb\n\na b\r\nab\n\n b")
	}
	f.Fuzz(func(t *testing.T, pattern, text string) {
		m, err := newMatcher(pattern)
		if err != nil {
			return
		}
		var got strings.Builder
		m.each([]byte(text), func(number int, _ []byte, at int) { fmt.Fprintln(&got, number, at) })
		if want := everyLine(pattern, []byte(text)); got.String() != want {
			t.Errorf("%q in %q: found\n%swant\n%s", pattern, text, got.String(), want)
		}
	})
}
