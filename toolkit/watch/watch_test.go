package watch_test

import (
	"os"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"toolbench/toolkit/watch"
)

func write(t *testing.T, path, text string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
}

// start watches paths; the returned function blocks until a change of path is told.
func start(t *testing.T, paths ...string) (told func(path string)) {
	t.Helper()
	changes := make(chan []string, 100)
	w, err := watch.Files(paths, func(paths []string) { changes <- paths })
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { w.Close(); w.Close(); w.Wait() })
	return func(path string) {
		t.Helper()
		limit := time.After(30 * time.Second)
		for {
			select {
			case got := <-changes:
				if slices.Contains(got, path) {
					return
				}
				t.Errorf("told is a change of %v", got)
			case <-limit:
				t.Fatalf("a change of %s is not told", path)
			}
		}
	}
}

func TestAFileThatIsWrittenReplacedOrMadeIsTold(t *testing.T) {
	dir := t.TempDir()
	server, later := filepath.Join(dir, "server.py"), filepath.Join(dir, "later.py")
	write(t, server, "1")
	told := start(t, server, later)
	write(t, filepath.Join(dir, "other.py"), "not asked for")
	write(t, server, "2")
	told(server)
	write(t, filepath.Join(dir, "new"), "3")
	if err := os.Rename(filepath.Join(dir, "new"), server); err != nil {
		t.Fatal(err)
	}
	told(server)
	write(t, later, "1")
	told(later)
}

func TestAFolderStandsForAllFilesBelowIt(t *testing.T) {
	dir := t.TempDir()
	deep := filepath.Join(dir, "a", "b.go")
	write(t, deep, "1")
	write(t, filepath.Join(dir, "node_modules", "x.js"), "1")
	write(t, filepath.Join(dir, ".git", "index"), "1")
	told := start(t, dir)
	write(t, filepath.Join(dir, "node_modules", "x.js"), "2")
	write(t, filepath.Join(dir, ".git", "index"), "2")
	write(t, deep, "2")
	told(deep)
}

func TestAFolderThatIsDeletedAndMadeAnewIsWatchedOn(t *testing.T) {
	dir := t.TempDir()
	server, page := filepath.Join(dir, "dist", "server.js"), filepath.Join(dir, "pages", "a", "b.html")
	write(t, server, "1")
	write(t, page, "1")
	changes := make(chan string, 100)
	w, err := watch.Files([]string{server, filepath.Join(dir, "pages")}, func(paths []string) {
		for _, path := range paths {
			changes <- path
		}
	})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { w.Close(); w.Wait() })
	until := func(path string) {
		t.Helper()
		limit := time.After(30 * time.Second)
		for {
			select {
			case got := <-changes:
				if got == path {
					return
				}
			case <-limit:
				t.Fatalf("a change of %s is not told", path)
			}
		}
	}
	for _, folder := range []string{"dist", "pages"} {
		if err := os.RemoveAll(filepath.Join(dir, folder)); err != nil {
			t.Fatal(err)
		}
	}
	until(server) // is gone
	for _, path := range []string{server, page} {
		if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
			t.Fatal(err)
		}
	}
	until(filepath.Join(dir, "pages"))
	write(t, server, "2")
	until(server)
	write(t, page, "2")
	until(page)
}

func TestAFolderThatIsNotThereIsNamed(t *testing.T) {
	path := filepath.Join(t.TempDir(), "gone", "server")
	if _, err := watch.Files([]string{path}, func([]string) {}); err == nil {
		t.Error("it is watched")
	}
}
