package cli_test

import (
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"toolbench/toolkit/snippet"
	"toolbench/toolkit/source"
	"toolbench/toolkit/source/builtin"
	"toolbench/toolkit/source/mcp"
	"toolbench/toolkit/source/skill"
	"toolbench/toolkit/tool"
)

func TestACopiedCommandLineRunsWhenItIsPasted(t *testing.T) {
	shell, err := exec.LookPath("sh")
	if err != nil {
		t.Skip("there is no sh to paste into")
	}
	dir := t.TempDir()
	for name, text := range map[string]string{
		"my servers.json":       `{"mcpServers":{"a.b":{"command":"test-server","env":{"TOOLBENCH_X":"1"}}}}`,
		"skills/greet/SKILL.md": "---\nname: greet\ndescription: How to greet.\n---\nSay hello.\n",
	} {
		path := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	sum := func(server string) tool.Tool {
		return tool.Tool{Name: tool.Sanitize(server) + "_get-sum", Details: &tool.Details{ShortName: "get-sum", Server: server}}
	}
	numbers, text := `{"a":2,"b":3}`, `{"x":"it's $HOME \"and\" \u202e"}`
	for name, c := range map[string]struct {
		tool       tool.Tool
		source     source.Source
		args, want string
	}{
		"a command under a name of its own": {sum("calc"), mcp.New(mcp.Config{Name: "calc", Command: "test-server", Args: []string{"garbage"}, Origin: "command line"}), numbers, "is 5."},
		"a configuration file":              {sum("a.b"), mcp.New(mcp.Config{Name: "a.b", Command: "test-server", Origin: "my servers.json"}), numbers, "is 5."},
		"characters of the shell":           {tool.Tool{Name: "test_echo", Details: &tool.Details{ShortName: "echo"}}, mcp.New(mcp.Config{Name: "test", Command: "test-server", Origin: "command line"}), text, `it's $HOME \"and\" \u202e`},
		"the demo":                          {tool.Tool{Name: "fails"}, declaredInDemo{}, `{}`, ""},
		"a built-in":                        {tool.Tool{Name: "bash"}, builtin.New(builtin.Options{}), `{"command":"echo it\\'s"}`, "it's"},
		"skills":                            {tool.Tool{Name: "skill"}, skill.New(skill.Options{Folders: []string{filepath.Join(dir, "skills")}, Origin: "command line"}), `{"name":"greet"}`, "Say hello."},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			line := snippet.Call{Tool: c.tool, Source: c.source.Info(), Arguments: json.RawMessage(c.args)}.In(snippet.Shell)
			cmd := exec.Command(shell, "-c", line)
			cmd.Dir = dir
			out, err := cmd.CombinedOutput()
			if !strings.Contains(string(out), c.want) || cmd.ProcessState.ExitCode() > 1 {
				t.Errorf("%s%v\n%s", line, err, out)
			}
		})
	}
}

// declaredInDemo stands for a source of the demo.
type declaredInDemo struct{ source.Source }

func (declaredInDemo) Info() source.Info {
	return source.Info{Kind: tool.SourceNative, Target: "this program", Origin: "demo"}
}
