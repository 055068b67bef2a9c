// Package picture turns images into terminal cells.
//
// An image comes from a stranger: its size is read before its pixels are, and
// what would take too much memory is refused. It is drawn with half blocks,
// which every terminal with colours shows; each cell holds two pixels, one
// above the other.
package picture

import (
	"bytes"
	"errors"
	"fmt"
	"image"
	_ "image/gif"  // registers the format
	_ "image/jpeg" // registers the format
	_ "image/png"  // registers the format
	"strings"

	_ "golang.org/x/image/bmp"  // registers the format
	_ "golang.org/x/image/webp" // registers the format
)

// Limits bound what is decoded. The zero value stands for the defaults.
type Limits struct {
	// Pixels is the largest width times height; 0 stands for 64 million, about
	// 256 MB once decoded.
	Pixels int
}

const defaultPixels = 64 << 20

// An Info is what an image's head says of it.
type Info struct {
	Format        string // png, jpeg, gif, webp or bmp
	Width, Height int    // in pixels
}

// String returns the info as people read it: png 640×320.
func (i Info) String() string { return fmt.Sprintf("%s %d×%d", i.Format, i.Width, i.Height) }

// Look reads an image's head alone.
func Look(data []byte) (Info, error) {
	config, format, err := image.DecodeConfig(bytes.NewReader(data))
	if errors.Is(err, image.ErrFormat) {
		return Info{}, errors.New("this is no image in a format that can be drawn (png, jpeg, gif, webp, bmp)")
	}
	if err != nil {
		return Info{}, fmt.Errorf("the image's head can not be read: %s", reason(err))
	}
	if config.Width <= 0 || config.Height <= 0 {
		return Info{}, fmt.Errorf("the image has no area: it says it is %d×%d", config.Width, config.Height)
	}
	return Info{Format: format, Width: config.Width, Height: config.Height}, nil
}

// Decode reads an image within limits. Of an animation it is the first frame.
// It can take seconds: call it in a command.
func Decode(data []byte, limits Limits) (img image.Image, info Info, err error) {
	data = plainPNG(data)
	info, err = Look(data)
	if err != nil {
		return nil, Info{}, err
	}
	most := limits.Pixels
	if most <= 0 {
		most = defaultPixels
	}
	if info.Height > most/info.Width {
		return nil, info, fmt.Errorf("the image is %d×%d, more than the %d million pixels that are drawn here; save it and open it elsewhere",
			info.Width, info.Height, most>>20)
	}
	// Decoders have panicked on broken input before; an image is no reason to end.
	defer func() {
		if p := recover(); p != nil {
			img, err = nil, errors.New("the image is broken in a way that its decoder does not expect")
		}
	}()
	img, _, err = image.Decode(bytes.NewReader(data))
	if err != nil {
		return nil, info, fmt.Errorf("the image can not be decoded: %s", reason(err))
	}
	return img, info, nil
}

// reason returns a decoder's error without the name of its package.
func reason(err error) string {
	text := err.Error()
	for _, prefix := range []string{"png: ", "gif: ", "image: ", "webp: ", "bmp: ", "riff: ", "vp8: ", "vp8l: "} {
		text = strings.TrimPrefix(text, prefix)
	}
	return text
}
