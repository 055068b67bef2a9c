package builtin

import (
	"os"
	"path/filepath"
	"testing"
)

func TestWriteCreatesAndReplaces(t *testing.T) {
	d := newDesk(t, nil)
	d.yields("write", map[string]any{"path": "a/b/c.txt", "content": "one\n"}, "Created a/b/c.txt (4 bytes).")
	d.yields("write", map[string]any{"path": "a/b/c.txt", "content": ""}, "Replaced a/b/c.txt (0 bytes, before 4).")
	d.holds("a/b/c.txt", "")
	d.put("plain", "") // made by the system, as it makes files here
	want, _ := os.Stat(filepath.Join(d.dir, "plain"))
	got, _ := os.Stat(filepath.Join(d.dir, "a", "b", "c.txt"))
	if got.Mode() != want.Mode() {
		t.Errorf("the mode is %v, want %v", got.Mode(), want.Mode())
	}
	d.tidy()
}

func TestWriteKeepsTheModeAndTheLink(t *testing.T) {
	d := newDesk(t, map[string]string{"run.sh": "old"})
	if err := os.Chmod(filepath.Join(d.dir, "run.sh"), 0o750); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink("run.sh", filepath.Join(d.dir, "link")); err != nil {
		t.Skip("this system has no symbolic links:", err)
	}
	d.yields("write", map[string]any{"path": "link", "content": "new"}, "Replaced link (3 bytes, before 3).")
	d.holds("run.sh", "new")
	info, err := os.Lstat(filepath.Join(d.dir, "run.sh"))
	if err != nil || info.Mode().Perm() != 0o750 {
		t.Errorf("the mode is %v (%v)", info.Mode(), err)
	}
	if _, err := os.Readlink(filepath.Join(d.dir, "link")); err != nil {
		t.Errorf("the link is no link any more: %v", err)
	}
	if err := os.Symlink("later/new.txt", filepath.Join(d.dir, "dangling")); err != nil {
		t.Fatal(err)
	}
	d.yields("write", map[string]any{"path": "dangling", "content": "x"}, "Created dangling (1 byte).")
	d.holds("later/new.txt", "x")
}

func TestWriteRefusesWhatItCanNotReplace(t *testing.T) {
	d := newDesk(t, map[string]string{"folder/x": "", "fixed": "keep"})
	if err := os.Chmod(filepath.Join(d.dir, "fixed"), 0o444); err != nil {
		t.Fatal(err)
	}
	d.refuses("write", map[string]any{"path": "folder", "content": ""}, "folder is a folder; give the path of a file")
	d.refuses("write", map[string]any{"path": "fixed", "content": "x"}, "fixed: the file is read-only")
	d.refuses("write", map[string]any{"path": "folder/x/y", "content": "x"}, "folder/x/y: not a directory")
	d.holds("fixed", "keep")
	d.tidy()
}

func TestTheTildeIsTheHomeFolder(t *testing.T) {
	d := newDesk(t, nil)
	home := newDesk(t, nil)
	t.Setenv("HOME", home.dir)
	t.Setenv("USERPROFILE", home.dir)
	d.yields("write", map[string]any{"path": "~/a.txt", "content": "x"}, "Created ~/a.txt (1 byte).")
	home.holds("a.txt", "x")
	d.gone("~")
}
