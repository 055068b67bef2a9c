package result

import (
	tea "charm.land/bubbletea/v2"

	"toolbench/theme"
	"toolbench/views/widget"
)

// A sheet is what a tab shows: a text, or a JSON tree with short texts above
// and below it. The zero sheet is empty.
type sheet struct {
	text          widget.TextView
	tree          *widget.Tree
	above, below  []string // lines, fit for the screen
	upper, lower  []string // the rows that they take
	width, height int
}

// show replaces what the sheet shows. The window stays where it was as far as
// that is possible when again is set, else it goes to the top.
func (s *sheet) show(lines widget.Lines, again bool) {
	first, _, _ := s.text.Position()
	s.tree, s.above, s.below = nil, nil, nil
	s.text.SetLines(lines)
	if again && first > 1 {
		s.text.Show(first - 1 + s.height/3)
	}
	s.arrange()
}

// showTree shows a tree between two texts.
func (s *sheet) showTree(tree *widget.Tree, above, below []string) {
	s.tree, s.above, s.below = tree, above, below
	s.text.SetLines(nil)
	s.arrange()
}

func (s *sheet) resize(width, height int) {
	s.width, s.height = width, height
	s.arrange()
}

// arrange shares the height out. The texts around a tree are cut before the
// tree is: it keeps a third of the room at least.
func (s *sheet) arrange() {
	s.text.Resize(s.width, s.height)
	if s.tree == nil {
		return
	}
	s.upper = cut(rows(s.above, s.width), s.height/3)
	s.lower = cut(rows(s.below, s.width), (s.height-len(s.upper))/2)
	s.tree.Resize(s.width, s.height-len(s.upper)-len(s.lower))
}

func rows(lines []string, width int) []string {
	var all []string
	for _, line := range lines {
		all = append(all, widget.Wrap(line, width)...)
	}
	return all
}

// cut is at most so many rows, with a mark when there are more.
func cut(rows []string, most int) []string {
	if len(rows) <= most {
		return rows
	}
	if most <= 0 {
		return nil
	}
	return append(rows[:most-1:most-1], "…")
}

// grown draws anew what was added to the lines that show, and follows their
// end when that is where the window stands.
func (s *sheet) grown(follow bool) {
	if follow {
		s.text.Bottom()
		return
	}
	s.text.Scroll(0)
}

// following tells whether the end of the text shows.
func (s *sheet) following() bool { return s.tree == nil && s.text.AtBottom() }

func (s *sheet) key(msg tea.KeyPressMsg) bool {
	if s.tree != nil {
		return s.tree.Key(msg)
	}
	return s.text.Key(msg)
}

func (s *sheet) wheel(m tea.Mouse) {
	if s.tree != nil {
		s.tree.Wheel(m)
		return
	}
	s.text.Wheel(m)
}

func (s *sheet) click(m tea.Mouse) {
	if s.tree != nil && m.Y >= len(s.upper) && m.Y < s.height-len(s.lower) {
		s.tree.Click(m.X, m.Y-len(s.upper))
	}
}

func (s *sheet) view(t *theme.Theme, active bool) []string {
	if s.tree == nil {
		return s.text.View(t)
	}
	return widget.Block(widget.Rows(s.upper, s.tree.View(t, active), s.lower), s.width, s.height)
}

// extent is how much there is and where the window stands.
func (s *sheet) extent() (total, offset int) {
	if s.tree != nil {
		around := len(s.upper) + len(s.lower)
		return s.tree.Count() + around, s.tree.Offset()
	}
	return s.text.Extent()
}
