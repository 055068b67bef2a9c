// Package peers runs this program's sources against servers that nobody here
// wrote. They are pinned in package-lock.json and installed with npm ci in this
// folder; the tests say so and are skipped when that was not done, except in CI.
// The product does not import this package.
package peers

import (
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"testing"

	"toolbench/toolkit/tooltest"
)

// Find is the path of a file below this folder, as in
// "node_modules/@modelcontextprotocol/server-everything/dist/index.js". When the
// file or node is missing, the test is skipped and says what would do; when the
// environment variable CI is set, it fails instead.
func Find(t testing.TB, file string) string {
	t.Helper()
	missing := func(format string, args ...any) { t.Helper(); tooltest.Missing(t, format, args...) }
	if _, err := exec.LookPath("node"); err != nil {
		missing("node is not installed; it runs the servers that toolbench is tested against")
	}
	_, here, _, ok := runtime.Caller(0)
	if !ok {
		missing("this package does not know its own folder")
	}
	path := filepath.Join(filepath.Dir(here), filepath.FromSlash(file))
	if _, err := os.Stat(path); err != nil {
		missing("%s is not there; run npm ci in toolkit/peers", file)
	}
	if _, err := os.Stat(filepath.Join(filepath.Dir(here), "node_modules")); err != nil {
		missing("node_modules is not there; run npm ci in toolkit/peers")
	}
	return path
}
