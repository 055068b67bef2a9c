package result

import (
	"strings"
	"testing"
)

func TestTheTextIsShownInTheWayThatFitsIt(t *testing.T) {
	for name, c := range map[string]struct {
		text string
		want mode
	}{
		"an object":             {`{"a":1}`, jsonTree},
		"an array":              {"  [1,\n2]\n", jsonTree},
		"a lone number":         {"12", plain},
		"a lone string":         {`"x"`, plain},
		"broken JSON":           {`{"a":`, plain},
		"a unified diff":        {"diff --git a/x b/x\n--- a/x\n+++ b/x\n@@ -1 +1,2 @@\n-a\n+b\n", diff},
		"headings":              {"## Weather\nfine", markdown},
		"a title":               {"# Weather\n\nfine", markdown},
		"a fence":               {"see\n```go\nx := 1\n```\n", markdown},
		"a table":               {"| a | b |\n|---|:-:|\n| 1 | 2 |", markdown},
		"a link":                {"see [the docs](https://example.com)", markdown},
		"a list of three":       {"- one\n- two\n- three", markdown},
		"prose":                 {"It is 3 * 4, and * is not a list.", plain},
		"a shell script":        {"#!/bin/sh\n# says hello\necho hello\n", plain},
		"a log":                 {"2026-01-01 [info] (main) started\n2026-01-01 [info] done", plain},
		"a Go array index":      {"a[0](x) = b[1]", plain},
		"a signature":           {"Yours\n-- \nMe", plain},
		"nothing":               {"", plain},
		"a very long Markdown":  {"## Weather\n" + strings.Repeat("fine\n", mostMarkdown/5), plain},
		"JSON with an odd byte": {"{\"a\":\"\xff\"}", jsonTree},
	} {
		modes := fits(c.text, jsonTreeOf(c.text) != nil)
		if modes[0] != c.want {
			t.Errorf("%s is shown as %v, want %v", name, modes[0], c.want)
		}
	}
}

func TestWhatIsTooBigToDrawSaysSo(t *testing.T) {
	s := shown(yielded("## Weather\n"+strings.Repeat("fine\n", mostMarkdown/5)), 60, 5)
	wantHas(t, s.View().Note, "too big to draw as Markdown")
	wantHas(t, text(s), "## Weather")
}
