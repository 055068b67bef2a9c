// Package screenshots turns emulated screens into the pictures that the README
// shows: SVG, whose text can be selected, and PNG, drawn in pure Go with fonts
// from a module, so that the same screen gives the same picture everywhere.
package screenshots

import (
	"image/color"

	uv "github.com/charmbracelet/ultraviolet"
	"github.com/charmbracelet/x/ansi"
)

// A Screen is anything with cells. One that has a cursor says so with the
// method Cursor() (x, y int, visible bool).
type Screen interface {
	Bounds() uv.Rectangle
	CellAt(x, y int) *uv.Cell
}

// Options say how a screen is drawn. The zero value is a dark terminal.
type Options struct {
	// Light draws on a light ground.
	Light bool
	// Title is what the SVG is called for those who do not see it.
	Title string
}

// The size of a cell and of the margin, in pixels. They belong to the font's
// size, so they are not for the caller to choose.
const (
	fontSize   = 20
	cellWidth  = 12
	cellHeight = 24
	baseline   = 18
	margin     = 16
)

func (o Options) ground() color.RGBA {
	if o.Light {
		return color.RGBA{0xfb, 0xfa, 0xfd, 0xff}
	}
	return color.RGBA{0x1d, 0x1c, 0x24, 0xff}
}

func (o Options) ink() color.RGBA {
	if o.Light {
		return color.RGBA{0x25, 0x23, 0x2c, 0xff}
	}
	return color.RGBA{0xe4, 0xe1, 0xea, 0xff}
}

// A look is a cell as it is drawn.
type look struct {
	text              string
	width             int // in cells
	ink, ground       color.RGBA
	bold, italic      bool
	underline, struck bool
}

// blank tells whether nothing but the ground is drawn.
func (l look) blank() bool {
	return (l.text == "" || l.text == " ") && !l.underline && !l.struck
}

// alike tells whether two cells may share one run of text.
func (l look) alike(o look) bool {
	l.text, o.text = "", ""
	return l == o
}

// row returns the looks of a line, one for each cell; the cells that a wide
// character covers have none (width 0).
func row(s Screen, y int, o Options) []look {
	bounds := s.Bounds()
	looks := make([]look, bounds.Dx())
	for x := 0; x < len(looks); {
		looks[x] = o.look(s.CellAt(bounds.Min.X+x, bounds.Min.Y+y))
		x += looks[x].width
	}
	if c, ok := s.(interface{ Cursor() (int, int, bool) }); ok {
		if cx, cy, visible := c.Cursor(); visible && cy == y && cx < len(looks) && looks[cx].width > 0 {
			looks[cx].ink, looks[cx].ground = looks[cx].ground, looks[cx].ink
		}
	}
	return looks
}

// look resolves a cell's style to what is drawn.
func (o Options) look(c *uv.Cell) look {
	l := look{width: 1, ink: o.ink(), ground: o.ground()}
	if c == nil {
		return l
	}
	l.text, l.width = c.Content, max(1, c.Width)
	if c.Style.Fg != nil {
		l.ink = opaque(c.Style.Fg)
	}
	if c.Style.Bg != nil {
		l.ground = opaque(c.Style.Bg)
	}
	has := func(attribute uint8) bool { return c.Style.Attrs&attribute != 0 }
	if has(uv.AttrReverse) {
		l.ink, l.ground = l.ground, l.ink
	}
	if has(uv.AttrFaint) {
		l.ink = blend(l.ink, l.ground)
	}
	if has(uv.AttrConceal) {
		l.text = " "
	}
	l.bold, l.italic, l.struck = has(uv.AttrBold), has(uv.AttrItalic), has(uv.AttrStrikethrough)
	l.underline = c.Style.Underline != ansi.UnderlineNone
	return l
}

func opaque(c color.Color) color.RGBA {
	r, g, b, _ := c.RGBA()
	return color.RGBA{uint8(r >> 8), uint8(g >> 8), uint8(b >> 8), 0xff}
}

// blend is the middle of two colours.
func blend(a, b color.RGBA) color.RGBA {
	mid := func(x, y uint8) uint8 { return uint8((int(x) + int(y)) / 2) }
	return color.RGBA{mid(a.R, b.R), mid(a.G, b.G), mid(a.B, b.B), 0xff}
}
