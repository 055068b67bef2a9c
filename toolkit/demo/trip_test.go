package demo

import (
	"encoding/json"
	"math"
	"runtime"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"toolbench/toolkit/run"
	"toolbench/toolkit/tooltest"
)

func TestPlacesAreFoundInWhatIsSaid(t *testing.T) {
	for said, want := range map[string][]string{
		"From Oslo to Rome, please":   {"Oslo", "Rome"},
		"to new york FROM reykjavik!": {"New York", "Reykjavík"},
		"Bogotá—Lima":                 {"Bogotá", "Lima"},
		"a romeo from limassol":       nil,
		"":                            nil,
	} {
		if got := namesIn(said); !slices.Equal(got, want) {
			t.Errorf("%q names %q, want %q", said, got, want)
		}
	}
}

func TestAWayIsAsLongAsTheEarthIsRound(t *testing.T) {
	for _, c := range []struct {
		from, to   string
		kilometers float64
		direction  string
	}{
		{"0,0", "0,90", 10008, "east"},
		{"0,0", "0,180", 20015, ""}, // any direction will do
		{"0,0", "90,0", 10008, "north"},
		{"45,0", "-45,0", 10008, "south"},
		{"Oslo", "Oslo", 0, ""},
		{"London", "New York", 5570, "west"},
	} {
		w, err := trip{From: c.from, To: c.to}.way()
		if err != nil {
			t.Fatal(err)
		}
		if _, direction := w.bearing(); math.Abs(w.kilometers()-c.kilometers) > 1 || c.direction != "" && direction != c.direction {
			t.Errorf("from %s to %s it is %.0f km to the %s", c.from, c.to, w.kilometers(), direction)
		}
		for _, share := range []float64{0, 0.5, 1} {
			done, want := wayBetween(w.from, w.at(share)).kilometers(), share*w.kilometers()
			if math.Abs(done-want) > 20 && c.kilometers < 20000 { // places have one decimal
				t.Errorf("at %g of the way from %s to %s %.0f km are done", share, c.from, c.to, done)
			}
		}
	}
}

// A task whose caller ran out of time lives on, though not longer than the agent.
func TestATaskThatNobodyWaitsForEndsWithTheAgent(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := named(t, "a2a:travel")
		listing, err := s.Open(t.Context(), &tooltest.Host{})
		if err != nil {
			t.Fatal(err)
		}
		for _, one := range listing.Tools {
			if one.Name != "travel_follow" {
				continue
			}
			out := run.Start(t.Context(), one, json.RawMessage(`{"task":"Oslo to Rome"}`), run.Options{Timeout: 500 * time.Millisecond}).Wait()
			if out.Kind != run.TimedOut {
				t.Errorf("it ended as %s: %v", out.Kind, out.Err)
			}
		}
		if !follows() {
			t.Error("the task ended with the wait for it")
		}
		if err := s.Close(); err != nil {
			t.Error(err)
		}
		synctest.Wait()
		if follows() {
			t.Error("the task goes on although its agent is closed")
		}
	})
}

// follows tells whether a task follows a traveller at this moment.
func follows() bool {
	stacks := make([]byte, 1<<20)
	return strings.Contains(string(stacks[:runtime.Stack(stacks, true)]), "(*turn).follow")
}
