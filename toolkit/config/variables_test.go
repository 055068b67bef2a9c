package config

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

func at(t *testing.T, path, text string, env map[string]string) *File {
	t.Helper()
	file, err := Reader{Lookup: lookupIn(env), Home: "/people/ann", Dir: "/people/ann/code"}.Parse(path, []byte(text))
	if err != nil {
		t.Fatalf("%s: %v", path, err)
	}
	return file
}

func TestTheWorkspaceIsTheProjectOfAProjectsFileAndElseWhatIsWorkedIn(t *testing.T) {
	for path, want := range map[string]string{
		"/people/ann/project/.vscode/mcp.json":                       "/people/ann/project",
		"/people/ann/project/.kiro/settings/mcp.json":                "/people/ann/project",
		"/people/ann/project/.mcp.json":                              "/people/ann/project",
		"/xdg/toolbench/config.json":                                 "/people/ann/code",
		"/srv/project/mcp.json":                                      "/srv/project",
		"/people/ann/.cursor/mcp.json":                               "/people/ann/code",
		"/people/ann/.config/Code/User/mcp.json":                     "/people/ann/code",
		"/people/ann/Library/Application Support/Code/User/mcp.json": "/people/ann/code",
		"/people/ann/.claude.json":                                   "/people/ann/code",
		"/people/ann/mcp.json":                                       "/people/ann/code",
	} {
		file := at(t, path, `{"servers":{"s":{"command":"${workspaceFolder}"}},"mcpServers":{"s":{"command":"${workspaceFolder}"}}}`, nil)
		if got := file.Servers[0].Command; got != want {
			t.Errorf("%s: got %s", path, got)
		}
	}
}

func TestAProjectsServersStartInItsFolder(t *testing.T) {
	for path, want := range map[string]string{
		"/srv/project/.vscode/mcp.json": "/srv/project /srv/project/sub /abs /people/ann/x",
		"/srv/project/.mcp.json":        "/srv/project /srv/project/sub /abs /people/ann/x",
		"/srv/project/mcp.json":         " /srv/project/sub /abs /people/ann/x",
		"/people/ann/.cursor/mcp.json":  " /people/ann/code/sub /abs /people/ann/x",
	} {
		file := at(t, path, `{"servers":{"a":{"command":"x"},"b":{"command":"x","cwd":"sub"},"c":{"command":"x","cwd":"/abs"},"d":{"command":"x","cwd":"~/x"}},
			"mcpServers":{"a":{"command":"x"},"b":{"command":"x","cwd":"./sub"},"c":{"command":"x","cwd":"/abs"},"d":{"command":"x","cwd":"~/x"}}}`, nil)
		var got []string
		for _, s := range file.Servers {
			got = append(got, s.Dir)
		}
		if strings.Join(got, " ") != want {
			t.Errorf("%s: got %q", path, got)
		}
	}
}

func TestEachClientsVariablesAreFilledIn(t *testing.T) {
	env := map[string]string{"TOKEN": "tok-12345678"}
	for _, c := range []struct{ path, text, want string }{
		{"/p/.vscode/mcp.json", "${workspaceFolderBasename}", "p"},
		{"/p/.vscode/mcp.json", "${userHome}${pathSeparator}x${/}y", "/people/ann/x/y"},
		{"/p/.vscode/mcp.json", "$TOKEN", "$TOKEN"},
		{"/p/.gemini/settings.json", "Bearer $TOKEN ${TOKEN}", "Bearer tok-12345678 tok-12345678"},
		{"/p/gemini-extension.json", "${extensionPath}${/}run.js", "/p/run.js"},
		{"/p/crush.json", "$(echo Bearer $TOKEN)", "Bearer tok-12345678"},
		{"/p/crush.json", "$TOKEN", "tok-12345678"},
		{"/p/opencode.json", "Bearer {env:TOKEN}", "Bearer tok-12345678"},
		{"/p/.mcp.json", "${CLAUDE_PLUGIN_ROOT}/run", "/p/run"},
		{"/p/.mcp.json", "${CLAUDE_PROJECT_DIR:-.}/run", "/p/run"},
	} {
		body := `{"a":{"url":"https://example.com","headers":{"X":"` + c.text + `"}}}`
		file := at(t, c.path, `{"servers":`+body+`,"mcpServers":`+body+`,"mcp":`+body+`}`, env)
		if got := file.Servers[0]; got.Problem != "" || got.Headers["X"] != c.want {
			t.Errorf("%s: %s is %q (%s), want %q", c.path, c.text, got.Headers["X"], got.Problem, c.want)
		}
	}
}

