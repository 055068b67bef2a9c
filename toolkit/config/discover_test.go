package config

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// world makes a home folder with the files in it, and is the places in it.
func world(t *testing.T, system string, env map[string]string, files ...string) Places {
	t.Helper()
	root := t.TempDir()
	for _, name := range files {
		path := filepath.Join(root, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte("{}"), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	return Places{Home: filepath.Join(root, "ann"), Dir: filepath.Join(root, "ann", "project", "sub"), OS: system, Getenv: func(name string) string {
		if value, ok := env[name]; ok {
			return filepath.Join(root, value)
		}
		return ""
	}}
}

func listFound(o Places) string {
	root := filepath.Dir(o.Home)
	var out strings.Builder
	for _, f := range Discover(o) {
		whose := "home"
		if f.Own {
			whose = "own"
		} else if f.Project != "" {
			whose = "project " + strings.TrimPrefix(f.Project, root+"/")
		}
		kind := ""
		if f.Skills {
			kind = " skills"
		}
		fmt.Fprintf(&out, "%s: %s (%s)%s\n", strings.TrimPrefix(f.Path, root+"/"), f.Client, whose, kind)
	}
	return out.String()
}

func TestWhatIsThereIsFoundOwnThenProjectThenHome(t *testing.T) {
	o := world(t, "linux", nil,
		"ann/.config/toolbench/config.json", "ann/.config/toolbench/skills/x/SKILL.md",
		"ann/project/sub/.mcp.json", "ann/project/.vscode/mcp.json", "ann/project/toolbench.json", "ann/project/.claude/skills/x/SKILL.md",
		"ann/.claude.json", "ann/.cursor/mcp.json", "ann/.config/zed/settings.json", "ann/.config/Code/User/mcp.json", "ann/.agents/skills/y/SKILL.md",
		"ann/.config/Code/User/globalStorage/saoudrizwan.claude-dev/settings/cline_mcp_settings.json",
		"ann/.mcp.json", ".mcp.json") // the last two are in the home folder, and above it
	want := `ann/.config/toolbench/config.json: toolbench (own)
ann/.config/toolbench/skills: toolbench (own) skills
ann/project/sub/.mcp.json: Claude Code (project ann/project/sub)
ann/project/toolbench.json: toolbench (project ann/project)
ann/project/.vscode/mcp.json: VS Code (project ann/project)
ann/project/.claude/skills: Claude Code (project ann/project) skills
ann/.claude.json: Claude Code (home)
ann/.cursor/mcp.json: Cursor (home)
ann/.config/zed/settings.json: Zed (home)
ann/.config/Code/User/mcp.json: VS Code (home)
ann/.config/Code/User/globalStorage/saoudrizwan.claude-dev/settings/cline_mcp_settings.json: Cline (home)
ann/.agents/skills:  (home) skills
`
	if got := listFound(o); got != want {
		t.Errorf("got\n%s", got)
	}
}

func TestEachSystemHasItsOwnPlaces(t *testing.T) {
	for _, c := range []struct {
		system string
		env    map[string]string
		files  []string
	}{
		{"linux", map[string]string{"XDG_CONFIG_HOME": "xdg", "CLAUDE_CONFIG_DIR": "claude"}, []string{
			"xdg/toolbench/config.json", "xdg/Claude/claude_desktop_config.json", "claude/.claude.json", "xdg/zed/settings.json",
			"xdg/opencode/opencode.jsonc", "xdg/crush/crush.json", "xdg/Code - Insiders/User/settings.json"}},
		{"darwin", nil, []string{
			"ann/Library/Application Support/toolbench/config.json", "ann/Library/Application Support/Claude/claude_desktop_config.json", "ann/.config/zed/settings.json",
			"ann/.config/opencode/opencode.json", "ann/.config/crush/crush.json", "ann/Library/Application Support/Code/User/mcp.json"}},
		{"windows", map[string]string{"APPDATA": "roaming", "LOCALAPPDATA": "local"}, []string{
			"roaming/toolbench/config.json", "roaming/Claude/claude_desktop_config.json", "roaming/Zed/settings.json",
			"ann/.config/opencode/opencode.json", "local/crush/crush.json",
			"roaming/Code/User/globalStorage/rooveterinaryinc.roo-cline/settings/mcp_settings.json"}},
	} {
		got := listFound(world(t, c.system, c.env, c.files...))
		var want []string
		for _, line := range strings.Split(strings.TrimSpace(got), "\n") {
			path, _, _ := strings.Cut(line, ": ")
			want = append(want, path)
		}
		if strings.Join(want, "\n") != strings.Join(c.files, "\n") {
			t.Errorf("%s: got\n%s", c.system, got)
		}
	}
}

func TestFoldersAndLinksToNothingAreNotFound(t *testing.T) {
	o := world(t, "linux", nil, "ann/project/sub/.mcp.json/x", "ann/.claude/skills")
	if err := os.Symlink("gone", filepath.Join(o.Dir, "crush.json")); err != nil {
		t.Fatal(err)
	}
	if got := listFound(o); got != "" {
		t.Errorf("got\n%s", got)
	}
}

func TestOutsideTheHomeFolderTheWayGoesUpToTheRoot(t *testing.T) {
	o := world(t, "linux", nil, "srv/.mcp.json", "srv/a/b/c/x")
	o.Dir = filepath.Join(filepath.Dir(o.Home), "srv", "a", "b", "c")
	if got := listFound(o); got != "srv/.mcp.json: Claude Code (project srv)\n" {
		t.Errorf("got\n%s", got)
	}
}

func TestWithoutAHomeFolderNothingInTheWorkingFolderIsTakenForTheUsersOwn(t *testing.T) {
	o := world(t, "linux", nil, "work/.config/toolbench/config.json", "work/.cursor/mcp.json")
	t.Setenv("HOME", "")
	t.Chdir(filepath.Join(filepath.Dir(o.Home), "work"))
	o.Home, o.Dir = "", ""
	found := Discover(o)
	if len(found) != 1 || found[0].Own || found[0].Project == "" || o.OwnPath() != "" {
		t.Errorf("got %+v and %q", found, o.OwnPath())
	}
}
