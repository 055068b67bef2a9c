package result

import (
	"runtime"
	"strings"
	"testing"

	"toolbench/theme"
	"toolbench/toolkit/run"
	"toolbench/toolkit/tool"
	"toolbench/views"
)

// large is 100 MB of text.
func large() string {
	line := "2026-05-04T12:00:00Z info  request served in 41 ms, nothing to complain about, id=0123456789abcdef\n"
	return strings.Repeat(line, 100_000_000/len(line))
}

func TestALargeOutputTakesLittleMoreMemoryThanItself(t *testing.T) {
	output := large()
	var before, after runtime.MemStats
	runtime.GC()
	runtime.ReadMemStats(&before)
	rec := yielded(output)
	s := shown(rec, 120, 36)
	press(s, "G")
	wantHas(t, text(s), "nothing to complain about")
	runtime.GC()
	runtime.ReadMemStats(&after)
	if grown := after.HeapAlloc - min(before.HeapAlloc, after.HeapAlloc); grown > uint64(len(output))/2 {
		t.Errorf("showing %d MB takes another %d MB", len(output)>>20, grown>>20)
	}
	runtime.KeepAlive(s)
}

func BenchmarkFirstFrameOfALargeOutput(b *testing.B) {
	rec := yielded(large())
	for b.Loop() {
		s := New(theme.New(true))
		s.Resize(120, 36)
		s.Show(rec)
		s.View()
	}
}

func BenchmarkPreparingALargeOutput(b *testing.B) {
	rec := yielded(large())
	for b.Loop() {
		shown(rec, 120, 36).View()
	}
}

func BenchmarkScrollingALargeOutput(b *testing.B) {
	s := shown(yielded(large()), 120, 36)
	for b.Loop() {
		press(s, "pgdown")
		s.View()
	}
}

func BenchmarkFiveThousandProgressReports(b *testing.B) {
	for b.Loop() {
		rec := &views.Record{Number: 1, Started: start}
		s := shown(rec, 120, 36)
		for i := range 5000 {
			rec.Apply([]run.Event{run.Progressed{Time: start, Progress: tool.Progress{Progress: float64(i), Total: 5000}}})
			s.Changed(rec)
			s.View()
		}
	}
}

func BenchmarkFiveThousandLogLines(b *testing.B) {
	for b.Loop() {
		rec := &views.Record{Number: 1, Started: start}
		s := shown(rec, 120, 36)
		s.turn(pageEvents)
		for range 5000 {
			rec.Apply([]run.Event{run.Logged{LogEntry: tool.LogEntry{Time: start, Level: "info", Message: "a line of the log"}}})
			s.Changed(rec)
			s.View()
		}
	}
}
