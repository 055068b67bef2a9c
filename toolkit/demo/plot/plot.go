// Package plot draws small charts as PNG pictures: lines or bars over named
// places, with axes, gridlines and a legend.
package plot

import (
	"bytes"
	"fmt"
	"image"
	"image/draw"
	"image/png"
	"math"
)

// Width and Height are the size of a picture in pixels.
const (
	Width  = 640
	Height = 320
)

// A Kind says how values are drawn.
type Kind int

// The kinds of chart.
const (
	Line Kind = iota
	Bars
)

// A Chart is what to draw.
type Chart struct {
	Title string
	// Unit is written at the value axis.
	Unit string
	Kind Kind
	// Labels name the places along the chart; there may be none.
	Labels []string
	Series []Series
}

// A Series is one line, or one group of bars.
type Series struct {
	Name   string
	Values []float64
}

// PNG draws the chart. The error says what can not be drawn.
func (c Chart) PNG() ([]byte, error) {
	if err := c.check(); err != nil {
		return nil, err
	}
	canvas := image.NewRGBA(image.Rect(0, 0, Width, Height))
	draw.Draw(canvas, canvas.Bounds(), image.NewUniform(paper), image.Point{}, draw.Src)
	p := &page{canvas: canvas, frame: c.frame(), scale: c.scale()}
	c.drawAxes(p)
	switch c.Kind {
	case Bars:
		c.drawBars(p)
	default:
		c.drawLines(p)
	}
	c.drawHead(p)
	var b bytes.Buffer
	err := png.Encode(&b, canvas)
	return b.Bytes(), err
}

func (c Chart) check() error {
	if c.places() == 0 {
		return fmt.Errorf("there is nothing to draw; at least one value would do")
	}
	for _, s := range c.Series {
		for i, v := range s.Values {
			if math.IsNaN(v) || math.Abs(v) > 1e15 {
				return fmt.Errorf("value %d of %q is %g, which is too large to draw; up to 1e15 would do", i+1, s.Name, v)
			}
		}
	}
	return nil
}

// places is how many values stand side by side.
func (c Chart) places() int {
	n := 0
	for _, s := range c.Series {
		n = max(n, len(s.Values))
	}
	return n
}

// frame is where the values are drawn.
func (c Chart) frame() image.Rectangle {
	r := image.Rect(56, 48, Width-18, Height-18)
	if len(c.Labels) > 0 {
		r.Max.Y -= 18
	}
	return r
}

// scale is the value axis, which holds all values, and zero for bars.
func (c Chart) scale() scale {
	low, high := math.Inf(1), math.Inf(-1)
	for _, s := range c.Series {
		for _, v := range s.Values {
			low, high = min(low, v), max(high, v)
		}
	}
	if c.Kind == Bars {
		low, high = min(low, 0), max(high, 0)
	}
	return newScale(low, high)
}
