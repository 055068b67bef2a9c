package picture

import (
	"image"
	"image/color"
	"strings"

	"github.com/charmbracelet/x/ansi"
	"golang.org/x/image/draw"
)

// DefaultAspect is how much higher than wide a cell is where the terminal does
// not tell.
const DefaultAspect = 2.0

// Fit returns the largest box of at most cols by rows cells that has the shape
// of an image of w by h pixels. A cell is aspect times as high as it is wide
// (0 stands for DefaultAspect). The image is never drawn larger than it is:
// a pixel takes at most one cell across.
func Fit(w, h, cols, rows int, aspect float64) (c, r int) {
	if w <= 0 || h <= 0 || cols <= 0 || rows <= 0 {
		return 0, 0
	}
	if aspect <= 0 {
		aspect = DefaultAspect
	}
	scale := min(float64(cols)/float64(w), float64(rows)*aspect/float64(h), 1)
	c = min(cols, max(1, int(float64(w)*scale+0.5)))
	r = min(rows, max(1, int(float64(h)*scale/aspect+0.5)))
	return c, r
}

// Blocks draws an image in cols by rows cells, over ground where it is
// transparent (nil stands for black). Each line is complete in itself. It
// scales the whole image: call it in a command.
func Blocks(img image.Image, cols, rows int, ground color.Color) []string {
	if cols <= 0 || rows <= 0 || img.Bounds().Empty() {
		return nil
	}
	if ground == nil {
		ground = color.Black
	}
	pixels := image.NewRGBA(image.Rect(0, 0, cols, rows*2))
	draw.Draw(pixels, pixels.Bounds(), image.NewUniform(ground), image.Point{}, draw.Src)
	draw.CatmullRom.Scale(pixels, pixels.Bounds(), img, img.Bounds(), draw.Over, nil)
	lines := make([]string, rows)
	for y := range lines {
		lines[y] = line(pixels, cols, y*2)
	}
	return lines
}

// line draws two rows of pixels as one line of cells.
func line(pixels *image.RGBA, cols, y int) string {
	var b strings.Builder
	var above, below color.RGBA
	for x := range cols {
		upper, lower := opaque(pixels.RGBAAt(x, y)), opaque(pixels.RGBAAt(x, y+1))
		if x == 0 || upper != above || lower != below {
			b.WriteString(ansi.NewStyle().ForegroundColor(upper).BackgroundColor(lower).String())
			above, below = upper, lower
		}
		b.WriteString("▀")
	}
	b.WriteString(ansi.ResetStyle)
	return b.String()
}

// opaque drops what CatmullRom's overshoot leaves of transparency.
func opaque(c color.RGBA) color.RGBA {
	c.A = 0xff
	return c
}
