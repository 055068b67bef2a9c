package ui

import (
	"fmt"
	"image"
	"slices"
	"strings"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/x/ansi"

	"toolbench/theme"
	"toolbench/views"
	"toolbench/views/widget"
)

// View implements [tea.Model].
func (m *Model) View() tea.View {
	v := tea.View{AltScreen: true, WindowTitle: m.windowTitle(), MouseMode: tea.MouseModeCellMotion}
	if m.mouseFree {
		v.MouseMode = tea.MouseModeNone
	}
	if m.width <= 0 || m.height <= 0 {
		return v
	}
	lines, cursor := m.draw()
	for i := range lines {
		switch {
		case m.theme.Options.ASCII:
			lines[i] = theme.Fold(lines[i])
		case !m.caps.Graphemes:
			lines[i] = theme.Narrow(lines[i])
		}
	}
	v.SetContent(strings.Join(lines, "\n"))
	v.Cursor = cursor
	return v
}

// draw is the whole window: exactly height lines of at most width cells.
func (m *Model) draw() ([]string, *tea.Cursor) {
	if m.layout.tooSmall {
		text := fmt.Sprintf("toolbench needs %d×%d cells; this window has %d×%d.", minWidth, minHeight, m.width, m.height)
		return widget.Block(widget.Wrap(text, m.width), m.width, m.height), nil
	}
	lines := []string{m.titleLine()}
	body, cursor := m.body()
	lines = append(lines, body...)
	lines = append(lines, m.hintLine())
	notice := m.noticeLines()
	copy(lines[len(lines)-len(notice):], notice)
	for _, o := range m.overlays {
		lines, cursor = m.drawOverlay(lines, o)
	}
	return lines, cursor
}

func (m *Model) body() ([]string, *tea.Cursor) {
	var cursor *tea.Cursor
	drawn := [4][]string{}
	for p := paneTools; p <= panePrompt; p++ {
		if m.layout.panes[p].Empty() {
			continue
		}
		frame := m.screen(p).View()
		drawn[p] = m.drawPane(p, frame)
		if p == m.front && frame.Cursor != nil {
			corner := m.layout.inner(p).Min
			c := *frame.Cursor
			c.X, c.Y = c.X+corner.X, c.Y+corner.Y
			cursor = &c
		}
	}
	right := widget.Rows(drawn[paneCall], drawn[panePrompt], drawn[paneResult])
	if len(drawn[paneTools]) == 0 {
		return right, cursor
	}
	if len(right) == 0 {
		return drawn[paneTools], cursor
	}
	return widget.Columns(drawn[paneTools], right), cursor
}

func (m *Model) drawPane(p pane, f views.Frame) []string {
	r := m.layout.panes[p]
	tabs, _ := m.tabs(p, f, r.Dx())
	if p == paneResult {
		f.Title = wholeFacts(f.Title, r.Dx()-widget.Width(tabs)-besideTitle)
	}
	if !m.layout.wide {
		if p == panePrompt { // how long there is to answer has no border to stand on
			tabs = f.Note
		}
		head := widget.Between(m.theme.Title.Render(f.Title), tabs, r.Dx())
		return append([]string{head}, widget.Block(f.Lines, r.Dx(), r.Dy()-1)...)
	}
	return widget.Pane{Title: f.Title, Right: tabs, Foot: m.foot(p, f), Focused: p == m.front && len(m.overlays) == 0,
		Total: f.Total, Offset: f.Offset}.View(m.theme, f.Lines, r.Dx(), r.Dy())
}

// besideTitle is what a pane's border takes beside its title and its tabs.
const besideTitle = 7

// factGap is what stands between the facts in the title of a result.
const factGap = "   "

// wholeFacts leaves out of a title, from its end, the facts that have no room: a
// number that is cut reads as another number. The first fact always stays.
func wholeFacts(title string, room int) string {
	if widget.Width(title) <= room {
		return title
	}
	fits := ansi.Truncate(ansi.Strip(title), room+len(factGap), "")
	if at := strings.LastIndex(fits, factGap); at > 0 {
		return ansi.Truncate(title, widget.Width(fits[:at]), "")
	}
	return title
}

// foot is a frame's note; that of the result also says which of several runs of
// the tool it is.
func (m *Model) foot(p pane, f views.Frame) string {
	runs := m.runsInFront()
	if p != paneResult || len(runs) < 2 {
		return f.Note
	}
	at := fmt.Sprintf("run %d of %d", slices.Index(runs, m.shown)+1, len(runs))
	if f.Note != "" {
		at = " " + m.theme.Glyphs.Bullet + " " + at
	}
	return f.Note + m.theme.Quiet.Render(at)
}

// tabs draws a frame's tabs for a pane that is so wide.
func (m *Model) tabs(p pane, f views.Frame, width int) (string, []widget.Hit) {
	if len(f.Tabs) == 0 {
		return "", nil
	}
	least := leastTitle
	if p == paneResult { // how a run ended is said before where to look
		verdict, _, _ := strings.Cut(ansi.Strip(f.Title), factGap)
		least = max(least, min(widget.Width(verdict), width/2))
	}
	room := width - 8 - min(widget.Width(f.Title), max(least, width-8-tabsWidth(f.Tabs)))
	return widget.Tabs(m.theme, f.Tabs, f.Tab, room)
}

// leastTitle is what a title keeps beside tabs that want more room.
const leastTitle = 10

func tabsWidth(names []string) int {
	line, _ := widget.Tabs(theme.New(true), names, 0, 1000)
	return widget.Width(line)
}

// tabAt is the tab of a pane under a place in the window.
func (m *Model) tabAt(p pane, at image.Point) (int, bool) {
	r := m.layout.panes[p]
	if at.Y != r.Min.Y {
		return 0, false
	}
	f := m.screen(p).View()
	line, hits := m.tabs(p, f, r.Dx())
	start := r.Max.X - widget.Width(line)
	if m.layout.wide {
		start = r.Min.X + widget.Pane{Title: f.Title, Right: line}.Place(r.Dx(), r.Dy()).Right
	}
	return widget.HitAt(hits, at.X-start)
}

// leastBeside is how many cells of what is behind an overlay show at each of its
// sides, if any do: fewer are stray letters.
const leastBeside = 4

// overlayRoom is where an overlay's content stands in the window.
func (m *Model) overlayRoom(o views.Overlay) image.Rectangle {
	w, h := o.Size(max(1, m.width-4), max(1, m.height-4))
	w, h = min(w, m.width-4), min(h, m.height-2)
	if m.width-4-w < 2*leastBeside {
		w = m.width - 4
	}
	if w <= 0 || h <= 0 {
		return image.Rectangle{}
	}
	x, y := widget.Center(m.width, m.height, w+4, h+2)
	return image.Rect(x+2, y+1, x+2+w, y+1+h)
}

func (m *Model) drawOverlay(lines []string, o views.Overlay) ([]string, *tea.Cursor) {
	r := m.overlayRoom(o)
	f := o.View()
	box := widget.Pane{Title: f.Title, Foot: f.Note, Focused: true, Total: f.Total, Offset: f.Offset}.
		View(m.theme, f.Lines, r.Dx()+4, r.Dy()+2)
	lines = widget.Overlay(lines, box, r.Min.X-2, r.Min.Y-1)
	if f.Cursor == nil {
		return lines, nil
	}
	c := *f.Cursor
	c.X, c.Y = c.X+r.Min.X, c.Y+r.Min.Y
	return lines, &c
}
