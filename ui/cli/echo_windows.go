package cli

import "golang.org/x/sys/windows"

// echoOff keeps a terminal from showing what is typed; lines are read as before.
func echoOff(terminal uintptr) error {
	var mode uint32
	if err := windows.GetConsoleMode(windows.Handle(terminal), &mode); err != nil {
		return err
	}
	return windows.SetConsoleMode(windows.Handle(terminal), mode&^windows.ENABLE_ECHO_INPUT)
}
