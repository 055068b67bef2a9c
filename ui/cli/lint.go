package cli

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"toolbench/toolkit"
	"toolbench/toolkit/lint"
	"toolbench/toolkit/provider"
	"toolbench/toolkit/tool"
	"toolbench/views/safetext"
)

type lintVerb struct {
	Targets []string `arg:"" optional:"" name:"target" sep:"none" help:"What to open; without any, what is found and the built-in tools."`
	targetFlags
	connectFlags
	All  bool `short:"a" help:"Print the notes too, and the tools that nothing is wrong with."`
	JSON bool `help:"Print one JSON document."`
}

// Help lists the rules.
func (lintVerb) Help() string {
	var b strings.Builder
	b.WriteString("The exit code is 1 when there is an error. Paths are JSON Pointers into a tool's definition. The rules:\n")
	for _, rule := range lint.Rules() {
		fmt.Fprintf(&b, "\n  %s (%s): %s", rule.ID, severityWords[rule.Severity], rule.Means)
	}
	return b.String()
}

var severityWords = map[lint.Severity]string{lint.Error: "error", lint.Warning: "warning", lint.Info: "note"}

// severities are in the order in which they are printed.
var severities = map[lint.Severity]int{lint.Error: 1, lint.Warning: 2, lint.Info: 3}

// Run prints what is wrong with the tools' definitions.
func (v *lintVerb) Run(s *session) error {
	return s.with(append(v.Targets, v.Target...), v.connectFlags, &answers{}, v.lint)
}

func (v *lintVerb) lint(s *session, tk *toolkit.Toolkit, p *plan) error {
	err := s.ready(tk)
	if err != nil {
		return err
	}
	report := lint.Check(subjects(tk))
	if v.JSON {
		err = s.printReport(report)
	} else {
		for _, t := range report.Tools {
			s.printFindings(t, v.All)
		}
		s.printTotals(report, v.All)
	}
	s.untrusted(tk, p)
	if err == nil && report.Totals.Errors > 0 {
		err = leave(exitToolError)
	}
	return err
}

// subjects are the tools of the catalogue, and the entries of the sources'
// listings that could not be made into tools.
func subjects(tk *toolkit.Toolkit) []lint.Subject {
	var all []lint.Subject
	for _, e := range tk.Entries() {
		all = append(all, lint.Subject{Tool: e.Tool, SourceID: e.SourceID, HiddenBy: e.HiddenBy})
	}
	for _, status := range tk.Sources() {
		for _, problem := range status.Problems {
			t := tool.Tool{Name: problem.Name, Source: status.Kind, Details: &tool.Details{Server: status.Name}}
			all = append(all, lint.Subject{Tool: t, SourceID: status.ID(), Broken: problem.Reason})
		}
	}
	return all
}

// printReport prints {"tools":[…],"totals":{…}}, one tool a line.
func (s *session) printReport(report lint.Report) error {
	s.out.WriteString(`{"tools":[`)
	for i, t := range report.Tools {
		line, err := marshal(t)
		if err != nil {
			return fail(exitSource, "what was found about %s can not be written as JSON: %w", t.Name, err)
		}
		if i > 0 {
			s.out.WriteString(",")
		}
		s.out.WriteString("\n")
		s.out.Write(line)
	}
	s.out.WriteString("\n],\"totals\":")
	totals, err := marshal(report.Totals)
	if err != nil {
		return fail(exitFailed, "the totals can not be written as JSON: %w", err)
	}
	s.out.Write(totals)
	s.out.WriteString("}\n")
	return nil
}

// mostAlike is how many problems of one rule are printed for a tool.
const mostAlike = 3

func (s *session) printFindings(t lint.Tool, all bool) {
	var lines []string
	alike := map[string]int{}
	problems := slices.Clone(t.Problems)
	slices.SortStableFunc(problems, func(a, b lint.Problem) int {
		return cmp.Compare(severities[a.Severity], severities[b.Severity])
	})
	for _, p := range problems {
		if p.Severity == lint.Info && !all {
			continue
		}
		if alike[p.Rule]++; alike[p.Rule] <= mostAlike {
			lines = append(lines, fmt.Sprintf("%-7s  %s%s (%s)", severityWords[p.Severity], placed(p.Path), p.Message, p.Rule))
		}
	}
	for _, rule := range lint.Rules() {
		if more := alike[rule.ID] - mostAlike; more > 0 {
			lines = append(lines, fmt.Sprintf("%-7s  … and %d more (%s)", severityWords[rule.Severity], more, rule.ID))
		}
	}
	for _, fallback := range t.Form.Fallbacks {
		lines = append(lines, fmt.Sprintf("%-7s  %sonly as JSON: %s", "form", placed(fallback.Path), fallback.Reason))
	}
	if len(lines) == 0 && !all {
		return
	}
	s.printLine(fmt.Sprintf("%s  (%s, about %s)", t.Name, plural(t.Form.Fields, "field"), plural(t.Tokens, "token")))
	for _, line := range lines {
		s.printLine("  " + line)
	}
}

func (s *session) printLine(text string) { s.out.WriteString(safetext.Line(text) + "\n") }

// placed is a place as a line begins with it; the whole has none.
func placed(path string) string {
	if path == "" {
		return ""
	}
	return path + ": "
}

func (s *session) printTotals(report lint.Report, all bool) {
	t := report.Totals
	wrong, only := 0, 0
	for _, one := range report.Tools {
		for _, p := range one.Problems {
			if p.Severity != lint.Info {
				wrong++
				break
			}
		}
		if len(one.Form.Fallbacks) > 0 {
			only++
		}
	}
	notes := plural(t.Infos, "note")
	if t.Infos > 0 && !all {
		notes += " (--all prints them)"
	}
	s.printLine(fmt.Sprintf("%s: %s, %s in %s; %s", plural(t.Tools, "tool"), plural(t.Errors, "error"), plural(t.Warnings, "warning"), plural(wrong, "tool"), notes))
	s.printLine(fmt.Sprintf("forms: %s, %d of them only as JSON, in %s; valid arguments found for %s", plural(t.Fields, "field"), t.Fallbacks, plural(only, "tool"), plural(t.Samples, "tool")))
	var costs []string
	for _, format := range provider.Formats {
		costs = append(costs, grouped(t.Tokens[format])+" as "+string(format))
	}
	s.printLine("tokens, about: " + strings.Join(costs, ", "))
	for _, note := range t.Notes {
		s.printLine(note)
	}
}

// grouped is a number with its thousands set apart.
func grouped(n int) string {
	digits := strconv.Itoa(n)
	for i := len(digits) - 3; i > 0; i -= 3 {
		digits = digits[:i] + "," + digits[i:]
	}
	return digits
}
