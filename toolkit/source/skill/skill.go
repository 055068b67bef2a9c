// Package skill is the source of agent skills: folders with a SKILL.md whose
// frontmatter says what they are for (agentskills.io). A model sees one tool,
// skill, that hands over a skill's instructions.
package skill

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"path"
	"path/filepath"
	"strings"
)

// fileName is the file that makes a folder a skill.
const fileName = "SKILL.md"

// largestFile is how many bytes a SKILL.md may have.
const largestFile = 1 << 20

// A Skill is what the frontmatter of a SKILL.md says.
type Skill struct {
	// Name is what a model calls the skill: the frontmatter's name, else the
	// folder's.
	Name        string
	Description string
	// Dir and Path are the skill's folder and its SKILL.md: absolute paths on
	// disk, or paths within the file system of a source made by [NewFS].
	Dir, Path string
	// Folder is the folder to discover in which it was found.
	Folder        string
	License       string
	Compatibility string
	// AllowedTools are the names of the tools that it asks to use, patterns
	// such as Bash(git:*) included.
	AllowedTools []string
	// Metadata is the frontmatter's map of that name; only its texts and
	// numbers, as texts.
	Metadata map[string]string
	// Warnings are sentences on what the specification would have otherwise.
	Warnings []string

	tree tree
	at   string // the folder within the tree
}

// A tree is a file system, and where it lies on disk.
type tree struct {
	files  fs.FS
	root   string // absolute; "" when it is not on disk
	folder string // as it was given
}

// path is where name lies, for people.
func (t tree) path(name string) string {
	if t.root == "" {
		return name
	}
	return filepath.Join(t.root, filepath.FromSlash(name))
}

// Body is the skill's instructions: what follows the frontmatter, as the file
// is now, with line ends of one character.
func (s Skill) Body() (string, error) {
	text, err := s.tree.read(s.at)
	if err != nil {
		return "", fmt.Errorf("the skill %q can not be read any more: %w", s.Name, err)
	}
	_, body, err := split(text)
	if err != nil {
		return "", fmt.Errorf("the skill %q can not be read any more: %s: %w", s.Name, s.Path, err)
	}
	return strings.TrimSpace(body), nil
}

// read is the text of the SKILL.md in a folder of the tree.
func (t tree) read(folder string) (string, error) {
	name := path.Join(folder, fileName)
	info, err := fs.Stat(t.files, name)
	switch target, _ := fs.ReadLink(t.files, name); {
	case errors.Is(err, fs.ErrNotExist) && target != "":
		return "", fmt.Errorf("%s is a link to %s, which does not exist", t.path(name), target)
	case err != nil:
		return "", fmt.Errorf("%s: %w", t.path(name), cause(err))
	case !info.Mode().IsRegular():
		return "", fmt.Errorf("%s is no regular file", t.path(name))
	case info.Size() > largestFile:
		return "", fmt.Errorf("%s has %d bytes; a SKILL.md may have %d", t.path(name), info.Size(), largestFile)
	}
	f, err := t.files.Open(name)
	if err != nil {
		return "", fmt.Errorf("%s: %w", t.path(name), cause(err))
	}
	defer f.Close()
	b, err := io.ReadAll(io.LimitReader(f, largestFile))
	if err != nil {
		return "", fmt.Errorf("%s: %w", t.path(name), cause(err))
	}
	return string(b), nil
}

// cause is err without the path and the system call in its words.
func cause(err error) error {
	if p, ok := err.(*fs.PathError); ok {
		return p.Err
	}
	return err
}
