package skill

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/fstest"

	"toolbench/toolkit/source"
)

// put writes files below a new folder; a value that begins with -> is a link.
func put(t *testing.T, files map[string]string) string {
	t.Helper()
	root := t.TempDir()
	for name, content := range files {
		name = filepath.Join(root, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(name), 0o777); err != nil {
			t.Fatal(err)
		}
		var err error
		if target, ok := strings.CutPrefix(content, "->"); ok {
			err = os.Symlink(filepath.FromSlash(target), name)
		} else {
			err = os.WriteFile(name, []byte(content), 0o666)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	return root
}

// sound is a SKILL.md with nothing wrong in it.
func sound(name string) string {
	return "---\nname: " + name + "\ndescription: What " + name + " is for.\n---\nDo it.\n"
}

func found(skills []Skill) string { return strings.Join(names(skills), " ") }

func reasons(problems []source.Problem) string {
	var b strings.Builder
	for _, p := range problems {
		fmt.Fprintln(&b, p.Reason)
	}
	return b.String()
}

func TestSkillsComeByDepthAndThenByPath(t *testing.T) {
	root := put(t, map[string]string{
		"z/SKILL.md":            sound("z"),
		"a/deep/down/SKILL.md":  sound("down"),
		"b/inner/SKILL.md":      sound("inner"),
		"a/also/SKILL.md":       sound("also"),
		".git/hooks/SKILL.md":   sound("hooks"),
		"node_modules/SKILL.md": sound("node_modules"),
		"c/skill.md":            sound("c"),
	})
	skills, problems := Discover([]string{root})
	if got, want := found(skills), "z also inner down"; got != want {
		t.Errorf("found %q, want %q", got, want)
	}
	if len(problems) > 0 {
		t.Errorf("problems: %v", problems)
	}
}

func TestAFolderThatIsASkillItselfIsFoundWithThoseBelow(t *testing.T) {
	root := put(t, map[string]string{"mine/SKILL.md": sound("mine"), "mine/sub/SKILL.md": sound("sub")})
	skills, _ := Discover([]string{filepath.Join(root, "mine")})
	if got := found(skills); got != "mine sub" {
		t.Errorf("found %q", got)
	}
	if w := skills[0].Warnings; w != nil {
		t.Errorf("warnings: %v", w)
	}
}

func TestTheFirstOfTwoSkillsWinsAndTheOtherIsAProblem(t *testing.T) {
	first := put(t, map[string]string{"same/SKILL.md": sound("same")})
	second := put(t, map[string]string{"same/SKILL.md": sound("same"), "other/SKILL.md": sound("other")})
	skills, problems := Discover([]string{first, second, second})
	if got := found(skills); got != "same other" || skills[0].Dir != filepath.Join(first, "same") {
		t.Errorf("found %q, the first in %s", got, skills[0].Dir)
	}
	want := fmt.Sprintf("The skill \"same\" is hidden by the one of the same name in %s, which comes first.\n", filepath.Join(first, "same"))
	// The folder given twice repeats the hidden skill, and nothing else.
	if got := reasons(problems); got != want+want {
		t.Errorf("problems:\n%swant twice:\n%s", got, want)
	}
}

func TestLinksAreFollowedOnceAndCirclesEnd(t *testing.T) {
	outside := put(t, map[string]string{"away/SKILL.md": sound("away")})
	root := put(t, map[string]string{
		"a/SKILL.md":   sound("a"),
		"a/up":         "->..",
		"a/self":       "->.",
		"b/away":       "->" + outside + "/away",
		"c/away-again": "->" + outside + "/away",
		"d/nowhere":    "->missing",
		"e/SKILL.md":   "->../a/SKILL.md",
		"f/SKILL.md":   "->/Users/somebody/.claude/skills/f/SKILL.md",
		"g":            "->g",
	})
	skills, problems := Discover([]string{root})
	if got := found(skills); got != "a away" {
		t.Errorf("found %q", got)
	}
	got := reasons(problems)
	for _, want := range []string{
		`The skill "a" is hidden`,
		filepath.Join(root, "f", "SKILL.md") + " is a link to /Users/somebody/.claude/skills/f/SKILL.md, which does not exist.",
	} {
		if !strings.Contains(got, want) {
			t.Errorf("no problem says %q:\n%s", want, got)
		}
	}
	if len(problems) != 2 {
		t.Errorf("%d problems, want 2:\n%s", len(problems), got)
	}
}

func TestTheSearchStopsAtItsLimitAndSaysSo(t *testing.T) {
	fsys := fstest.MapFS{}
	for i := range mostFolders + 10 {
		fsys[fmt.Sprintf("%05d/x", i)] = &fstest.MapFile{}
	}
	_, problems := discover([]tree{{files: fsys, folder: "many"}})
	if got, want := reasons(problems), "There are more than 2000 folders in many; skills in the others were not looked for.\n"; got != want {
		t.Errorf("problems: %s", got)
	}
}

func TestAFolderThatCanNotBeSearchedIsAProblem(t *testing.T) {
	file := filepath.Join(put(t, map[string]string{"file": ""}), "file")
	missing := filepath.Join(t.TempDir(), "missing")
	skills, problems := Discover([]string{missing, file})
	if len(skills) > 0 {
		t.Errorf("found %q", found(skills))
	}
	want := "The folder " + missing + " does not exist.\n" + file + " is no folder; give the folder that the skills are in.\n"
	if got := reasons(problems); got != want {
		t.Errorf("problems:\n%swant:\n%s", got, want)
	}
}
