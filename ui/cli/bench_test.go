//go:build unix

package cli_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"toolbench/toolkit/tooltest"
)

// A run of a whole process: how long it took and how much memory it had at most.
type measured struct {
	wall  time.Duration
	memMB float64
}

func measure(b *testing.B, name string, args ...string) measured {
	b.Helper()
	cmd := exec.Command(name, args...)
	cmd.Env = append(os.Environ(), "HOME="+b.TempDir(), "XDG_CONFIG_HOME=")
	start := time.Now()
	out, err := cmd.CombinedOutput()
	if err != nil {
		b.Fatalf("%s %s: %v\n%.2000s", name, strings.Join(args, " "), err, out)
	}
	wall := time.Since(start)
	most := float64(cmd.ProcessState.SysUsage().(*syscall.Rusage).Maxrss)
	if runtime.GOOS == "darwin" { // which counts bytes, where others count kilobytes
		most /= 1024
	}
	return measured{wall, most / 1024}
}

func median[T float64 | time.Duration](values []T) T {
	slices.Sort(values)
	return values[len(values)/2]
}

// build compiles a package of this module and is the path of its program.
func build(b *testing.B, pkg string) string {
	b.Helper()
	out := filepath.Join(b.TempDir(), "program")
	if msg, err := exec.Command("go", "build", "-o", out, pkg).CombinedOutput(); err != nil {
		b.Fatalf("building %s: %v\n%s", pkg, err, msg)
	}
	return out
}

// bigServer is the command line of a stdio server with so many tools.
func bigServer(b *testing.B, tools string) []string {
	b.Helper()
	peers, err := filepath.Abs(filepath.Join("..", "..", "toolkit", "peers"))
	if err != nil {
		b.Fatal(err)
	}
	if _, err := os.Stat(filepath.Join(peers, "node_modules")); err != nil {
		tooltest.Missing(b, "toolkit/peers has no node_modules: make peers installs them")
	}
	return []string{"node", filepath.Join(peers, "big.mjs"), tools}
}

// pairs is how often each of two programs is run, in turn.
const pairs = 9

// compare runs both programs in turn and reports the medians and their ratio.
func compare(b *testing.B, ours, bare []string) {
	var wall, bareWall []time.Duration
	var mem, bareMem []float64
	for range pairs {
		x, y := measure(b, ours[0], ours[1:]...), measure(b, bare[0], bare[1:]...)
		wall, bareWall = append(wall, x.wall), append(bareWall, y.wall)
		mem, bareMem = append(mem, x.memMB), append(bareMem, y.memMB)
	}
	for b.Loop() {
	}
	b.ReportMetric(float64(median(wall))/float64(median(bareWall)), "x-bare-time")
	b.ReportMetric(float64((median(wall)-median(bareWall)).Microseconds())/1000, "ms-over-bare")
	b.ReportMetric(float64(median(wall).Microseconds())/1000, "ms")
	b.ReportMetric(median(mem), "MB")
	b.ReportMetric(median(mem)/median(bareMem), "x-bare-memory")
	b.ReportMetric(0, "ns/op")
}

// BenchmarkAgainstTheBareLibrary compares with the MCP library alone, on the
// same server on stdio. Memory is the most that a process of ours, or its server,
// had: the server of the first two is small, that of the last is Node.
func BenchmarkAgainstTheBareLibrary(b *testing.B) {
	ours, bare := build(b, "toolbench"), build(b, "toolbench/toolkit/peers/bare")
	small := serverCommand(b)
	b.Run("list", func(b *testing.B) {
		compare(b, []string{ours, "list", "--", small}, []string{bare, "list", small})
	})
	b.Run("call", func(b *testing.B) {
		compare(b, []string{ours, "call", "get-sum", "a=2", "b=3", "--", small}, []string{bare, "call", "get-sum", `{"a":2,"b":3}`, small})
	})
	b.Run("list-10000", func(b *testing.B) {
		big := bigServer(b, "10000")
		compare(b, append([]string{ours, "list", "--"}, big...), append([]string{bare, "list"}, big...))
	})
}

// BenchmarkVersion is what starting the program costs before it does anything.
func BenchmarkVersion(b *testing.B) {
	ours := build(b, "toolbench")
	var wall []time.Duration
	var mem []float64
	for range pairs {
		m := measure(b, ours, "version")
		wall, mem = append(wall, m.wall), append(mem, m.memMB)
	}
	for b.Loop() {
	}
	b.ReportMetric(float64(median(wall).Microseconds())/1000, "ms")
	b.ReportMetric(median(mem), "MB")
	b.ReportMetric(0, "ns/op")
}
