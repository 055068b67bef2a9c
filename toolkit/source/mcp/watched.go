package mcp

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
)

// Files implements [source.Watched]: the program that is started and those of
// its arguments that are files or folders, such as the script of an interpreter.
// Programs in the folders of the system are left out, since whoever works on a
// server does not change those, and so is what is not there.
func (s *Source) Files() []string {
	c := &s.config
	if c.Command == "" {
		return nil
	}
	var files []string
	if program, err := exec.LookPath(c.Command); err == nil && strings.ContainsRune(c.Command, filepath.Separator) {
		files = c.existing(files, program)
	}
	for _, arg := range c.Args {
		if _, value, ok := strings.Cut(arg, "="); ok && strings.HasPrefix(arg, "-") {
			arg = value
		}
		// A lone word is a verb or a package more often than a file.
		if strings.ContainsRune(arg, filepath.Separator) || filepath.Ext(arg) != "" {
			files = c.existing(files, arg)
		}
	}
	return files
}

// existing adds the path when it is there, seen from the server's folder.
func (c *Config) existing(files []string, path string) []string {
	if !filepath.IsAbs(path) {
		path = filepath.Join(c.Dir, path)
	}
	whole, err := filepath.Abs(path)
	if err != nil {
		return files
	}
	if _, err := os.Stat(whole); err != nil {
		return files
	}
	return append(files, whole)
}