func TestNoCommandIsRunForAValue(t *testing.T) {
	file := at(t, "/p/crush.json", `{"mcp":{"a":{"url":"https://example.com","headers":{"X":"$(cat ~/.token)"}},"b":{"url":"https://example.com","headers":{"X":"$(echo $(id))"}}}}`, nil)
	for _, s := range file.Servers {
		if !strings.Contains(s.Problem, "runs a command to get a value, which is not done from here") {
			t.Errorf("got %+v", s)
		}
	}
}

func TestTimeoutsAreInTheUnitOfTheClient(t *testing.T) {
	for _, c := range []struct{ path, timeout, want string }{
		{"/p/.roo/mcp.json", "3600", "1h0m0s"},
		{"/p/cline_mcp_settings.json", "60", "1m0s"},
		{"/p/crush.json", "120", "2m0s"},
		{"/p/opencode.json", "5000", "5s"},
		{"/p/.gemini/settings.json", "30000", "30s"},
		{"/p/mcp.json", "60", "1m0s"},
		{"/p/mcp.json", "1000", "1s"},
		{"/p/toolbench.json", "60", "60ms"},
	} {
		body := `{"a":{"command":"x","timeout":` + c.timeout + `}}`
		file := at(t, c.path, `{"mcpServers":`+body+`,"mcp":`+body+`}`, nil)
		if got := file.Servers[0]; got.Problem != "" || got.Timeout.String() != c.want {
			t.Errorf("%s: %s is %s (%s), want %s", c.path, c.timeout, got.Timeout, got.Problem, c.want)
		}
	}
}

func TestTheLargestMessageIsASizeInOwnFilesOnly(t *testing.T) {
	for _, c := range []struct {
		path, size string
		want       Size
	}{
		{"/p/toolbench.json", `"64MiB"`, 64 << 20},
		{"/p/toolbench.json", `"64MB"`, 64_000_000},
		{"/p/toolbench.json", `"65536"`, 65536},
		{"/p/toolbench.json", `65536`, 65536},
		{"/p/mcp.json", `"1GiB"`, 1 << 30},
		{"/p/.cursor/mcp.json", `"64MiB"`, 0},
		{"/p/.cursor/mcp.json", `"nonsense"`, 0},
	} {
		file := at(t, c.path, `{"mcpServers":{"a":{"command":"x","maxMessage":`+c.size+`}}}`, nil)
		if got := file.Servers[0]; got.Problem != "" || got.MaxMessage != c.want {
			t.Errorf("%s: %s is %d (%s), want %d", c.path, c.size, got.MaxMessage, got.Problem, c.want)
		}
	}
}

