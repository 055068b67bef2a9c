package widget

import (
	"fmt"
	"time"

	"github.com/dustin/go-humanize"
)

// Bytes returns a size for people, in powers of 1000: 147 B, 3.1 kB.
func Bytes(n int64) string {
	return humanize.Bytes(uint64(max(0, n)))
}

// Count returns a number with separators: 12,480.
func Count(n int) string { return humanize.Comma(int64(n)) }

// Plural returns a count and its noun: 1 tool, 3 tools.
func Plural(n int, one, many string) string {
	if n == 1 {
		return "1 " + one
	}
	return Count(n) + " " + many
}

// Duration returns a time span for people: 850 µs, 41 ms, 3.2 s, 2 min 5 s,
// 3 h 20 min.
func Duration(d time.Duration) string {
	switch {
	case d < 0:
		return "0 ms"
	case d < time.Millisecond:
		return fmt.Sprintf("%d µs", d.Microseconds())
	case d < 999500*time.Microsecond:
		return fmt.Sprintf("%d ms", d.Round(time.Millisecond).Milliseconds())
	case d < 59950*time.Millisecond:
		return fmt.Sprintf("%.1f s", d.Seconds())
	case d < time.Hour:
		d = d.Round(time.Second)
		return fmt.Sprintf("%d min %d s", int(d.Minutes()), int(d.Seconds())%60)
	}
	d = d.Round(time.Minute)
	return fmt.Sprintf("%d h %d min", int(d.Hours()), int(d.Minutes())%60)
}

// Clock returns a time span as a running clock shows it: 0:56, 12:03, 1:00:00.
func Clock(d time.Duration) string {
	s := int(max(0, d).Round(time.Second) / time.Second)
	if s >= 3600 {
		return fmt.Sprintf("%d:%02d:%02d", s/3600, s/60%60, s%60)
	}
	return fmt.Sprintf("%d:%02d", s/60, s%60)
}

// In returns how far off something is, in whole seconds that are not over yet:
// in 4 s, in 2 min 5 s, now.
func In(d time.Duration) string {
	if d <= 0 {
		return "now"
	}
	s := int((d + time.Second - 1) / time.Second)
	if s < 60 {
		return fmt.Sprintf("in %d s", s)
	}
	return fmt.Sprintf("in %d min %d s", s/60, s%60)
}
