package cli

import (
	"fmt"
	"io"
	"log/slog"
	"os"

	"toolbench/views/safetext"
)

// logVariable names the file that the program's own log is added to: what only
// its makers need, such as the stack of a tool that panicked.
const logVariable = "TOOLBENCH_LOG"

// openLog sends the program's own log to the file that the environment names;
// without one it goes nowhere, since it would write over the screen.
func openLog(s Streams) (closeLog func()) {
	var to io.WriteCloser
	if name, _ := s.Lookup(logVariable); name != "" {
		f, err := os.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_APPEND, 0o600)
		if err == nil {
			to = f
		} else {
			fmt.Fprintln(s.Err, safetext.Line(fmt.Sprintf("toolbench: %s: %s", logVariable, err)))
		}
	}
	if to == nil {
		slog.SetDefault(slog.New(slog.DiscardHandler))
		return func() {}
	}
	slog.SetDefault(slog.New(slog.NewTextHandler(to, nil)))
	return func() { _ = to.Close() }
}
