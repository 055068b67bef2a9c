package plot

import (
	"image"
	"image/color"
	"math"
)

// drawHead writes the title, and the legend when there is more than one series.
func (c Chart) drawHead(p *page) {
	p.write(c.Title, point{16, 24}, left, ink, true)
	if len(c.Series) < 2 {
		return
	}
	x := float64(p.frame.Max.X)
	for i := len(c.Series) - 1; i >= 0; i-- {
		x -= p.write(c.Series[i].Name, point{x, 24}, right, quiet, false) + 8
		p.dot(hue(i), point{x, 20}, 4)
		x -= 16
	}
}

// drawAxes draws gridlines, their values, and the names of the places.
func (c Chart) drawAxes(p *page) {
	for _, mark := range p.scale.marks() {
		y := int(math.Round(p.y(mark)))
		line := grid
		if mark == 0 {
			line = quiet
		}
		p.fill(image.Rect(p.frame.Min.X, y, p.frame.Max.X, y+1), line)
		p.write(p.scale.label(mark), point{float64(p.frame.Min.X) - 8, float64(y) + 4}, right, quiet, false)
	}
	if c.Unit != "" {
		p.write(c.Unit, point{float64(p.frame.Min.X), float64(p.frame.Min.Y) - 4}, left, quiet, false)
	}
	end := math.Inf(-1) // of the last name that was written: names never overlap
	for i, label := range c.Labels {
		x := c.x(p, i)
		if i >= c.places() || x-measure(label)/2 < end+6 {
			continue
		}
		p.write(label, point{x, float64(p.frame.Max.Y) + 16}, center, quiet, false)
		end = x + measure(label)/2
	}
}

// band is how wide one place is.
func (c Chart) band(p *page) float64 { return float64(p.frame.Dx()) / float64(c.places()) }

// x is the middle of a place.
func (c Chart) x(p *page, place int) float64 {
	return float64(p.frame.Min.X) + (float64(place)+0.5)*c.band(p)
}

func (c Chart) drawLines(p *page) {
	for i, s := range c.Series {
		at := make([]point, len(s.Values))
		for j, v := range s.Values {
			at[j] = point{c.x(p, j), p.y(v)}
		}
		if len(c.Series) == 1 && len(at) > 1 {
			bottom := float64(p.frame.Max.Y)
			area := append([]point{{at[0].x, bottom}}, at...)
			p.polygon(faint(hue(i)), append(area, point{at[len(at)-1].x, bottom})...)
		}
		for j := range at {
			if j > 0 {
				p.stroke(hue(i), at[j-1], at[j], 5)
			}
			if c.band(p) >= 12 {
				p.dot(paper, at[j], 7)
				p.dot(hue(i), at[j], 5.5)
			} else {
				p.dot(hue(i), at[j], 1.25)
			}
		}
	}
}

func (c Chart) drawBars(p *page) {
	zero := p.y(0)
	group := c.band(p) * 0.72
	width := group / float64(len(c.Series))
	for i, s := range c.Series {
		for j, v := range s.Values {
			x := c.x(p, j) - group/2 + float64(i)*width
			gap := min(1, width/8)
			p.polygon(hue(i), point{x + gap, zero}, point{x + gap, p.y(v)},
				point{x + width - gap, p.y(v)}, point{x + width - gap, zero})
		}
	}
}

// hue is the colour of a series.
func hue(i int) color.RGBA { return series[i%len(series)] }

// faint is c as a tint that gridlines show through.
func faint(c color.RGBA) color.Color {
	return color.NRGBA{c.R, c.G, c.B, 0x22}
}