func TestAnEnvironmentFileIsReadAndEnvGoesOverIt(t *testing.T) {
	dir := t.TempDir()
	if err := os.Mkdir(filepath.Join(dir, ".vscode"), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, ".env"), []byte("# mine\nexport TOKEN=\"token-of-the-file\"\nMODE=file\nPORT=80\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	text := `{"servers":{"a":{"command":"x","envFile":"${workspaceFolder}/.env","env":{"MODE":"own"}},"b":{"command":"x","envFile":".env"},"c":{"command":"x","envFile":"gone.env"}}}`
	file, err := Parse(filepath.Join(dir, ".vscode", "mcp.json"), []byte(text), lookupIn(nil))
	if err != nil {
		t.Fatal(err)
	}
	a, b, c := file.Servers[0], file.Servers[1], file.Servers[2]
	if a.Problem != "" || a.Env["TOKEN"] != "token-of-the-file" || a.Env["MODE"] != "own" || a.Env["PORT"] != "80" || a.EnvFile != filepath.Join(dir, ".env") {
		t.Errorf("got %+v", a)
	}
	if b.Env["MODE"] != "file" {
		t.Errorf("got %+v", b)
	}
	if want := "the environment file " + filepath.Join(dir, "gone.env") + " does not exist"; !strings.HasSuffix(c.Problem, want) {
		t.Errorf("got %s", c.Problem)
	}
	if !slices.Equal(file.Secrets, []string{"token-of-the-file"}) {
		t.Errorf("got the secrets %q", file.Secrets)
	}
}

func TestABadEnvironmentFileShowsNothingOfItself(t *testing.T) {
	dir := t.TempDir()
	for name, content := range map[string]string{"a.env": "some-secret!value=1", "b.env": strings.Repeat("A=some-secret\n", 100_000)} {
		path := filepath.Join(dir, name)
		if err := os.WriteFile(path, []byte(content), 0o600); err != nil {
			t.Fatal(err)
		}
		_, err := new(variables).environmentFile(path)
		if err == nil || !strings.Contains(err.Error(), path) || strings.Contains(err.Error(), "some-secret") {
			t.Errorf("%s: got %v", name, err)
		}
	}
	if _, err := new(variables).environmentFile(dir); err == nil || !strings.HasSuffix(err.Error(), "is not a file") {
		t.Errorf("got %v", err)
	}
}

func TestClaudeCodesOwnFileGivesTheServersOfTheProjectThatIsWorkedIn(t *testing.T) {
	text := `{"numStartups":3,"mcpServers":{"mine":{"command":"m"},"both":{"command":"general"}},
		"projects":{"/people/ann/code":{"mcpServers":{"both":{"command":"here"},"here":{"command":"h"}}},"/people/ann/other":{"mcpServers":{"there":{"command":"t"}}},
		"/people/ann":{"mcpServers":{"home":{"command":"x"}}}}}`
	for dir, want := range map[string]string{
		"/people/ann/code":     "mine=m both=here here=h",
		"/people/ann/code/sub": "mine=m both=here here=h",
		"/people/ann/third":    "mine=m both=general",
		"/srv":                 "mine=m both=general",
	} {
		file, err := Reader{Lookup: lookupIn(nil), Home: "/people/ann", Dir: dir}.Parse("/people/ann/.claude.json", []byte(text))
		if err != nil {
			t.Fatal(err)
		}
		var got []string
		for _, s := range file.Servers {
			got = append(got, s.Name+"="+s.Command)
		}
		if strings.Join(got, " ") != want {
			t.Errorf("in %s: got %q", dir, got)
		}
	}
	if file := at(t, "/people/ann/.claude.json", `{"numStartups":3}`, nil); len(file.Servers) != 0 {
		t.Errorf("got %+v", file)
	}
}

func TestGeminisRulesSwitchServersOff(t *testing.T) {
	file := at(t, "/p/.gemini/settings.json", `{"mcp":{"allowed":["a","b"],"excluded":["b"]},"mcpServers":{"a":{"command":"x"},"b":{"command":"x"},"c":{"command":"x"}}}`, nil)
	if a, b, c := file.Servers[0], file.Servers[1], file.Servers[2]; a.Disabled || !b.Disabled || !c.Disabled {
		t.Errorf("got %+v", file.Servers)
	}
}

func TestFilesOfClientsWithoutServersOpenEmpty(t *testing.T) {
	for _, path := range []string{"/p/.zed/settings.json", "/p/crush.json", "/p/opencode.json", "/p/.gemini/settings.json", "/p/.vscode/settings.json", "/p/claude_desktop_config.json"} {
		if file := at(t, path, `{"theme":"x"}`, nil); len(file.Servers) != 0 || file.Client == "" {
			t.Errorf("%s: got %+v", path, file)
		}
	}
	if file := at(t, "/p/.vscode/settings.json", `{"mcp":{"discovery":true}}`, nil); len(file.Servers) != 0 {
		t.Errorf("got %+v", file.Servers)
	}
}

func TestOpencodesFilesAreReadAndHidden(t *testing.T) {
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "key.txt"), []byte("key-of-the-file\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	text := `{"mcp":{"a":{"type":"remote","url":"https://example.com","headers":{"X":"Bearer {file:./key.txt}"}},"b":{"type":"remote","url":"https://example.com","headers":{"X":"{file:gone.txt}"}}}}`
	file := at(t, filepath.Join(dir, "opencode.json"), text, nil)
	if got := file.Servers[0]; got.Headers["X"] != "Bearer key-of-the-file" || !slices.Contains(file.Secrets, "key-of-the-file") {
		t.Errorf("got %+v, hidden are %q", got, file.Secrets)
	}
	if got := file.Servers[1].Problem; !strings.HasSuffix(got, "the file "+filepath.Join(dir, "gone.txt")+" does not exist") {
		t.Errorf("got %s", got)
	}
}
