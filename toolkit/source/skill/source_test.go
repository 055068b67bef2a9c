package skill

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/fstest"

	"toolbench/toolkit/source"
	"toolbench/toolkit/tool"
	"toolbench/toolkit/tooltest"
)

func TestASourceOfSkillsKeepsTheContract(t *testing.T) {
	tooltest.Contract(t, func(t *testing.T) tooltest.Case {
		root := put(t, map[string]string{"tidy/SKILL.md": sound("tidy")})
		return tooltest.Case{
			Source: New(Options{Name: "mine", Folders: []string{root}, Origin: "program"}),
			Works: tooltest.Step{Tool: "skill", Arguments: `{"name":"tidy"}`, Check: func(t *testing.T, r tool.ToolResult) {
				if !strings.Contains(r.Output, "Do it.") {
					t.Errorf("the instructions are missing: %s", r.Output)
				}
			}},
			Refuses: tooltest.Step{Tool: "skill", Arguments: `{"name":"tidier"}`},
		}
	})
}

// opened is a source that has been opened, and its tool.
func opened(t *testing.T, s *Source) tool.Tool {
	t.Helper()
	listing, err := s.Open(t.Context(), nil)
	if err != nil || len(listing.Tools) != 1 {
		t.Fatalf("Open: %d tools, error %v, problems %v", len(listing.Tools), err, listing.Problems)
	}
	t.Cleanup(func() { _ = s.Close() })
	return listing.Tools[0]
}

func load(t *testing.T, one tool.Tool, name any) tool.ToolResult {
	t.Helper()
	result, err := one.Execute(map[string]any{"name": name}, nil)
	if err != nil {
		t.Fatal(err)
	}
	return result
}

func TestASkillIsHandedOverWithItsFiles(t *testing.T) {
	files := map[string]string{
		"SKILL.md":        "---\nname: 'a \"b\" <c>'\ndescription: Odd.\n---\n\n# Odd\n\nRun scripts/go.sh & see.\n",
		"scripts/go.sh":   "",
		"a&b.txt":         "",
		".git/config":     "",
		"inner/SKILL.md":  sound("inner"),
		"inner/extra.txt": "",
	}
	for i := range 9 {
		files[fmt.Sprintf("references/%d.md", i)] = ""
	}
	root := put(t, files)
	result := load(t, opened(t, New(Options{Folders: []string{root}})), `a "b" <c>`)
	want := `<skill_content name="a &#34;b&#34; &lt;c&gt;">
# Skill: a "b" <c>

# Odd

Run scripts/go.sh & see.

Base directory for this skill: file://` + filepath.ToSlash(root) + `
Paths in it are relative to that folder.

<skill_files>
<file>a&amp;b.txt</file>
<file>references/0.md</file>
<file>references/1.md</file>
<file>references/2.md</file>
<file>references/3.md</file>
<file>references/4.md</file>
<file>references/5.md</file>
<file>references/6.md</file>
<file>references/7.md</file>
<file>references/8.md</file>
</skill_files>
(1 more file is not listed.)
</skill_content>`
	if result.Output != want || result.IsError {
		t.Errorf("got\n%s\nwant\n%s", result.Output, want)
	}
	if result.Metadata["files"] != 11 {
		t.Errorf("metadata: %v", result.Metadata)
	}
}

func TestTheToolNamesItsSkills(t *testing.T) {
	root := put(t, map[string]string{"a/SKILL.md": sound("a"), "b/SKILL.md": "---\nname: b\ndescription: |\n  Two\n  lines.\n---\n"})
	s := New(Options{Name: "mine", Folders: []string{root}})
	one := opened(t, s)
	if !strings.HasSuffix(one.Description, "Skills:\n- a: What a is for.\n- b: Two lines.") {
		t.Errorf("description:\n%s", one.Description)
	}
	want := `{
  "type": "object",
  "properties": {
    "name": {
      "type": "string",
      "enum": [
        "a",
        "b"
      ],
      "description": "The name of the skill to load."
    }
  },
  "required": [
    "name"
  ]
}`
	if got := string(one.Schema()); got != want {
		t.Errorf("schema:\n%s\nwant\n%s", got, want)
	}
	if got := found(s.Skills()); got != "a b" || one.Server() != "mine" || !one.ReadOnly() {
		t.Errorf("skills %q, server %q, read-only %t", got, one.Server(), one.ReadOnly())
	}
}

