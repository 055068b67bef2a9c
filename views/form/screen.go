// Package form shows a [forms.Form] and lets a person fill it, as fields or as
// JSON text. The call screen uses it for arguments, the prompt pane for answers.
package form

import (
	"errors"

	tea "charm.land/bubbletea/v2"

	"toolbench/forms"
	"toolbench/theme"
	"toolbench/views"
	"toolbench/views/widget"
)

// A Screen is a form on the screen. It implements [views.Screen].
type Screen struct {
	// Empty is the sentence that a form without fields shows; a general one
	// when it is "".
	Empty string

	theme *theme.Theme
	out   *views.Outbox
	form  *forms.Form
	start int // the form's version at first

	width, height int
	focused       bool

	rows    []row
	current key
	offset  int
	place   int                   // the line of the window that the cursor's row stood on
	pinned  key                   // the row that is to stay there, though rows above it came or went
	folds   map[*forms.Field]bool // what a person opened (true) or closed
	leftOut map[*forms.Field]*leftOut
	left    map[*forms.Field]bool // fields that were left: their problems show
	// neededFirst shows the fields that the schema wants before the others.
	neededFirst bool
	all         bool // every problem shows

	editor   editor
	seeded   bool         // the editor holds a default that typing replaces
	naming   *forms.Field // the object that is given a key
	nameless string       // why the name was not taken
	choosing *choosing

	undo    *undo    // what was there before it was taken away, or nil
	reading *reading // when all about a field is read
	filling *filling // when the menu of what to fill from is open
	sent    []sent   // what was sent before, latest first

	text *jsonText // when JSON text is edited instead of fields
	kept *jsonText // as it was when the fields were turned to
}

// New is the screen of a form. What it asks of the root goes to out.
func New(t *theme.Theme, out *views.Outbox, f *forms.Form) *Screen {
	s := &Screen{theme: t, out: out, form: f, start: f.Version(),
		folds: map[*forms.Field]bool{}, leftOut: map[*forms.Field]*leftOut{}, left: map[*forms.Field]bool{}}
	s.rebuild()
	s.enter(0)
	return s
}

// Form is what the screen edits.
func (s *Screen) Form() *forms.Form { return s.form }

// Restyle takes another theme.
func (s *Screen) Restyle(t *theme.Theme) { s.theme = t }

// Touched tells whether the person changed something since the screen was made.
func (s *Screen) Touched() bool { return s.form.Version() != s.start || s.Broken() != nil }

// Text tells whether JSON text is edited instead of fields.
func (s *Screen) Text() bool { return s.text != nil }

// Broken is why there is nothing to send: the JSON text, or that of a field of
// raw JSON, can not be read. It names the field, the line and the column; nil
// when all can be read.
func (s *Screen) Broken() error {
	if s.text != nil && s.text.broken != nil {
		return s.text.broken
	}
	if p, broken := s.form.Broken(); broken {
		return errors.New(p.String())
	}
	return nil
}

// Resize implements [views.Screen].
func (s *Screen) Resize(width, height int) {
	s.width, s.height = max(0, width), max(0, height)
	s.settle()
}

// Focus implements [views.Screen].
func (s *Screen) Focus(focused bool) {
	if s.focused && !focused {
		s.leave()
	}
	s.focused = focused
	s.settle()
}

// Height is how many lines the screen would like to have.
func (s *Screen) Height(width int) int {
	height := s.fieldsHeight(width)
	if s.filling != nil {
		height = max(height, s.fillingHeight(width))
	}
	return height
}

func (s *Screen) fieldsHeight(width int) int {
	if s.text != nil {
		return len(s.text.editor.wrapped(max(1, width)))
	}
	l := s.layout(max(1, width))
	return l.total
}

// Reveal shows every problem beside its field, and goes to the first; one that
// leaves nothing to send comes before others.
func (s *Screen) Reveal() {
	s.all = true
	if p, broken := s.form.Broken(); s.text == nil && broken {
		s.reveal(p.Field)
	} else if s.text == nil && len(s.form.Problems()) > 0 {
		s.reveal(s.form.Problems()[0].Field)
	}
	s.settle()
}

