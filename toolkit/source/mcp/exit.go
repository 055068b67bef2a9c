package mcp

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
)

// startError is the sentence for a process that could not be started.
func startError(c *Config, subject string, err error) error {
	switch info, statErr := os.Stat(c.Dir); {
	case errors.Is(err, exec.ErrNotFound):
		return fmt.Errorf("%s can not be started: there is no command %q in any folder of PATH; install it or give its whole path", subject, c.Command)
	case c.Dir != "" && (statErr != nil || !info.IsDir()):
		return fmt.Errorf("%s can not be started: its working folder %q is not there", subject, c.Dir)
	case errors.Is(err, os.ErrNotExist):
		return fmt.Errorf("%s can not be started: there is no file %q", subject, c.Command)
	case errors.Is(err, os.ErrPermission):
		return fmt.Errorf("%s can not be started: %q may not be executed", subject, c.Command)
	}
	return fmt.Errorf("%s can not be started: %w", subject, err)
}

func howItWent(state *os.ProcessState) string {
	if code := state.ExitCode(); code >= 0 {
		return fmt.Sprintf("exited with code %d", code)
	}
	return fmt.Sprintf("was ended (%s)", state)
}

// An exitError says that a server went by itself.
type exitError struct{ subject, how, last string }

func (e *exitError) Error() string { return e.when("") }

// when is the sentence with the moment put in.
func (e *exitError) when(moment string) string {
	text := e.subject + " " + e.how
	if moment != "" {
		text += " " + moment
	}
	if e.last != "" {
		text += ": " + e.last
	}
	return text
}
