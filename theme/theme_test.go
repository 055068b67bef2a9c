package theme

import (
	"image/color"
	"math"
	"reflect"
	"regexp"
	"strings"
	"testing"
	"time"

	"charm.land/glamour/v2"
	"charm.land/lipgloss/v2"
	"github.com/charmbracelet/x/ansi"
)

// everyTheme are the themes for all kinds of terminals.
func everyTheme() map[string]*Theme {
	out := map[string]*Theme{}
	for _, dark := range []bool{false, true} {
		for _, color := range []bool{false, true} {
			for _, basic := range []bool{false, true} {
				for _, plain := range []bool{false, true} {
					o := Options{Dark: dark, Color: color, Basic: basic, ASCII: plain}
					name := strings.Join([]string{pick(dark, "dark", "light"), pick(color, "colour", "none"), pick(basic, "basic", "full"), pick(plain, "ascii", "unicode")}, " ")
					out[name] = With(o)
				}
			}
		}
	}
	return out
}

func pick(yes bool, a, b string) string {
	if yes {
		return a
	}
	return b
}

// roles returns the styles of a theme by name.
func roles(t *Theme) map[string]lipgloss.Style {
	out := map[string]lipgloss.Style{}
	v := reflect.ValueOf(t).Elem()
	for i := range v.NumField() {
		if s, ok := v.Field(i).Interface().(lipgloss.Style); ok {
			out[v.Type().Field(i).Name] = s
		}
	}
	return out
}

func TestWordsKeepTheContrastThatReadingNeeds(t *testing.T) {
	for _, p := range []palette{dark, light} {
		grounds := map[string]string{"ground": p.ground, "selected": p.selected, "resting": p.resting}
		for role, ink := range map[string]string{
			"text": p.text, "quiet": p.quiet, "accent": p.accent, "key": p.key, "code": p.code,
			"ok": p.ok, "failed": p.failed, "warn": p.warn, "removed": p.removed,
		} {
			for name, ground := range grounds {
				if c := contrast(ink, ground); c < 4.5 {
					t.Errorf("%s %s on %s %s has a contrast of %.2f to 1", role, ink, name, ground, c)
				}
			}
		}
		if c := contrast(p.faint, p.ground); c < 3 {
			t.Errorf("faint %s has a contrast of %.2f to 1", p.faint, c)
		}
	}
}

func contrast(a, b string) float64 {
	la, lb := luminance(lipgloss.Color(a)), luminance(lipgloss.Color(b))
	return (max(la, lb) + 0.05) / (min(la, lb) + 0.05)
}

// luminance is WCAG's relative luminance.
func luminance(c color.Color) float64 {
	r, g, b, _ := c.RGBA()
	linear := func(v uint32) float64 {
		f := float64(v) / 0xffff
		if f <= 0.04045 {
			return f / 12.92
		}
		return math.Pow((f+0.055)/1.055, 2.4)
	}
	return 0.2126*linear(r) + 0.7152*linear(g) + 0.0722*linear(b)
}

var colored = regexp.MustCompile(`\x1b\[[0-9;]*(3[0-9]|4[0-9]|9[0-7]|10[0-7])[;m]`)

func TestWithoutColoursNoRoleSetsOneAndTheCursorStillShows(t *testing.T) {
	for name, th := range everyTheme() {
		for role, style := range roles(th) {
			if got := style.Render("x"); !th.Options.Color && colored.MatchString(got) {
				t.Errorf("%s: %s is coloured: %q", name, role, got)
			}
		}
		for _, role := range []string{"Selected", "Resting", "Match", "Title", "Front"} {
			if roles(th)[role].Render("x") == "x" {
				t.Errorf("%s: %s looks like any other text", name, role)
			}
		}
	}
}

func TestRolesThatMeanDifferentThingsDifferByMoreThanColour(t *testing.T) {
	for name, th := range everyTheme() {
		bare := func(s lipgloss.Style) string {
			return s.UnsetForeground().UnsetBackground().Render("x")
		}
		if bare(th.Selected) == bare(th.Text) {
			t.Errorf("%s: only a colour tells the row under the cursor", name)
		}
		if bare(th.Match) == bare(th.Text) || bare(th.Front) == bare(th.Tab) {
			t.Errorf("%s: only a colour tells a match, or the tab in front", name)
		}
	}
}

