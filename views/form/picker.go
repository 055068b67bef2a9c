package form

import (
	"fmt"
	"strings"

	tea "charm.land/bubbletea/v2"

	"toolbench/forms"
	"toolbench/views"
	"toolbench/views/safetext"
	"toolbench/views/widget"
)

// picks tells whether a field's row picks one of several shapes. What is in the
// field then stands below it.
func picks(f *forms.Field) bool { return len(f.Alternatives()) > 0 }

// hasValueRow tells whether a field that picks its shape has a value that is
// given in one row.
func hasValueRow(f *forms.Field) bool {
	return picks(f) && !isGroup(f) && !f.Constant && f.State() != forms.StateNull &&
		(f.Alternative() >= 0 || f.State() == forms.StateValue)
}

// shapes says how many shapes there are.
func shapes(f *forms.Field) string {
	return fmt.Sprintf("one of %d shapes", len(f.Alternatives()))
}

// optionsOf are the shapes of a field by their labels, then null and absent
// where it can be that.
func optionsOf(f *forms.Field) []string {
	var options []string
	for _, alternative := range f.Alternatives() {
		options = append(options, alternative.Label)
	}
	return append(options, statesOf(f)...)
}

// statesOf are what a field can be beside a value: null, absent, or both.
func statesOf(f *forms.Field) (states []string) {
	if f.Nullable {
		states = append(states, "null")
	}
	if canBeAbsent(f) {
		states = append(states, "absent")
	}
	return states
}

func canBeAbsent(f *forms.Field) bool { return f.Parent() != nil && !f.Required && !isFree(f) }

// chosenOption is the place among its options of what a field is, -1 when it is
// none of them.
func chosenOption(f *forms.Field) int {
	shapes := len(f.Alternatives())
	switch {
	case f.State() == forms.StateNull && f.Nullable:
		return shapes
	case f.Alternative() >= 0 && f.State() != forms.StateNull:
		return f.Alternative()
	case f.State() == forms.StateAbsent && canBeAbsent(f):
		return len(optionsOf(f)) - 1
	}
	return -1
}

// pick makes what takes one of a field's options.
func (s *Screen) pick(f *forms.Field) func(i int) {
	return func(i int) {
		switch shapes := len(f.Alternatives()); {
		case i < shapes:
			s.folds[f] = true
			delete(s.leftOut, f)
			f.ChooseAlternative(i)
		case i == shapes && f.Nullable:
			f.SetNull()
		default:
			f.SetAbsent()
		}
	}
}

// turnShape takes a field to its next option, or the one before.
func (s *Screen) turnShape(f *forms.Field, by int) func() tea.Cmd {
	return s.done(func() {
		n, at := len(optionsOf(f)), chosenOption(f)
		if at < 0 && by < 0 {
			at = 0
		}
		s.pick(f)((at + by + n) % n)
	})
}

func (s *Screen) pickerActions(f *forms.Field) []views.Action {
	actions := []views.Action{
		{Name: "take the next shape", Hint: "shape", Keys: []string{"right"}, Run: s.turnShape(f, 1)},
		{Name: "take the shape before", Keys: []string{"left"}, Run: s.turnShape(f, -1)},
		{Name: "open the list of shapes", Hint: "shapes", Keys: []string{"enter"}, Run: s.openChoices},
	}
	if !isGroup(f) {
		return append(actions, views.Action{Name: "take the next shape", Keys: []string{"space"}, Run: s.turnShape(f, 1)})
	}
	open := s.expanded(f)
	actions = append(actions, views.Action{Name: "open or close the group", Hint: either(open, "close", "open"), Keys: []string{"space"}, Run: s.fold(f, !open)})
	return append(actions, s.addActions(f)...)
}

// drawPicker draws the options, the one that is taken in brackets, or that one
// alone where they do not all fit.
func (s *Screen) drawPicker(f *forms.Field, width int, current bool) string {
	style := s.theme.Text
	if current && s.focused {
		style = s.theme.Accent.Bold(true)
	}
	var line strings.Builder
	for _, hit := range pickerHits(s, f, width) {
		chosen := hit.Index == chosenOption(f)
		line.WriteString(strings.Repeat(" ", hit.Start-widget.Width(line.String())))
		if chosen {
			line.WriteString(style.Render(s.shown(f, hit)))
		} else {
			line.WriteString(s.theme.Faint.Render(s.shown(f, hit)))
		}
	}
	if isGroup(f) && f.State() == forms.StateValue && !s.expanded(f) {
		line.WriteString("  " + s.theme.Quiet.Render(groupSummary(f, false)))
	}
	if line.Len() == 0 {
		line.WriteString(s.theme.Faint.Render(either(f.State() == forms.StateNull, s.theme.Glyphs.Null+" null", "of none of its shapes")))
	}
	return widget.FitStart(line.String(), width, s.theme.Glyphs.More)
}

// shown is an option as it is drawn.
func (s *Screen) shown(f *forms.Field, hit widget.Hit) string {
	label := safetext.Line(optionsOf(f)[hit.Index])
	if hit.Index == chosenOption(f) {
		return s.theme.Glyphs.Open + " " + label + " " + s.theme.Glyphs.Close
	}
	return label
}

// pickerHits are the options that show and where: all of them, or the one that
// is taken.
func pickerHits(s *Screen, f *forms.Field, width int) []widget.Hit {
	var hits []widget.Hit
	x := 0
	for i := range optionsOf(f) {
		w := widget.Width(s.shown(f, widget.Hit{Index: i}))
		hits = append(hits, widget.Hit{Start: x, End: x + w, Index: i})
		x += w + 2
	}
	if at := chosenOption(f); x-2 > width || isGroup(f) && f.State() == forms.StateValue && !s.expanded(f) {
		if at < 0 {
			return nil
		}
		hit := hits[at]
		return []widget.Hit{{Start: 0, End: hit.End - hit.Start, Index: at}}
	}
	return hits
}

// clickPicker takes the option that was clicked, or opens their list.
func (s *Screen) clickPicker(f *forms.Field, x, width int) tea.Cmd {
	if i, ok := widget.HitAt(pickerHits(s, f, width), x); ok && i != chosenOption(f) {
		s.done(func() { s.pick(f)(i) })()
		return nil
	}
	return s.openChoices()
}
