package inbox

import (
	"strings"
	"testing"

	"github.com/charmbracelet/x/ansi"

	"toolbench/theme"
	"toolbench/toolkit/tool"
	"toolbench/views"
)

func TestAnAddressIsShownWholeOnIndentedRows(t *testing.T) {
	const address = "https://accounts.example.com/authorize?client_id=toolbench-demo&redirect_uri=http%3A%2F%2F127.0.0.1%3A8250%2Fcall-back&state=x-y-z"
	request := tool.Request{ID: "1", Kind: tool.KindAuthorization, Prompt: "Sign in", URL: address}
	p := newPrompt(theme.New(true), &views.Outbox{}, Item{&views.Record{}, views.Waiting{Request: request}})
	for _, width := range []int{60, 38, 120, 200} {
		p.resize(width, 12)
		var shown string
		for _, line := range p.view().Lines[:11] { // the last has the choices
			row, indented := strings.CutPrefix(strings.TrimRight(ansi.Strip(line), " "), "  ")
			if indented && (shown != "" || strings.HasPrefix(row, "https://")) {
				shown += row
			}
		}
		if shown != address {
			t.Errorf("%d cells wide, the address reads %q", width, shown)
		}
	}
}

func TestWhatSeveralQuestionsAreForIsSaidAboveThem(t *testing.T) {
	question := map[string]any{"questions": []tool.Question{{Question: "When is the trip?", Header: "When"}}}
	for prompt, said := range map[string]bool{"Questions about the trip": true, "When is the trip?": false, "When is the trip? (options: now)": false} {
		request := tool.Request{ID: "1", Kind: tool.KindQuestion, Prompt: prompt, Data: question}
		p := newPrompt(theme.New(true), &views.Outbox{}, Item{&views.Record{}, views.Waiting{Request: request}})
		p.resize(60, 12)
		above, _, _ := strings.Cut(ansi.Strip(strings.Join(p.view().Lines, "\n")), "When  ")
		if shown := strings.Contains(above, prompt); shown != said {
			t.Errorf("%q shows %v, want %v", prompt, shown, said)
		}
	}
}

func TestAFormStandsApartFromTheTextAboveItWhereThereIsRoom(t *testing.T) {
	request := tool.Request{ID: "1", Kind: tool.KindInput, Prompt: "Who are you?",
		Data: map[string]any{"schema": map[string]any{"type": "object", "properties": map[string]any{"name": map[string]any{"type": "string"}}}}}
	p := newPrompt(theme.New(true), &views.Outbox{}, Item{&views.Record{}, views.Waiting{Request: request}})
	rows := func(height int) []string {
		p.resize(60, height)
		var rows []string
		for _, line := range p.view().Lines {
			rows = append(rows, strings.TrimSpace(ansi.Strip(line)))
		}
		return rows
	}
	if got := rows(p.wants(60)); got[0] != "Who are you?" || got[1] != "" || !strings.Contains(got[2], "name") {
		t.Errorf("with room it is %q", got)
	}
	if got := rows(p.wants(60) - 2); !strings.Contains(got[1], "name") {
		t.Errorf("without room it is %q", got)
	}
}
