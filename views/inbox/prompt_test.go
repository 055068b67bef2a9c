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
