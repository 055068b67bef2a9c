package theme

import (
	"go/ast"
	"go/parser"
	"go/token"
	"image/color"
	"io/fs"
	"math"
	"math/rand/v2"
	"path/filepath"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"
	"unicode"
	"unicode/utf8"

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
		"caf\u00e9 cafe\u0301 👨‍👩‍👧":  "cafe cafe ??",
		"1️⃣ of 2":                    "?? of 2",
		"␛[2J␇␡ a⏎b":                  "^[2J^^ a^b",
		"9 – 12 °C, 80×24, µs ← ↓":    "9 - 12 oC, 80x24, us < v",
		"┃ ● 4 tools · ⏸ 1 waiting ┃": "| * 4 tools - ? 1 waiting |",
	} {
		if got := Fold(in); got != want || ansi.StringWidth(got) != ansi.StringWidth(in) {
			t.Errorf("Fold(%q) = %q, want %q", in, got, want)
		}
	}
}

func TestEverySignThatOurOwnTextsUseHasAnASCIIForm(t *testing.T) {
	for _, folder := range []string{"../theme", "../views", "../ui", "../forms", "../toolkit"} {
		err := filepath.WalkDir(folder, func(name string, _ fs.DirEntry, err error) error {
			if err != nil || !strings.HasSuffix(name, ".go") || strings.HasSuffix(name, "_test.go") {
				return err
			}
			for sign, at := range signs(t, name) {
				if got := Fold(sign); strings.Contains(got, "?") && sign != unicodeGlyphs.Waiting {
					t.Errorf("%s: %s has no ASCII form", at, sign)
				}
			}
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
	}
}

// signs are the characters outside ASCII in the string literals of a Go file,
// and where they stand.
func signs(t *testing.T, name string) map[string]token.Position {
	t.Helper()
	files := token.NewFileSet()
	file, err := parser.ParseFile(files, name, nil, parser.SkipObjectResolution)
	if err != nil {
		t.Fatal(err)
	}
	found := map[string]token.Position{}
	ast.Inspect(file, func(n ast.Node) bool {
		if literal, ok := n.(*ast.BasicLit); ok && literal.Kind != token.IMPORT {
			for _, r := range literal.Value {
				if r >= utf8.RuneSelf {
					found[string(r)] = files.Position(literal.Pos())
				}
			}
		}
		return true
	})
	return found
}

func TestNarrowingMakesEveryCharacterAsWideAsItsRunes(t *testing.T) {
	for in, want := range map[string]string{
		"plain \x1b[1mtext\x1b[m":              "plain \x1b[1mtext\x1b[m",
		"你好 cafe\u0301":                        "你好 cafe\u0301",
		"\x1b[31m👨‍👩‍👧 family\x1b[m":           "\x1b[31m👨 family\x1b[m",
		"❤️ 1️⃣ ☝🏽":                            "❤  1  ☝",
		"👍🏽🇳🇴🇫🇷 🇳":                             "👍NOFR N ",
		"\u1112\u1161\u11ab\u1100\u1173\u11af": "한글",
	} {
		got := Narrow(in)
		if got != want {
			t.Errorf("Narrow(%q) = %q, want %q", in, got, want)
		}
		wantNarrow(t, in, got)
	}
	line := "\x1b[31m" + strings.Repeat("a line of text ✓ ", 8)
	if n := testing.AllocsPerRun(10, func() { Narrow(line) }); n != 0 {
		t.Errorf("a line that is narrow already costs %v allocations", n)
	}
}

// wantNarrow fails unless out is as wide as in, rune by rune too, and has its
// sequences.
func wantNarrow(t *testing.T, in, out string) {
	t.Helper()
	width := ansi.StringWidth(in)
	if whole, runes := ansi.StringWidth(out), ansi.StringWidthWc(out); whole != width || runes != width {
		t.Errorf("%q is %d wide; narrowed to %q it is %d, rune by rune %d", in, width, out, whole, runes)
	}
	if got, want := sequences.FindAllString(out, -1), sequences.FindAllString(in, -1); !slices.Equal(got, want) {
		t.Errorf("the sequences of %q became %q", want, got)
	}
}

var sequences = regexp.MustCompile("\x1b\\[[0-9;]*m")

func FuzzANarrowedOrFoldedLineIsAsWideAsBefore(f *testing.F) {
	pieces := []string{"a", "1", " ", "你", "👨", "\u200d", "\ufe0f", "\ufe0e", "🏽", "🇳", "🇴", "❤", "☝", "\u20e3", "\u0301", "स", "्", "ते", "ि",
		"\u1112", "\u1161", "\u11ab", "\u0897", "🏴", "\U000e0067", "\U000e007f", "\x1b[31m", "\x1b[m", "…", "é"}
	random := rand.New(rand.NewPCG(1, 2))
	for range 400 {
		var line strings.Builder
		for range 1 + random.IntN(12) {
			line.WriteString(pieces[random.IntN(len(pieces))])
		}
		f.Add(line.String())
	}
	f.Fuzz(func(t *testing.T, line string) {
		if !utf8.ValidString(line) || strings.IndexFunc(sequences.ReplaceAllString(line, ""), unicode.IsControl) >= 0 {
			t.Skip("safetext lets no such line through")
		}
		wantNarrow(t, line, Narrow(line))
		if got := Fold(line); !isASCII(got) || ansi.StringWidth(got) != ansi.StringWidth(line) {
			t.Errorf("%q folds to %q", line, got)
		}
	})
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
