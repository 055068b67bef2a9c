package result

import (
	"strings"
	"testing"

	"toolbench/toolkit/tool"
)

func TestAPartIsSavedUnderASafeName(t *testing.T) {
	for _, c := range []struct {
		part tool.ContentPart
		want string
	}{
		{tool.ContentPart{Type: "image", MimeType: "image/png"}, "forecast.png"},
		{tool.ContentPart{Type: "file", MimeType: "application/pdf", Name: "report.pdf"}, "report.pdf"},
		{tool.ContentPart{Type: "file", MimeType: "application/pdf", Name: "../../etc/passwd"}, "passwd.pdf"},
		{tool.ContentPart{Type: "file", MimeType: "text/plain", Name: `C:\Windows\system.ini`}, "system.ini.txt"},
		{tool.ContentPart{Type: "file", MimeType: "text/plain", Name: ".bashrc"}, "bashrc.txt"},
		{tool.ContentPart{Type: "file", MimeType: "text/plain", Name: "con"}, "_con.txt"},
		{tool.ContentPart{Type: "file", MimeType: "text/plain", Name: "lpt1.txt"}, "_lpt1.txt"},
		{tool.ContentPart{Type: "file", MimeType: "text/plain", Name: "a\x1b[2J\u202eb c"}, "a__2J_b_c.txt"},
		{tool.ContentPart{Type: "file", MimeType: "text/markdown; charset=utf-8", Name: "demo://notes/today"}, "today.md"},
		{tool.ContentPart{Type: "file", MimeType: "application/x-unheard-of", Name: "data.xyz"}, "data.xyz"},
		{tool.ContentPart{Type: "file", MimeType: "application/x-unheard-of"}, "forecast.bin"},
		{tool.ContentPart{Type: "file", MimeType: "", Name: "/.."}, "forecast.bin"},
		{tool.Text("x"), "forecast.txt"},
	} {
		if got := partName(tool.Tool{Name: "forecast"}, c.part); got != c.want {
			t.Errorf("%q of type %q is saved as %q, want %q", c.part.Name, c.part.MimeType, got, c.want)
		}
	}
}

func FuzzAFileNameStaysInItsFolder(f *testing.F) {
	for _, seed := range []string{"", "..", "a/../..", "NUL", "\x00", "ü", strings.Repeat("ü", 300)} {
		f.Add(seed, ".txt")
	}
	f.Fuzz(func(t *testing.T, wanted, _ string) {
		got := fileName(wanted, ".txt")
		if strings.ContainsAny(got, "/\\\x00:") || strings.HasPrefix(got, ".") || len(got) > longestName+8 || strings.TrimSuffix(got, ".txt") == "" {
			t.Errorf("%q is saved as %q", wanted, got)
		}
	})
}
