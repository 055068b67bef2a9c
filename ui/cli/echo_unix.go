//go:build !windows

package cli

import "github.com/charmbracelet/x/termios"

// echoOff keeps a terminal from showing what is typed; lines are read as before.
// term.ReadPassword would read the line too, past what was read ahead, and could
// not be given up.
func echoOff(terminal uintptr) error {
	now, err := termios.GetTermios(int(terminal))
	if err != nil {
		return err
	}
	return termios.SetTermios(int(terminal), uint32(now.Ispeed), uint32(now.Ospeed), nil, nil, nil, nil, map[termios.L]bool{termios.ECHO: false})
}
