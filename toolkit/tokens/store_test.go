package tokens

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"sync/atomic"
	"testing"
	"testing/synctest"

	"github.com/zalando/go-keyring"

	"toolbench/toolkit/tooltest"
)

// A picky keyring holds small values, or does not answer.
type picky struct {
	most  int
	held  map[string]string
	hang  chan struct{}
	asked atomic.Int32
}

func (p *picky) Get(_, key string) (string, error) {
	p.wait()
	value, ok := p.held[key]
	if !ok {
		return "", keyring.ErrNotFound
	}
	return value, nil
}

func (p *picky) Set(_, key, value string) error {
	p.wait()
	if len(value) > p.most {
		return keyring.ErrSetDataTooBig
	}
	p.held[key] = value
	return nil
}

func (p *picky) Delete(_, key string) error {
	p.wait()
	delete(p.held, key)
	return nil
}

func (p *picky) wait() {
	p.asked.Add(1)
	if p.hang != nil {
		<-p.hang
	}
}

// keep saves, loads and deletes a value, and returns a fresh look at the files.
func keep(t *testing.T, dir string) *Store {
	t.Helper()
	s := Open(dir)
	if got, err := s.Load(t.Context(), "files https://example.com/mcp"); got != nil || err != nil {
		t.Fatalf("before anything was saved: %q, %v", got, err)
	}
	for _, value := range []string{`{"token":"first"}`, `{"token":"second"}`} {
		if err := s.Save(t.Context(), "files https://example.com/mcp", []byte(value)); err != nil {
			t.Fatal(err)
		}
		if got, err := Open(dir).Load(t.Context(), "files https://example.com/mcp"); string(got) != value || err != nil {
			t.Fatalf("after %s was saved: %q, %v", value, got, err)
		}
	}
	if got, err := s.Load(t.Context(), "another"); got != nil || err != nil {
		t.Fatalf("under another key there is %q, %v", got, err)
	}
	return s
}

// names are the names of what is in a folder.
func names(t *testing.T, dir string) []string {
	t.Helper()
	entries, err := os.ReadDir(dir)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		t.Fatal(err)
	}
	var all []string
	for _, e := range entries {
		all = append(all, e.Name())
	}
	return all
}

func forget(t *testing.T, s *Store) {
	t.Helper()
	for range 2 { // the second time there is nothing to forget
		if err := s.Delete(t.Context(), "files https://example.com/mcp"); err != nil {
			t.Fatal(err)
		}
	}
	if got, err := s.Load(t.Context(), "files https://example.com/mcp"); got != nil || err != nil {
		t.Fatalf("after it was deleted: %q, %v", got, err)
	}
}

func TestTokensAreKeptInTheKeyringWhenThereIsOne(t *testing.T) {
	keyring.MockInit()
	dir := filepath.Join(t.TempDir(), "tokens")
	s := keep(t, dir)
	if files := names(t, dir); len(files) > 0 {
		t.Errorf("there are also files: %q", files)
	}
	if where := s.Where(); where != "in the system's keyring, under the name toolbench" {
		t.Errorf("Where is %q", where)
	}
	forget(t, s)
}

func TestWithoutAKeyringTokensAreKeptInFilesOfTheUserAlone(t *testing.T) {
	keyring.MockInitWithError(errors.New("no bus"))
	dir := filepath.Join(t.TempDir(), "state", "tokens")
	s := keep(t, dir)
	files := names(t, dir)
	if len(files) != 1 {
		t.Fatalf("the folder holds %q", files)
	}
	for path, want := range map[string]fs.FileMode{dir: 0o700, filepath.Join(dir, files[0]): 0o600} {
		if info, err := os.Stat(path); err != nil || runtime.GOOS != "windows" && info.Mode().Perm() != want {
			t.Errorf("%s has the mode %v, %v, not %v", path, info.Mode(), err, want)
		}
	}
	if where := s.Where(); !strings.Contains(where, dir) || !strings.Contains(where, "no bus") {
		t.Errorf("Where is %q", where)
	}
	forget(t, s)
	if files := names(t, dir); len(files) > 0 {
		t.Errorf("the folder still holds %q", files)
	}
}

