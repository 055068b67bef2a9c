//go:build !windows

package cli_test

import (
	"fmt"
	"os"
	"path/filepath"
	"testing"

	uv "github.com/charmbracelet/ultraviolet"
)

func TestAServersAuthorEditsItAndGoesOnWithWhatWasTyped(t *testing.T) {
	script := filepath.Join(t.TempDir(), "server.sh")
	write := func(mode string) {
		if err := os.WriteFile(script, fmt.Appendf(nil, "exec %s %s\n", serverCommand(t), mode), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	write("")
	term := onRealTerminal(t, nil, "--watch", "--name", "mine", "--", "sh", script)
	term.until("get-sum")
	term.write("/")
	term.write("get-sum")
	term.until("› get-sum")
	term.press(uv.KeyEnter, 0)
	term.write("41")
	term.until(`{"a":41}`)
	write("library")
	term.until("mine: added 2 (poem, roots)")
	term.until(`{"a":41}`)
	term.press(uv.KeyTab, 0)
	term.write("1")
	term.until(`{"a":41,"b":1}`)
	term.press('r', uv.ModCtrl)
	term.until("The sum of 41 and 1 is 42.")
	term.press('c', uv.ModCtrl)
	if code := term.exit(); code != 0 {
		t.Errorf("exit code %d", code)
	}
}
