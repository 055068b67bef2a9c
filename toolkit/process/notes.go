package process

import (
	"fmt"
	"strings"
	"time"
)

// Notes say how a command ended when it did not just end well. A limit is the
// time that it had and that was up; 0 when it was not stopped for that.
func (e Ending) Notes(limit time.Duration) []string {
	var notes []string
	how := "was ended"
	if e.ExitCode == -1 {
		how = "is being ended"
	}
	switch {
	case limit > 0:
		notes = append(notes, fmt.Sprintf("timed out after %s, and %s", limit, how))
	case e.Stopped:
		notes = append(notes, "the call was cancelled, and the command "+how)
	case e.Signal != "":
		notes = append(notes, "ended by signal: "+e.Signal)
	case e.ExitCode != 0:
		notes = append(notes, fmt.Sprintf("exit code %d", e.ExitCode))
	}
	if e.KilledTree && !e.Stopped {
		notes = append(notes, "what the command left running in the background was ended")
	}
	if e.Escaped {
		notes = append(notes, "a process in a session of its own still runs; what else it writes is lost")
	}
	return notes
}

// WithNotes is what a command wrote, with a line for each note below it.
func WithNotes(output string, notes ...string) string {
	var b strings.Builder
	b.WriteString(output)
	for _, note := range notes {
		if s := b.String(); s != "" && !strings.HasSuffix(s, "\n") {
			b.WriteByte('\n')
		}
		b.WriteString("[" + note + "]")
	}
	return b.String()
}
