package cli

import (
	"errors"
	"os"
	"path/filepath"
	"runtime"
	"strings"

	"toolbench/toolkit/config"
)

// home is the person's own folder, "" when there is none.
func (s *session) home() string {
	name := "HOME"
	if runtime.GOOS == "windows" {
		name = "USERPROFILE"
	}
	home, _ := s.Lookup(name)
	return home
}

// absolute is a path as it was given, from where relative ones start.
func (s *session) absolute(path string) string {
	if !filepath.IsAbs(path) {
		path = filepath.Join(s.Dir, path)
	}
	if whole, err := filepath.Abs(path); err == nil {
		return whole
	}
	return path
}

// short is a path as people write it: from the home folder by ~.
func (s *session) short(path string) string {
	if home := s.home(); home != "" {
		if rest, ok := strings.CutPrefix(path, home+string(filepath.Separator)); ok {
			return "~" + string(filepath.Separator) + rest
		}
	}
	return path
}

// stateFolder is where this program keeps what it is told to remember: trust,
// what is switched off, tokens where there is no keyring, its log (XDG Base
// Directory, section 3). It may not be there yet.
func (s *session) stateFolder() (string, error) {
	if dir, _ := s.Lookup("XDG_STATE_HOME"); filepath.IsAbs(dir) {
		return filepath.Join(dir, "toolbench"), nil
	}
	home := s.home()
	switch {
	case home == "":
		return "", errors.New("there is no home folder: HOME is not set")
	case runtime.GOOS == "windows":
		if dir, _ := s.Lookup("LOCALAPPDATA"); dir != "" {
			return filepath.Join(dir, "toolbench"), nil
		}
	case runtime.GOOS == "darwin":
		return filepath.Join(home, "Library", "Application Support", "toolbench"), nil
	}
	return filepath.Join(home, ".local", "state", "toolbench"), nil
}

// places are where configurations lie.
func (s *session) places() config.Places {
	dir := s.absolute(".")
	return config.Places{Home: s.home(), Dir: dir, OS: runtime.GOOS, Getenv: func(name string) string {
		value, _ := s.Lookup(name)
		return value
	}}
}

func (s *session) configReader() config.Reader {
	return config.Reader{Lookup: s.Lookup, Dir: s.absolute("."), Home: s.home()}
}

func exists(path string) bool {
	_, err := os.Stat(path)
	return err == nil
}
