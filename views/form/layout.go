package form

import (
	"strings"

	"toolbench/forms"
	"toolbench/views/safetext"
	"toolbench/views/widget"
)

const (
	mostText  = 8  // lines of the text that is being edited
	mostNotes = 4  // lines of description below the field under the cursor
	roomy     = 24 // cells from which on the cursor's row is marked in a margin
)

// heading is what stands above the rows: that there is nothing to fill.
func (s *Screen) heading() []string {
	root := s.form.Root()
	if picks(root) || len(s.rows) > 0 && (!root.NamesNothing() || len(root.Children()) > 0) {
		return nil
	}
	text := s.Empty
	if text == "" {
		text = "This takes nothing."
	}
	return []string{s.theme.Quiet.Render(text)}
}

// A layout is where everything goes at one width.
type layout struct {
	width    int
	margin   int // for the mark of the cursor's row
	names    int // cells of the column of names
	tops     []int
	heights  []int
	total    int
	problems map[*forms.Field]string
}

// layout measures every row. Only what the height depends on is looked at:
// rows that do not show are never drawn.
func (s *Screen) layout(width int) layout {
	l := layout{width: width, total: len(s.heading()), problems: s.problems()}
	if width >= roomy {
		l.margin = 2
	}
	for _, r := range s.rows {
		if r.kind == fieldRow || r.kind == valueRow {
			l.names = max(l.names, indent(r)+labelWidth(r))
		}
	}
	l.names = min(l.names, max(6, (width-l.margin)*2/5))
	l.tops, l.heights = make([]int, len(s.rows)), make([]int, len(s.rows))
	current := s.index()
	for i := range s.rows {
		l.tops[i] = l.total
		l.heights[i] = s.rowHeight(&l, i, i == current)
		l.total += l.heights[i]
	}
	return l
}

func (s *Screen) rowHeight(l *layout, i int, current bool) int {
	r := &s.rows[i]
	if r.kind != fieldRow && r.kind != valueRow {
		if r.kind == addRow && current && s.nameless != "" {
			return 2
		}
		return 1
	}
	height := 1
	if current && r.holdsText() {
		height = min(mostText, len(s.editor.wrapped(l.valueWidth(s, i))))
	}
	if current && s.choosing != nil {
		height += s.choosing.height()
	}
	return height + len(s.notes(l, r, current, unpainted)) + len(s.faults(l, r))
}

// faults are the lines of what is wrong with a row's value.
func (s *Screen) faults(l *layout, r *row) []string {
	problem := l.problems[r.field]
	if problem == "" || !r.isJudged() {
		return nil
	}
	lines := widget.Wrap(s.theme.Glyphs.Failed+" "+safetext.Line(problem), max(1, l.width-l.valueAt()))
	return lines[:min(len(lines), mostNotes)]
}

func indent(r row) int { return min(2*r.depth, 24) }

func labelWidth(r row) int {
	w := widget.Width(r.label)
	if isMarked(r.field) && r.kind == fieldRow {
		w += 2
	}
	return w
}

// isMarked tells whether a field's name is marked as needed.
func isMarked(f *forms.Field) bool { return f.Required && !isFree(f) && f.Parent() != nil }

func isItem(f *forms.Field) bool { return f.Parent() != nil && f.Parent().Kind == forms.Array }

// isFree tells whether a field is an item that is added and taken out.
func isFree(f *forms.Field) bool { return isItem(f) && !f.InFixedPlace() }

// valueAt is the column where values begin.
func (l *layout) valueAt() int { return l.margin + l.names + 2 }

// valueWidth is how many cells the value of a row may take; what it takes
// stands to its right when there is room for both.
func (l *layout) valueWidth(s *Screen, i int) int {
	room := max(1, l.width-l.valueAt())
	takes := widget.Width(s.takes(&s.rows[i]))
	if takes > 0 && room-takes-2 >= 16 {
		return room - takes - 2
	}
	return room
}