func TestThereIsNoToolWithoutASkill(t *testing.T) {
	s := New(Options{Folders: []string{t.TempDir()}})
	listing, err := s.Open(t.Context(), nil)
	if err != nil || len(listing.Tools) != 0 {
		t.Errorf("%d tools, error %v", len(listing.Tools), err)
	}
}

func TestAWrongNameIsRefusedWithTheRightOne(t *testing.T) {
	root := put(t, map[string]string{"tidy-up/SKILL.md": sound("tidy-up"), "deploy/SKILL.md": sound("deploy")})
	one := opened(t, New(Options{Folders: []string{root}}))
	for _, test := range []struct {
		given any
		want  string
	}{
		{"tidyup", `there is no skill "tidyup"; did you mean "tidy-up"?`},
		{"paint", `there is no skill "paint"; there are deploy, tidy-up`},
		{3.0, `the argument "name" must be a text, one of deploy, tidy-up`},
		{nil, `the argument "name" is missing; it is one of deploy, tidy-up`},
	} {
		if r := load(t, one, test.given); !r.IsError || r.Output != test.want {
			t.Errorf("%v: %q, want %q", test.given, r.Output, test.want)
		}
	}
}

func TestASkillIsReadAnewEachTime(t *testing.T) {
	root := put(t, map[string]string{"tidy/SKILL.md": sound("tidy")})
	one := opened(t, New(Options{Folders: []string{root}}))
	name := filepath.Join(root, "tidy", "SKILL.md")
	if err := os.WriteFile(name, []byte(sound("tidy")+"And sweep.\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	if r := load(t, one, "tidy"); !strings.Contains(r.Output, "Do it.\nAnd sweep.") {
		t.Errorf("what was added is missing:\n%s", r.Output)
	}
	if err := os.Remove(name); err != nil {
		t.Fatal(err)
	}
	if r := load(t, one, "tidy"); !r.IsError || !strings.Contains(r.Output, `the skill "tidy" can not be read any more`) {
		t.Errorf("got %+v", r)
	}
}

func TestEmbeddedSkillsAreServedWithoutAFolder(t *testing.T) {
	fsys := fstest.MapFS{"one/SKILL.md": {Data: []byte(sound("one"))}, "one/notes.md": {}}
	s := NewFS(fsys, Options{Name: "demo"})
	r := load(t, opened(t, s), "one")
	if r.IsError || strings.Contains(r.Output, "file://") || !strings.Contains(r.Output, "<file>notes.md</file>") {
		t.Errorf("got %+v", r)
	}
	if got := s.Skills()[0].Path; got != "one/SKILL.md" {
		t.Errorf("Path is %q", got)
	}
}

func TestAClosedSourceSaysSo(t *testing.T) {
	root := put(t, map[string]string{"tidy/SKILL.md": sound("tidy")})
	s := New(Options{Folders: []string{root}})
	one := opened(t, s)
	_ = s.Close()
	_, err := one.Execute(map[string]any{"name": "tidy"}, nil)
	if lost := (*source.LostError)(nil); !errors.As(err, &lost) {
		t.Errorf("error %v", err)
	}
}

func TestAFileThatIsNoFileDoesNotHangTheSearch(t *testing.T) {
	fsys := fstest.MapFS{
		"dir/SKILL.md/x": {},
		"dev/SKILL.md":   {Mode: fs.ModeDevice},
		"big/SKILL.md":   {Data: make([]byte, largestFile+1)},
	}
	s := NewFS(fsys, Options{Name: "demo"})
	listing, err := s.Open(t.Context(), nil)
	if err != nil {
		t.Fatal(err)
	}
	want := "big/SKILL.md has 1048577 bytes; a SKILL.md may have 1048576.\ndev/SKILL.md is no regular file.\ndir/SKILL.md is no regular file.\n"
	if got := reasons(listing.Problems); got != want {
		t.Errorf("problems:\n%swant:\n%s", got, want)
	}
}
