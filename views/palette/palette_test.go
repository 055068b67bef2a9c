package palette

import (
	"strings"
	"testing"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/x/ansi"

	"toolbench/theme"
	"toolbench/views"
	"toolbench/views/widget"
)

func TestAnActionsNameIsWorthMoreThanWhereItIsFound(t *testing.T) {
	do := func() tea.Cmd { return nil }
	s := New(theme.New(true), &views.Outbox{}, []views.Group{{Name: "the source under the cursor", Actions: []views.Action{
		{Name: "connect the source anew", Keys: []string{"r"}, Run: do},
		{Name: "run the tool", Keys: []string{"ctrl+r"}, Run: do}}}})
	s.Resize(36, 6)
	if shown := ansi.Strip(strings.Join(s.View().Lines, "\n")); !strings.Contains(shown, "connect the source anew") {
		t.Errorf("in a narrow window it is\n%s", shown)
	}
	s.Resize(74, 6)
	var ends []int
	for _, line := range s.View().Lines {
		if before, _, found := strings.Cut(ansi.Strip(line), "the cursor"); found {
			ends = append(ends, widget.Width(before))
		}
	}
	if len(ends) != 2 || ends[0] != ends[1] {
		t.Errorf("the keys stand in no column: %v", ends)
	}
}
