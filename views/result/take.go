package result

import (
	"strings"

	"github.com/charmbracelet/x/ansi"

	"toolbench/toolkit/tool"
	"toolbench/views/widget"
)

// taken is what copying takes from the page in front: what it is called, how
// to get it, which may take a while, and why it can not be had.
func (s *Screen) taken() (what string, text func() string, why string) {
	o := s.record.Outcome
	switch s.page {
	case pageParts:
		return s.takenPart()
	case pageStructured:
		return "the structured content", func() string { return string(o.Result.Structured()) }, ""
	case pageMeta:
		return "the metadata", func() string { return encoded(metadata(o.Result)) }, ""
	case pageEvents:
		events := s.events.snapshot()
		return "the events", func() string { return unstyled(events) }, ""
	case pageRaw:
		if o == nil {
			arguments := s.record.Arguments
			return "the arguments", func() string { return string(arguments) }, ""
		}
		return "the result as JSON", func() string { return encoded(o.Result) }, ""
	case pageModel:
		t, format := s.record.Tool, s.format
		return "what a model is handed", func() string { return string(handOver(format, t, o.Result)) }, ""
	}
	output := s.text()
	if output == "" {
		why = "there is no text"
	}
	return "the output", func() string { return output }, why
}

// text is the run's output by now.
func (s *Screen) text() string {
	if s.record.Running() {
		return s.record.Partial.String()
	}
	return s.output
}

func (s *Screen) takenPart() (what string, text func() string, why string) {
	p, _ := s.part()
	if p.URL != "" {
		return "the address", func() string { return p.URL }, ""
	}
	if !readable(p) {
		return "the part", nil, "this is not text; s saves it"
	}
	return "the part's text", func() string { text, _ := textOf(p); return text }, ""
}

// unstyled is lines as plain text.
func unstyled(lines widget.Lines) string {
	var b strings.Builder
	for i := range lines.Len() {
		b.WriteString(ansi.Strip(lines.Line(i)) + "\n")
	}
	return b.String()
}

// encoded is v as indented JSON, or why it can not be.
func encoded(v any) string {
	raw, err := encode(v)
	if err != nil {
		return err.Error()
	}
	return string(indent(raw))
}

// files are what saving writes from the page in front, and why there is nothing
// to write.
func (s *Screen) files() (files []file, why string) {
	name := s.record.Tool.ShortName()
	switch s.page {
	case pageParts:
		p, _ := s.part()
		if p.Data == "" && p.Type != tool.PartText {
			return nil, "the part holds no data"
		}
		return []file{partFile(s.record.Tool, p)}, ""
	case pageOutput:
		return s.outputFiles(name)
	}
	_, text, _ := s.taken()
	kind := ".json"
	if s.page == pageEvents {
		kind = ".log"
	}
	return []file{{tool.FileName(name+"-"+strings.ToLower(s.page.String()), kind), func() ([]byte, error) { return []byte(text()), nil }}}, ""
}

// outputFiles are the output's text and all parts that hold something.
func (s *Screen) outputFiles(name string) (files []file, why string) {
	if text := s.text(); text != "" {
		files = append(files, textFile(tool.FileName(name, s.outputExtension()), text))
	}
	for _, p := range s.parts() {
		if p.Data != "" || p.Type == tool.PartText {
			files = append(files, partFile(s.record.Tool, p))
		}
	}
	if len(files) == 0 {
		return nil, "there is nothing to save"
	}
	return files, ""
}

func (s *Screen) outputExtension() string {
	if f := s.leaves[pageOutput].facts.fits; len(f) > 0 {
		switch f[0] {
		case markdown:
			return ".md"
		case jsonTree:
			return ".json"
		case diff:
			return ".diff"
		}
	}
	return ".txt"
}
