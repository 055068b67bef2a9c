package builtin

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"toolbench/toolkit/tool"
)

// A place is where the paths that tools are given lead.
type place struct {
	base     string
	confined bool
}

// resolve is the absolute path of given. A confined place resolves symbolic
// links first and refuses what lies outside its base.
func (p place) resolve(given string) (string, error) {
	if given == "" {
		return "", errors.New("the path is empty; give the path of a file or folder")
	}
	if strings.ContainsRune(given, 0) {
		return "", fmt.Errorf("the path %q has a NUL character in it", given)
	}
	base, err := filepath.Abs(p.base)
	if err != nil {
		return "", fmt.Errorf("the base folder %q can not be found: %w", p.base, err)
	}
	name := given
	// Left alone, a write to ~/notes would make a folder that is called ~.
	if rest, ok := strings.CutPrefix(filepath.ToSlash(name), "~"); ok && (rest == "" || rest[0] == '/') {
		home, err := os.UserHomeDir()
		if err != nil {
			return "", fmt.Errorf("%s: the home folder is not known: %w", given, err)
		}
		name = filepath.Join(home, rest)
	}
	if !filepath.IsAbs(name) {
		name = filepath.Join(base, name)
	}
	name = filepath.Clean(name)
	if !p.confined {
		return name, nil
	}
	return p.inside(base, name, given)
}

func (p place) inside(base, name, given string) (string, error) {
	realBase, err := canonical(base)
	if err != nil {
		return "", because(base, err)
	}
	real, err := canonical(name)
	if err != nil {
		return "", because(given, err)
	}
	rel, err := filepath.Rel(realBase, real)
	if err != nil || !filepath.IsLocal(rel) {
		return "", fmt.Errorf("%s lies outside %s, and these tools are confined to that folder", given, base)
	}
	return real, nil
}

// canonical is name with every symbolic link on its way resolved. The end of
// name need not exist, nor what a link points at.
func canonical(name string) (string, error) {
	rest := ""
	for range 255 { // more links than any system follows
		real, err := filepath.EvalSymlinks(name)
		if err == nil {
			return filepath.Join(real, rest), nil
		}
		if !errors.Is(err, fs.ErrNotExist) {
			return "", err
		}
		parent := filepath.Dir(name)
		if target, err := os.Readlink(name); err == nil {
			if !filepath.IsAbs(target) {
				// The parent's own links come first: .. in a target means
				// the parent of where the link really lies.
				if parent, err = filepath.EvalSymlinks(parent); err != nil {
					return "", err
				}
				target = filepath.Join(parent, target)
			}
			name = target
			continue
		}
		if parent == name {
			return "", err
		}
		name, rest = parent, filepath.Join(filepath.Base(name), rest)
	}
	return "", errors.New("too many symbolic links")
}

// regular finds the regular file that given names. Whatever else bears the
// name is refused: a device or a named pipe could block for ever.
func (p place) regular(given string) (string, fs.FileInfo, error) {
	name, err := p.resolve(given)
	if err != nil {
		return "", nil, err
	}
	info, err := os.Stat(name)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return "", nil, absent(given, name)
	case err != nil:
		return "", nil, because(given, err)
	case info.IsDir():
		return "", nil, fmt.Errorf("%s is a folder, not a file; glob lists the files in it", given)
	case !info.Mode().IsRegular():
		return "", nil, fmt.Errorf("%s is %s, not a regular file", given, kind(info.Mode()))
	}
	return name, info, nil
}

// folder finds the folder that given names; "" is the base.
func (p place) folder(given string) (string, error) {
	if given == "" {
		given = "."
	}
	name, err := p.resolve(given)
	if err != nil {
		return "", err
	}
	info, err := os.Stat(name)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return "", absent(given, name)
	case err != nil:
		return "", because(given, err)
	case !info.IsDir():
		return "", fmt.Errorf("%s is not a folder", given)
	}
	return name, nil
}

func kind(m fs.FileMode) string {
	switch {
	case m&fs.ModeNamedPipe != 0:
		return "a named pipe"
	case m&fs.ModeSocket != 0:
		return "a socket"
	case m&fs.ModeDevice != 0:
		return "a device"
	}
	return "something special"
}

// absent says that given, which resolves to name, does not exist, and what
// there is instead.
func absent(given, name string) error {
	parent := filepath.Dir(name)
	if _, err := os.Stat(parent); err != nil && parent != filepath.Dir(parent) {
		above := filepath.Dir(filepath.Clean(given))
		return fmt.Errorf("%s does not exist: %w", given, absent(above, parent))
	}
	entries, _ := os.ReadDir(parent)
	names := make([]string, 0, len(entries))
	for _, e := range entries {
		names = append(names, e.Name())
	}
	if near := tool.Nearest(filepath.Base(name), names); near != "" {
		return fmt.Errorf("%s does not exist; did you mean %s?", given, filepath.Join(filepath.Dir(given), near))
	}
	return fmt.Errorf("%s does not exist", given)
}

// because says why something can not be done with the file that given names,
// without the path that the system puts into its own words.
func because(given string, err error) error {
	var path *fs.PathError
	var link *os.LinkError
	switch {
	case errors.As(err, &path):
		err = path.Err
	case errors.As(err, &link):
		err = link.Err
	}
	return fmt.Errorf("%s: %w", given, err)
}