func TestWhatOthersCanGetAtIsRefused(t *testing.T) {
	if runtime.GOOS == "windows" {
		tooltest.Missing(t, "Windows has no modes of files")
	}
	keyring.MockInitWithError(errors.New("no bus"))
	for name, spoil := range map[string]func(t *testing.T, dir, file string){
		"a file for the group": func(t *testing.T, _, file string) { change(t, file, 0o640) },
		"a file for everybody": func(t *testing.T, _, file string) { change(t, file, 0o604) },
		"a link": func(t *testing.T, dir, file string) {
			other := filepath.Join(dir, "other")
			if err := errors.Join(os.Rename(file, other), os.Symlink(other, file)); err != nil {
				t.Fatal(err)
			}
		},
	} {
		t.Run(name, func(t *testing.T) {
			dir := filepath.Join(t.TempDir(), "tokens")
			s := Open(dir)
			if err := s.Save(t.Context(), "key", []byte("secret-secret")); err != nil {
				t.Fatal(err)
			}
			file := filepath.Join(dir, names(t, dir)[0])
			spoil(t, dir, file)
			got, err := s.Load(t.Context(), "key")
			if err == nil || got != nil || !strings.Contains(err.Error(), file) || strings.Contains(err.Error(), "secret-secret") {
				t.Errorf("Load is %q, %v", got, err)
			}
		})
	}
	t.Run("a folder", func(t *testing.T) {
		dir := t.TempDir()
		change(t, dir, 0o755)
		err := Open(dir).Save(t.Context(), "key", []byte("secret-secret"))
		if err == nil || !strings.Contains(err.Error(), "chmod 700 "+dir) {
			t.Errorf("Save ended with %v", err)
		}
		if files := names(t, dir); len(files) > 0 {
			t.Errorf("the folder holds %q", files)
		}
	})
}

func change(t *testing.T, path string, mode fs.FileMode) {
	t.Helper()
	if err := os.Chmod(path, mode); err != nil {
		t.Fatal(err)
	}
}

func TestAFileThatIsNotThisProgramsIsRefused(t *testing.T) {
	keyring.MockInitWithError(errors.New("no bus"))
	dir := filepath.Join(t.TempDir(), "tokens")
	s := Open(dir)
	if err := s.Save(t.Context(), "key", []byte("value")); err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(dir, names(t, dir)[0])
	if err := os.WriteFile(file, []byte("{}"), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := s.Load(t.Context(), "key"); err == nil || !strings.Contains(err.Error(), "delete it") {
		t.Errorf("Load ended with %v", err)
	}
}

func TestWhatIsTooBigForTheKeyringGoesToAFile(t *testing.T) {
	ring := &picky{most: 20, held: map[string]string{}}
	dir := filepath.Join(t.TempDir(), "tokens")
	s := Open(dir)
	s.ring = ring
	for _, value := range []string{"small", strings.Repeat("large", 20), "small again"} {
		if err := s.Save(t.Context(), "key", []byte(value)); err != nil {
			t.Fatal(err)
		}
		if got, err := s.Load(t.Context(), "key"); string(got) != value || err != nil {
			t.Errorf("Load is %q, %v, not %q", got, err, value)
		}
		if both := len(ring.held) + len(names(t, dir)); both != 1 {
			t.Errorf("after %q there are %d copies", value, both)
		}
	}
}

func TestAKeyringThatHangsIsGivenUp(t *testing.T) {
	dir := t.TempDir()
	change(t, dir, 0o700)
	synctest.Test(t, func(t *testing.T) {
		ring := &picky{hang: make(chan struct{})}
		s := Open(dir)
		s.ring = ring
		for range 2 { // it is not asked again
			if err := s.Save(t.Context(), "key", []byte("value")); err != nil {
				t.Fatal(err)
			}
		}
		if got, err := s.Load(t.Context(), "key"); string(got) != "value" || err != nil {
			t.Errorf("Load is %q, %v", got, err)
		}
		if where := s.Where(); !strings.Contains(where, "did not answer within 2s") {
			t.Errorf("Where is %q", where)
		}
		if asked := ring.asked.Load(); asked != 1 {
			t.Errorf("the keyring was asked %d times", asked)
		}
		close(ring.hang)
		synctest.Wait()
	})
}

func TestASaveThatIsGivenUpSaysSo(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		ring := &picky{hang: make(chan struct{})}
		s := Open("unused")
		s.ring = ring
		ctx, cancel := context.WithCancel(t.Context())
		cancel()
		if err := s.Save(ctx, "key", []byte("value")); !errors.Is(err, context.Canceled) {
			t.Errorf("Save ended with %v", err)
		}
		close(ring.hang)
		synctest.Wait()
	})
}
