package tokens

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
)

// files keep one value each, so that two processes that save different ones do
// not undo each other's work.
type files struct{ dir string }

// A kept value is the content of a file.
type kept struct {
	Key   string `json:"key"`
	Value []byte `json:"value"` // in base64
}

func (f files) path(key string) string {
	sum := sha256.Sum256([]byte(key))
	return filepath.Join(f.dir, hex.EncodeToString(sum[:16])+".json")
}

func (f files) load(key string) ([]byte, error) {
	path := f.path(key)
	if err := private(path); errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	} else if err != nil {
		return nil, err
	}
	raw, err := os.ReadFile(path)
	if err != nil {
		return nil, fmt.Errorf("tokens can not be read: %w", err)
	}
	var k kept
	if json.Unmarshal(raw, &k) != nil || k.Key != key {
		return nil, fmt.Errorf("the file %s does not hold what this program wrote; delete it and sign in anew", path)
	}
	return k.Value, nil
}

func (f files) save(key string, value []byte) error {
	raw, err := json.Marshal(kept{key, value})
	if err != nil {
		return err
	}
	if err := f.write(f.path(key), raw); err != nil {
		return fmt.Errorf("tokens can not be kept: %w", err)
	}
	return nil
}

// write replaces a file at once, so that nobody reads half of it.
func (f files) write(path string, content []byte) (err error) {
	if err := os.MkdirAll(f.dir, 0o700); err != nil {
		return err
	}
	if err := private(f.dir); err != nil {
		return err
	}
	temporary, err := os.CreateTemp(f.dir, ".new-*") // made with 0600
	if err != nil {
		return err
	}
	defer func() {
		if err != nil {
			_ = os.Remove(temporary.Name())
		}
	}()
	_, err = temporary.Write(content)
	err = errors.Join(err, temporary.Sync(), temporary.Close())
	if err != nil {
		return err
	}
	return os.Rename(temporary.Name(), path)
}

func (f files) remove(key string) error {
	if err := os.Remove(f.path(key)); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("tokens can not be deleted: %w", err)
	}
	return nil
}

// private is an error when others than the user can get at a file or a folder.
// Windows keeps what is in a user's folder from others without these bits.
func private(path string) error {
	info, err := os.Lstat(path)
	if err != nil {
		return err
	}
	want := fs.FileMode(0o600)
	switch {
	case info.IsDir():
		want = 0o700
	case !info.Mode().IsRegular():
		return fmt.Errorf("%s is not a file of its own, so tokens are neither read from it nor written to it", path)
	}
	if open := info.Mode().Perm() & 0o077; open != 0 && runtime.GOOS != "windows" {
		return fmt.Errorf("others can get at %s (its mode is %04o), so tokens are neither read from it nor written to it; run: chmod %o %s", path, info.Mode().Perm(), want, path)
	}
	return nil
}
