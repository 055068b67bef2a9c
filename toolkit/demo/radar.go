package demo

import (
	"bytes"
	"image"
	"image/color"
	"image/png"
	"math"

	"toolbench/toolkit/source/native"
	"toolbench/toolkit/tool"
)

type radarInput struct {
	Place string `json:"place" jsonschema:"minLength=1,example=Oslo" jsonschema_description:"City, or \"lat,lon\""`
}

func radarTool() tool.Tool {
	return native.DefineTool("radar", "The rain radar of a place, as a picture and nothing else.",
		runRadar, native.WithReadOnly(), native.WithTitle("Rain radar"))
}

func runRadar(ctx *tool.ToolContext, in radarInput) (tool.ToolResult, error) {
	at, err := findPlace(in.Place)
	if err != nil {
		return tool.ToolResult{}, tool.Fail(ctx, err)
	}
	var b bytes.Buffer
	if err := png.Encode(&b, radarPicture(at)); err != nil {
		return tool.ToolResult{}, err
	}
	return tool.ToolResult{Parts: []tool.ContentPart{tool.Bytes(b.Bytes(), "image/png")}}, nil
}

// radarColours go from no rain over light and heavy rain to the rings.
var radarColours = color.Palette{
	color.RGBA{0x10, 0x18, 0x26, 0xff}, color.RGBA{0x1d, 0x4e, 0x6b, 0xff}, color.RGBA{0x2a, 0x8c, 0x7a, 0xff},
	color.RGBA{0x7c, 0xc2, 0x4e, 0xff}, color.RGBA{0xf2, 0xd0, 0x3b, 0xff}, color.RGBA{0xe8, 0x6a, 0x2b, 0xff},
	color.RGBA{0x4a, 0x5a, 0x70, 0xff},
}

const (
	radarSide = 320
	radarRing = uint8(6)
)

// radarPicture is the rain around a place: a disc with rings every 50 km.
func radarPicture(at place) image.Image {
	picture := image.NewPaletted(image.Rect(0, 0, radarSide, radarSide), radarColours)
	const middle = radarSide / 2
	for y := range radarSide {
		for x := range radarSide {
			distance := math.Hypot(float64(x-middle), float64(y-middle))
			switch {
			case distance >= middle:
				continue
			case math.Mod(distance+0.5, 40) < 1 || x == middle || y == middle:
				picture.SetColorIndex(x, y, radarRing)
			default:
				picture.SetColorIndex(x, y, rainColour(rainAround(at, float64(x), float64(y))))
			}
		}
	}
	return picture
}

func rainColour(rain float64) uint8 {
	return uint8(min(5, max(0, math.Ceil(rain*9))))
}

// rainAround is a smooth field: three octaves of noise between the corners of
// ever finer squares.
func rainAround(at place, x, y float64) float64 {
	sum := 0.0
	for octave, size := range []float64{96, 48, 24} {
		sum += between(at, octave, x/size, y/size) / float64(int(1)<<octave)
	}
	return sum - 0.1
}

func between(at place, octave int, x, y float64) float64 {
	left, top := math.Floor(x), math.Floor(y)
	corner := func(dx, dy float64) float64 {
		return noise(at, int64((top+dy)*1000+left+dx), radarOctaves[octave])
	}
	u, v := ease(x-left), ease(y-top)
	upper := corner(0, 0)*(1-u) + corner(1, 0)*u
	lower := corner(0, 1)*(1-u) + corner(1, 1)*u
	return upper*(1-v) + lower*v
}

var radarOctaves = []string{"clouds", "showers", "drops"}

func ease(t float64) float64 { return t * t * (3 - 2*t) }
