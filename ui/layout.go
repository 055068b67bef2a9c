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

// A wish is what the panes at the right would like: how many lines each would
// fill at a width. Prompt is 0 when nothing waits; result says whether there is a
// run to show.
type wish struct {
	call, prompt func(width int) int
	result       bool
}

// arrange lays out a window of w by h cells. front is the pane with the keys,
// which is the only one in a narrow window or when zoomed.
func arrange(w, h int, front pane, zoomed bool, want wish) layout {
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
	call, ask := stack(right.Dx()-4, right.Dy(), front, want)
	l.panes[paneCall] = image.Rect(left, right.Min.Y, w, right.Min.Y+call)
	l.panes[panePrompt] = image.Rect(left, right.Min.Y+call, w, right.Min.Y+call+ask)
	l.panes[paneResult] = image.Rect(left, right.Min.Y+call+ask, w, right.Max.Y)
	return l
}

// The least heights that panes are given, with their borders.
const leastCall, leastPrompt, leastResult = 8, 7, 4

// stack divides a height at the right: the tool above, what waits for an answer
// below it, and the result gets what they leave. What has the keys gets more.
func stack(width, height int, front pane, want wish) (call, ask int) {
	share := func(p pane, wanted, least int) int {
		most := height / 2
		if front == p {
			most = height * 3 / 5
		}
		return min(max(wanted+2, least), max(most, least))
	}
	if lines := want.prompt(width); lines > 0 {
		ask = min(share(panePrompt, lines, leastPrompt), max(height/3, height-leastCall-leastResult))
	}
	left := height - ask
	if !want.result && ask == 0 && front != paneResult {
		return left - max(leastResult, left/4), ask
	}
	call = min(share(paneCall, want.call(width), leastCall), max(left/2, left-leastResult))
	if ask > 0 && front != paneCall {
		call = min(call, left/2)
	}
	return call, ask
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
