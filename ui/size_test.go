package ui_test

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"strings"
	"testing"
	"time"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/x/ansi"

	"toolbench/toolkit"
	"toolbench/toolkit/demo"
	"toolbench/toolkit/source"
	"toolbench/ui"
	"toolbench/ui/uitest"
)

var sizes = flag.String("sizes", "grid", "which sizes of the window to try: grid, or all from 1×1 to 200×60")

// windowSizes are the edges from 1×1 to 200×60 and a grid of primes between
// them, or every size.
func windowSizes() [][2]int {
	widths := []int{1, 2, 3, 7, 13, 23, 31, 37, 39, 40, 41, 53, 67, 79, 80, 97, 99, 100, 101, 113, 127, 149, 173, 199, 200}
	heights := []int{1, 2, 3, 5, 7, 11, 12, 13, 17, 19, 23, 24, 29, 37, 47, 59, 60}
	if *sizes == "all" {
		widths, heights = upTo(200), upTo(60)
	}
	var all [][2]int
	for _, w := range widths {
		for _, h := range heights {
			all = append(all, [2]int{w, h})
		}
	}
	return all
}

func upTo(n int) []int {
	out := make([]int, n)
	for i := range out {
		out[i] = i + 1
	}
	return out
}

// states are ways for the window to be, each reached by keys.
var states = map[string]func(term *uitest.Terminal){
	"catalogue": func(*uitest.Terminal) {},
	"filter":    func(term *uitest.Terminal) { term.Press("/"); term.Type("fore") },
	"source":    func(term *uitest.Terminal) { term.Press("g") },
	"form":      func(term *uitest.Terminal) { open(term, "everything") },
	"problems":  func(term *uitest.Terminal) { open(term, "forecast"); term.Press("ctrl+r") },
	"JSON":      func(term *uitest.Terminal) { open(term, "forecast"); term.Press("ctrl+t") },
	"schema":    func(term *uitest.Terminal) { open(term, "forecast"); term.Press("alt+2") },
	"docs":      func(term *uitest.Terminal) { open(term, "hostile"); term.Press("alt+3") },
	"result": func(term *uitest.Terminal) {
		open(term, "forecast")
		term.Type("Oslo")
		term.Press("ctrl+r")
	},
	"hostile result": func(term *uitest.Terminal) { open(term, "hostile"); term.Press("ctrl+r") },
	"prompt": func(term *uitest.Terminal) {
		open(term, "calendar")
		term.Type("2026-12-01")
		term.Press("ctrl+r", "ctrl+g")
	},
	"elicitation": func(term *uitest.Terminal) {
		open(term, "report")
		term.Type("Oslo")
		term.Press("ctrl+r", "ctrl+g")
	},
	"question": func(term *uitest.Terminal) { open(term, "ask"); term.Press("ctrl+r", "ctrl+g") },
	"decline": func(term *uitest.Terminal) {
		open(term, "calendar")
		term.Type("2026-12-01")
		term.Press("ctrl+r", "ctrl+g", "left", "left", "enter")
	},
	"help":                               func(term *uitest.Terminal) { term.Press("?") },
	"palette":                            func(term *uitest.Terminal) { term.Press("ctrl+p"); term.Type("show") },
	"question before a destructive tool": func(term *uitest.Terminal) { open(term, "delete-station"); term.Press("ctrl+r", "ctrl+r") },
}

