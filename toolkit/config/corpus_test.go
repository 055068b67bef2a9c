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
		summarise(&got, strings.ReplaceAll(filepath.Base(path), "__", "/"), data)
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

// summarise parses a file as if it lay where its owner keeps it.
func summarise(out *strings.Builder, path string, data []byte) {
	home := map[string]string{"HOME": "/home/ann", "PWD": "/home/ann/project"}
	reader := Reader{Lookup: lookupIn(home), Home: "/home/ann", Dir: "/home/ann/project"}
	path = "/home/ann/" + path
	file, err := reader.Parse(path, data)
	if err != nil {
		fmt.Fprintf(out, "  %s\n", strings.TrimPrefix(err.Error(), path+":"))
		return
	}
	if file.Client != "" {
		fmt.Fprintf(out, "  a file of %s\n", file.Client)
	}
	for _, s := range file.Servers {
		fmt.Fprintf(out, "  %s: %s\n", s.Name, strings.TrimPrefix(summary(s), path+":"))
	}
	for _, i := range file.Inputs {
		fmt.Fprintf(out, "  input %s: %s, password %t, %d options\n", i.ID, i.Type, i.Password, len(i.Options))
	}
	for _, note := range file.Notes {
		fmt.Fprintf(out, "  note: %s\n", strings.TrimPrefix(note, path+" "))
	}
}

// summary leaves out what is empty.
func summary(s Server) string {
	if s.Problem != "" {
		return s.Problem
	}
	said := []string{"stdio"}
	if s.URL != "" {
		said = []string{"http"}
	}
	for _, count := range []struct {
		n    int
		what string
	}{{len(s.Args), "arguments"}, {len(s.Env), "variables"}, {len(s.Headers), "headers"}, {len(s.Tools), "tools"}} {
		if count.n > 0 {
			said = append(said, fmt.Sprintf("%d %s", count.n, count.what))
		}
	}
	if s.Transport != "" {
		said = append(said, "over "+s.Transport)
	}
	if s.Dir != "" {
		said = append(said, "in "+s.Dir)
	}
	if s.Timeout > 0 {
		said = append(said, "timeout "+s.Timeout.String())
	}
	if s.Disabled {
		said = append(said, "disabled")
	}
	if len(s.Inputs) > 0 {
		said = append(said, "asks for "+strings.Join(s.Inputs, " and "))
	}
	return strings.Join(said, ", ")
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
