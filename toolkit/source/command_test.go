package source_test

import (
	"os/exec"
	"slices"
	"strings"
	"testing"

	"toolbench/toolkit/source"
)

func TestACommandLineReadsAsTheWordsItWasMadeOf(t *testing.T) {
	words := []string{"plain", "two words", "", "it's", `"$HOME"`, "a\nb", "--flag=x y", "*", "`date`", "\\"}
	sh, err := exec.LookPath("sh")
	if err != nil {
		t.Skip("there is no sh to read the line with")
	}
	out, err := exec.Command(sh, "-c", "for w in "+source.CommandLine(words...)+`; do printf '%s\0' "$w"; done`).Output()
	if err != nil {
		t.Fatal(err)
	}
	if got := strings.Split(strings.TrimSuffix(string(out), "\x00"), "\x00"); !slices.Equal(got, words) {
		t.Errorf("read as %q, want %q", got, words)
	}
}
