package ui

import (
	"errors"
	"os"
	"os/exec"
	"runtime"
)

// editors are tried when the environment names none.
var editors = []string{"nano", "vim", "vi", "emacs", "notepad"}

// editorCommand opens a file in the person's editor. What VISUAL or EDITOR hold
// is a line for the shell, as git takes it: it may have arguments and quotes.
// (x/editor splits it at blanks, which breaks those.)
func editorCommand(file string) (*exec.Cmd, error) {
	for _, name := range []string{"VISUAL", "EDITOR"} {
		line := os.Getenv(name)
		switch {
		case line == "":
		case runtime.GOOS == "windows":
			return exec.Command("cmd", "/c", line, file), nil
		default:
			return exec.Command("sh", "-c", line+` "$@"`, "sh", file), nil
		}
	}
	for _, name := range editors {
		if path, err := exec.LookPath(name); err == nil {
			return exec.Command(path, file), nil
		}
	}
	return nil, errors.New("neither VISUAL nor EDITOR is set, and none of the usual editors is on the PATH")
}
