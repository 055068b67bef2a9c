package schema

import (
	"strings"
	"testing"
)

func TestLimitsSayWhatIsNotChecked(t *testing.T) {
	for raw, want := range map[string]string{
		`{"type":"string","pattern":"^[a-z]+$"}`:                                      `matching ^[a-z]+$`,
		`{"type":"string","pattern":"^(?!foo)"}`:                                      `matching ^(?!foo)`,
		`{"type":"string","pattern":"(?<=x"}`:                                         `unchecked, no regular expression: (?<=x`,
		`{"type":"string","contentEncoding":"base64","contentMediaType":"image/png"}`: `as base64`,
		`{"type":"string","format":"byte","contentEncoding":"base64","minLength":4}`:  `base64, at least 4 characters`,
		`{"type":"array","minItems":2,"maxItems":4,"uniqueItems":true}`:               `2 to 4 items, no two the same`,
	} {
		s, err := Parse([]byte(raw))
		if err != nil {
			t.Fatal(err)
		}
		if got := strings.Join(Limits(s), ", "); got != want {
			t.Errorf("%s: %s, want %s", raw, got, want)
		}
	}
}
