package sources

import (
	"time"

	"toolbench/toolkit/source"
	"toolbench/views/safetext"
	"toolbench/views/widget"
)

func (s *Screen) problems() []string {
	var lines []string
	for _, p := range s.source.Problems {
		lines = append(lines, s.theme.Error.Render(s.theme.Glyphs.Failed+" "+safetext.Line(p.Name)), "  "+s.theme.Text.Render(safetext.Line(p.Reason)))
		if len(p.Raw) > 0 {
			lines = append(lines, "  "+s.theme.Faint.Render(safetext.Line(string(p.Raw))))
		}
	}
	return lines
}

func (s *Screen) log() []string {
	lines := make([]string, 0, len(s.source.Log))
	for _, e := range s.source.Log {
		style := s.theme.Text
		if levelMatters(e.Level) {
			style = s.theme.Warn
		}
		lines = append(lines, s.theme.Faint.Render(e.Time.Format(time.TimeOnly)+" ")+s.theme.Quiet.Render(widget.Fit(safetext.Line(e.Level), 8))+style.Render(safetext.Line(e.Message)))
	}
	return lines
}

func levelMatters(level string) bool {
	switch level {
	case "warning", "error", "critical", "alert", "emergency":
		return true
	}
	return false
}

func (s *Screen) traffic() []string {
	lines := make([]string, 0, len(s.source.Exchange))
	for _, m := range s.source.Exchange {
		way := s.theme.Accent.Render("→ ")
		if m.Direction == source.Received {
			way = s.theme.OK.Render("← ")
		}
		size := s.theme.Quiet.Render(widget.Fit(widget.Bytes(int64(m.Size)), 8))
		lines = append(lines, s.theme.Faint.Render(m.Time.Format("15:04:05.000")+" ")+way+size+" "+s.theme.Text.Render(safetext.Line(string(m.Body))))
	}
	return lines
}
