package process

import (
	"strings"
	"testing"
	"unicode/utf8"
)

func TestATranscriptKeepsBothEnds(t *testing.T) {
	for _, test := range []struct {
		name  string
		write []string
		want  string
		cut   int
	}{
		{"Nothing", nil, "", 0},
		{"AllThatFits", []string{"12345", "67890"}, "1234567890", 0},
		{"OneTooMany", []string{"12345678901"}, "12345\n[… 1 bytes left out here …]\n78901", 1},
		{"InPieces", []string{"123", "45678901234", "5", "6789012345678", "90"}, "12345\n[… 20 bytes left out here …]\n67890", 20},
		{"BetweenRunes", []string{"éééé", "éééé"}, "éé\n[… 8 bytes left out here …]\néé", 6},
		{"NoUTF8", []string{"a\xff", "b"}, "a\uFFFDb", 0},
	} {
		t.Run(test.name, func(t *testing.T) {
			out := &Transcript{Limit: 10, Send: func(string) {}}
			for _, s := range test.write {
				_, _ = out.Write([]byte(s))
			}
			if got := out.String(); got != test.want || out.Cut() != test.cut {
				t.Errorf("%q, %d cut; want %q, %d", got, out.Cut(), test.want, test.cut)
			}
		})
	}
}

func TestATranscriptSendsWholeRunes(t *testing.T) {
	var sent []string
	out := &Transcript{Limit: 100, Send: func(s string) { sent = append(sent, s) }}
	for _, b := range []byte("a日\xe6b") {
		_, _ = out.Write([]byte{b})
	}
	if got, want := strings.Join(sent, "|"), "a|日|\uFFFDb"; got != want {
		t.Errorf("sent %q, want %q", got, want)
	}
}

func FuzzATranscriptIsWhatWasWritten(f *testing.F) {
	f.Add("one\n", "twö", 8)
	f.Add("\xe6\x97", "\xa5", 3)
	f.Fuzz(func(t *testing.T, a, b string, limit int) {
		if limit < 0 || limit > 1<<16 {
			return
		}
		var sent strings.Builder
		out := &Transcript{Limit: limit, Send: func(s string) { sent.WriteString(s) }}
		_, _ = out.Write([]byte(a))
		_, _ = out.Write([]byte(b))
		got := out.String()
		if !utf8.ValidString(got) || !utf8.ValidString(sent.String()) {
			t.Errorf("no UTF-8: %q, sent %q", got, sent.String())
		}
		if len(a)+len(b) <= limit/2*2 && got != strings.ToValidUTF8(a+b, "\uFFFD") {
			t.Errorf("%q became %q", a+b, got)
		}
	})
}
