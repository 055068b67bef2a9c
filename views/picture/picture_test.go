package picture

import (
	"bytes"
	"encoding/binary"
	"hash/crc32"
	"image"
	"image/color"
	"image/gif"
	"image/jpeg"
	"image/png"
	"strings"
	"testing"

	"github.com/charmbracelet/x/ansi"
	"golang.org/x/image/bmp"
)

// sample is red above and blue below, with a transparent right half.
func sample(w, h int) *image.NRGBA {
	img := image.NewNRGBA(image.Rect(0, 0, w, h))
	for y := range h {
		for x := range w {
			c := color.NRGBA{R: 255, A: 255}
			if y >= h/2 {
				c = color.NRGBA{B: 255, A: 255}
			}
			if x >= w/2 {
				c = color.NRGBA{}
			}
			img.SetNRGBA(x, y, c)
		}
	}
	return img
}

func encoded(t testing.TB, format string) []byte {
	var b bytes.Buffer
	img := sample(40, 20)
	var err error
	switch format {
	case "png":
		err = png.Encode(&b, img)
	case "jpeg":
		err = jpeg.Encode(&b, img, nil)
	case "gif":
		err = gif.Encode(&b, img, nil)
	case "bmp":
		err = bmp.Encode(&b, img)
	}
	if err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// webp is a lossless picture of one pixel.
var webp = []byte("RIFF\x1a\x00\x00\x00WEBPVP8L\x0d\x00\x00\x00\x2f\x00\x00\x00\x10\x07\x10\x11\x11\x88\x88\xfe\x07\x00")

func TestEveryFormatIsDecoded(t *testing.T) {
	for _, format := range []string{"png", "jpeg", "gif", "bmp"} {
		img, info, err := Decode(encoded(t, format), Limits{})
		if err != nil || info.Format != format || info.Width != 40 || img.Bounds().Dy() != 20 {
			t.Errorf("%s: %v, %v", format, info, err)
		}
	}
	if _, info, err := Decode(webp, Limits{}); err != nil || info.String() != "webp 1×1" {
		t.Errorf("webp: %v, %v", info, err)
	}
}

// bomb is a valid PNG head that claims to be w by h pixels.
func bomb(w, h uint32) []byte {
	head := binary.BigEndian.AppendUint32([]byte("IHDR"), w)
	head = append(binary.BigEndian.AppendUint32(head, h), 8, 6, 0, 0, 0)
	out := append([]byte("\x89PNG\r\n\x1a\n\x00\x00\x00\x0d"), head...)
	return binary.BigEndian.AppendUint32(out, crc32.ChecksumIEEE(head))
}

func TestWhatIsTooLargeOrBrokenIsRefusedInASentence(t *testing.T) {
	whole := encoded(t, "png")
	for name, c := range map[string]struct {
		data   []byte
		limits Limits
		want   string
	}{
		"bomb":      {bomb(100_000, 100_000), Limits{}, "100000×100000, more than the 64 million"},
		"limit":     {whole, Limits{Pixels: 700}, "40×20, more than"},
		"empty":     {nil, Limits{}, "no image"},
		"text":      {[]byte("hello"), Limits{}, "no image"},
		"truncated": {whole[:60], Limits{}, "can not be decoded"},
		"head":      {whole[:20], Limits{}, "head can not be read"},
	} {
		img, _, err := Decode(c.data, c.limits)
		if err == nil || img != nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func TestABoxKeepsTheShapeAndNeverEnlarges(t *testing.T) {
	for _, c := range []struct {
		w, h, cols, rows int
		aspect           float64
		c, r             int
	}{
		{640, 320, 80, 40, 2, 80, 20},
		{640, 320, 80, 10, 2, 40, 10},
		{320, 640, 80, 40, 0, 40, 40},
		{8, 8, 80, 40, 2, 8, 4},
		{1000, 1, 80, 40, 2, 80, 1},
		{1, 1000, 80, 40, 2, 1, 40},
		{10, 10, 0, 5, 2, 0, 0},
		{640, 320, 80, 40, 1, 80, 40},
	} {
		if got, rows := Fit(c.w, c.h, c.cols, c.rows, c.aspect); got != c.c || rows != c.r {
			t.Errorf("Fit(%d, %d, %d, %d, %v) = %d, %d, want %d, %d", c.w, c.h, c.cols, c.rows, c.aspect, got, rows, c.c, c.r)
		}
	}
}

func TestBlocksHoldTwoPixelsACellAndLieOnTheGround(t *testing.T) {
	ground := color.RGBA{R: 1, G: 2, B: 3, A: 255}
	lines := Blocks(sample(4, 2), 4, 1, ground)
	want := "\x1b[38;2;255;0;0;48;2;0;0;255m▀▀\x1b[38;2;1;2;3;48;2;1;2;3m▀▀\x1b[m"
	if len(lines) != 1 || lines[0] != want {
		t.Errorf("drew %q, want %q", lines, want)
	}
	for _, size := range [][2]int{{1, 1}, {7, 3}, {80, 40}} {
		lines := Blocks(sample(33, 21), size[0], size[1], nil)
		if len(lines) != size[1] {
			t.Errorf("%d lines, want %d", len(lines), size[1])
		}
		for _, line := range lines {
			if ansi.StringWidth(line) != size[0] || !strings.HasSuffix(line, ansi.ResetStyle) {
				t.Errorf("at %v a line is %q", size, line)
			}
		}
	}
	if Blocks(sample(4, 4), 0, 3, nil) != nil || Blocks(image.NewRGBA(image.Rectangle{}), 3, 3, nil) != nil {
		t.Error("nothing was drawn as something")
	}
}

func FuzzDecodingNeverPanics(f *testing.F) {
	for _, format := range []string{"png", "jpeg", "gif", "bmp"} {
		f.Add(encoded(f, format))
	}
	f.Add(webp)
	f.Add(bomb(1<<31-1, 1<<31-1))
	f.Fuzz(func(t *testing.T, data []byte) {
		img, info, err := Decode(data, Limits{Pixels: 1 << 16})
		if err != nil {
			return
		}
		c, r := Fit(info.Width, info.Height, 20, 10, 0)
		Blocks(img, c, r, nil)
	})
}
