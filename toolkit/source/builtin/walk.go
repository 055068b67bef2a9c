package builtin

import (
	"context"
	"fmt"
	"io/fs"
	"path/filepath"
	"slices"
	"strings"

	"github.com/bmatcuk/doublestar/v4"
)

// A found is a file below a folder.
type found struct {
	name string // relative to the folder, with slashes
	link bool   // a symbolic link, which is not followed
}

// walk is the files below root, sorted by name. It passes over .git, over what
// can not be listed, and over what is no file.
func walk(ctx context.Context, root string) ([]found, error) {
	root, err := filepath.EvalSymlinks(root) // WalkDir does not enter a link
	if err != nil {
		return nil, err
	}
	var files []found
	err = filepath.WalkDir(root, func(name string, d fs.DirEntry, err error) error {
		switch {
		case ctx.Err() != nil:
			return fmt.Errorf("stopped after %s: %w", counted(len(files), "file"), ctx.Err())
		case err != nil && name == root:
			return err
		case err != nil:
			return nil
		case d.IsDir():
			if d.Name() == ".git" && name != root {
				return fs.SkipDir
			}
			return nil
		}
		link := d.Type()&fs.ModeSymlink != 0
		if !link && !d.Type().IsRegular() {
			return nil
		}
		rel, err := filepath.Rel(root, name)
		if err != nil {
			return err
		}
		files = append(files, found{filepath.ToSlash(rel), link})
		return nil
	})
	slices.SortFunc(files, func(a, b found) int { return strings.Compare(a.name, b.name) })
	return files, err
}

// checkGlob tells what is wrong with a glob that came as the named argument.
func checkGlob(argument, pattern string) error {
	switch {
	case pattern == "":
		return fmt.Errorf("the %s is empty; **/*.go is one that finds every Go file", argument)
	case !doublestar.ValidatePattern(pattern):
		return fmt.Errorf("the %s %q can not be read: a [, { or \\ in it is not finished", argument, pattern)
	case slices.Contains(strings.Split(pattern, "/"), ".."):
		return fmt.Errorf("the %s %q has .. in it; name the folder to start from with path", argument, pattern)
	}
	return nil
}
