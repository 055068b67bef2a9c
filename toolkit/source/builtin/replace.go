package builtin

import (
	"crypto/rand"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/aymanbagabas/go-udiff"
)

// A replacement is new content for a file, ready beside it under another name.
type replacement struct {
	target string
	staged string
}

// stage writes content next to target, which is a path without symbolic links;
// the folders on the way are made. An old file's permissions are taken over.
func stage(target string, content []byte, old fs.FileInfo) (*replacement, error) {
	if old != nil && old.Mode().Perm()&0o200 == 0 {
		return nil, errors.New("the file is read-only")
	}
	folder := filepath.Dir(target)
	if err := os.MkdirAll(folder, 0o777); err != nil {
		return nil, err
	}
	// os.CreateTemp would make it unreadable to others, whatever the umask says.
	f, err := os.OpenFile(filepath.Join(folder, ".toolbench-"+rand.Text()), os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o666)
	if err != nil {
		return nil, err
	}
	r := &replacement{target, f.Name()}
	_, err = f.Write(content)
	if err == nil && old != nil {
		err = f.Chmod(old.Mode().Perm())
	}
	if err == nil {
		err = f.Sync()
	}
	if err = errors.Join(err, f.Close()); err != nil {
		r.drop()
		return nil, err
	}
	return r, nil
}

// commit puts the content in its place.
func (r *replacement) commit() error {
	if err := os.Rename(r.staged, r.target); err != nil {
		r.drop()
		return err
	}
	return nil
}

// drop forgets the content.
func (r *replacement) drop() { _ = os.Remove(r.staged) }

// A document is a text file as it is, or as it will be.
type document struct {
	given  string // the path as it was given
	target string // the file itself, without symbolic links
	info   fs.FileInfo
	text   string
	link   bool // given names a symbolic link to the file
}

// document reads the text file that given names.
func (p place) document(given string) (*document, error) {
	name, info, err := p.regular(given)
	if err != nil {
		return nil, err
	}
	if info.Size() > largestRead {
		return nil, fmt.Errorf("%s has %d bytes; files of more than %d are not changed", given, info.Size(), largestRead)
	}
	target, err := canonical(name)
	if err != nil {
		return nil, because(given, err)
	}
	f, err := os.Open(target)
	if err != nil {
		return nil, because(given, err)
	}
	defer f.Close()
	b, err := io.ReadAll(io.LimitReader(f, largestRead))
	if err != nil {
		return nil, because(given, err)
	}
	if err := isText(given, b); err != nil {
		return nil, err
	}
	end, err := os.Lstat(name)
	return &document{given, target, info, string(b), err == nil && end.Mode()&fs.ModeSymlink != 0}, nil
}

// destination is the file that given names, which need not exist: info is nil
// then.
func (p place) destination(given string) (*document, error) {
	name, err := p.resolve(given)
	if err != nil {
		return nil, err
	}
	target, err := canonical(name)
	if err != nil {
		return nil, because(given, err)
	}
	info, err := os.Lstat(target)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return &document{given: given, target: target}, nil
	case err != nil:
		return nil, because(given, err)
	case info.IsDir():
		return nil, fmt.Errorf("%s is a folder; give the path of a file", given)
	case !info.Mode().IsRegular():
		return nil, fmt.Errorf("%s is %s, not a regular file", given, kind(info.Mode()))
	}
	return &document{given: given, target: target, info: info}, nil
}

// write replaces the document's file by one that holds content.
func (d *document) write(content string) error {
	r, err := stage(d.target, []byte(content), d.info)
	if err == nil {
		err = r.commit()
	}
	if err != nil {
		return because(d.given, err)
	}
	return nil
}

// largestDiff bounds the texts that are compared: the work grows faster than
// they do.
const largestDiff = 1 << 20

// diff is what a change does, as a unified diff; empty when the texts are too
// large to compare.
func diff(oldName, newName, before, after string) string {
	if len(before)+len(after) > largestDiff {
		return ""
	}
	return udiff.Unified(oldName, newName, before, after)
}
