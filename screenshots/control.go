package screenshots

import (
	"image"
	"image/color"
	"strings"

	"golang.org/x/image/font"
	"golang.org/x/image/math/fixed"
)

// Control pictures (␛) stand for characters that were kept from the terminal.
// The embedded fonts lack them, so their letters are drawn small, from the
// upper left to the lower right as in Unicode's charts.

// controlSize is the size of the letters, in pixels.
const controlSize = 8

// controlNames are the names in the pictures from U+2400 on.
var controlNames = strings.Fields("NUL SOH STX ETX EOT ENQ ACK BEL BS HT LF VT FF CR SO SI " +
	"DLE DC1 DC2 DC3 DC4 NAK SYN ETB CAN EM SUB ESC FS GS RS US SP DEL")

// controlName is the name in a control picture.
func controlName(r rune) (string, bool) {
	if at := int(r) - 0x2400; at >= 0 && at < len(controlNames) {
		return controlNames[at], true
	}
	return "", false
}

// control draws a control picture in a cell.
func (p *painter) control(x, y int, name string, ink color.RGBA) {
	drawer := font.Drawer{Dst: p.img, Src: image.NewUniform(ink), Face: p.faces.small}
	for i, letter := range name {
		across, down := i*(cellWidth-5)/(len(name)-1), i*8/(len(name)-1)
		drawer.Dot = fixed.P(margin+x*cellWidth+across, margin+y*cellHeight+baseline-8+down)
		drawer.DrawString(string(letter))
	}
}
