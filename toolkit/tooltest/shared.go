package tooltest

import (
	"os"
	"path/filepath"
	"testing"
)

// Shared is a file or folder of the test data that lies in ../shared beside the
// repository, and is not part of it. A test that needs what is missing is
// skipped with its name, and fails in CI.
func Shared(t testing.TB, names ...string) string {
	t.Helper()
	dir, err := os.Getwd()
	if err != nil {
		t.Fatal(err)
	}
	for !exists(filepath.Join(dir, "go.mod")) {
		if dir == filepath.Dir(dir) {
			t.Fatal("there is no go.mod above the test")
		}
		dir = filepath.Dir(dir)
	}
	name := filepath.Join(append([]string{"..", "shared"}, names...)...)
	found := filepath.Join(dir, name)
	if exists(found) {
		return found
	}
	Missing(t, "%s is missing beside the repository", name)
	return ""
}

func exists(path string) bool {
	_, err := os.Stat(path)
	return err == nil
}
