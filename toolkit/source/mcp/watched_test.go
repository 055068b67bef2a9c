package mcp_test

import (
	"os"
	"path/filepath"
	"slices"
	"testing"

	"toolbench/toolkit/source"
	"toolbench/toolkit/source/mcp"
)

func TestAServerIsMadeOfItsProgramAndTheFilesAmongItsArguments(t *testing.T) {
	dir := t.TempDir()
	at := func(name string) string { return filepath.Join(dir, name) }
	for _, name := range []string{"server.py", "bin/server", "pkg/main.go", "conf.json", "serve"} {
		if err := os.MkdirAll(filepath.Dir(at(name)), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(at(name), nil, 0o700); err != nil {
			t.Fatal(err)
		}
	}
	for _, c := range []struct {
		command string
		args    []string
		want    []string
	}{
		{"python3", []string{"server.py", "--port", "80"}, []string{at("server.py")}},
		{at("bin/server"), []string{"serve"}, []string{at("bin/server")}},
		{"go", []string{"run", "./pkg", "--config=conf.json"}, []string{at("pkg"), at("conf.json")}},
		{"npx", []string{"-y", "@scope/server"}, nil},
		{"node", []string{"gone.js"}, nil},
	} {
		var s source.Watched = mcp.New(mcp.Config{Name: "x", Command: c.command, Args: c.args, Dir: dir})
		if got := s.Files(); !slices.Equal(got, c.want) {
			t.Errorf("%s %v is made of %v, want %v", c.command, c.args, got, c.want)
		}
	}
	if got := mcp.New(mcp.Config{Name: "x", URL: "https://example.com/mcp"}).Files(); got != nil {
		t.Errorf("a server elsewhere is made of %v", got)
	}
}
