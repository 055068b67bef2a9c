package builtin

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func forest(t *testing.T) desk {
	return newDesk(t, map[string]string{
		"main.go":         "package main\n\nfunc main() {}\n",
		"main_test.go":    "package main\r\n\r\nfunc TestMain() {}\r\n",
		"src/a.go":        "package src // func\n",
		"src/a/deep.go":   "package a\n",
		"src/b.txt":       "no code\n",
		".hidden/c.go":    "package c\n",
		".git/config.go":  "package git\n",
		"bin/tool":        "package\x00\n",
		"caf\u00e9/é.txt": "func\n",
	})
}

func TestGlobListsSortedRelativePaths(t *testing.T) {
	d := forest(t)
	for _, test := range []struct{ pattern, path, want string }{
		{"*.go", "", "main.go\nmain_test.go"},
		{"./*.go", "", "main.go\nmain_test.go"},
		{"**/*.go", "", ".hidden/c.go\nmain.go\nmain_test.go\nsrc/a.go\nsrc/a/deep.go"},
		{"**/*.go", "src", "a.go\na/deep.go"},
		{"src/*.{go,txt}", "", "src/a.go\nsrc/b.txt"},
		{"**/[a-b].*", "", "src/a.go\nsrc/b.txt"},
		{"*/é.txt", ".", "café/é.txt"},
		{"src", "", "No file matches src in the base folder."},
		{"*.md", "src", "No file matches *.md in src."},
		{d.dir + "/src/**", "", "a.go\na/deep.go\nb.txt"},
	} {
		d.yields("glob", map[string]any{"pattern": test.pattern, "path": test.path}, test.want)
	}
}

func TestGlobRefusesAPatternThatCanNotBeRead(t *testing.T) {
	d := forest(t)
	d.refuses("glob", map[string]any{"pattern": ""}, "the pattern is empty; **/*.go is one that finds every Go file")
	d.refuses("glob", map[string]any{"pattern": "[a"}, `the pattern "[a" can not be read: a [, { or \ in it is not finished`)
	d.refuses("glob", map[string]any{"pattern": "../*"}, `the pattern "../*" has .. in it; name the folder to start from with path`)
	d.refuses("glob", map[string]any{"pattern": "*", "path": "scr"}, "scr does not exist; did you mean src?")
	d.refuses("glob", map[string]any{"pattern": "*", "path": "main.go"}, "main.go is not a folder")
}

func TestWhatIsOverTheLimitIsCounted(t *testing.T) {
	d := newDesk(t, nil)
	for i := range 12 {
		d.put(fmt.Sprintf("%02d.txt", i), "x\n")
	}
	r := d.yields("glob", map[string]any{"pattern": "*", "limit": 2}, "00.txt\n01.txt\n[10 more files left out; a higher limit or a narrower pattern shows the rest]")
	if r.Metadata["count"] != 12 || r.Metadata["leftOut"] != 10 {
		t.Errorf("metadata: %v", r.Metadata)
	}
	d.yields("grep", map[string]any{"pattern": "x", "limit": 11, "include": "*.txt"},
		"00.txt:1: x\n01.txt:1: x\n02.txt:1: x\n03.txt:1: x\n04.txt:1: x\n05.txt:1: x\n06.txt:1: x\n07.txt:1: x\n08.txt:1: x\n09.txt:1: x\n10.txt:1: x\n"+
			"[1 more match left out; a higher limit or a narrower pattern shows the rest]")
}

func TestGrepShowsPathLineAndText(t *testing.T) {
	d := forest(t)
	for _, test := range []struct{ pattern, path, include, want string }{
		{"func", "", "", "café/é.txt:1: func\nmain.go:3: func main() {}\nmain_test.go:3: func TestMain() {}\nsrc/a.go:1: package src // func"},
		{"^package", "src", "", "a.go:1: package src // func\na/deep.go:1: package a"},
		{"package", "", "src/**/*.go", "src/a.go:1: package src // func\nsrc/a/deep.go:1: package a"},
		{"package", "", "a.go", "src/a.go:1: package src // func"},
		{"(?i)PACKAGE M", "main.go", "", "main.go:1: package main"},
		{"main$", "", "*.go", "main.go:1: package main\nmain_test.go:1: package main"},
		{"nowhere", "", "", "No line matches nowhere in the base folder (7 files searched)."},
		{"package", ".hidden", "", "c.go:1: package c"},
		{"package", "bin/tool", "", "No line matches package in bin/tool (0 files searched)."},
	} {
		d.yields("grep", map[string]any{"pattern": test.pattern, "path": test.path, "include": test.include}, test.want)
	}
}

func TestGrepCutsALongLineAroundTheMatch(t *testing.T) {
	d := newDesk(t, map[string]string{"min.js": strings.Repeat("é", 1000) + "NEEDLE" + strings.Repeat("x", 1000) + "\nNEEDLE" + strings.Repeat("y", 1000)})
	r := d.call("grep", map[string]any{"pattern": "NEEDLE"})
	for i, line := range strings.Split(r.Output, "\n") {
		if len(line) > 500 || !strings.Contains(line, "NEEDLE") || !strings.HasSuffix(line, "…") || strings.Contains(line, "\uFFFD") {
			t.Errorf("line %d: %s", i, line)
		}
	}
}

func TestGrepExplainsAPatternThatIsNone(t *testing.T) {
	d := forest(t)
	d.refuses("grep", map[string]any{"pattern": "main("}, `the pattern "main(" is not an RE2 regular expression: missing closing ): "main("; a \ before it takes a sign as it is`)
	d.refuses("grep", map[string]any{"pattern": "(?=a)"}, `the pattern "(?=a)" is not an RE2 regular expression: invalid or unsupported Perl syntax: "(?="; a \ before it takes a sign as it is`)
	d.refuses("grep", map[string]any{"pattern": ""}, "the pattern is empty, which every line matches; give a regular expression")
	d.refuses("grep", map[string]any{"pattern": "a", "include": "{a"}, `the include "{a" can not be read: a [, { or \ in it is not finished`)
	d.refuses("grep", map[string]any{"pattern": "a", "path": "mian.go"}, "mian.go does not exist; did you mean main.go?")
}

func TestAFileThatCanNotBeOpenedIsCounted(t *testing.T) {
	d := newDesk(t, map[string]string{"a.txt": "x\n", "b.txt": "x\n"})
	// A file that is too large counts like one that is closed, which nothing is
	// to root.
	if err := os.Truncate(filepath.Join(d.dir, "a.txt"), largestSearched+1); err != nil {
		t.Fatal(err)
	}
	d.yields("grep", map[string]any{"pattern": "x"}, "b.txt:1: x\n[1 file could not be searched: too large, or not to be opened]")
}
