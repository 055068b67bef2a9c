package form

import (
	"strconv"
	"strings"

	tea "charm.land/bubbletea/v2"

	"toolbench/forms"
	"toolbench/views"
	"toolbench/views/safetext"
	"toolbench/views/widget"
)

// fields draws the rows that show.
func (s *Screen) fields() views.Frame {
	l := s.layout(s.width)
	f := views.Frame{Total: l.total, Offset: s.offset}
	if heading := s.heading(); s.offset < len(heading) {
		f.Lines = heading[s.offset:]
	}
	current := s.index()
	for i := range s.rows {
		if l.tops[i]+l.heights[i] <= s.offset {
			continue
		}
		if l.tops[i] >= s.offset+s.height {
			break
		}
		lines := s.drawRow(&l, i, i == current)
		skip := min(max(0, s.offset-l.tops[i]), len(lines))
		f.Lines = append(f.Lines, lines[skip:]...)
	}
	if len(f.Lines) > s.height {
		f.Lines = f.Lines[:s.height]
	}
	if current >= 0 {
		f.Cursor = s.cursor(&l, current)
	}
	return f
}

// cursor is where the terminal's cursor stands while a text is edited.
func (s *Screen) cursor(l *layout, i int) *tea.Cursor {
	y := l.tops[i] - s.offset
	switch {
	case s.naming != nil:
		_, column := s.editor.caret(1 << 16)
		return tea.NewCursor(l.margin+indent(s.rows[i])+len(namePrompt)+column, y)
	case s.choosing != nil:
		_, column := s.choosing.filter.caret(1 << 16)
		return tea.NewCursor(l.valueAt()+column, y)
	case isEdited(s):
		width := l.valueWidth(s, i)
		line, column := s.editor.caret(width)
		return tea.NewCursor(min(l.valueAt()+min(column, width), s.width-1), y+line-s.editorTop(width))
	}
	return nil
}

// editorTop is the first drawn line of the edited text that shows.
func (s *Screen) editorTop(width int) int {
	line, _ := s.editor.caret(width)
	return max(0, min(line-mostText/2, len(s.editor.wrapped(width))-mostText))
}

func (s *Screen) drawRow(l *layout, i int, current bool) []string {
	r := &s.rows[i]
	switch r.kind {
	case optionRow:
		return []string{s.drawOption(l, r, current)}
	case foldRow:
		return []string{s.drawFold(l, r, current)}
	case addRow:
		return s.drawAdd(l, r, current)
	}
	return s.drawField(l, i, current)
}

// lead is the margin and the indent of a row.
func (s *Screen) lead(l *layout, r *row, current bool) string {
	mark := ""
	if current && s.focused {
		mark = s.theme.Accent.Render(s.theme.Glyphs.Cursor)
	}
	return widget.Fit(mark, l.margin) + strings.Repeat(" ", indent(*r))
}

func (s *Screen) drawField(l *layout, i int, current bool) []string {
	r := &s.rows[i]
	width := l.valueWidth(s, i)
	values := s.drawValue(r, width, current)
	first := s.lead(l, r, current) + s.drawName(r, current)
	lines := []string{widget.Fit(first, l.valueAt()-1) + " " + values[0]}
	if room := l.width - l.valueAt(); width < room {
		lines[0] = widget.Between(lines[0], s.theme.Faint.Render(s.takes(r)), l.width)
	}
	pad := strings.Repeat(" ", l.valueAt())
	for _, v := range values[1:] {
		lines = append(lines, pad+v)
	}
	if current && s.choosing != nil {
		for _, choice := range s.choosing.view(s, max(1, min(48, l.width-l.valueAt()))) {
			lines = append(lines, pad+choice)
		}
	}
	for _, fault := range s.faults(l, r) {
		lines = append(lines, pad+s.theme.Error.Render(fault))
	}
	for _, note := range s.notes(l, r, current, s.marked) {
		lines = append(lines, pad+note)
	}
	return lines
}

func (s *Screen) drawName(r *row, current bool) string {
	f := r.field
	style := s.theme.Text
	if current && s.focused {
		style = s.theme.Accent.Bold(true)
	}
	name := style.Render(r.label)
	if isMarked(f) && r.kind == fieldRow {
		name += s.theme.Accent.Render(" *")
	}
	return name
}

// drawValue draws the lines of a value; there is at least one.
func (s *Screen) drawValue(r *row, width int, current bool) []string {
	f := r.field
	switch {
	case current && s.choosing != nil:
		return []string{widget.Fit(s.theme.Code.Render(safetext.Line(s.choosing.filter.text)), width)}
	case current && r.holdsText():
		return s.drawEdited(f, width)
	case r.kind == fieldRow && picks(f):
		return []string{s.drawPicker(f, width, current)}
	case f.State() == forms.StateNull:
		return []string{s.theme.Quiet.Render(s.theme.Glyphs.Null + " null")}
	case isGroup(f):
		return []string{s.drawGroup(f, width)}
	case f.Kind == forms.Enum || f.Kind == forms.Boolean:
		return []string{s.drawSetting(f, width, current)}
	case f.State() == forms.StateAbsent:
		return []string{s.theme.Faint.Render(absence(f))}
	}
	return []string{widget.FitStart(s.theme.Text.Render(shownText(f)), width, s.theme.Glyphs.More)}
}

