package uitest

import (
	"flag"
	"os"
	"path/filepath"
	"strings"

	"github.com/aymanbagabas/go-udiff"
)

// update rewrites what tests compare with. x/exp/golden has the same flag;
// importing both in one test would panic.
var update = flag.Bool("update", false, "rewrite the golden files with what the tests see")

// Updating tells whether the test was run with -update.
func Updating() bool { return *update }

// Golden compares the screen's text with testdata/NAME.golden, which -update
// rewrites.
func (t *Terminal) Golden(name string) {
	t.t.Helper()
	path := filepath.Join("testdata", filepath.FromSlash(name)+".golden")
	got := t.Text() + "\n"
	if *update {
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(got), 0o644); err != nil {
			t.t.Fatal(err)
		}
		return
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.t.Fatalf("%v; go test -update writes it. The screen shows\n%s", err, got)
	}
	if diff := udiff.Unified("golden", "screen", strings.ReplaceAll(string(want), "\r\n", "\n"), got); diff != "" {
		t.t.Errorf("the screen is not what %s holds:\n%s\nThe screen shows\n%s", path, diff, got)
	}
}
