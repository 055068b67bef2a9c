package ui_test

import (
	"context"
	"fmt"
	"io"
	"runtime"
	"strings"
	"sync"
	"testing"
	"time"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/colorprofile"

	"toolbench/toolkit"
	"toolbench/toolkit/source"
	"toolbench/toolkit/tool"
	"toolbench/toolkit/tooltest"
	"toolbench/ui"
)

// A screenWriter notes when it was first written to and how often since.
type screenWriter struct {
	mu     sync.Mutex
	first  time.Time
	writes int
}

func (w *screenWriter) Write(p []byte) (int, error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.first.IsZero() && strings.Contains(string(p), "toolbench") {
		w.first = time.Now()
	}
	w.writes++
	return len(p), nil
}

func (w *screenWriter) count() int {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.writes
}

// program runs the screen on sources, without a real terminal, until stop.
func program(b *testing.B, sources []source.Source) (w *screenWriter, p *tea.Program, stop func()) {
	b.Helper()
	ctx, cancel := context.WithCancel(context.Background())
	tk, err := toolkit.CreateToolkit(ctx, toolkit.Options{Sources: sources})
	if err != nil {
		b.Fatal(err)
	}
	w = &screenWriter{}
	in, out := io.Pipe()
	p = tea.NewProgram(ui.New(ctx, tk, ui.Options{}), tea.WithInput(in), tea.WithOutput(w), tea.WithWindowSize(120, 36),
		tea.WithoutSignalHandler(), tea.WithColorProfile(colorprofile.TrueColor), tea.WithEnvironment([]string{"TERM=xterm-256color"}))
	done := make(chan struct{})
	go func() { defer close(done); _, _ = p.Run() }()
	return w, p, func() {
		p.Quit()
		<-done
		cancel()
		tk.Close()
		out.Close()
	}
}

// dead are sources that never answer.
func dead(n int) []source.Source {
	var all []source.Source
	for i := range n {
		all = append(all, &tooltest.Scripted{About: source.Info{Kind: tool.SourceMCP, Name: fmt.Sprint(i)},
			Opening: func(ctx context.Context, _ int) error { <-ctx.Done(); return ctx.Err() }})
	}
	return all
}

// BenchmarkFirstFrame is from the start of the program to the first bytes that
// show it, with sources that are still loading.
func BenchmarkFirstFrame(b *testing.B) {
	var alone float64
	for _, n := range []int{1, 30, 300} {
		b.Run(fmt.Sprintf("%d-sources", n), func(b *testing.B) {
			var total time.Duration
			rounds := 0
			for b.Loop() {
				start := time.Now()
				w, _, stop := program(b, dead(n))
				for w.count() == 0 || firstOf(w).IsZero() {
					runtime.Gosched()
				}
				total += firstOf(w).Sub(start)
				rounds++
				stop()
			}
			ms := float64(total.Microseconds()) / 1000 / float64(rounds)
			if n == 1 {
				alone = ms
			}
			b.ReportMetric(ms, "ms/first-frame")
			if alone > 0 {
				b.ReportMetric(ms/alone, "x-one-source")
			}
			b.ReportMetric(0, "ns/op")
		})
	}
}

func firstOf(w *screenWriter) time.Time {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.first
}

// BenchmarkIdle is what the program costs while nobody touches it.
func BenchmarkIdle(b *testing.B) {
	const span = 10 * time.Second
	tools := make([]tool.Tool, 1000)
	for i := range tools {
		tools[i] = tool.Tool{Name: fmt.Sprintf("tool_%d", i), Description: "one of a thousand", InputSchema: tool.JSONSchema{"type": "object"}, Source: tool.SourceMCP,
			Execute: func(map[string]any, *tool.ToolContext) (tool.ToolResult, error) { return tool.ToolResult{}, nil }}
	}
	for b.Loop() {
		w, _, stop := program(b, []source.Source{&tooltest.Scripted{About: source.Info{Kind: tool.SourceMCP, Name: "s"}, Tools: tools}})
		time.Sleep(2 * time.Second) // let it settle
		writes, cpu := w.count(), processorTime(b)
		time.Sleep(span)
		b.ReportMetric(float64(w.count()-writes), "redraws/10s")
		b.ReportMetric(float64((processorTime(b)-cpu).Microseconds())/1000, "cpu-ms/10s")
		stop()
	}
	b.ReportMetric(0, "ns/op")
}

// BenchmarkProgress runs a tool that reports progress 5,000 times a second, and
// counts how often the screen is drawn.
func BenchmarkProgress(b *testing.B) {
	const span = 2 * time.Second
	chatty := tool.Tool{Name: "chatty", InputSchema: tool.JSONSchema{"type": "object"}, Source: tool.SourceMCP,
		Execute: func(_ map[string]any, ctx *tool.ToolContext) (tool.ToolResult, error) {
			t := time.NewTicker(200 * time.Microsecond)
			defer t.Stop()
			for i := 0; ; i++ {
				select {
				case <-t.C:
					ctx.Progress(tool.Progress{Progress: float64(i), Total: 1e9, Message: "working"})
				case <-ctx.Done():
					return tool.ToolResult{}, ctx.Err()
				}
			}
		}}
	for b.Loop() {
		w, p, stop := program(b, []source.Source{&tooltest.Scripted{About: source.Info{Kind: tool.SourceMCP, Name: "s"}, Tools: []tool.Tool{chatty}}})
		time.Sleep(500 * time.Millisecond)
		p.Send(tea.KeyPressMsg{Code: 'r', Mod: tea.ModCtrl})
		time.Sleep(200 * time.Millisecond)
		before := w.count()
		time.Sleep(span)
		b.ReportMetric(float64(w.count()-before)/span.Seconds(), "frames/s")
		stop()
	}
	b.ReportMetric(0, "ns/op")
}
