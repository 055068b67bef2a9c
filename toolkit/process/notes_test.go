package process

import (
	"testing"
	"time"
)

func TestNotesSayHowACommandEnded(t *testing.T) {
	for _, c := range []struct {
		end   Ending
		limit time.Duration
		want  string
	}{
		{Ending{}, 0, "out"},
		{Ending{ExitCode: 3}, 0, "out\n[exit code 3]"},
		{Ending{ExitCode: 143, Signal: "terminated"}, 0, "out\n[ended by signal: terminated]"},
		{Ending{ExitCode: 143, Stopped: true, KilledTree: true}, 0, "out\n[the call was cancelled, and the command was ended]"},
		{Ending{ExitCode: -1, Stopped: true}, 0, "out\n[the call was cancelled, and the command is being ended]"},
		{Ending{ExitCode: 143, Stopped: true}, time.Minute, "out\n[timed out after 1m0s, and was ended]"},
		{Ending{KilledTree: true, Escaped: true}, 0, "out\n[what the command left running in the background was ended]\n" +
			"[a process in a session of its own still runs; what else it writes is lost]"},
	} {
		if got := WithNotes("out", c.end.Notes(c.limit)...); got != c.want {
			t.Errorf("%+v is noted as %q", c.end, got)
		}
	}
	if got := WithNotes("out\n", "note") + WithNotes("", "note"); got != "out\n[note][note]" {
		t.Errorf("a note stands as %q", got)
	}
}
