package cli_test

import (
	"os"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"

	"toolbench/ui/cli"
)

func TestMain(m *testing.M) {
	testscript.Main(m, map[string]func(){
		"toolbench":   func() { os.Exit(cli.Main(os.Args[1:])) },
		"test-server": testServer,
	})
}

func TestTheCommandLineKeepsItsScripts(t *testing.T) {
	testscript.Run(t, testscript.Params{
		Dir:                 "testdata/script",
		RequireExplicitExec: true,
		RequireUniqueNames:  true,
		UpdateScripts:       os.Getenv("UPDATE_SCRIPTS") != "",
		Setup: func(e *testscript.Env) error {
			e.Setenv("HOSTILE", "\x1b[2J\u202e")
			return nil
		},
		Cmds: map[string]func(*testscript.TestScript, bool, []string){"code": code, "inert": inert},
	})
}
