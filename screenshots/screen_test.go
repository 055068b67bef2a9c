package screenshots

import (
	"bytes"
	"encoding/xml"
	"image"
	"image/color"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	tea "charm.land/bubbletea/v2"
	uv "github.com/charmbracelet/ultraviolet"

	"toolbench/ui/uitest"
)

// still is a program that shows one text.
type still string

func (s still) Init() tea.Cmd                       { return nil }
func (s still) Update(tea.Msg) (tea.Model, tea.Cmd) { return s, nil }
func (s still) View() tea.View {
	v := tea.NewView(string(s))
	v.AltScreen = true
	return v
}

const specimen = "╭─ \x1b[1mTitle\x1b[m ──┬──╮ ┏━┓ ╔═╗\n│ \x1b[38;2;176;156;255m▾ weather\x1b[m│ ⠹│ ┃ ┃ ║ ║\n│ \x1b[7mselected\x1b[m │▀▄│ ┗━┛ ╚═╝\n" +
	"├──────────┼──┤ ░▒▓ ▁▃▅█\n│ \x1b[3mital\x1b[m \x1b[4mund\x1b[m │  │ ✓ ✗ ⚠ ⏸ ⏱ ● ○\n╰──────────┴──╯ \x1b[9mstruck\x1b[m \x1b[2mfaint\x1b[m\nwide 你好 & <tags> \x1b[48;2;54;47;88m\x1b[38;5;9mon ground\x1b[m"

func scenario() Scenario {
	return Scenario{
		Name: "testdata/specimen", Title: "A specimen of signs & styles", W: 34, H: 7, Dark: true,
		Model: func(*testing.T) tea.Model { return still(specimen) },
	}
}

func TestTheSpecimenIsDrawnAsBefore(t *testing.T) { scenario().Shoot(t, uitest.Updating()) }

func TestALightScreenIsDrawnLight(t *testing.T) {
	if o := (Options{Light: true}); o.ground() == (Options{}).ground() || o.ink() == (Options{}).ink() {
		t.Error("light and dark look alike")
	}
}

// buffer is a screen without a program.
func buffer(content string, style uv.Style) uv.ScreenBuffer {
	b := uv.NewScreenBuffer(2, 1)
	b.SetCell(0, 0, &uv.Cell{Content: content, Width: 1, Style: style})
	return b
}

func TestTheSameScreenGivesTheSameBytes(t *testing.T) {
	b := buffer("x", uv.Style{Fg: color.RGBA{255, 0, 0, 255}})
	first, err := PNG(b, Options{})
	if err != nil {
		t.Fatal(err)
	}
	second, _ := PNG(b, Options{})
	if !bytes.Equal(first, second) || !bytes.Equal(SVG(b, Options{}), SVG(b, Options{})) {
		t.Error("two pictures of one screen differ")
	}
}

func TestEverySignOfTheThemesHasAShapeOrAGlyph(t *testing.T) {
	faces, err := openFaces()
	if err != nil {
		t.Fatal(err)
	}
	for _, r := range "▾▸‣◂‹›✓✗!■⏱⏸▶⚠◌●○∅·→↪…┃█─⠋⠙⠹⠸⠼⠴⠦⠧⠇⠏⏎╭╮╰╯│┏━┓┗┛▀×–µ≥␛␀␇␡" {
		_, shaped := sign(r)
		_, named := controlName(r)
		_, found := faces.find(r, false, false)
		if !shaped && !named && !found {
			t.Errorf("%c (U+%04X) would be an empty box", r, r)
		}
	}
}

func TestAFullBlockFillsItsCellAndALineReachesItsEdges(t *testing.T) {
	red := color.RGBA{255, 0, 0, 255}
	for content, at := range map[string][]struct{ x, y int }{
		"█": {{0, 0}, {11, 23}, {0, 23}, {6, 12}},
		"─": {{0, 12}, {11, 12}, {6, 12}},
		"│": {{6, 0}, {6, 23}},
		"┃": {{6, 0}, {6, 23}, {4, 12}},
		"▀": {{0, 0}, {11, 11}},
		"╭": {{11, 12}, {6, 23}},
		"╯": {{0, 12}, {6, 0}},
		"╝": {{0, 9}, {0, 15}, {3, 0}, {9, 0}},
	} {
		img, err := Image(buffer(content, uv.Style{Fg: red}), Options{})
		if err != nil {
			t.Fatal(err)
		}
		for _, p := range at {
			if got := img.RGBAAt(margin+p.x, margin+p.y); got.R < 240 || got.G > 15 {
				t.Errorf("%s at %d,%d is %v", content, p.x, p.y, got)
			}
		}
	}
	img, _ := Image(buffer("▀", uv.Style{Fg: red}), Options{})
	if got := img.RGBAAt(margin+5, margin+13); got == red {
		t.Error("an upper half block fills the lower half")
	}
}

func TestTheSVGIsWellFormedAndHoldsTheText(t *testing.T) {
	svg := SVG(buffer("<", uv.Style{}), Options{Title: `a "title" & more`})
	decoder := xml.NewDecoder(bytes.NewReader(svg))
	var text strings.Builder
	for {
		token, err := decoder.Token()
		if err == io.EOF {
			break
		}
		if err != nil {
			t.Fatalf("%v in\n%s", err, svg)
		}
		if data, ok := token.(xml.CharData); ok {
			text.Write(data)
		}
	}
	for _, want := range []string{"<", `a "title" & more`} {
		if !strings.Contains(text.String(), want) {
			t.Errorf("no %q in %q", want, text.String())
		}
	}
}

// silent lets a check fail without failing the test.
type silent struct {
	testing.TB
	failed bool
}

func (s *silent) Helper()               {}
func (s *silent) Errorf(string, ...any) { s.failed = true }

func TestAStalePictureIsNoticed(t *testing.T) {
	name := filepath.Join(t.TempDir(), "shot")
	a, b := buffer("a", uv.Style{}), buffer("b", uv.Style{})
	imageA, _ := Image(a, Options{})
	imageB, _ := Image(b, Options{})
	check := func(svg []byte, picture *image.RGBA) bool {
		s := &silent{TB: t}
		Check(s, name, svg, picture, false)
		return !s.failed
	}
	if check(SVG(a, Options{}), imageA) {
		t.Error("missing pictures pass")
	}
	Check(t, name, SVG(a, Options{}), imageA, true)
	if !check(SVG(a, Options{}), imageA) {
		t.Error("the pictures just written do not pass")
	}
	if check(SVG(b, Options{}), imageA) || check(SVG(a, Options{}), imageB) {
		t.Error("a stale picture passes")
	}
	if err := os.WriteFile(name+".png", []byte("no picture"), 0o644); err != nil {
		t.Fatal(err)
	}
	if check(SVG(a, Options{}), imageA) {
		t.Error("a broken picture passes")
	}
}