// takes says what a field takes.
func (s *Screen) takes(r *row) string {
	f := r.field
	words := s.typesOf(f)
	if r.kind == fieldRow && picks(f) {
		words = shapes(f)
	} else if labels := shortChoices(f); labels != "" {
		words = labels
	}
	return widget.FitStart(safetext.Line(words), min(widget.Width(safetext.Line(words)), 44), s.theme.Glyphs.More)
}

// typesOf says what a field takes, and of several types marks the one that its
// text is sent as.
func (s *Screen) typesOf(f *forms.Field) string {
	types, is := f.Readings()
	if is < 0 {
		return f.Takes()
	}
	rest := strings.TrimPrefix(f.Takes(), strings.Join(types, " or "))
	types[is] = s.theme.Glyphs.Open + " " + types[is] + " " + s.theme.Glyphs.Close
	return strings.Join(types, " or ") + rest
}

// shortChoices are all choices of a field when they are few and short.
func shortChoices(f *forms.Field) string {
	if f.Kind != forms.Enum || f.Constant || len(f.Choices) > 5 {
		return ""
	}
	labels := settingsOf(f)
	if words := strings.Join(labels, " · "); len(words) <= 44 {
		return words
	}
	return ""
}

// notes are the lines below a value: the description, the whole of it for the
// field under the cursor, what becomes of the default, why it is raw JSON.
func (s *Screen) notes(l *layout, r *row, current bool, paint func(text string) string) []string {
	f := r.field
	width := max(1, l.width-l.valueAt())
	if r.kind == valueRow {
		return painted(s.reasons(f, current, width), paint)
	}
	lines := s.description(f, current, width, paint)
	if !hasValueRow(f) {
		lines = append(lines, painted(s.reasons(f, current, width), paint)...)
	}
	if f.Extra {
		lines = append(lines, paint("the schema does not name this key"))
	}
	return lines
}

// marked paints a note.
func (s *Screen) marked(text string) string { return widget.Marked(s.theme, text, s.theme.Quiet) }

// unpainted is for those who only count lines.
func unpainted(text string) string { return text }

func painted(lines []string, paint func(text string) string) []string {
	for i, line := range lines {
		lines[i] = paint(line)
	}
	return lines
}

// description is the first line of what the schema says of a field, or as much
// as has room for the field under the cursor.
func (s *Screen) description(f *forms.Field, current bool, width int, paint func(text string) string) []string {
	text := strings.TrimSpace(f.Description)
	if text == "" || isFree(f) && !current {
		return nil
	}
	if !current {
		first, _, _ := strings.Cut(text, "\n")
		return []string{paint(safetext.Line(first))}
	}
	lines := widget.Wrap(paint(safetext.Block(beginning(text, width*mostNotes))), width)
	if len(lines) > mostNotes {
		lines = append(lines[:mostNotes-1:mostNotes-1], s.readOn(lines[mostNotes-1], width))
	}
	return lines
}

// reasons say why a value is raw JSON, and why it is not the default; the whole
// of it for the field under the cursor.
func (s *Screen) reasons(f *forms.Field, current bool, width int) (lines []string) {
	if f.Reason != "" {
		lines = append(lines, "raw JSON: "+safetext.Line(f.Reason))
	}
	if f.DefaultProblem != "" && current {
		lines = append(lines, safetext.Line("its default "+string(f.Default)+" is not sent: "+f.DefaultProblem))
	}
	if !current || len(lines) == 0 {
		return lines
	}
	lines = widget.Wrap(beginning(strings.Join(lines, "\n"), width*mostNotes), width)
	return lines[:min(len(lines), mostNotes)]
}

// beginning is as much of a text as can show; some descriptions are as long as
// a book.
func beginning(text string, cells int) string {
	if len(text) <= 4*cells+16 {
		return text
	}
	return strings.ToValidUTF8(text[:4*cells+16], "")
}

// at finds the row that is drawn at a line of the screen, and the line within
// it.
func (l *layout) at(y int) (i, line int) {
	for i := len(l.tops) - 1; i >= 0; i-- {
		if y >= l.tops[i] {
			if line := y - l.tops[i]; line < l.heights[i] {
				return i, line
			}
			return -1, 0
		}
	}
	return -1, 0
}