func TestEveryGlyphIsOneCellInBothSets(t *testing.T) {
	for _, g := range []Glyphs{unicodeGlyphs, asciiGlyphs} {
		v := reflect.ValueOf(g)
		signs := append([]string(nil), g.Spinner...)
		for i := range v.NumField() {
			if v.Field(i).Kind() == reflect.String {
				signs = append(signs, v.Field(i).String())
			}
		}
		for _, s := range signs {
			if ansi.StringWidth(s) != 1 || ansi.StringWidthWc(s) != 1 {
				t.Errorf("%q takes %d cells, or %d counted by rune", s, ansi.StringWidth(s), ansi.StringWidthWc(s))
			}
		}
	}
}

func TestTheASCIISetIsASCII(t *testing.T) {
	v := reflect.ValueOf(asciiGlyphs)
	for i := range v.NumField() {
		if v.Field(i).Kind() == reflect.String && !isASCII(v.Field(i).String()) {
			t.Errorf("%s is %q", v.Type().Field(i).Name, v.Field(i))
		}
	}
	for _, focused := range []bool{false, true} {
		b, _ := With(Options{ASCII: true}).Border(focused)
		if !isASCII(b.Top + b.Left + b.TopLeft + b.BottomRight) {
			t.Errorf("border %+v", b)
		}
	}
}

func TestFocusShowsInABorderWithoutColour(t *testing.T) {
	for name, th := range everyTheme() {
		with, style := th.Border(true)
		without, other := th.Border(false)
		if with == without && style.Render("─") == other.Render("─") {
			t.Errorf("%s: a focused border looks like any other", name)
		}
		if !th.Options.Color && with == without {
			t.Errorf("%s: the border of the pane with the keys has the shape of any other", name)
		}
	}
}

func TestFoldingKeepsTheWidthAndLeavesASCII(t *testing.T) {
	for in, want := range map[string]string{
		"plain":                       "plain",
		"╭─ ✓ ok ─╮":                  "+- + ok -+",
		"\x1b[31m▸ 你好\x1b[m…":         "\x1b[31m> ????\x1b[m~",
		"caf\u00e9 👨‍👩‍👧":             "caf? ??",
		"┃ ● 4 tools · ⏸ 1 waiting ┃": "| * 4 tools - ? 1 waiting |",
	} {
		if got := Fold(in); got != want || ansi.StringWidth(got) != ansi.StringWidth(in) {
			t.Errorf("Fold(%q) = %q, want %q", in, got, want)
		}
	}
}

func TestMarkdownRendersInEveryThemeAndWithoutColourWhereThereIsNone(t *testing.T) {
	const text = "# Head\n\nSome `code`, *emphasis* and [a link](https://example.com).\n\n> quoted\n\n- [x] done\n- item\n\n```go\nfunc main() { return 1 }\n```\n\n| a | b |\n|---|---|\n| 1 | 2 |\n"
	for name, th := range everyTheme() {
		r, err := glamour.NewTermRenderer(glamour.WithStyles(th.Markdown()), glamour.WithWordWrap(60), glamour.WithChromaFormatter("terminal16m"))
		if err != nil {
			t.Fatal(err)
		}
		out, err := r.Render(text)
		if err != nil {
			t.Fatal(err)
		}
		shown := ansi.Strip(out)
		for _, want := range []string{"# Head", "`code`", "func main()", "quoted", "item"} {
			if !strings.Contains(shown, want) {
				t.Errorf("%s: no %q in\n%s", name, want, shown)
			}
		}
		if !th.Options.Color && colored.MatchString(out) {
			t.Errorf("%s: coloured: %q", name, out)
		}
		if th.Options.ASCII && !isASCII(shown) {
			t.Errorf("%s: not ASCII:\n%s", name, shown)
		}
	}
}

func TestTheSpinnerTurnsWithTime(t *testing.T) {
	g := unicodeGlyphs
	if g.Frame(0) != "⠋" || g.Frame(250*time.Millisecond) != "⠹" || g.Frame(time.Second) != "⠋" || g.Frame(-time.Second) != "⠋" {
		t.Errorf("frames are %s %s %s", g.Frame(0), g.Frame(250*time.Millisecond), g.Frame(time.Second))
	}
	if (Glyphs{}).Frame(time.Second) != " " {
		t.Error("the zero glyphs have no frame")
	}
}
