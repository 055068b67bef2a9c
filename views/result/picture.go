package result

import (
	"image"

	"toolbench/toolkit/tool"
	"toolbench/views/picture"
)

// inPlace is how many rows a picture takes within the output at most, and
// mostInPlace how many pictures are drawn there; the parts page draws any.
const (
	inPlace     = 20
	mostInPlace = 8
)

// A drawing is a picture as lines, or why there is none.
type drawing struct {
	lines []string
	size  image.Point // of the picture, in pixels; zero when it is not known
	why   string
}

// picture draws an image part in at most so many cells. Without room it only
// looks at the picture's size.
func (j job) picture(p tool.ContentPart, columns, rows int) drawing {
	if p.Type != tool.PartImage || p.Data == "" {
		return drawing{}
	}
	data, err := p.Decode()
	if err != nil {
		return drawing{why: "its data is not base64"}
	}
	info, err := picture.Look(data)
	d := drawing{size: image.Pt(info.Width, info.Height)}
	switch o := j.theme.Options; {
	case err != nil:
		d.why = err.Error()
		return d
	case !o.Color || o.Basic || o.ASCII:
		d.why = "drawn only with more than 16 colours"
		return d
	}
	c, r := picture.Fit(info.Width, info.Height, columns, rows, picture.DefaultAspect)
	if c == 0 || r == 0 {
		return d
	}
	img, _, err := picture.Decode(data, picture.Limits{})
	if err != nil {
		d.why = err.Error()
		return d
	}
	d.lines = picture.Blocks(img, c, r, j.theme.Ground)
	return d
}
