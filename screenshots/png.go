package screenshots

import (
	"bytes"
	"fmt"
	"image"
	"image/color"
	"image/draw"
	"image/png"
	"sync"

	"github.com/go-fonts/dejavu/dejavusans"
	"github.com/go-fonts/dejavu/dejavusansmono"
	"github.com/go-fonts/dejavu/dejavusansmonobold"
	"github.com/go-fonts/dejavu/dejavusansmonoboldoblique"
	"github.com/go-fonts/dejavu/dejavusansmonooblique"
	"golang.org/x/image/font"
	"golang.org/x/image/font/opentype"
	"golang.org/x/image/math/fixed"
	"golang.org/x/image/vector"
)

// PNG draws a screen in pure Go.
func PNG(s Screen, o Options) ([]byte, error) {
	img, err := Image(s, o)
	if err != nil {
		return nil, err
	}
	return encode(img)
}

func encode(img *image.RGBA) ([]byte, error) {
	var b bytes.Buffer
	if err := (&png.Encoder{CompressionLevel: png.BestCompression}).Encode(&b, img); err != nil {
		return nil, fmt.Errorf("writing the picture as PNG: %w", err)
	}
	return b.Bytes(), nil
}

// Image is PNG before it is encoded.
func Image(s Screen, o Options) (*image.RGBA, error) {
	p := painter{img: image.NewRGBA(image.Rect(0, 0, s.Bounds().Dx()*cellWidth+2*margin, s.Bounds().Dy()*cellHeight+2*margin))}
	faces, err := openFaces()
	if err != nil {
		return nil, err
	}
	p.faces = faces
	draw.Draw(p.img, p.img.Bounds(), image.NewUniform(o.ground()), image.Point{}, draw.Src)
	for y := range s.Bounds().Dy() {
		looks := row(s, y, o)
		for x, l := range looks {
			if l.width > 0 && l.ground != o.ground() {
				p.fill(x, y, l.width, 0, cellHeight, l.ground)
			}
		}
		for x, l := range looks {
			if l.width > 0 {
				p.cell(x, y, l)
			}
		}
	}
	return p.img, nil
}

// A painter draws cells.
type painter struct {
	img   *image.RGBA
	faces faces
}

// cell draws what stands in a cell.
func (p *painter) cell(x, y int, l look) {
	if l.underline {
		p.fill(x, y, l.width, baseline+2, baseline+3, l.ink)
	}
	if l.struck {
		p.fill(x, y, l.width, baseline-6, baseline-5, l.ink)
	}
	if l.text == "" || l.text == " " {
		return
	}
	plain := l
	plain.underline = false
	if s, ok := drawn(plain); ok {
		p.shape(x, y, s, l.ink)
		return
	}
	drawer := font.Drawer{Dst: p.img, Src: image.NewUniform(l.ink)}
	for _, r := range l.text {
		if name, ok := controlName(r); ok {
			p.control(x, y, name, l.ink)
			return
		}
		face, ok := p.faces.find(r, l.bold, l.italic)
		if !ok {
			p.missing(x, y, l)
			return
		}
		drawer.Face = face
		drawer.Dot = fixed.P(margin+x*cellWidth, margin+y*cellHeight+baseline)
		if advance, _ := face.GlyphAdvance(r); advance > fixed.I(l.width*cellWidth) {
			drawer.Dot.X -= (advance - fixed.I(l.width*cellWidth)) / 2
		}
		drawer.DrawString(string(r))
	}
}

// fill fills the lines from top to bottom of so many cells.
func (p *painter) fill(x, y, width, top, bottom int, c color.RGBA) {
	at := image.Pt(margin+x*cellWidth, margin+y*cellHeight)
	draw.Draw(p.img, image.Rect(0, top, width*cellWidth, bottom).Add(at), image.NewUniform(c), image.Point{}, draw.Src)
}

// shape draws polygons in a cell.
func (p *painter) shape(x, y int, s shape, c color.RGBA) {
	raster := vector.NewRasterizer(cellWidth, cellHeight)
	for _, polygon := range s.polygons {
		for i, at := range polygon {
			if i == 0 {
				raster.MoveTo(float32(at.x), float32(at.y))
			} else {
				raster.LineTo(float32(at.x), float32(at.y))
			}
		}
		raster.ClosePath()
	}
	ink := color.NRGBA{c.R, c.G, c.B, uint8(s.alpha * 255)}
	at := image.Pt(margin+x*cellWidth, margin+y*cellHeight)
	raster.Draw(p.img, image.Rect(0, 0, cellWidth, cellHeight).Add(at), image.NewUniform(ink), image.Point{})
}

// missing draws the outline of a box where no font has the character.
func (p *painter) missing(x, y int, l look) {
	s := shape{alpha: 1}
	right := w*float64(l.width) - 2
	s.box(2, 5, right, 6)
	s.box(2, 18, right, 19)
	s.box(2, 6, 3, 18)
	s.box(right-1, 6, right, 18)
	for _, polygon := range s.polygons {
		at := image.Pt(margin+x*cellWidth, margin+y*cellHeight)
		r := image.Rect(int(polygon[0].x), int(polygon[0].y), int(polygon[2].x), int(polygon[2].y)).Add(at)
		draw.Draw(p.img, r, image.NewUniform(l.ink), image.Point{}, draw.Src)
	}
}

// faces are the fonts by weight and slant, and one for what they lack.
type faces struct {
	styles [4]font.Face // bit 0 bold, bit 1 oblique
	more   font.Face
	small  font.Face // for the letters of control pictures
}

// find returns a face that has a glyph for r.
func (f faces) find(r rune, bold, italic bool) (font.Face, bool) {
	style := 0
	if bold {
		style |= 1
	}
	if italic {
		style |= 2
	}
	for _, face := range []font.Face{f.styles[style], f.styles[0], f.more} {
		if _, ok := face.GlyphAdvance(r); ok {
			return face, true
		}
	}
	return nil, false
}

// openFaces reads the fonts once. Faces keep buffers of their own, so only one
// picture may be drawn at a time; screenshots are.
var openFaces = sync.OnceValues(func() (faces, error) {
	var f faces
	open := func(ttf []byte, size float64) (font.Face, error) {
		parsed, err := opentype.Parse(ttf)
		if err != nil {
			return nil, fmt.Errorf("reading an embedded font: %w", err)
		}
		return opentype.NewFace(parsed, &opentype.FaceOptions{Size: size, DPI: 72, Hinting: font.HintingNone})
	}
	var err error
	for i, ttf := range [][]byte{dejavusansmono.TTF, dejavusansmonobold.TTF, dejavusansmonooblique.TTF, dejavusansmonoboldoblique.TTF} {
		if f.styles[i], err = open(ttf, fontSize); err != nil {
			return f, err
		}
	}
	if f.small, err = open(dejavusansmono.TTF, controlSize); err != nil {
		return f, err
	}
	f.more, err = open(dejavusans.TTF, fontSize)
	return f, err
})
