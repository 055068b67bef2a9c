package uitest_test

import (
	"strings"
	"testing"
	"testing/synctest"

	tea "charm.land/bubbletea/v2"

	"toolbench/theme"
	"toolbench/ui/uitest"
	"toolbench/views/safetext"
	"toolbench/views/widget"
)

// attack is what a hostile server might answer.
const attack = "before \x1b[2J\x1b[31mred \x1b]0;owned\x07 \x1b]52;c;UFdORUQ=\x1b\\ \x1bP+q544e\x1b\\ \x1b_Ga=T,f=24;AAAA\x1b\\ \x1b^pm\x1b\\ \x1bXsos\x1b\\ \x1bc\n" +
	"\u009b2J\u009d0;c1\u009c \x9b2J \x90q\x9c gpj.\u202eexe \u200b\U0010eeee\u0305 \U000e0041\rover\x08\x08\x7f\n" +
	"{\"k\":\"\u009b2J\"} after"

// victim shows hostile text in every way that widgets show text.
type victim struct {
	text *widget.TextView
	tree *widget.Tree
}

func (v victim) Init() tea.Cmd                       { return nil }
func (v victim) Update(tea.Msg) (tea.Model, tea.Cmd) { return v, nil }

func (v victim) View() tea.View {
	th := theme.New(true)
	pane := widget.Pane{Title: safetext.Line(attack), Focused: true}
	lines := widget.Rows(pane.View(th, v.text.View(th), 100, 12), v.tree.View(th, true))
	view := tea.NewView(strings.Join(lines, "\n"))
	view.AltScreen, view.WindowTitle = true, "mine"
	return view
}

func TestHostileTextIsShownAndDrivesNothing(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		v := victim{text: &widget.TextView{}}
		v.text.Resize(96, 10)
		v.text.SetLines(widget.NewRaw(attack))
		var err error
		if v.tree, err = widget.NewTree([]byte("{\"\u009b2J\":\"\u202e\u009d52;c;QQ\u009c\"}")); err != nil {
			t.Fatal(err)
		}
		v.tree.Resize(100, 4)
		term := uitest.Start(t, v, 100, 16)

		for _, text := range []string{"before ␛[2J␛[31mred", "␛]52;c;UFdORUQ=␛\\", "‹U+202E›exe", "‹U+10EEEE›", "after", `"\u009b2J"`} {
			if !term.Contains(text) {
				t.Errorf("%q does not show in\n%s", text, term.Text())
			}
		}
		if got := term.Title(); got != "mine" {
			t.Errorf("the title became %q", got)
		}
		if got := term.Clipboard(); got != "" {
			t.Errorf("the clipboard became %q", got)
		}
		if got := term.Graphics(); len(got) != 0 {
			t.Errorf("pictures arrived: %q", got)
		}
		for _, seq := range []string{"\x1b]52", "\x1b]0;owned", "\x1bP", "\x1b_", "\x1b^", "\x1bX", "\x1bc", "\u009b", "\u009d", "\u202e", "\U0010eeee", "\x7f"} {
			if strings.Contains(term.Output(), seq) {
				t.Errorf("%q reached the terminal", seq)
			}
		}
	})
}
