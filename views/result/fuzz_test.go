package result

import (
	"testing"

	"toolbench/views"
)

func FuzzAnyOutputFitsTheScreenAndDrivesNothing(f *testing.F) {
	for _, seed := range []string{"", "## a\n\n* b\n\n```go\nx\n```", `{"a":["\u202e",{}]}`, "\x1b]52;c;AAAA\x07", "@@ -1 +1 @@\n-a\n+b",
		"| a | b |\n|---|---|\n| \u4e16\u754c | \x9b |", "\u0301\u0301", "> > > # x\n1. - [ ] y", "<b>&amp;\x00", "\u200d\ufe0f"} {
		f.Add(seed, uint8(40), uint8(9), uint8(0))
		f.Add(seed, uint8(1), uint8(1), uint8(1))
	}
	f.Fuzz(func(t *testing.T, output string, w, h, turns uint8) {
		width, height := int(w)+1, int(h)%60+1
		s := shown(yielded(output), width, height)
		for range turns % 4 {
			press(s, "v")
		}
		for i := range s.View().Tabs {
			carry(s, s.Update(views.TabMsg{Tab: i}))
			wantSize(t, s, s.page.String(), width, height)
			for _, line := range s.View().Lines {
				if c := unsafe(line); c != "" {
					t.Errorf("%q gets through in %q", c, line)
				}
			}
		}
	})
}
