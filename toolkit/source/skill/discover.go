package skill

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"toolbench/toolkit/source"
)

// mostFolders is in how many folders below each given one skills are looked for.
const mostFolders = 2000

// Discover finds the skills in and below the given folders, at any depth. The
// order is that of the folders, then depth, then path; of several with one name
// the first wins, and the others are problems. Symbolic links are followed, each
// folder entered once; .git and node_modules are not.
func Discover(folders []string) ([]Skill, []source.Problem) {
	return discover(treesOf(folders))
}

func treesOf(folders []string) []tree {
	trees := make([]tree, 0, len(folders))
	for _, folder := range folders {
		root, err := filepath.Abs(folder)
		if err != nil {
			root = folder
		}
		trees = append(trees, tree{os.DirFS(root), root, folder})
	}
	return trees
}

func discover(trees []tree) (skills []Skill, problems []source.Problem) {
	first := map[string]Skill{}
	for _, t := range trees {
		w := walker{tree: t}
		w.run()
		problems = append(problems, w.problems...)
		for _, folder := range w.found {
			s, err := readSkill(t, folder)
			if err != nil {
				problems = append(problems, problem(t.path(path.Join(folder, fileName)), err))
				continue
			}
			if other, hidden := first[s.Name]; hidden {
				if s.Path != other.Path { // a folder given twice says nothing new
					problems = append(problems, source.Problem{
						Name:   s.Path,
						Reason: fmt.Sprintf("The skill %q is hidden by the one of the same name in %s, which comes first.", s.Name, other.Dir),
					})
				}
				continue
			}
			first[s.Name] = s
			skills = append(skills, s)
		}
	}
	return skills, problems
}

// problem is an entry about a file, with err made a whole sentence.
func problem(name string, err error) source.Problem {
	reason := err.Error()
	if !strings.HasPrefix(reason, name) {
		reason = "The skill can not be used: " + reason
	}
	return source.Problem{Name: name, Reason: reason + "."}
}

// A walker looks for skills, one level after the other.
type walker struct {
	tree
	found    []string // folders that have a SKILL.md
	problems []source.Problem
	seen     []fs.FileInfo
}

func (w *walker) run() {
	info, err := w.stat()
	switch {
	case errors.Is(err, fs.ErrNotExist):
		w.problems = append(w.problems, source.Problem{Name: w.folder, Reason: fmt.Sprintf("The folder %s does not exist.", w.folder)})
		return
	case err != nil:
		w.problems = append(w.problems, source.Problem{Name: w.folder, Reason: fmt.Sprintf("The folder %s can not be read: %v.", w.folder, cause(err))})
		return
	case !info.IsDir():
		w.problems = append(w.problems, source.Problem{Name: w.folder, Reason: fmt.Sprintf("%s is no folder; give the folder that the skills are in.", w.folder)})
		return
	}
	w.seen = append(w.seen, info)
	for level := []string{"."}; len(level) > 0; {
		var next []string
		for _, folder := range level {
			next = append(next, w.enter(folder)...)
		}
		slices.Sort(next)
		level = next
	}
}

// stat is about the tree's own folder, which may be a file on disk.
func (t tree) stat() (fs.FileInfo, error) {
	if t.root != "" {
		return os.Stat(t.root)
	}
	return fs.Stat(t.files, ".")
}

// enter looks at one folder and returns those below it.
func (w *walker) enter(folder string) (below []string) {
	entries, err := fs.ReadDir(w.files, folder)
	if err != nil {
		w.problems = append(w.problems, source.Problem{Name: w.path(folder), Reason: fmt.Sprintf("The folder %s can not be read: %v.", w.path(folder), cause(err))})
	}
	for _, e := range entries {
		name := path.Join(folder, e.Name())
		switch {
		case e.Name() == fileName:
			w.found = append(w.found, folder)
		case e.Name() == ".git", e.Name() == "node_modules":
		case e.IsDir(), e.Type()&fs.ModeSymlink != 0:
			if w.isNew(name) {
				below = append(below, name)
			}
		}
	}
	return below
}

// isNew tells whether name is a folder that was not entered yet, by whatever
// way.
func (w *walker) isNew(name string) bool {
	info, err := fs.Stat(w.files, name)
	if err != nil || !info.IsDir() {
		return false // a link to nowhere or to a file is no business of ours
	}
	for _, other := range w.seen {
		if os.SameFile(info, other) {
			return false
		}
	}
	if len(w.seen) == mostFolders {
		w.problems = append(w.problems, source.Problem{Name: w.folder, Reason: fmt.Sprintf("There are more than %d folders in %s; skills in the others were not looked for.", mostFolders, w.folder)})
	}
	if len(w.seen) >= mostFolders {
		w.seen = append(w.seen[:mostFolders], info)
		return false
	}
	w.seen = append(w.seen, info)
	return true
}
