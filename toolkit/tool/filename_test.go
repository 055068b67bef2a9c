package tool

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func TestAPartIsSavedUnderASafeName(t *testing.T) {
	for _, c := range []struct{ name, mimeType, want string }{
		{"", "image/png", "forecast.png"},
		{"chart.png", "image/png", "chart.png"},
		{"report.pdf", "application/pdf", "report.pdf"},
		{"../../etc/passwd", "application/pdf", "passwd.pdf"},
		{`C:\Windows\system.ini`, "text/plain", "system.ini.txt"},
		{".bashrc", "text/plain", "bashrc.txt"},
		{"-rf", "image/png", "rf.png"},
		{"_-.-rf", "image/png", "rf.png"},
		{"--", "image/png", "forecast.png"},
		{"..", "image/png", "forecast.png"},
		{"/..", "", "forecast.bin"},
		{"photo.JPEG", "image/jpeg", "photo.JPEG"},
		{"con", "text/plain", "_con.txt"},
		{"lpt1.txt", "text/plain", "_lpt1.txt"},
		{"a\x1b[2J\u202eb c", "text/plain", "a__2J_b_c.txt"},
		{"nul\x00.png", "image/png", "nul_.png"},
		{"übersicht.png", "image/png", "übersicht.png"},
		{"demo://notes/today", "text/markdown; charset=utf-8", "today.md"},
		{"demo://notes/today.xyz", "application/x-unheard-of", "today.xyz"},
		{"demo.host://", "application/x-unheard-of", "forecast.bin"},
		{"data.xyz", "application/x-unheard-of", "data.xyz"},
		{"", "application/x-unheard-of", "forecast.bin"},
		{"", "application/vnd.api+json", "forecast.json"},
		{"", "image/vnd.unheard+xml", "forecast.xml"},
		{"", "TEXT/X-Python; charset", "forecast.txt"},
		{strings.Repeat("x", 300), "image/png", strings.Repeat("x", 100) + ".png"},
	} {
		part := ContentPart{Type: PartType(c.mimeType), MimeType: c.mimeType, Name: c.name}
		if got := part.FileName("forecast"); got != c.want {
			t.Errorf("%q of type %q is saved as %q, want %q", c.name, c.mimeType, got, c.want)
		}
	}
	if got := Text("x").FileName("forecast"); got != "forecast.txt" {
		t.Errorf("a text is saved as %q", got)
	}
}

func FuzzAFileNameStaysInItsFolder(f *testing.F) {
	for _, seed := range []string{"", "..", "a/../..", "NUL", "\x00", "ü", "-", "._-", strings.Repeat("ü", 300)} {
		f.Add(seed, ".txt")
	}
	f.Fuzz(func(t *testing.T, wanted, _ string) {
		got := FileName(wanted, ".txt")
		if strings.ContainsAny(got, "/\\\x00:") || strings.HasPrefix(got, ".") || strings.HasPrefix(got, "-") || len(got) > longestStem+8 || strings.TrimSuffix(got, ".txt") == "" {
			t.Errorf("%q is saved as %q", wanted, got)
		}
	})
}

func TestNothingIsWrittenOverNorOutsideOfTheFolder(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "in")
	if err := os.Mkdir(dir, 0o755); err != nil {
		t.Fatal(err)
	}
	folder, err := os.OpenRoot(dir)
	if err != nil {
		t.Fatal(err)
	}
	defer folder.Close()
	for _, want := range []string{"a.tar.gz", "a.tar-2.gz", "a.tar-3.gz"} {
		if got, err := WriteNew(folder, "a.tar.gz", []byte(want)); got != want || err != nil {
			t.Errorf("written as %q, want %q: %v", got, want, err)
		}
		if b, err := os.ReadFile(filepath.Join(dir, want)); string(b) != want {
			t.Errorf("%s holds %q: %v", want, b, err)
		}
	}
	if got, err := WriteNew(folder, "../out.txt", nil); err == nil {
		t.Errorf("written outside as %q", got)
	}
}
