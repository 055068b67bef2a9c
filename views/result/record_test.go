package result

import (
	"bytes"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"image"
	"image/color"
	"image/png"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	tea "charm.land/bubbletea/v2"
	"github.com/aymanbagabas/go-udiff"
	"github.com/charmbracelet/x/ansi"

	"toolbench/theme"
	"toolbench/toolkit/run"
	"toolbench/toolkit/source"
	"toolbench/toolkit/tool"
	"toolbench/views"
)

// carry runs a command and all that follow from it, and hands what they yield
// to the screen. It returns the messages that were not the screen's own.
func carry(s *Screen, cmd tea.Cmd) (others []tea.Msg) {
	if cmd == nil {
		return nil
	}
	switch msg := cmd().(type) {
	case nil:
	case tea.BatchMsg:
		for _, c := range msg {
			others = append(others, carry(s, c)...)
		}
	case preparedMsg, foundMsg:
		others = append(others, carry(s, s.Update(msg))...)
	default:
		others = append(others, msg)
	}
	return others
}

// press does what the root does with a key.
func press(s *Screen, stroke string) []tea.Msg {
	key := keyOf(stroke)
	if !s.Owns(key) {
		if a, ok := views.Find(s.Actions(), key); ok {
			if !a.Live() {
				return nil
			}
			return carry(s, a.Run())
		}
	}
	return carry(s, s.Update(key))
}

func keyOf(stroke string) tea.KeyPressMsg {
	switch stroke {
	case "enter":
		return tea.KeyPressMsg{Code: tea.KeyEnter}
	case "esc":
		return tea.KeyPressMsg{Code: tea.KeyEscape}
	case "pgdown":
		return tea.KeyPressMsg{Code: tea.KeyPgDown}
	case "down":
		return tea.KeyPressMsg{Code: tea.KeyDown}
	}
	return tea.KeyPressMsg{Code: []rune(stroke)[0], Text: stroke}
}

var start = time.Date(2026, 5, 4, 12, 0, 0, 0, time.UTC)

// ended is a record of a run with the given outcome.
func ended(o run.Outcome) *views.Record {
	if o.Duration == 0 {
		o.Duration = 41 * time.Millisecond
	}
	rec := &views.Record{Number: 1, Tool: tool.Tool{Name: "forecast", Execute: counting}, Arguments: json.RawMessage(`{"place":"Oslo","id":9007199254740993}`), Started: start}
	rec.Apply([]run.Event{
		run.Started{Time: start},
		run.Finished{Time: start.Add(o.Duration), Outcome: o},
	})
	return rec
}

func yielded(output string, parts ...tool.ContentPart) *views.Record {
	return ended(run.Outcome{Result: tool.ToolResult{Output: output, Parts: parts}})
}

// chart is a picture of w by h pixels.
func chart(w, h int) tool.ContentPart {
	img := image.NewRGBA(image.Rect(0, 0, w, h))
	for y := range h {
		for x := range w {
			img.Set(x, y, color.RGBA{uint8(x * 255 / w), uint8(y * 255 / h), 90, 255})
		}
	}
	var b bytes.Buffer
	if err := png.Encode(&b, img); err != nil {
		panic(err)
	}
	return tool.Bytes(b.Bytes(), "image/png")
}

// shown is a screen of the given size with rec in front, prepared.
func shown(rec *views.Record, width, height int) *Screen {
	s := New(theme.New(true))
	s.Resize(width, height)
	s.Focus(true)
	carry(s, s.Show(rec))
	return s
}

// text is what stands on the screen, without styles.
func text(s *Screen) string {
	var lines []string
	for _, line := range s.View().Lines {
		lines = append(lines, strings.TrimRight(ansi.Strip(line), " "))
	}
	return strings.TrimRight(strings.Join(lines, "\n"), "\n")
}

func title(s *Screen) string { return ansi.Strip(s.View().Title) }

// go to a page by its name.
func turnTo(t *testing.T, s *Screen, name string) {
	t.Helper()
	f := s.View()
	for i, tab := range f.Tabs {
		if strings.HasPrefix(tab, name) {
			carry(s, s.Update(views.TabMsg{Tab: i}))
			return
		}
	}
	t.Fatalf("there is no tab %q among %q", name, f.Tabs)
}

func wantHas(t *testing.T, got string, wanted ...string) {
	t.Helper()
	for _, w := range wanted {
		if !strings.Contains(got, w) {
			t.Errorf("%q is missing in:\n%s", w, got)
		}
	}
}

