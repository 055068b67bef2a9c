package result

import (
	"fmt"
	"image"
	"slices"
	"strings"
	"unicode/utf8"

	tea "charm.land/bubbletea/v2"

	"toolbench/toolkit/tool"
	"toolbench/views/safetext"
	"toolbench/views/widget"
)

// paging are the keys that scroll what a part holds while the list of parts has
// the others.
var paging = map[string]bool{"pgup": true, "pgdown": true, "space": true, "ctrl+u": true, "ctrl+d": true, "left": true, "right": true, "h": true, "l": true}

// parts are the run's, none while it runs.
func (s *Screen) parts() []tool.ContentPart {
	if s.record == nil || s.record.Outcome == nil {
		return nil
	}
	return s.record.Outcome.Result.Parts
}

// part is the one under the cursor.
func (s *Screen) part() (tool.ContentPart, bool) {
	all, at := s.parts(), s.list.Cursor()
	if at < 0 || at >= len(all) {
		return tool.ContentPart{}, false
	}
	return all[at], true
}

// listHeight is how many lines the list of parts takes.
func (s *Screen) listHeight() int {
	if s.zoomed {
		return 0
	}
	return min(len(s.parts()), max(1, s.room()/3), s.room())
}

// detail is the room for what the part under the cursor holds, below the list
// and a rule.
func (s *Screen) detail() image.Rectangle {
	top := s.listHeight()
	if top > 0 {
		top++
	}
	return image.Rect(0, min(top, s.room()), s.width, s.room())
}

func (s *Screen) partsView() []string {
	list := s.list.View(s.theme, s.focused, s.partLine)
	var rule []string
	if len(list) > 0 && s.room() > len(list) {
		rule = []string{s.theme.Line.Render(strings.Repeat(s.theme.Glyphs.Rule, s.width))}
	}
	return widget.Rows(list, rule, s.leaves[pageParts].sheet.view(s.theme, s.focused && s.zoomed))
}

func (s *Screen) partLine(i int, _ bool, width int) string {
	p := s.parts()[i]
	line := s.theme.Faint.Render(fmt.Sprintf("%2d ", i+1)) + describePart(p)
	where := p.Name
	if where == "" {
		where = p.URL
	}
	if where == "" {
		return widget.Fit(line, width)
	}
	return widget.Fit(line+"  "+s.theme.Quiet.Render(safetext.Line(where)), width)
}

// describePart is a part in a few words: image/png  2.9 kB.
func describePart(p tool.ContentPart) string {
	kind := p.MimeType
	if kind == "" {
		kind = p.Type
	}
	said := safetext.Line(kind)
	if p.Type == tool.PartText {
		return said + "  " + widget.Bytes(int64(len(p.Text)))
	}
	if p.Data != "" {
		return said + "  " + widget.Bytes(int64(p.Bytes()))
	}
	return said
}

// attachments prepares what stands below the output: a line for each part, and
// the pictures, each at most so many rows high. pictures tells whether there are any.
func (j job) attachments(rows int) (lines []string, pictures bool) {
	if j.outcome == nil {
		return nil, false
	}
	drawings := 0
	for _, p := range j.outcome.Result.Parts {
		if drawings == mostInPlace {
			rows = 0
		}
		drawn := j.picture(p, j.width, rows)
		if drawn.lines != nil {
			drawings++
			lines = append(apart(lines, []string{j.label(p, drawn)}), drawn.lines...)
			continue
		}
		lines = append(lines, j.label(p, drawn))
		if p.Type == tool.PartText {
			lines = append(lines, rawLines(p.Text)...)
		}
	}
	return lines, drawings > 0
}

// label is a part in one line.
func (j job) label(p tool.ContentPart, drawn drawing) string {
	said := describePart(p)
	if !drawn.size.Eq(image.Point{}) {
		said = fmt.Sprintf("%s  %d×%d  %s", safetext.Line(p.MimeType), drawn.size.X, drawn.size.Y, widget.Bytes(int64(p.Bytes())))
	}
	said = j.theme.Quiet.Render(j.theme.Glyphs.Bullet + " " + said)
	if p.Name != "" {
		said += "  " + safetext.Line(p.Name)
	}
	if p.URL != "" {
		said += "  " + j.theme.Link.Render(safetext.URL(p.URL).Text)
	}
	if drawn.why != "" {
		said += "  " + j.theme.Faint.Render(safetext.Line(drawn.why))
	}
	return said
}

// partContent prepares what the part under the cursor holds: the picture, the
// text, or what can be said about it.
func (j job) partContent() content {
	p := j.outcome.Result.Parts[j.part]
	c := content{facts: facts{fits: []mode{plain}, used: plain}}
	drawn := j.picture(p, j.width, j.height-2)
	about := []string{j.label(p, drawn)}
	if link := safetext.URL(p.URL); p.URL != "" && link.Note != "" {
		about = append(about, j.theme.Accent.Render(link.Note))
	}
	if err := p.Validate(0); err != nil {
		about = append(about, j.theme.Error.Render(safetext.Line(err.Error())))
	}
	if drawn.lines != nil {
		c.wide, c.high = true, true
		c.lines = join(widget.Prepared(about), widget.Prepared{""}, widget.Prepared(drawn.lines))
		return c
	}
	if text, ok := textOf(p); ok {
		c.lines = join(widget.Prepared(about), widget.Prepared{""}, written(j.theme, text, tool.BareType(p.MimeType)))
		return c
	}
	if p.Data != "" {
		about = append(about, j.theme.Quiet.Render("This is not shown here; s saves it as "+p.FileName(j.tool.ShortName())+"."))
	}
	c.lines = widget.Prepared(about)
	return c
}

// readable tells whether a part is a text, or a file of text.
func readable(p tool.ContentPart) bool {
	if p.Type == tool.PartText {
		return true
	}
	kind := tool.BareType(p.MimeType)
	written := strings.HasPrefix(kind, "text/") || strings.HasSuffix(kind, "json") || strings.HasSuffix(kind, "xml") || strings.HasSuffix(kind, "yaml")
	return written && p.Data != ""
}

// textOf is the text of a readable part.
func textOf(p tool.ContentPart) (text string, ok bool) {
	switch {
	case !readable(p):
		return "", false
	case p.Type == tool.PartText:
		return p.Text, true
	}
	b, err := p.Decode()
	return string(b), err == nil && utf8.Valid(b)
}

func rawLines(text string) []string {
	raw := widget.NewRaw(text)
	lines := make([]string, raw.Len())
	for i := range lines {
		lines[i] = raw.Line(i)
	}
	return lines
}

// zoom gives the part under the cursor the whole screen, or takes it back.
func (s *Screen) zoom(zoomed bool) tea.Cmd {
	s.zoomed = zoomed
	s.arrange()
	return s.Prepare()
}

// zoomPicture turns to the first picture and gives it the whole screen.
func (s *Screen) zoomPicture() tea.Cmd {
	s.turn(pageParts)
	s.list.Select(slices.IndexFunc(s.parts(), isPicture))
	return s.zoom(true)
}