// NextProblem goes to the next field with a problem.
func (s *Screen) NextProblem() {
	problems := s.form.Problems()
	if s.text != nil || len(problems) == 0 {
		return
	}
	s.all = true
	order := s.positions()
	here := s.positionOf(order)
	next := problems[0].Field
	for _, p := range problems {
		if order[p.Field] > here {
			next = p.Field
			break
		}
	}
	s.reveal(next)
	s.settle()
}

// positions are the places of all fields in the order of the form.
func (s *Screen) positions() map[*forms.Field]int {
	order := map[*forms.Field]int{}
	var visit func(f *forms.Field)
	visit = func(f *forms.Field) {
		order[f] = len(order)
		if f.State() == forms.StateAbsent && f.Parent() != nil {
			return
		}
		for _, child := range f.Children() {
			visit(child)
		}
	}
	visit(s.form.Root())
	return order
}

func (s *Screen) positionOf(order map[*forms.Field]int) int {
	if f := s.field(); f != nil {
		if at, ok := order[f]; ok {
			return at
		}
	}
	return -1
}

// reveal opens everything around a field and goes to it.
func (s *Screen) reveal(field *forms.Field) {
	for p := field.Parent(); p != nil; p = p.Parent() {
		s.folds[p] = true
		if l := s.leftOut[p]; l != nil && !l.open {
			for child := field; child != nil; child = child.Parent() {
				delete(l.fields, child)
			}
		}
	}
	s.rebuild()
	s.visit(key{kind: fieldRow, field: field})
	if hasValueRow(field) {
		s.visit(key{kind: valueRow, field: field})
	}
}

// problems are the sentences that show, by field.
func (s *Screen) problems() map[*forms.Field]string {
	if !s.all && len(s.left) == 0 {
		return nil
	}
	shown := map[*forms.Field]string{}
	for _, p := range s.form.Problems() {
		if !s.all && !s.left[p.Field] || shown[p.Field] != "" {
			continue
		}
		shown[p.Field] = p.Message
		if p.Path != p.Field.Path() {
			shown[p.Field] = p.String()
		}
	}
	return shown
}

// View implements [views.Screen].
func (s *Screen) View() views.Frame {
	if s.width == 0 || s.height == 0 {
		return views.Frame{}
	}
	var f views.Frame
	switch {
	case s.reading != nil:
		f.Lines = s.reading.text.View(s.theme)
		f.Total, f.Offset = s.reading.text.Extent()
	case s.filling != nil:
		f = s.viewFilling()
	case s.text != nil:
		f = s.text.view(s)
	default:
		f = s.fields()
	}
	f.Lines = widget.Block(f.Lines, s.width, s.height)
	if c := f.Cursor; c != nil && (!s.focused || c.X < 0 || c.X >= s.width || c.Y < 0 || c.Y >= s.height) {
		f.Cursor = nil
	}
	return f
}

// An editedMsg brings text back from the person's editor.
type editedMsg struct {
	screen *Screen
	field  *forms.Field // nil for the JSON text
	text   string
}

// Update implements [views.Screen].
func (s *Screen) Update(msg tea.Msg) tea.Cmd {
	var cmd tea.Cmd
	switch msg := msg.(type) {
	case editedMsg:
		if msg.screen != s {
			return nil
		}
		s.edited(msg)
	case aboutMsg:
		s.about(msg)
	case filledMsg:
		s.filled(msg)
	case tea.KeyPressMsg:
		s.press(msg)
	case tea.PasteMsg:
		s.paste(msg.Content)
	case tea.MouseClickMsg:
		cmd = s.click(msg.X, msg.Y)
	case tea.MouseWheelMsg:
		s.wheel(msg.Button)
		return nil
	default:
		return nil
	}
	s.settle()
	return cmd
}
