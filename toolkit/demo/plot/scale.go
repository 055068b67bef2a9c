package plot

import (
	"math"
	"strconv"
)

// A scale is an axis with marks at round numbers: from low in steps up to high.
type scale struct {
	low, high, step float64
}

// newScale is a scale of about five marks that holds low and high.
func newScale(low, high float64) scale {
	if low == high {
		low, high = low-1, high+1
	}
	step := roundStep((high - low) / 5)
	return scale{math.Floor(low/step) * step, math.Ceil(high/step) * step, step}
}

// roundStep is the next of 1, 2 and 5 times a power of ten.
func roundStep(raw float64) float64 {
	power := math.Pow(10, math.Floor(math.Log10(raw)))
	for _, factor := range []float64{1, 2, 5} {
		if raw <= factor*power {
			return factor * power
		}
	}
	return 10 * power
}

// marks are the values that get a gridline.
func (s scale) marks() []float64 {
	var marks []float64
	for i := range int(math.Round((s.high-s.low)/s.step)) + 1 {
		marks = append(marks, s.low+float64(i)*s.step)
	}
	return marks
}

// share is how far up the axis v lies, 0 to 1.
func (s scale) share(v float64) float64 { return (v - s.low) / (s.high - s.low) }

// label writes a mark with the digits that its step needs.
func (s scale) label(mark float64) string {
	digits := max(0, int(-math.Floor(math.Log10(s.step))))
	text := strconv.FormatFloat(mark, 'f', digits, 64)
	if math.Abs(mark) >= 1e6 {
		text = strconv.FormatFloat(mark, 'g', 4, 64)
	}
	if mark == 0 || text == "-0" {
		return "0"
	}
	return text
}