func absence(f *forms.Field) string {
	if isFree(f) && f.Kind == forms.String {
		return "empty text" // a list can not leave a place out
	}
	if len(f.Default) > 0 {
		return safetext.Line("absent, default " + string(f.Default))
	}
	if f.Required {
		return "needed"
	}
	return "absent"
}

// shownText is a field's text on one line.
func shownText(f *forms.Field) string {
	switch text := f.Draft(); {
	case text == "":
		return `""`
	case f.Secret:
		return strings.Repeat("•", min(12, len([]rune(text))))
	case len(text) > 4096:
		return safetext.Line(text[:4096])
	default:
		return safetext.Line(text)
	}
}

// drawEdited draws the part of the edited text around the caret. The value of
// a text that is not there is said behind the caret.
func (s *Screen) drawEdited(f *forms.Field, width int) []string {
	all := s.editor.wrapped(width)
	if s.editor.text == "" {
		return []string{s.theme.Faint.Render(either(s.focused, " ", "") + s.nothing(f))}
	}
	top := s.editorTop(width)
	lines := make([]string, 0, mostText)
	style := s.theme.Text
	if s.seeded && s.focused {
		style = s.theme.Selected // the next letter replaces it
	}
	for _, v := range all[top:min(top+mostText, len(all))] {
		lines = append(lines, style.Render(v.drawn))
	}
	return lines
}

func (s *Screen) nothing(f *forms.Field) string {
	switch f.State() {
	case forms.StateNull:
		return s.theme.Glyphs.Null + " null"
	case forms.StateValue:
		return "empty text"
	}
	return absence(f)
}

// drawSetting draws a value that the arrow keys change.
func (s *Screen) drawSetting(f *forms.Field, width int, current bool) string {
	text := absence(f)
	style := s.theme.Faint
	if f.State() == forms.StateValue {
		style, text = s.theme.Text, shownText(f)
		if at := f.Chosen(); at >= 0 {
			text = safetext.Line(f.Choices[at].Label)
		}
	}
	if !current || f.Constant {
		return widget.FitStart(style.Render(text), width, s.theme.Glyphs.More)
	}
	arrow := func(glyph string) string { return s.theme.Accent.Render(glyph) }
	text = widget.FitStart(text, min(widget.Width(text), max(1, width-4)), s.theme.Glyphs.More)
	return arrow(s.theme.Glyphs.Previous) + " " + style.Render(text) + " " + arrow(s.theme.Glyphs.Next)
}

func (s *Screen) drawGroup(f *forms.Field, width int) string {
	mark := s.theme.Glyphs.Collapsed
	if s.expanded(f) {
		mark = s.theme.Glyphs.Expanded
	}
	summary := s.theme.Faint.Render(absence(f))
	if f.State() == forms.StateValue {
		summary = s.theme.Quiet.Render(groupSummary(f, s.expanded(f)))
	}
	return widget.FitStart(s.theme.Text.Render(mark)+" "+summary, width, s.theme.Glyphs.More)
}

func groupSummary(f *forms.Field, expanded bool) string {
	switch {
	case f.Tuple && expanded:
		return widget.Plural(len(f.Children()), "place", "places")
	case f.Kind == forms.Array && (expanded || len(f.Children()) == 0):
		return widget.Plural(len(f.Children()), "item", "items")
	case expanded:
		return ""
	}
	raw := f.Value().JSON()
	if len(raw) > 512 {
		raw = append(raw[:512:512], "…"...)
	}
	if f.Kind == forms.Array {
		return strconv.Itoa(len(f.Children())) + " " + safetext.Line(string(raw))
	}
	return safetext.Line(string(raw))
}

func (s *Screen) drawOption(l *layout, r *row, current bool) string {
	mark := s.theme.Faint.Render("[ ] ")
	if r.field.Holds(r.option) {
		mark = s.theme.OK.Render("[x] ")
	}
	style := s.theme.Text
	if current && s.focused {
		style = s.theme.Accent.Bold(true)
	}
	return s.lead(l, r, current) + mark + style.Render(safetext.Line(r.field.Choices[r.option].Label))
}

func (s *Screen) drawFold(l *layout, r *row, current bool) string {
	text := s.theme.Glyphs.Expanded + " optional fields"
	if r.hidden > 0 {
		text = s.theme.Glyphs.Collapsed + " " + widget.Plural(r.hidden, "optional field", "optional fields") + " left out"
	}
	style := s.theme.Quiet
	if current && s.focused {
		style = s.theme.Accent.Bold(true)
	}
	return s.lead(l, r, current) + style.Render(text)
}

const namePrompt = "+ key "

func (s *Screen) drawAdd(l *layout, r *row, current bool) []string {
	lead := s.lead(l, r, current)
	if s.naming != nil && s.naming == r.field {
		lines := []string{lead + s.theme.Accent.Render(namePrompt) + s.theme.Text.Render(safetext.Line(s.editor.text))}
		if s.nameless != "" {
			lines = append(lines, lead+s.theme.Error.Render(s.theme.Glyphs.Failed+" "+safetext.Line(s.nameless)))
		}
		return lines
	}
	text := "+ add one"
	if r.field.Kind == forms.Object {
		text = "+ add a key"
	}
	style := s.theme.Quiet
	if current && s.focused {
		style = s.theme.Accent.Bold(true)
	}
	return []string{lead + style.Render(text)}
}
