package sources

import (
	"toolbench/toolkit/source"
	"toolbench/views/safetext"
	"toolbench/views/widget"
)

// mostName is how wide the names of sources stand at most.
const mostName = 24

// overview is how each source of a kind is, and why it is not connected.
func (s *Screen) overview() []string {
	t := s.theme
	if len(s.among) == 0 {
		return []string{t.Quiet.Render("Choose a tool or a source at the left.")}
	}
	column := 0
	for _, src := range s.among {
		column = min(mostName, max(column, widget.Width(safetext.Line(src.Name))))
	}
	column += 2
	var lines []string
	for i := range s.among {
		src := &s.among[i]
		state := s.condition(src)
		if src.State == source.Connected {
			state += t.Quiet.Render(", " + widget.Plural(src.Tools, "tool", "tools"))
		}
		lines = append(lines, widget.Fit(t.Title.Render(widget.Fit(safetext.Line(src.Name), column-2)), column)+state)
		if src.Reason == "" {
			continue
		}
		for _, row := range widget.Wrap(safetext.Line(src.Reason), max(20, s.width-column)) {
			lines = append(lines, widget.Fit("", column)+t.Text.Render(row))
		}
	}
	return lines
}
