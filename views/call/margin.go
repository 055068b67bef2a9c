package call

import (
	"bytes"
	"strings"

	"toolbench/views/safetext"
	"toolbench/views/widget"
)

func (s *Screen) title() string {
	name := safetext.Line(s.tool.ShortName())
	if s.offer != nil {
		name = s.kind() + " " + safetext.Line(s.tool.Title())
	}
	if server := s.tool.Server(); server != "" {
		return safetext.Line(server) + " › " + name
	}
	return name
}

// head is the description's first line and what the tool says of itself.
func (s *Screen) head(lines int) []string {
	if lines == 0 {
		return nil
	}
	badges := s.badges()
	if lines < 3 {
		return widget.Block([]string{widget.Between(s.theme.Quiet.Render(firstLine(s.tool.Description)), badges, s.width)}, s.width, lines)
	}
	text := widget.Wrap(firstLine(s.tool.Description), max(10, s.width-widget.Width(badges)-2))
	out := []string{widget.Between(s.theme.Quiet.Render(text[0]), badges, s.width)}
	if len(text) > 1 {
		rest := widget.Wrap(strings.Join(text[1:], " "), s.width)
		out = append(out, s.theme.Quiet.Render(rest[0]))
		if len(rest) > 1 {
			out[1] = s.theme.Quiet.Render(widget.Fit(strings.Join(rest, " "), s.width))
		}
	}
	return widget.Block(out, s.width, lines)
}

func firstLine(text string) string {
	for line := range bytes.SplitSeq([]byte(text), []byte("\n")) {
		if line = bytes.TrimSpace(line); len(line) > 0 {
			return safetext.Line(string(line))
		}
	}
	return "no description"
}

func (s *Screen) badges() string {
	t, g := s.theme, s.theme.Glyphs
	var said []string
	switch {
	case s.offer != nil:
		return t.Quiet.Render(safetext.Line(s.offer.MimeType))
	case s.tool.Execute == nil:
		said = append(said, t.Warn.Render("not callable"))
	case s.tool.Details != nil && s.tool.Details.Problem != "":
		said = append(said, t.Warn.Render(g.Told+" odd definition"))
	case s.tool.Destructive():
		said = append(said, t.Text.Render(g.Destructive+" destructive"))
	case s.tool.ReadOnly():
		said = append(said, t.Quiet.Render("read-only"))
	}
	if s.tokens > 0 {
		said = append(said, t.Quiet.Render(widget.Count(s.tokens)+" tokens"))
	}
	return strings.Join(said, t.Quiet.Render(" "+g.Bullet+" "))
}

// foot is exactly what will go out, or what is wrong with it.
func (s *Screen) foot(lines int) []string {
	if lines == 0 {
		return nil
	}
	out := make([]string, lines)
	out[lines-1] = s.sends()
	return out
}

func (s *Screen) sends() string {
	t := s.theme
	if err := s.form.Broken(); err != nil {
		return t.Error.Render(t.Glyphs.Failed+" ") + t.Text.Render(safetext.Line(err.Error()))
	}
	f := s.form.Form()
	if !s.insist && !s.form.Touched() {
		// Judging compiles the schema, which a large one is not opened for.
		return s.preview(0)
	}
	problems := f.Problems()
	if len(problems) == 0 || !s.insist || s.version != f.Version() {
		return s.preview(len(problems))
	}
	first := problems[0]
	text := widget.Plural(len(problems), "problem", "problems") + " " + t.Glyphs.Bullet + " " + safetext.Line(place(first.Path)+first.Message)
	needs := min(widget.Width(text), leastProblem)
	then := t.Quiet.Render(" " + t.Glyphs.Bullet + " ")
	next, again := then+t.Key.Render("ctrl+n")+t.Quiet.Render(" next"), then+t.Key.Render("ctrl+r")+t.Quiet.Render(" again sends anyway")
	tail := ""
	for _, ways := range []string{next + again, again, next} {
		if needs+widget.Width(ways) <= s.width {
			tail = ways
			break
		}
	}
	return t.Error.Render(widget.Fit(text, min(s.width-widget.Width(tail), widget.Width(text)))) + tail
}

// leastProblem is how many cells a problem has before keys stand behind it.
const leastProblem = 24

func place(path string) string {
	if path == "" {
		return ""
	}
	return path + ": "
}

// preview is what will be sent, without its secrets.
func (s *Screen) preview(problems int) string {
	size := widget.Bytes(int64(len(s.form.Form().JSON())))
	tail := s.theme.Quiet.Render(size)
	if s.form.Touched() && len(s.form.Form().Warnings()) > 0 {
		tail = s.theme.Warn.Render("not all is checked") + s.theme.Quiet.Render(" "+s.theme.Glyphs.Bullet+" "+size)
	}
	if problems > 0 {
		tail = s.theme.Error.Render(widget.Plural(problems, "problem", "problems")) + s.theme.Quiet.Render(" "+s.theme.Glyphs.Bullet+" "+size)
	}
	raw := s.form.Form().Masked(masked)
	raw = raw[:min(len(raw), 4096)]
	return widget.Between(s.theme.Quiet.Render("sends ")+s.theme.Code.Render(safetext.Line(string(raw))), tail, s.width)
}
