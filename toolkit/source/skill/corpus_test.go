package skill

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"toolbench/toolkit/tooltest"
)

// corpus is the folder of skills that nobody here wrote.
func corpus(t *testing.T) string {
	t.Helper()
	return tooltest.Shared(t, "corpus", "skills")
}

var update = flag.Bool("update", false, "write the golden files anew")

func TestTheCorpusIsReadAsTheGoldenFileHasIt(t *testing.T) {
	root := corpus(t)
	collections, err := os.ReadDir(root)
	if err != nil {
		t.Fatal(err)
	}
	var b strings.Builder
	for _, c := range collections {
		if !c.IsDir() {
			continue
		}
		skills, problems := Discover([]string{filepath.Join(root, c.Name())})
		fmt.Fprintf(&b, "%s: %d skills, %d problems\n", c.Name(), len(skills), len(problems))
		for _, s := range skills {
			body, err := s.Body()
			if err != nil {
				t.Error(err)
			}
			files, more := s.files()
			fmt.Fprintf(&b, "  %s: description %d bytes, body %d, files %d\n", s.Name, len(s.Description), len(body), len(files)+more)
			if s.License != "" || s.AllowedTools != nil {
				fmt.Fprintf(&b, "    license %q, tools %q\n", s.License, s.AllowedTools)
			}
			for _, w := range s.Warnings {
				fmt.Fprintf(&b, "    %s\n", w)
			}
		}
		for _, p := range problems {
			name, _ := filepath.Rel(root, p.Name)
			fmt.Fprintf(&b, "  %s: %s\n", filepath.ToSlash(name), p.Reason)
		}
	}
	golden := filepath.Join("testdata", "corpus.golden")
	if *update {
		if err := os.WriteFile(golden, []byte(b.String()), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(golden)
	if err != nil {
		t.Fatal(err)
	}
	if got := b.String(); got != string(want) {
		t.Errorf("%s differs; go test -update writes it anew. Now:\n%s", golden, got)
	}
}
