package help

import (
	"strings"
	"testing"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/x/ansi"

	"toolbench/theme"
	"toolbench/views"
)

func TestKeysAreNeverCut(t *testing.T) {
	do := func() tea.Cmd { return nil }
	s := New(theme.New(true), &views.Outbox{}, []views.Group{{Name: "prompt", Actions: []views.Action{
		{Name: "go back to the form", Keys: []string{"shift+tab", "up"}, Run: do},
		{Name: "close", Keys: []string{"esc"}, Run: do}}}})
	for _, width := range []int{36, 74, 112} {
		s.Resize(width, 10)
		var rows []string
		for _, line := range s.View().Lines {
			rows = append(rows, strings.TrimRight(ansi.Strip(line), " "))
		}
		shown := strings.Join(rows, "\n")
		if !strings.Contains(shown, "shift+tab ↑") || strings.Contains(shown, "…") {
			t.Errorf("%d cells wide it is\n%s", width, shown)
		}
		if first, second := strings.Index(rows[1]+rows[2], "go back"), strings.Index(shown, "close"); first < 0 || second < 0 {
			t.Errorf("%d cells wide it lacks what keys do:\n%s", width, shown)
		}
	}
}
