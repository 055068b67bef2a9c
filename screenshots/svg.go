package screenshots

import (
	"bytes"
	"fmt"
	"html"
	"image/color"
	"strings"
	"unicode/utf8"
)

// fonts are what the SVG asks for; widths do not depend on which is there.
const fonts = `'DejaVu Sans Mono','JetBrains Mono',Menlo,Consolas,monospace`

// SVG draws a screen. Runs of text keep their cells in any monospaced font;
// box drawings, blocks and pictures are shapes.
func SVG(s Screen, o Options) []byte {
	var b bytes.Buffer
	width, height := s.Bounds().Dx()*cellWidth+2*margin, s.Bounds().Dy()*cellHeight+2*margin
	fmt.Fprintf(&b, `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %d %d" width="%d" height="%d" role="img">`+"\n", width, height, width, height)
	fmt.Fprintf(&b, "<title>%s</title>\n", html.EscapeString(o.Title))
	fmt.Fprintf(&b, `<rect width="%d" height="%d" rx="10" fill="%s"/>`+"\n", width, height, hex(o.ground()))
	fmt.Fprintf(&b, `<g transform="translate(%d %d)" font-family="%s" font-size="%d" xml:space="preserve">`+"\n", margin, margin, fonts, fontSize)
	for y := range s.Bounds().Dy() {
		looks := row(s, y, o)
		grounds(&b, looks, y, o)
		inks(&b, looks, y)
	}
	b.WriteString("</g>\n</svg>\n")
	return b.Bytes()
}

// grounds draws the backgrounds of a line, one rectangle for each run.
func grounds(b *bytes.Buffer, looks []look, y int, o Options) {
	for x := 0; x < len(looks); {
		end := x + max(1, looks[x].width)
		for end < len(looks) && looks[end].ground == looks[x].ground {
			end += max(1, looks[end].width)
		}
		if looks[x].ground != o.ground() {
			fmt.Fprintf(b, `<rect x="%d" y="%d" width="%d" height="%d" fill="%s" shape-rendering="crispEdges"/>`+"\n",
				x*cellWidth, y*cellHeight, (min(end, len(looks))-x)*cellWidth, cellHeight, hex(looks[x].ground))
		}
		x = end
	}
}

// inks draws what stands on the backgrounds of a line.
func inks(b *bytes.Buffer, looks []look, y int) {
	for x := 0; x < len(looks); {
		l := looks[x]
		if l.width == 0 || l.blank() {
			x += max(1, l.width)
			continue
		}
		if polygons, ok := drawn(l); ok {
			end := x + 1
			for end < len(looks) && looks[end] == l {
				end++
			}
			path(b, polygons, x, end, y, l.ink)
			x = end
			continue
		}
		x = text(b, looks, x, y)
	}
}

// drawn returns the shape of a look that is drawn as one.
func drawn(l look) (shape, bool) {
	r, size := utf8.DecodeRuneInString(l.text)
	if size != len(l.text) || l.underline {
		return shape{}, false
	}
	return sign(r)
}

// path draws a shape in the cells from x to end.
func path(b *bytes.Buffer, s shape, x, end, y int, ink color.RGBA) {
	if s.across() {
		p := s.polygons[0]
		fmt.Fprintf(b, `<rect x="%d" y="%s" width="%d" height="%s" fill="%s"`, x*cellWidth, decimal(p[0].y+float64(y*cellHeight)),
			(end-x)*cellWidth, decimal(p[2].y-p[0].y), hex(ink))
		opacity(b, s)
		return
	}
	b.WriteString(`<path d="`)
	for at := x; at < end; at++ {
		for _, polygon := range s.polygons {
			for i, p := range polygon {
				verb := "L"
				if i == 0 {
					verb = "M"
				}
				fmt.Fprintf(b, "%s%s %s", verb, decimal(p.x+float64(at*cellWidth)), decimal(p.y+float64(y*cellHeight)))
			}
			b.WriteString("Z")
		}
	}
	fmt.Fprintf(b, `" fill="%s"`, hex(ink))
	opacity(b, s)
}

// opacity ends an element with how opaque the shape is.
func opacity(b *bytes.Buffer, s shape) {
	if s.alpha < 1 {
		fmt.Fprintf(b, ` opacity="%s"`, decimal(s.alpha))
	}
	b.WriteString("/>\n")
}

// text draws the run of text that begins at x and returns where it ends. A
// character that a font may show wider than its cell stands alone.
func text(b *bytes.Buffer, looks []look, x, y int) (end int) {
	first := looks[x]
	run := first.text
	end = x + first.width
	if ascii(first.text) {
		for end < len(looks) && looks[end].alike(first) && ascii(looks[end].text) {
			run += looks[end].text
			end++
		}
	}
	trimmed := run
	if !first.underline && !first.struck {
		trimmed = strings.TrimRight(run, " ")
	}
	cells := end - x - (len(run) - len(trimmed))
	fmt.Fprintf(b, `<text x="%d" y="%d" textLength="%d" fill="%s"%s>%s</text>`+"\n",
		x*cellWidth, y*cellHeight+baseline, cells*cellWidth, hex(first.ink), attributes(first), html.EscapeString(trimmed))
	return end
}

func attributes(l look) string {
	var out string
	if l.bold {
		out += ` font-weight="bold"`
	}
	if l.italic {
		out += ` font-style="italic"`
	}
	switch {
	case l.underline && l.struck:
		out += ` text-decoration="underline line-through"`
	case l.underline:
		out += ` text-decoration="underline"`
	case l.struck:
		out += ` text-decoration="line-through"`
	}
	return out
}

func ascii(s string) bool { return len(s) == 1 && s[0] >= ' ' && s[0] <= '~' }

func hex(c color.RGBA) string { return fmt.Sprintf("#%02x%02x%02x", c.R, c.G, c.B) }

// decimal is a number with at most two places.
func decimal(f float64) string {
	s := strings.TrimRight(fmt.Sprintf("%.2f", f), "0")
	return strings.TrimSuffix(s, ".")
}
