package form

import (
	"strings"

	"toolbench/views/safetext"
	"toolbench/views/widget"
)

// choosing is the open list of what a field can be, narrowed by what is typed.
type choosing struct {
	labels []string
	choose func(i int)
	filter editor
	found  []int // choices by their place
	list   widget.List
}

const mostShown = 8

func newChoosing(labels []string, chosen int, choose func(i int)) *choosing {
	c := &choosing{labels: labels, choose: choose}
	c.narrow()
	c.list.Select(max(0, chosen))
	return c
}

// narrow finds the choices that hold what was typed, those that begin with it
// first.
func (c *choosing) narrow() {
	typed := strings.ToLower(c.filter.text)
	var begin, hold []int
	for i, label := range c.labels {
		switch at := strings.Index(strings.ToLower(label), typed); {
		case at == 0:
			begin = append(begin, i)
		case at > 0:
			hold = append(hold, i)
		}
	}
	c.found = append(begin, hold...)
	if typed == "" {
		c.found = begin
	}
	c.list.SetCount(len(c.found))
	c.list.Resize(1, max(1, min(mostShown, len(c.found))))
	c.list.Select(0)
}

// take takes the marked choice; it tells whether there is one.
func (c *choosing) take() bool {
	if len(c.found) == 0 {
		return false
	}
	c.choose(c.found[c.list.Cursor()])
	return true
}

// height is how many lines the list takes.
func (c *choosing) height() int { return max(1, min(mostShown, len(c.found))) }

func (c *choosing) view(s *Screen, width int) []string {
	if len(c.found) == 0 {
		text := "no choice has " + safetext.Line(c.filter.text)
		if f := s.field(); f != nil && picks(f) {
			text = "enter takes it as the value, if it is one"
		}
		return []string{s.theme.Quiet.Render(text)}
	}
	c.list.Resize(width, c.height())
	return c.list.View(s.theme, true, func(i int, selected bool, width int) string {
		mark := "  "
		if selected {
			mark = s.theme.Glyphs.Cursor + " "
		}
		return widget.Fit(mark+safetext.Line(c.labels[c.found[i]]), width)
	})
}
