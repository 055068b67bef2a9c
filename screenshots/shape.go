package screenshots

import "math"

// Signs whose lines must meet from cell to cell, and some that no font at hand
// has, are drawn as polygons: fonts leave gaps between cells, and differ.

type point struct{ x, y float64 }

// A shape is polygons within a cell, in pixels, and how opaque they are.
type shape struct {
	polygons [][]point
	alpha    float64
}

func (s *shape) add(points ...point) { s.polygons = append(s.polygons, points) }

// box adds a rectangle.
func (s *shape) box(x0, y0, x1, y1 float64) {
	s.add(point{x0, y0}, point{x1, y0}, point{x1, y1}, point{x0, y1})
}

// ring adds an arc of a circle as a band; angles in quarter turns, clockwise
// from the right.
func (s *shape) ring(cx, cy, radius, thick, from, to float64) {
	const steps = 16
	var outer, inner []point
	for i := range steps + 1 {
		sin, cos := math.Sincos((from + (to-from)*float64(i)/steps) * math.Pi / 2)
		outer = append(outer, point{cx + (radius+thick/2)*cos, cy + (radius+thick/2)*sin})
		inner = append([]point{{cx + (radius-thick/2)*cos, cy + (radius-thick/2)*sin}}, inner...)
	}
	s.add(append(outer, inner...)...)
}

// across tells whether the shape is one rectangle from side to side, so that a
// run of cells can be drawn as one.
func (s *shape) across() bool {
	if len(s.polygons) != 1 || len(s.polygons[0]) != 4 {
		return false
	}
	p := s.polygons[0]
	return p[0].x == 0 && p[1].x == w && p[2].x == w && p[3].x == 0
}

const (
	w, h      = float64(cellWidth), float64(cellHeight)
	midX      = w / 2
	midY      = h / 2
	thin      = 2.0
	thick     = 4.0
	doubleGap = 3.0
)

// sign returns the polygons for a character, if it is one of those.
func sign(r rune) (shape, bool) {
	s := shape{alpha: 1}
	switch {
	case r >= 0x2580 && r <= 0x259F:
		return s, s.block(r)
	case r >= 0x2800 && r <= 0x28FF:
		s.braille(r)
		return s, true
	case r == '⏸':
		s.box(2.5, 6, 5, 18)
		s.box(7, 6, 9.5, 18)
		return s, true
	case r == '⏱':
		s.ring(midX, 13.5, 4.5, 1.6, 0, 4)
		s.box(midX-0.8, 10, midX+0.8, 14.3)
		s.box(midX-2, 6, midX+2, 7.6)
		return s, true
	}
	if c, ok := corners[r]; ok {
		s.corner(c)
		return s, true
	}
	arms, ok := lines[r]
	if !ok {
		return s, false
	}
	switch arms {
	case "lr":
		s.box(0, midY-thin/2, w, midY+thin/2)
	case "ud":
		s.box(midX-thin/2, 0, midX+thin/2, h)
	default:
		for _, arm := range arms {
			s.arm(arm)
		}
	}
	return s, true
}

// lines are box drawings as their arms: to the left, right, up and down; in
// upper case thick, and after = as two lines.
var lines = map[rune]string{
	'─': "lr", '│': "ud", '┌': "rd", '┐': "ld", '└': "ru", '┘': "lu",
	'├': "udr", '┤': "udl", '┬': "lrd", '┴': "lru", '┼': "lrud",
	'━': "LR", '┃': "UD", '┏': "RD", '┓': "LD", '┗': "RU", '┛': "LU", '╷': "d", '╵': "u", '╴': "l", '╶': "r",
	'═': "2", '║': "3", '╔': "4", '╗': "5", '╚': "6", '╝': "7",
}

// arm adds a line from the middle of the cell to one of its edges, or one of
// the double drawings.
func (s *shape) arm(arm rune) {
	t := thin / 2
	switch arm {
	case 'L', 'R', 'U', 'D':
		t = thick / 2
	}
	switch arm {
	case 'l', 'L':
		s.box(0, midY-t, midX+t, midY+t)
	case 'r', 'R':
		s.box(midX-t, midY-t, w, midY+t)
	case 'u', 'U':
		s.box(midX-t, 0, midX+t, midY+t)
	case 'd', 'D':
		s.box(midX-t, midY-t, midX+t, h)
	default:
		s.double(arm)
	}
}

// double adds a drawing of two parallel lines.
func (s *shape) double(kind rune) {
	t, g := thin/2, doubleGap
	across := func(x0, x1, y float64) { s.box(x0, y-t, x1, y+t) }
	down := func(x, y0, y1 float64) { s.box(x-t, y0, x+t, y1) }
	switch kind {
	case '2':
		across(0, w, midY-g)
		across(0, w, midY+g)
		return
	case '3':
		down(midX-g, 0, h)
		down(midX+g, 0, h)
		return
	}
	left, up := kind == '5' || kind == '7', kind == '6' || kind == '7'
	for _, d := range []float64{-g, g} {
		// The outer line of the one direction meets the outer of the other.
		x, y := midX+d, midY+d
		if left != up {
			y = midY - d
		}
		if left {
			across(0, x+t, y)
		} else {
			across(x-t, w, y)
		}
		if up {
			down(x, 0, y+t)
		} else {
			down(x, y-t, h)
		}
	}
}

// A corner is where a rounded corner's arc has its middle, seen from the
// cell's, and the quarter turn where it begins.
type corner struct{ x, y, from float64 }

var corners = map[rune]corner{'╭': {1, 1, 2}, '╮': {-1, 1, 3}, '╯': {-1, -1, 0}, '╰': {1, -1, 1}}

// corner adds a rounded corner: a quarter of a ring, which ends at the side,
// and a line to the upper or lower edge.
func (s *shape) corner(c corner) {
	cy := midY + c.y*midX
	s.ring(midX+c.x*midX, cy, midX, thin, c.from, c.from+1)
	if c.y > 0 {
		s.box(midX-thin/2, cy, midX+thin/2, h)
	} else {
		s.box(midX-thin/2, 0, midX+thin/2, cy)
	}
}

// block adds a block element and reports whether it is one that is drawn.
func (s *shape) block(r rune) bool {
	switch {
	case r == '▀':
		s.box(0, 0, w, midY)
	case r >= '▁' && r <= '█':
		s.box(0, h-h*float64(r-'▀')/8, w, h)
	case r >= '▉' && r <= '▏':
		s.box(0, 0, w*float64('▐'-r)/8, h)
	case r == '▐':
		s.box(midX, 0, w, h)
	case r >= '░' && r <= '▓':
		s.box(0, 0, w, h)
		s.alpha = 0.25 * float64(r-'░'+1)
	default:
		return false
	}
	return true
}

// brailleDots are the places of the dots by their bits.
var brailleDots = [8][2]int{{0, 0}, {0, 1}, {0, 2}, {1, 0}, {1, 1}, {1, 2}, {0, 3}, {1, 3}}

func (s *shape) braille(r rune) {
	for bit, at := range brailleDots {
		if r&(1<<bit) != 0 {
			s.ring(3.5+5*float64(at[0]), 4.5+5*float64(at[1]), 0.8, 1.6, 0, 4)
		}
	}
}
