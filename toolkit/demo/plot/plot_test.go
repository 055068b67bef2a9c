package plot

import (
	"bytes"
	"image/png"
	"math"
	"os"
	"slices"
	"testing"
)

func TestAChartIsAPictureOfItsSize(t *testing.T) {
	for name, c := range map[string]Chart{
		"line":   {Title: "Oslo, next 5 days", Unit: "°C", Labels: []string{"Mon", "Tue", "Wed", "Thu", "Fri"}, Series: []Series{{"temperature", []float64{12.5, 14, 13.2, 9, 11}}}},
		"lines":  {Title: "Two", Series: []Series{{"high", []float64{12, 14, 13}}, {"low", []float64{2, -4, 3}}}},
		"bars":   {Title: "Bars", Kind: Bars, Labels: []string{"a", "b", "c"}, Series: []Series{{"one", []float64{3, -1, 2}}, {"two", []float64{1, 2}}}},
		"single": {Kind: Bars, Series: []Series{{"", []float64{0}}}},
	} {
		b, err := c.PNG()
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		picture, err := png.Decode(bytes.NewReader(b))
		if err != nil || picture.Bounds().Dx() != Width || picture.Bounds().Dy() != Height {
			t.Errorf("%s: %v, %v", name, picture.Bounds(), err)
		}
		if dir := os.Getenv("PLOT_OUT"); dir != "" {
			_ = os.WriteFile(dir+"/"+name+".png", b, 0o644)
		}
		again, _ := c.PNG()
		if !bytes.Equal(b, again) {
			t.Errorf("%s: the same chart drawn twice differs", name)
		}
	}
}

func TestABarReachesItsValue(t *testing.T) {
	c := Chart{Kind: Bars, Series: []Series{{"", []float64{10, 5}}}}
	b, err := c.PNG()
	if err != nil {
		t.Fatal(err)
	}
	picture, _ := png.Decode(bytes.NewReader(b))
	p := &page{frame: c.frame(), scale: c.scale()}
	for place, value := range c.Series[0].Values {
		x := int(c.x(p, place))
		inside, outside := int(p.y(value))+3, int(p.y(value))-3
		if picture.At(x, inside) != hue(0) || picture.At(x, outside) == hue(0) {
			t.Errorf("the bar of %g does not end at %g", value, p.y(value))
		}
	}
}

func TestWhatCanNotBeDrawnIsSaid(t *testing.T) {
	for name, c := range map[string]Chart{
		"nothing":   {},
		"no values": {Series: []Series{{"a", nil}}},
		"infinity":  {Series: []Series{{"a", []float64{math.Inf(1)}}}},
		"no number": {Series: []Series{{"a", []float64{math.NaN()}}}},
	} {
		if _, err := c.PNG(); err == nil {
			t.Errorf("%s was drawn", name)
		}
	}
}

func TestMarksAreRoundNumbersAroundTheValues(t *testing.T) {
	for _, c := range []struct {
		low, high float64
		labels    []string
	}{
		{0, 10, []string{"0", "2", "4", "6", "8", "10"}},
		{-3.2, 14.1, []string{"-5", "0", "5", "10", "15"}},
		{0.11, 0.13, []string{"0.110", "0.115", "0.120", "0.125", "0.130"}},
		{5, 5, []string{"4.0", "4.5", "5.0", "5.5", "6.0"}},
		{0, 3e6, []string{"0", "1e+06", "2e+06", "3e+06"}},
	} {
		s := newScale(c.low, c.high)
		var labels []string
		for _, m := range s.marks() {
			labels = append(labels, s.label(m))
		}
		if !slices.Equal(labels, c.labels) {
			t.Errorf("from %g to %g: %q, want %q", c.low, c.high, labels, c.labels)
		}
	}
}
