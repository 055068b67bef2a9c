package config

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"toolbench/toolkit/tooltest"
)

var update = flag.Bool("update", false, "write the golden files anew")

// TestEveryRealFileGivesItsServersOrNamesThePlace reads the files that people
// wrote, and compares what was found in them with a summary that holds none of
// their text but the servers' names.
func TestEveryRealFileGivesItsServersOrNamesThePlace(t *testing.T) {
	var got strings.Builder
	for _, path := range corpusFiles(t) {
		data, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		fmt.Fprintf(&got, "%s\n", filepath.Base(path))
		summarise(&got, filepath.Base(path), data)
	}
	golden := filepath.Join("testdata", "corpus.golden")
	if *update {
		if err := os.WriteFile(golden, []byte(got.String()), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(golden)
	if err != nil {
		t.Fatal(err)
	}
	if got.String() != string(want) {
		t.Errorf("the summary differs from %s; run with -update and look at the difference", golden)
	}
}

func summarise(out *strings.Builder, path string, data []byte) {
	file, err := Parse(path, data, func(name string) (string, bool) { return "", false })
	if err != nil {
		fmt.Fprintf(out, "  %s\n", strings.TrimPrefix(err.Error(), path+":"))
		return
	}
	for _, s := range file.Servers {
		kind := "stdio"
		switch {
		case s.Problem != "":
			fmt.Fprintf(out, "  %s: %s\n", s.Name, strings.TrimPrefix(s.Problem, path+":"))
			continue
		case s.URL != "":
			kind = "http"
		}
		fmt.Fprintf(out, "  %s: %s, %d arguments, %d variables, %d headers, timeout %s, disabled %t, %d tools\n",
			s.Name, kind, len(s.Args), len(s.Env), len(s.Headers), s.Timeout, s.Disabled, len(s.Tools))
	}
	for _, note := range file.Notes {
		fmt.Fprintf(out, "  note: %s\n", strings.TrimPrefix(note, path+" "))
	}
}

func corpusFiles(t *testing.T) []string {
	t.Helper()
	dir := tooltest.Shared(t, "corpus", "mcp-configs")
	var files []string
	for _, pattern := range []string{"*.json", "*.jsonc", "client-snippets/*.json"} {
		found, err := filepath.Glob(filepath.Join(dir, pattern))
		if err != nil {
			t.Fatal(err)
		}
		files = append(files, found...)
	}
	if len(files) == 0 {
		t.Fatalf("no configuration files in %s", dir)
	}
	return files
}
