package screenshots

import (
	"bytes"
	"image"
	"image/png"
	"os"
	"path/filepath"
	"testing"
	"testing/synctest"

	tea "charm.land/bubbletea/v2"

	"toolbench/ui/uitest"
)

// A Scenario is a screen to show: a program on a terminal, and what is done to
// get there.
type Scenario struct {
	// Name is the name of the files, without ending.
	Name string
	// Title says in words what the picture shows.
	Title string
	// W and H are the size of the screen in cells.
	W, H int
	// Dark is the terminal's background.
	Dark bool
	// Model makes the program. It is called in the bubble that it runs in.
	Model func(t *testing.T) tea.Model
	// Drive presses keys until the screen is the one to show.
	Drive func(*uitest.Terminal)
	// Options are further facts about the terminal.
	Options []uitest.Option
}

// Shoot runs a scenario and compares what it shows with the pictures in the
// working folder, or writes them.
func (s Scenario) Shoot(t *testing.T, update bool) {
	t.Helper()
	var svg, raster []byte
	synctest.Test(t, func(t *testing.T) {
		options := s.Options
		if !s.Dark {
			options = append([]uitest.Option{uitest.Light()}, options...)
		}
		term := uitest.Start(t, s.Model(t), s.W, s.H, options...)
		if s.Drive != nil {
			s.Drive(term)
		}
		look := Options{Light: !s.Dark, Title: s.Title}
		svg = SVG(term, look)
		var err error
		if raster, err = PNG(term, look); err != nil {
			t.Fatal(err)
		}
	})
	if !t.Failed() {
		Check(t, s.Name, svg, raster, update)
	}
}

// Check compares pictures with NAME.svg and NAME.png in the working folder, or
// writes them. Of a PNG the pixels are compared: how they are packed depends
// on the Go release.
func Check(t testing.TB, name string, svg, raster []byte, update bool) {
	t.Helper()
	for ending, got := range map[string][]byte{".svg": svg, ".png": raster} {
		path := filepath.FromSlash(name + ending)
		if update {
			if err := os.WriteFile(path, got, 0o644); err != nil {
				t.Fatal(err)
			}
			continue
		}
		want, err := os.ReadFile(path)
		if err != nil {
			t.Errorf("%v; make screenshots draws it", err)
			continue
		}
		if ending == ".svg" && !bytes.Equal(bytes.ReplaceAll(want, []byte("\r\n"), []byte("\n")), got) ||
			ending == ".png" && !samePixels(want, got) {
			t.Errorf("%s does not show what the program shows; make screenshots draws it anew", path)
		}
	}
}

// samePixels compares two PNG files by what they show.
func samePixels(a, b []byte) bool {
	first, err := png.Decode(bytes.NewReader(a))
	if err != nil {
		return false
	}
	second, err := png.Decode(bytes.NewReader(b))
	if err != nil || first.Bounds() != second.Bounds() {
		return false
	}
	return bytes.Equal(pixels(first), pixels(second))
}

// pixels returns an image's pixels as bytes.
func pixels(img image.Image) []byte {
	bounds := img.Bounds()
	out := make([]byte, 0, bounds.Dx()*bounds.Dy()*3)
	for y := bounds.Min.Y; y < bounds.Max.Y; y++ {
		for x := bounds.Min.X; x < bounds.Max.X; x++ {
			r, g, b, _ := img.At(x, y).RGBA()
			out = append(out, byte(r>>8), byte(g>>8), byte(b>>8))
		}
	}
	return out
}
