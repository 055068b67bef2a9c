package cli

import (
	"strings"

	"github.com/charmbracelet/x/ansi"

	"toolbench/toolkit"
	"toolbench/toolkit/tool"
	"toolbench/views/safetext"
)

type listVerb struct {
	Targets []string `arg:"" optional:"" name:"target" sep:"none" help:"What to open; without any, what is found and the built-in tools."`
	targetFlags
	connectFlags
	JSON bool `help:"Print one JSON document, which is itself a TARGET."`
}

// Help explains the columns.
func (listVerb) Help() string {
	return "A line is a tool's name, a mark (! destructive, r read-only, as it declares itself) and the start of its description."
}

// Run prints the catalogue.
func (v *listVerb) Run(s *session) error {
	return s.with(append(v.Targets, v.Target...), v.connectFlags, &answers{}, v.list)
}

func (v *listVerb) list(s *session, tk *toolkit.Toolkit, p *plan) error {
	err := s.ready(tk)
	if err != nil {
		return err
	}
	if v.JSON {
		err = s.printCatalogue(tk.Tools())
	} else {
		s.printLines(tk.Tools())
	}
	s.problems(tk)
	s.untrusted(tk, p)
	return err
}

// widestName is how many cells the column of names takes at most.
const widestName = 40

func (s *session) printLines(tools []tool.Tool) {
	widest := 0
	for _, t := range tools {
		widest = max(widest, min(widestName, ansi.StringWidth(t.Name)))
	}
	for _, t := range tools {
		name := safetext.Line(t.Name)
		pad := strings.Repeat(" ", max(0, widest-ansi.StringWidth(name)))
		line := name + pad + " " + mark(t) + " " + firstLine(t)
		if s.OutTerminal {
			line = fit(line, s.Width)
		}
		s.out.WriteString(strings.TrimRight(line, " ") + "\n")
	}
}

func firstLine(t tool.Tool) string {
	first, _, _ := strings.Cut(strings.TrimSpace(t.Description), "\n")
	return safetext.Line(strings.TrimSpace(first))
}
