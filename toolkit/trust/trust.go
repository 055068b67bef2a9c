// Package trust remembers which configuration files that were found may start
// what they declare, and which sources the person switched on or off.
//
// Consent is for content: a file that has changed is asked for again, with what
// changed. Each memory is a small file of its own, written as a whole, so that
// programs that run at once do not undo what another one remembers.
package trust

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"toolbench/toolkit/config"
)

// A Store remembers on disk. It keeps nothing in memory and is safe from any
// goroutine, and from several programs at once.
type Store struct{ dir string }

// Open is the store in the folder dir, which is made when there is something to
// remember. Without one, "", nothing is trusted and nothing can be remembered.
func Open(dir string) *Store { return &Store{dir: dir} }

// A Verdict is what a store says of a file.
type Verdict struct {
	Trusted bool
	// Changed tells that the file was trusted before it became what it is now.
	Changed bool
	// Changes are sentences on what it would start that it did not, without
	// secrets. Empty when nothing is known of the file.
	Changes []string
	// Problem is a sentence when what was remembered of the file can not be
	// read; it is not trusted then.
	Problem string
}

// A memory is what is remembered of one file.
type memory struct {
	Path string `json:"path"`
	// Content is the digest of the file and of those that were read with it,
	// Meaning that of everything that is read from them. Either will
	// do: programs rewrite their files without changing what is started, and
	// variables change without the file.
	Content string `json:"content"`
	Meaning string `json:"meaning"`
	// Starts are what the file would start, without secrets, in its order.
	Starts []start `json:"starts"`
}

// Check tells whether the file at path, with the content data that was read as
// file, may start what it declares.
func (s *Store) Check(path string, data []byte, file *config.File) Verdict {
	var known memory
	found, err := s.read("trust", key(path, file), &known)
	switch {
	case err != nil:
		return Verdict{Problem: fmt.Sprintf("what was remembered of %s can not be read, so that it counts as not trusted: %s", path, err)}
	case !found:
		return Verdict{}
	}
	now := remember(path, data, file)
	if known.Content == now.Content || known.Meaning == now.Meaning {
		return Verdict{Trusted: true}
	}
	return Verdict{Changed: true, Changes: changes(known.Starts, now.Starts)}
}

// Trust remembers that the file, as it is, may start what it declares.
func (s *Store) Trust(path string, data []byte, file *config.File) error {
	return s.write("trust", key(path, file), remember(path, data, file))
}

// Forget takes the trust in a file back, for the workspace that it was read in
// if that matters to it. One that is not trusted is no error.
func (s *Store) Forget(path string, file *config.File) error {
	if s.dir == "" {
		return nil
	}
	err := os.Remove(s.path("trust", key(path, file)))
	if errors.Is(err, os.ErrNotExist) {
		return nil
	}
	return err
}

// A choice is what the person chose for one source.
type choice struct {
	ID       string `json:"id"`
	Disabled bool   `json:"disabled"`
}

// Disabled tells whether the person switched the source of that id off or on,
// and whether they ever did either.
func (s *Store) Disabled(id string) (disabled, known bool) {
	var c choice
	found, err := s.read("sources", digest([]byte(id)), &c)
	if err != nil || !found || c.ID != id {
		return false, false
	}
	return c.Disabled, true
}

// SetDisabled remembers that the person switched a source off, or on.
func (s *Store) SetDisabled(id string, disabled bool) error {
	return s.write("sources", digest([]byte(id)), choice{id, disabled})
}

// key names the memory of a file. Links are not followed: the same content means
// other programs when it is read from another folder. So it does in another
// workspace, where the file depends on that.
func key(path string, file *config.File) string {
	if absolute, err := filepath.Abs(path); err == nil {
		path = absolute
	}
	if file.Workspace != "" {
		path += "\x00" + file.Workspace
	}
	return digest([]byte(path))
}

func digest(data []byte) string {
	sum := sha256.Sum256(data)
	return hex.EncodeToString(sum[:])
}

func (s *Store) path(kind, key string) string { return filepath.Join(s.dir, kind, key+".json") }

func (s *Store) read(kind, key string, into any) (found bool, err error) {
	if s.dir == "" { // and not the working folder, where anybody may have put something
		return false, nil
	}
	data, err := os.ReadFile(s.path(kind, key))
	switch {
	case errors.Is(err, os.ErrNotExist):
		return false, nil
	case err != nil:
		return false, err
	}
	return true, json.Unmarshal(data, into)
}

func (s *Store) write(kind, key string, value any) error {
	if s.dir == "" {
		return errors.New("there is no folder to remember this in: HOME is not set")
	}
	data, err := json.MarshalIndent(value, "", "  ")
	if err != nil {
		return err
	}
	path := s.path(kind, key)
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		return err
	}
	return config.WriteFile(path, append(data, '\n'), 0o600)
}
