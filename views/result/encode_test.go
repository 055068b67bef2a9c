package result

import (
	"encoding/json"
	"strings"
	"testing"
)

func TestLongStringsAreCutInTheViewAndSaySo(t *testing.T) {
	data := strings.Repeat("iVBORw0K", 1000)
	raw := json.RawMessage(`{"data":"` + data + `","url":"data:image/png;base64,` + data + `","text":"` + strings.Repeat("a b ", 1000) + `"}`)
	got := string(shorten(raw))
	if !json.Valid([]byte(got)) || len(got) > 5000 {
		t.Fatalf("cut to %d bytes, valid: %v", len(got), json.Valid([]byte(got)))
	}
	wantHas(t, got, `"data":"iVBORw0KiVBORw0KiVBORw0KiVBORw0KiVBORw0K… (8.0 kB more)"`, `"url":"data:image/png;base64,iVBO`, strings.Repeat("a b ", 1000))
}

func FuzzShortenedJSONIsStillJSON(f *testing.F) {
	f.Add(`{"a":"` + strings.Repeat("x", 500) + `"}`)
	f.Add(`["` + strings.Repeat(`\\\"`, 300) + `"]`)
	f.Add(`"` + strings.Repeat(`\u00fc`, longestText/6+9) + `"`)
	f.Add(`"` + strings.Repeat("ü ", longestText/3+9) + `"`)
	f.Add(`"` + strings.Repeat(`\\ `, longestText/3+9) + `"`)
	f.Fuzz(func(t *testing.T, raw string) {
		if !json.Valid([]byte(raw)) {
			return
		}
		if got := shorten(json.RawMessage(raw)); !json.Valid(got) {
			t.Errorf("%.200q became %.200q", raw, got)
		}
	})
}
