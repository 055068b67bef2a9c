package process

import (
	"os"
	"path/filepath"
	"strconv"
	"strings"
)

// living tells whether a group has a process that has not ended. Those that
// have, and that nobody has asked after, still count for kill; where process 1
// is no init, as in many containers, they stay for good.
func living(group int) bool {
	stats, err := filepath.Glob("/proc/[0-9]*/stat")
	if err != nil || len(stats) == 0 {
		return true // as far as anybody knows
	}
	for _, name := range stats {
		b, err := os.ReadFile(name)
		if err != nil {
			continue // it ended this moment
		}
		// The command's name is in brackets and may hold anything.
		_, rest, _ := strings.Cut(string(b[strings.LastIndexByte(string(b), ')')+1:]), " ")
		fields := strings.Fields(rest) // state, parent, group, …
		if len(fields) > 2 && fields[2] == strconv.Itoa(group) && fields[0] != "Z" && fields[0] != "X" {
			return true
		}
	}
	return false
}