// records are a run in every state that the screen knows.
func records() map[string]*views.Record {
	all := map[string]*views.Record{
		"nothing":  nil,
		"markdown": yielded("## Oslo, next 3 days\n\nMild and **dry** until Thursday.\n\n| day | high |\n|---|---|\n| Mon | 12 |\n", chart(64, 32)),
		"json":     yielded(`{"days":[{"name":"Mon","high":12},{"name":"Tue","high":9007199254740993}],"ok":true}`, chart(30, 60)),
		"diff":     yielded("--- a/x\n+++ b/x\n@@ -1,2 +1,2 @@\n same\n-old\n+new\n"),
		"plain":    yielded(strings.Repeat("word ", 300)),
		"hostile":  yielded("\x1b]0;owned\x07\x1b[2Jred\x1b[31m\u202egnp.exe \x9b31m\r\n\tafter", tool.ContentPart{Type: "image", MimeType: "image/png\x1b[2J", Data: "!!"}),
		"empty":    yielded(""),
		"parts": yielded("", tool.URLPart("https://example.com/a?b=c#d", "application/pdf"), tool.Text("a text part"),
			tool.Bytes([]byte(`{"a":1}`), "application/json"), tool.Bytes([]byte{0, 1, 2}, "audio/wav")),
		"failed":     ended(run.Outcome{Kind: run.Failed, Err: errors.New("dial tcp 10.0.0.1:443: connection refused\nwhile asking for \x1b[31mthe weather")}),
		"told":       ended(run.Outcome{Kind: run.ToolError, Result: tool.ErrorResult("disk full")}),
		"panicked":   ended(run.Outcome{Kind: run.Panicked, Err: errors.New("tool panicked")}),
		"lost":       ended(run.Outcome{Kind: run.Lost, Err: &source.LostError{Err: errors.New("server exited (code 1)")}}),
		"stopped":    ended(run.Outcome{Kind: run.Stopped, Err: errors.New("stopped before it was done"), Duration: 3200 * time.Millisecond}),
		"late":       ended(run.Outcome{Kind: run.TimedOut, Err: errors.New("no result within 1m0s"), Duration: time.Minute}),
		"declined":   ended(run.Outcome{Kind: run.Declined, Result: tool.ErrorResult("declined: Deploy web?")}),
		"unanswered": ended(run.Outcome{Kind: run.Unanswered, Err: fmt.Errorf("the tool asked %q: %w", "Deploy?", tool.ErrNobodyToAsk)}),
		"structured": ended(run.Outcome{Result: tool.ToolResult{Output: "fine", Metadata: map[string]any{
			tool.MetadataStructured: json.RawMessage(`{"ok":1}`), "seen": 3}}}),
		"running": {Number: 1, Tool: tool.Tool{Name: "count"}, Arguments: json.RawMessage(`{}`), Started: time.Now()},
	}
	all["structured"].Tool.Details = &tool.Details{OutputSchema: json.RawMessage(`{"type":"object","properties":{"ok":{"type":"boolean"},"at":{}},"required":["ok","at"]}`)}
	all["running"].Apply([]run.Event{run.Started{Time: start}, run.Chunk{Text: "one\ntwo"}, run.Logged{LogEntry: tool.LogEntry{Time: start, Level: "warning", Message: "low on disk"}},
		run.Progressed{Time: start, Progress: tool.Progress{Progress: 21, Total: 50, Message: "21 of 50 files"}}})
	asking := &views.Record{Number: 2, Tool: tool.Tool{Name: "deploy"}, Arguments: json.RawMessage(`{}`), Started: time.Now()}
	asking.Apply([]run.Event{run.Started{Time: start}, run.Suspended{Time: start, Request: tool.Request{ID: "1", Kind: "approval", Prompt: "Deploy web?"}}})
	all["asking"] = asking
	return all
}

var update = flag.Bool("update", false, "rewrite the golden files with what the tests see")

// golden compares the screen, its title, tabs and note included, with
// testdata/NAME.golden.
func golden(t *testing.T, s *Screen, name string) {
	t.Helper()
	f := s.View()
	got := ansi.Strip(fmt.Sprintf("%s\n%s\n%s\n\n%s\n", f.Title, strings.Join(f.Tabs, "  "), f.Note, text(s)))
	path := filepath.Join("testdata", name+".golden")
	if *update {
		if err := os.WriteFile(path, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatalf("%v; go test -update writes it. The screen shows\n%s", err, got)
	}
	if diff := udiff.Unified(path, "screen", string(want), got); diff != "" {
		t.Error(diff)
	}
}
