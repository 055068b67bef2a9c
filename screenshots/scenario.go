package screenshots

import (
	"bytes"
	"errors"
	"image"
	"image/draw"
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
	var svg []byte
	var picture *image.RGBA
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
		if picture, err = Image(term, look); err != nil {
			t.Fatal(err)
		}
	})
	if !t.Failed() {
		Check(t, s.Name, svg, picture, update)
	}
}

// Check compares pictures with NAME.svg and NAME.png in the working folder, or
// writes them. Of a PNG the pixels are compared: how they are packed depends
// on the Go release.
func Check(t testing.TB, name string, svg []byte, picture *image.RGBA, update bool) {
	t.Helper()
	name = filepath.FromSlash(name)
	if update {
		if err := write(name, svg, picture); err != nil {
			t.Fatal(err)
		}
		return
	}
	for ending, shows := range map[string]func([]byte) bool{
		".svg": func(file []byte) bool { return bytes.Equal(bytes.ReplaceAll(file, []byte("\r\n"), []byte("\n")), svg) },
		".png": func(file []byte) bool { return holds(file, picture) },
	} {
		file, err := os.ReadFile(name + ending)
		if err != nil {
			t.Errorf("%v; make screenshots draws it", err)
		} else if !shows(file) {
			t.Errorf("%s does not show what the program shows; make screenshots draws it anew", name+ending)
		}
	}
}

func write(name string, svg []byte, picture *image.RGBA) error {
	raster, err := encode(picture)
	if err != nil {
		return err
	}
	return errors.Join(os.WriteFile(name+".svg", svg, 0o644), os.WriteFile(name+".png", raster, 0o644))
}

// holds tells whether a PNG file shows the picture.
func holds(file []byte, picture *image.RGBA) bool {
	decoded, err := png.Decode(bytes.NewReader(file))
	if err != nil || decoded.Bounds() != picture.Bounds() {
		return false
	}
	shown := image.NewRGBA(picture.Bounds())
	draw.Draw(shown, shown.Bounds(), decoded, shown.Bounds().Min, draw.Src)
	return bytes.Equal(shown.Pix, picture.Pix)
}