// liveStates are further ways for the window to be, on live servers: one that has
// all that a server can have, one that must be signed in to, one that was found,
// one that was lost and comes back now and then, and one that never answers.
var liveStates = map[string]func(term *uitest.Terminal){
	"sources":    func(term *uitest.Terminal) { term.Press("g") },
	"about":      toPage,
	"resources":  func(term *uitest.Terminal) { toPage(term); term.Press("]") },
	"a resource": func(term *uitest.Terminal) { toPage(term); term.Press("]", "enter") },
	"a template": func(term *uitest.Terminal) { toPage(term); term.Press("]", "G", "enter") },
	"prompts":    func(term *uitest.Terminal) { toPage(term); term.Press("]", "]") },
	"a prompt": func(term *uitest.Terminal) {
		toPage(term)
		term.Press("]", "]", "enter")
		term.Type("Oslo")
		term.Press("ctrl+r")
	},
	"docs of a prompt": func(term *uitest.Terminal) { toPage(term); term.Press("]", "]", "enter", "alt+2") },
	"an empty log":     func(term *uitest.Terminal) { toPage(term); term.Press("[", "[") },
	"the level":        func(term *uitest.Terminal) { toPage(term); term.Press("v") },
	"signing in":       func(term *uitest.Terminal) { term.Press("g", "down", "down", "down", "down", "s", "ctrl+g") },
	"a QR code": func(term *uitest.Terminal) {
		term.Press("g", "down", "down", "down", "down", "s", "ctrl+g", "right", "right", "enter")
	},
	"trust":                func(term *uitest.Terminal) { term.Press("g", "down", "down", "down", "down", "down", "t") },
	"a long notice":        func(term *uitest.Terminal) { term.Press("G", "a") },
	"a countdown":          func(term *uitest.Terminal) { term.Press("G", "tab") },
	"the help of a source": func(term *uitest.Terminal) { toPage(term); term.Press("?") },
}

// onLiveModel drives the program on such servers.
func onLiveModel(t *testing.T, drive func(*testing.T, *uitest.Terminal, *ui.Model)) {
	t.Helper()
	flaky := scripted("flaky", "tool")
	flaky.Opening = func(_ context.Context, n int) error {
		if n > 1 {
			return errors.New("connection refused, and refused, and refused again, by a host with a name that is long")
		}
		return nil
	}
	slow := scripted("slow")
	slow.Opening = func(ctx context.Context, _ int) error { <-ctx.Done(); return ctx.Err() }
	of := toolkit.Options{Sources: []source.Source{weather(), calendar(time.Minute), scripted("found"), slow, flaky}, Untrusted: []string{"mcp:found"}}
	o := ui.Options{Title: "live", Warning: "certificates are not checked (--insecure)", Trust: &found{changes: []string{"found is new"}}}
	onToolkit(t, 120, 36, of, func(*toolkit.Toolkit) ui.Options { return o }, func(t *testing.T, term *uitest.Terminal, m *ui.Model) {
		term.Pass(time.Second)
		flaky.Lose(errors.New("gone"))
		drive(t, term, m)
	})
}

func TestEverySizeOfTheWindowIsFilledExactly(t *testing.T) {
	for name, reach := range states {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			onModel(t, func(t *testing.T, term *uitest.Terminal, m *ui.Model) { fillsEverySize(t, term, m, reach) })
		})
	}
	for name, reach := range liveStates {
		t.Run(name+" of a live server", func(t *testing.T) {
			t.Parallel()
			onLiveModel(t, func(t *testing.T, term *uitest.Terminal, m *ui.Model) { fillsEverySize(t, term, m, reach) })
		})
	}
}

func fillsEverySize(t *testing.T, term *uitest.Terminal, m *ui.Model, reach func(*uitest.Terminal)) {
	t.Helper()
	term.Pass(time.Second)
	reach(term)
	term.Pass(time.Second)
	for _, s := range windowSizes() {
		m.Update(tea.WindowSizeMsg{Width: s[0], Height: s[1]})
		if err := exact(m.View().Content, s[0], s[1]); err != nil {
			t.Fatalf("%d×%d: %v", s[0], s[1], err)
		}
	}
}

// onModel is onDemo for a test that looks at the model itself, once the program
// has ended.
func onModel(t *testing.T, drive func(*testing.T, *uitest.Terminal, *ui.Model)) {
	t.Helper()
	onKit(t, 120, 36, demo.Sources(), ui.Options{Title: "demo"}, drive)
}

func exact(content string, w, h int) error {
	lines := strings.Split(content, "\n")
	if len(lines) != h {
		return fmt.Errorf("%d lines", len(lines))
	}
	for i, line := range lines {
		if got := ansi.StringWidth(line); got > w {
			return fmt.Errorf("line %d has %d cells: %q", i, got, ansi.Strip(line))
		}
	}
	return nil
}
