package widget

import (
	"strings"
	"testing"

	"charm.land/lipgloss/v2"
	"github.com/charmbracelet/x/ansi"

	"toolbench/theme"
)

func TestWhatMarkdownMarksIsDrawnAndNoCharacterIsLost(t *testing.T) {
	th := theme.With(theme.Options{Color: true, Dark: true})
	style := th.Quiet
	link := style.Bold(true).Render("[the docs") + style.Render("](") + th.Link.Render("https://example.com/a_b") + style.Render(")")
	for text, want := range map[string]string{
		"plain *and* simple": style.Render("plain *and* simple"),
		"a `b*c*` d":         style.Render("a ") + th.Code.Render("`b*c*`") + style.Render(" d"),
		"**all** of it":      style.Bold(true).Render("**all**") + style.Render(" of it"),
		"see [the docs](https://example.com/a_b)":  style.Render("see ") + link,
		"paths (/docs/.*, /api/v1.*), 2 ** 3 ** 4": style.Render("paths (/docs/.*, /api/v1.*), 2 ** 3 ** 4"),
		"one of\n- a\n- b":                         style.Render("one of") + "\n" + th.Accent.Render("- ") + style.Render("a") + "\n" + th.Accent.Render("- ") + style.Render("b"),
		"## Use":                                   th.Accent.Render("## ") + style.Render("Use"),
		"- 5 or -5 - or 1.5":                       th.Accent.Render("- ") + style.Render("5 or -5 - or 1.5"),
		"":                                         "",
	} {
		got := Marked(th, text, style)
		if got != want {
			t.Errorf("%q is drawn\n%q, want\n%q", text, got, want)
		}
		if ansi.Strip(got) != text {
			t.Errorf("%q becomes %q", text, ansi.Strip(got))
		}
	}
}

func TestMarkedTextWrapsAsIfItHadNoMarks(t *testing.T) {
	th := theme.With(theme.Options{Color: true})
	const text = "An `environment slug` that **describes the type** of this [app](https://example.com/a/very/long/path).\n\n- one\n- two"
	for w := 5; w < 60; w++ {
		got := ansi.Strip(strings.Join(Wrap(Marked(th, text, lipgloss.NewStyle()), w), "\n"))
		if want := strings.Join(Wrap(text, w), "\n"); got != want {
			t.Errorf("%d cells:\n%s\nwant\n%s", w, got, want)
		}
	}
}
