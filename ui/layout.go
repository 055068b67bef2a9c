package ui

import (
	"image"

	"toolbench/views/widget"
)

// A pane is a part of the window that can have the keys.
type pane int

const (
	paneTools pane = iota
	paneCall
	paneResult
	panePrompt
)

// The sizes at which the window is laid out in another way.
const (
	minWidth, minHeight = 40, 12
	wideWidth           = 100
)

// A layout is where everything stands. A pane that does not show has an empty
// rectangle.
type layout struct {
	tooSmall bool
	wide     bool
	title    image.Rectangle
	panes    [4]image.Rectangle
	hints    image.Rectangle
}

// arrange lays out a window of w by h cells. front is the pane with the keys,
// which is the only one in a narrow window or when zoomed; prompt is how many
// lines what waits for an answer would fill at a width, 0 when nothing waits;
// result says that there is a run to show.
func arrange(w, h int, front pane, prompt func(width int) int, result, zoomed bool) layout {
	l := layout{tooSmall: w < minWidth || h < minHeight, wide: w >= wideWidth}
	if l.tooSmall {
		return l
	}
	l.title = image.Rect(0, 0, w, 1)
	l.hints = image.Rect(0, h-1, w, h)
	body := image.Rect(0, 1, w, h-1)
	if !l.wide || zoomed {
		l.panes[front] = body
		return l
	}
	left := min(56, max(34, w*37/100))
	l.panes[paneTools] = image.Rect(0, body.Min.Y, left, body.Max.Y)
	right := image.Rect(left, body.Min.Y, w, body.Max.Y)
	l.panes[paneCall], l.panes[panePrompt], l.panes[paneResult] = stack(right, front, prompt(right.Dx()-4), result)
	return l
}

// stack divides the right side: the tool above, what waits for an answer below
// it, the result at the foot.
func stack(r image.Rectangle, front pane, prompt int, result bool) (call, ask, out image.Rectangle) {
	height := r.Dy()
	resultHeight := height / 2
	if !result && front != paneResult {
		resultHeight = max(4, height/4)
	}
	askHeight := 0
	if prompt > 0 {
		share := height * 2 / 5
		if front == panePrompt {
			share = height * 3 / 5
		}
		askHeight = min(max(5, prompt+2), max(7, share), height-6)
		resultHeight = min(resultHeight, max(3, (height-askHeight)/2))
	}
	callHeight := height - askHeight - resultHeight
	call = image.Rect(r.Min.X, r.Min.Y, r.Max.X, r.Min.Y+callHeight)
	ask = image.Rect(r.Min.X, call.Max.Y, r.Max.X, call.Max.Y+askHeight)
	out = image.Rect(r.Min.X, ask.Max.Y, r.Max.X, r.Max.Y)
	return call, ask, out
}

// inner is where a pane's content stands: within its border where there is
// room for one, below its heading elsewhere.
func (l layout) inner(p pane) image.Rectangle {
	r := l.panes[p]
	if r.Empty() {
		return image.Rectangle{}
	}
	if !l.wide {
		return image.Rect(r.Min.X, r.Min.Y+1, r.Max.X, r.Max.Y)
	}
	place := widget.Pane{}.Place(r.Dx(), r.Dy())
	corner := r.Min.Add(image.Pt(place.X, place.Y))
	return image.Rectangle{Min: corner, Max: corner.Add(image.Pt(place.W, place.H))}
}
