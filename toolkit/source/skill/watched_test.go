package skill_test

import (
	"path/filepath"
	"slices"
	"testing"

	"toolbench/toolkit/source"
	"toolbench/toolkit/source/skill"
)

func TestSkillsAreMadeOfTheirFolders(t *testing.T) {
	dir := t.TempDir()
	var s source.Watched = skill.New(skill.Options{Folders: []string{dir, filepath.Join(dir, "gone")}})
	if got := s.Files(); !slices.Equal(got, []string{dir}) {
		t.Errorf("they are made of %v", got)
	}
}
