package skill

import (
	"encoding/xml"
	"fmt"
	"io/fs"
	"net/url"
	"path"
	"path/filepath"
	"strings"

	"toolbench/toolkit/tool"
)

const (
	// mostFiles is how many of a skill's other files are named to a model.
	mostFiles = 10
	// mostEntries bounds the search for them.
	mostEntries = 2000
)

// content is what a model gets when it asks for the skill.
func (s Skill) content() (tool.ToolResult, error) {
	body, err := s.Body()
	if err != nil {
		return tool.ToolResult{}, err
	}
	files, more := s.files()
	var b strings.Builder
	fmt.Fprintf(&b, "<skill_content name=\"%s\">\n", escaped(s.Name))
	fmt.Fprintf(&b, "# Skill: %s\n\n%s\n\n", s.Name, body)
	if s.tree.root == "" {
		b.WriteString("This skill is part of the program; its files are not on disk.\n")
	} else {
		fmt.Fprintf(&b, "Base directory for this skill: %s\nPaths in it are relative to that folder.\n", fileURL(s.Dir))
	}
	if len(files) > 0 {
		b.WriteString("\n<skill_files>\n")
		for _, name := range files {
			fmt.Fprintf(&b, "<file>%s</file>\n", escaped(name))
		}
		b.WriteString("</skill_files>\n")
	}
	switch {
	case more == 1:
		b.WriteString("(1 more file is not listed.)\n")
	case more > 1:
		fmt.Fprintf(&b, "(%d more files are not listed.)\n", more)
	}
	b.WriteString("</skill_content>")
	return tool.ToolResult{
		Output:   b.String(),
		Metadata: map[string]any{"skill": s.Name, "path": s.Path, "files": len(files) + more},
	}, nil
}

func escaped(s string) string {
	var b strings.Builder
	_ = xml.EscapeText(&b, []byte(s)) // a strings.Builder does not fail
	return b.String()
}

// fileURL is the file URL of an absolute path.
func fileURL(name string) string {
	slashed := filepath.ToSlash(name)
	if !strings.HasPrefix(slashed, "/") {
		slashed = "/" + slashed // a drive's letter
	}
	return (&url.URL{Scheme: "file", Path: slashed}).String()
}

// files are the first of the skill's other files, relative to its folder,
// upper levels first, and how many more there are. Skills below it are skills
// of their own.
func (s Skill) files() (names []string, more int) {
	entries := 0
	for level := []string{"."}; len(level) > 0; {
		var next []string
		for _, folder := range level {
			listed, err := fs.ReadDir(s.tree.files, path.Join(s.at, folder))
			if err != nil {
				continue
			}
			for _, e := range listed {
				if entries++; entries > mostEntries {
					return names, more
				}
				name := path.Join(folder, e.Name())
				switch {
				case e.IsDir():
					if s.owns(name) {
						next = append(next, name)
					}
				case name == fileName:
				case len(names) < mostFiles:
					names = append(names, name)
				default:
					more++
				}
			}
		}
		level = next
	}
	return names, more
}

// owns tells whether a folder belongs to the skill.
func (s Skill) owns(folder string) bool {
	switch path.Base(folder) {
	case ".git", "node_modules":
		return false
	}
	_, err := fs.Stat(s.tree.files, path.Join(s.at, folder, fileName))
	return err != nil
}
