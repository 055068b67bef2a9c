package library

import (
	"bytes"
	"image"
	"image/color"
	"image/draw"
	"image/png"
	"net/http"
)

// cover answers with the picture of a book's cover.
func (s *shelves) cover(r *http.Request) (any, error) {
	var u unfit
	width := 240
	if given := number(&u, r.URL.Query(), "width"); given != nil {
		width = *given
	}
	u.when(width < 40 || width > 800, "width", "%d is not between 40 and 800", width)
	if err := u.err(); err != nil {
		return nil, err
	}
	found, err := s.get(r)
	if err != nil {
		return nil, err
	}
	var b bytes.Buffer
	if err := png.Encode(&b, drawCover(found.(book).ISBN, width)); err != nil {
		return nil, err
	}
	return picture(b.Bytes()), nil
}

// bars are the digits of an EAN-13 as seven modules each, in the three sets of
// ISO/IEC 15420: the third is the first one inverted, and the second that one
// backwards.
var (
	leftOdd  = [10]uint8{0x0d, 0x19, 0x13, 0x3d, 0x23, 0x31, 0x2f, 0x3b, 0x37, 0x0b}
	parities = [10]uint8{0x00, 0x0b, 0x0d, 0x0e, 0x13, 0x19, 0x1c, 0x15, 0x16, 0x1a}
)

// modules are the 95 dark and light lines of a bar code for an ISBN.
func modules(isbn string) []bool {
	var lines []bool
	add := func(pattern uint8, n int) {
		for i := n - 1; i >= 0; i-- {
			lines = append(lines, pattern>>i&1 == 1)
		}
	}
	parity := parities[isbn[0]-'0']
	add(0b101, 3)
	for i := range 6 {
		digit := leftOdd[isbn[1+i]-'0']
		if parity>>(5-i)&1 == 1 {
			digit = backwards(^digit & 0x7f)
		}
		add(digit, 7)
	}
	add(0b01010, 5)
	for i := range 6 {
		add(^leftOdd[isbn[7+i]-'0']&0x7f, 7)
	}
	add(0b101, 3)
	return lines
}

// backwards are seven modules the other way round.
func backwards(pattern uint8) (turned uint8) {
	for i := range 7 {
		turned |= pattern >> i & 1 << (6 - i)
	}
	return turned
}

// drawCover draws cloth of a colour of the book's own with its bar code, which
// can be scanned where the cover is wide enough.
func drawCover(isbn string, width int) image.Image {
	height := width * 3 / 2
	canvas := image.NewRGBA(image.Rect(0, 0, width, height))
	fill(canvas, canvas.Bounds(), cloth(isbn))
	fill(canvas, image.Rect(0, 0, width/14, height), color.NRGBA{0, 0, 0, 0x50})
	fill(canvas, image.Rect(width/5, height/8, width*4/5, height/8+max(1, width/60)), color.NRGBA{0xff, 0xff, 0xff, 0xc0})
	lines := modules(isbn)
	scale := max(1, width*3/4/(len(lines)+18))
	left := (width - scale*(len(lines)+18)) / 2
	fill(canvas, image.Rect(left, height*5/8, left+scale*(len(lines)+18), height*7/8), color.White)
	for i, dark := range lines {
		if dark {
			x := left + scale*(9+i)
			fill(canvas, image.Rect(x, height*5/8+scale*3, x+scale, height*7/8-scale*3), color.Black)
		}
	}
	return canvas
}

// cloth is a colour that follows from the digits.
func cloth(isbn string) color.RGBA {
	h := uint32(2166136261)
	for _, digit := range []byte(isbn) {
		h = (h ^ uint32(digit)) * 16777619
	}
	return color.RGBA{uint8(0x40 + h>>8%0x70), uint8(0x38 + h>>14%0x60), uint8(0x40 + h>>20%0x70), 0xff}
}

func fill(canvas draw.Image, r image.Rectangle, c color.Color) {
	draw.Draw(canvas, r, image.NewUniform(c), image.Point{}, draw.Over)
}
