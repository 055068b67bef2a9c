package plot

import (
	"image"
	"image/color"
	"image/draw"
	"math"
	"sync"

	"golang.org/x/image/font"
	"golang.org/x/image/font/gofont/goregular"
	"golang.org/x/image/font/opentype"
	"golang.org/x/image/math/fixed"
	"golang.org/x/image/vector"
)

var (
	paper  = color.RGBA{0x24, 0x23, 0x2e, 0xff}
	ink    = color.RGBA{0xf0, 0xee, 0xf5, 0xff}
	quiet  = color.RGBA{0xc2, 0xbf, 0xcd, 0xff}
	grid   = color.RGBA{0x3d, 0x3b, 0x4b, 0xff}
	series = []color.RGBA{
		{0x6c, 0xa8, 0xff, 0xff}, {0xff, 0xa2, 0x55, 0xff}, {0x5c, 0xd6, 0x9a, 0xff},
		{0xe0, 0x80, 0xd8, 0xff}, {0xff, 0x70, 0x80, 0xff}, {0xa8, 0xb0, 0xc4, 0xff},
	}
)

// faces are the letters; they are made when the first chart is drawn, and are
// not safe for several goroutines at once.
var faces = struct {
	sync.Mutex
	small, large font.Face
}{}

// A page is a chart being drawn.
type page struct {
	canvas *image.RGBA
	frame  image.Rectangle
	scale  scale
}

// y is the height at which a value is drawn.
func (p *page) y(value float64) float64 {
	return float64(p.frame.Max.Y) - p.scale.share(value)*float64(p.frame.Dy())
}

// fill paints a rectangle.
func (p *page) fill(r image.Rectangle, c color.Color) {
	draw.Draw(p.canvas, r, image.NewUniform(c), image.Point{}, draw.Over)
}

// A point is a place on the page, in pixels.
type point struct{ x, y float64 }

// polygon paints a shape with smooth edges.
func (p *page) polygon(c color.Color, points ...point) {
	box := bounds(points).Intersect(p.canvas.Bounds())
	if box.Empty() {
		return
	}
	r := vector.NewRasterizer(box.Dx(), box.Dy())
	for i, at := range points {
		x, y := float32(at.x-float64(box.Min.X)), float32(at.y-float64(box.Min.Y))
		if i == 0 {
			r.MoveTo(x, y)
		} else {
			r.LineTo(x, y)
		}
	}
	r.ClosePath()
	r.Draw(p.canvas, box, image.NewUniform(c), image.Point{})
}

// bounds are the pixels that a shape touches.
func bounds(points []point) image.Rectangle {
	low, high := points[0], points[0]
	for _, at := range points {
		low = point{min(low.x, at.x), min(low.y, at.y)}
		high = point{max(high.x, at.x), max(high.y, at.y)}
	}
	return image.Rect(int(math.Floor(low.x)), int(math.Floor(low.y)), int(math.Ceil(high.x)), int(math.Ceil(high.y)))
}

// stroke paints a line of the given width.
func (p *page) stroke(c color.Color, from, to point, width float64) {
	dx, dy := to.x-from.x, to.y-from.y
	length := math.Hypot(dx, dy)
	if length == 0 {
		return
	}
	nx, ny := -dy/length*width/2, dx/length*width/2
	p.polygon(c, point{from.x + nx, from.y + ny}, point{to.x + nx, to.y + ny},
		point{to.x - nx, to.y - ny}, point{from.x - nx, from.y - ny})
}

// dot paints a disc.
func (p *page) dot(c color.Color, at point, radius float64) {
	const corners = 20
	points := make([]point, corners)
	for i := range points {
		sin, cos := math.Sincos(2 * math.Pi * float64(i) / corners)
		points[i] = point{at.x + radius*cos, at.y + radius*sin}
	}
	p.polygon(c, points...)
}

// An alignment says which end of a text is at its place.
type alignment float64

const (
	left   alignment = 0
	center alignment = 0.5
	right  alignment = 1
)

// write puts a line of text, its baseline at y, and gives its width.
func (p *page) write(text string, at point, align alignment, c color.Color, large bool) float64 {
	faces.Lock()
	defer faces.Unlock()
	face := letters(large)
	width := float64(font.MeasureString(face, text)) / 64
	d := font.Drawer{Dst: p.canvas, Src: image.NewUniform(c), Face: face, Dot: fixed.Point26_6{
		X: fixed.Int26_6((at.x - width*float64(align)) * 64), Y: fixed.Int26_6(at.y * 64)}}
	d.DrawString(text)
	return width
}

// measure is the width of a small text.
func measure(text string) float64 {
	faces.Lock()
	defer faces.Unlock()
	return float64(font.MeasureString(letters(false), text)) / 64
}

// letters is a face; the lock is held.
func letters(large bool) font.Face {
	if faces.small == nil {
		parsed, err := opentype.Parse(goregular.TTF)
		if err != nil {
			panic(err) // the font is compiled in
		}
		faces.small, _ = opentype.NewFace(parsed, &opentype.FaceOptions{Size: 11, DPI: 72, Hinting: font.HintingFull})
		faces.large, _ = opentype.NewFace(parsed, &opentype.FaceOptions{Size: 15, DPI: 72, Hinting: font.HintingFull})
	}
	if large {
		return faces.large
	}
	return faces.small
}
