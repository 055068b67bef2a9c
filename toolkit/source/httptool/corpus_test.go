package httptool

import (
	"cmp"
	"encoding/json"
	"flag"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"go.yaml.in/yaml/v4"

	"toolbench/toolkit/schema"
	"toolbench/toolkit/source"
	"toolbench/toolkit/tooltest"
)

var update = flag.Bool("update", false, "write the golden files anew")

// documents are the corpus's documents by their names within it.
func documents(t *testing.T) (root string, names []string) {
	t.Helper()
	root = tooltest.Shared(t, "corpus", "openapi")
	err := filepath.WalkDir(root, func(path string, e fs.DirEntry, err error) error {
		if err != nil || e.IsDir() {
			return err
		}
		data, err := os.ReadFile(path)
		if err == nil && IsOpenAPI(data) {
			name, _ := filepath.Rel(root, path)
			names = append(names, filepath.ToSlash(name))
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return root, names
}

// open opens a document in a test.
func open(t testing.TB, d Document) source.Listing {
	t.Helper()
	s := OpenAPI(d)
	t.Cleanup(func() { _ = s.Close() })
	listing, err := s.Open(t.Context(), &tooltest.Host{})
	if err != nil {
		t.Fatal(err)
	}
	return listing
}

// counted is how many operations a document has, found without any code of this
// package: the methods under its paths.
func counted(t *testing.T, path string) (n int) {
	t.Helper()
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	var document struct {
		Paths map[string]map[string]any `json:"paths" yaml:"paths"`
	}
	read := yaml.Unmarshal
	if filepath.Ext(path) == ".json" {
		read = json.Unmarshal
	}
	if err := read(data, &document); err != nil {
		t.Fatal(err)
	}
	for _, item := range document.Paths {
		for method := range item {
			if slices.Contains([]string{"get", "put", "post", "delete", "options", "head", "patch", "trace"}, method) {
				n++
			}
		}
	}
	return n
}

func TestEveryOperationOfTheCorpusIsListedOrSaysWhyNot(t *testing.T) {
	root, names := documents(t)
	var b strings.Builder
	for _, name := range names {
		path := filepath.Join(root, name)
		listing := open(t, Document{Name: "d", Location: path, Lookup: nothingSet})
		want := counted(t, path)
		if got := len(listing.Tools) + len(listing.Problems); got != want {
			t.Errorf("%s has %d operations; listed and explained are %d", name, want, got)
		}
		callable, answers, troubled := 0, 0, 0
		for _, one := range listing.Tools {
			if one.Execute != nil {
				callable++
			}
			if one.OutputSchema() != nil {
				answers++
			}
			if one.Details.Problem != "" {
				troubled++
			}
		}
		fmt.Fprintf(&b, "%s: %s, %d tools, %d callable, %d with the schema of their answer, %d with a problem, %d not listed\n",
			name, listing.Facts.Protocol, len(listing.Tools), callable, answers, troubled, len(listing.Problems))
		for _, p := range listing.Problems {
			fmt.Fprintf(&b, "  %s: %s\n", p.Name, strings.ReplaceAll(p.Reason, root, "…"))
		}
	}
	golden(t, "corpus.golden", b.String())
}

func nothingSet(string) (string, bool) { return "", false }

func golden(t *testing.T, name, got string) {
	t.Helper()
	path := filepath.Join("testdata", name)
	if *update {
		if err := os.WriteFile(path, []byte(got), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if got != string(want) {
		t.Errorf("%s differs; go test -update writes it anew. It is now:\n%s", path, got)
	}
}

// compiled at most are schemas of this many bytes: compiling takes time that
// grows with the square of the size.
const compiled = 24 << 10

func TestEverySchemaOfTheCorpusCanBeJudgedBy(t *testing.T) {
	root, names := documents(t)
	var b strings.Builder
	for _, name := range names {
		seen, warned := map[string]bool{}, map[string]bool{}
		for _, one := range open(t, Document{Name: "d", Location: filepath.Join(root, name), Lookup: nothingSet}).Tools {
			for _, raw := range [][]byte{one.Details.InputSchema, one.Details.OutputSchema} {
				if len(raw) == 0 || len(raw) > compiled || seen[string(raw)] {
					continue
				}
				seen[string(raw)] = true
				for _, w := range warnings(t, name, one.Name, raw) {
					warned[w] = true
				}
			}
		}
		fmt.Fprintf(&b, "%s: %d schemas\n", name, len(seen))
		for _, w := range slices.Sorted(maps.Keys(warned)) {
			fmt.Fprintf(&b, "  %s\n", w)
		}
	}
	golden(t, "schemas.golden", b.String())
}

func warnings(t *testing.T, document, name string, raw []byte) []string {
	t.Helper()
	value, err := schema.Parse(raw)
	if err != nil {
		t.Fatalf("%s: %s: %v", document, name, err)
	}
	v, err := schema.Compile(value)
	if err != nil {
		t.Errorf("%s: %s: %v", document, name, err)
		return nil
	}
	return v.Warnings()
}

func BenchmarkTheLargestDocument(b *testing.B) {
	name := cmp.Or(os.Getenv("DOCUMENT"), "github-rest.min.json")
	path := filepath.Join(sharedIn(b), name)
	b.ReportAllocs()
	for b.Loop() {
		listing := open(b, Document{Name: "github", Location: path, Lookup: nothingSet})
		b.ReportMetric(float64(len(listing.Tools)), "tools")
	}
	b.ReportMetric(float64(peak(b))/1024, "peakMB")
}

func sharedIn(b *testing.B) string { return tooltest.Shared(b, "corpus", "openapi") }

// peak is the most memory that the process has had resident, in KiB; 0 where the
// system does not tell.
func peak(b *testing.B) (kib int) {
	status, err := os.ReadFile("/proc/self/status")
	if err != nil {
		b.Log("the peak of memory is not known here:", err)
		return 0
	}
	for line := range strings.Lines(string(status)) {
		if rest, ok := strings.CutPrefix(line, "VmHWM:"); ok {
			_, _ = fmt.Sscan(rest, &kib)
		}
	}
	return kib
}
