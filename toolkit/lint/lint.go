// Package lint says what is wrong with the definitions of tools: with their
// names and descriptions, with their schemas, and with how model providers take
// them. It also tells how far a form reaches into each schema, and what each
// definition costs in tokens.
package lint

import (
	"bytes"
	"encoding/json"
	"fmt"
	"runtime"
	"sync"
	"sync/atomic"

	"toolbench/forms"
	"toolbench/toolkit/provider"
	"toolbench/toolkit/tool"
)

// A Subject is a tool to be checked, with what its catalogue knows of it.
type Subject struct {
	tool.Tool
	// SourceID is the ID of the source that it came from.
	SourceID string
	// HiddenBy is the ID of the source whose tool of the same name is served
	// instead; empty for a tool that is served.
	HiddenBy string
	// Broken is why a source could not make a tool of its definition; empty
	// when it could.
	Broken string
}

// A Report is what was found.
type Report struct {
	// Tools are in the order in which they were given.
	Tools  []Tool `json:"tools"`
	Totals Totals `json:"totals"`
}

// A Tool is what was found about one tool.
type Tool struct {
	Name   string          `json:"name"`
	Source tool.ToolSource `json:"source"`
	Server string          `json:"server,omitempty"`
	Form   Form            `json:"form"`
	// Sample is a valid argument object; nil when none was found, which is a
	// problem too.
	Sample json.RawMessage `json:"sample,omitempty"`
	// Problems are in the order of the definition's parts.
	Problems []Problem `json:"problems"`
	// Tokens is about what the definition costs as OpenAI is sent it.
	Tokens int `json:"tokens"`
	// TokensAs is the same for each format.
	TokensAs map[provider.Format]int `json:"tokensAs"`
}

// A Form says how far the form of a tool's input schema reaches.
type Form struct {
	// Fields is how many fields it has below its root, with one item for each
	// list and recursion followed once.
	Fields int `json:"fields"`
	// Fallbacks are the fields that can only be filled as JSON.
	Fallbacks []Fallback `json:"fallbacks"`
}

// A Fallback is a field of raw JSON, by its place as people write it, and why.
type Fallback struct {
	Path   string `json:"path"`
	Reason string `json:"reason"`
}

// A Problem is something that is wrong with a definition.
type Problem struct {
	Severity Severity `json:"severity"`
	// Rule is the ID of the [Rule].
	Rule string `json:"rule"`
	// Path is a JSON Pointer into the definition: /name, /description, or
	// /inputSchema and on into the schema.
	Path string `json:"path"`
	// Message is a sentence.
	Message string `json:"message"`
}

// Totals are sums over all tools.
type Totals struct {
	Tools     int `json:"tools"`
	Errors    int `json:"errors"`
	Warnings  int `json:"warnings"`
	Infos     int `json:"infos"`
	Fields    int `json:"fields"`
	Fallbacks int `json:"fallbacks"`
	// Samples is for how many tools a valid argument object was found.
	Samples int `json:"samples"`
	// Tokens is about what the catalogue costs in each format. Tools that are
	// hidden by others do not count.
	Tokens map[provider.Format]int `json:"tokens"`
	// Rules is how many problems each rule found.
	Rules map[string]int `json:"rules"`
	// Notes are sentences on the catalogue as a whole.
	Notes []string `json:"notes,omitempty"`
}

// mostTools is how many tools OpenAI takes in a request.
const mostTools = 128

// Check checks tools, each by itself and their names beside each other.
func Check(subjects []Subject) Report {
	report := Report{Tools: make([]Tool, len(subjects))}
	namesakes := collisions(subjects)
	var next atomic.Int64
	var workers sync.WaitGroup
	for range min(runtime.GOMAXPROCS(0), len(subjects)) {
		workers.Go(func() {
			for i := int(next.Add(1)) - 1; i < len(subjects); i = int(next.Add(1)) - 1 {
				report.Tools[i] = examine(&subjects[i], namesakes[i])
			}
		})
	}
	workers.Wait()
	report.Totals = total(subjects, report.Tools)
	return report
}

func examine(subject *Subject, namesake []Problem) Tool {
	out := Tool{
		Name: subject.Name, Source: subject.Source, Server: subject.Server(),
		Form: Form{Fallbacks: []Fallback{}}, Problems: []Problem{}, TokensAs: map[provider.Format]int{},
	}
	c := &check{subject: subject, problems: namesake}
	if subject.Broken != "" {
		c.report(Definition, nil, "%s", subject.Broken)
		out.Problems = c.problems
		return out
	}
	for _, format := range provider.Formats {
		out.TokensAs[format] = provider.Tokens(provider.Definition(format, subject.Tool))
	}
	out.Tokens = out.TokensAs[provider.OpenAI]
	c.name()
	c.description()
	c.inputSchema()
	form := forms.New(subject.Schema())
	coverage := form.Coverage()
	out.Form.Fields = coverage.Fields - 1
	for _, fallback := range coverage.Fallbacks {
		out.Form.Fallbacks = append(out.Form.Fallbacks, Fallback{fallback.Path, fallback.Reason})
	}
	out.Sample = c.sample(form)
	out.Problems = append(out.Problems, c.problems...)
	return out
}

// sample is a valid argument object, nil when none was found.
func (c *check) sample(form *forms.Form) json.RawMessage {
	if c.root == nil {
		return nil // said already
	}
	err := form.Sample()
	sample := form.JSON()
	if err == nil && !bytes.HasPrefix(sample, []byte("{")) {
		err = fmt.Errorf("the schema takes %.60s, which is no object", sample)
	}
	if err == nil {
		return sample
	}
	if _, unjudged := c.judge(); unjudged != nil {
		c.report(SchemaUnjudged, at("inputSchema"), "%s", unjudged)
	}
	c.report(SampleMissing, at("inputSchema"), "no valid arguments were found: %s", err)
	return nil
}

func total(subjects []Subject, tools []Tool) Totals {
	t := Totals{Tools: len(tools), Tokens: map[provider.Format]int{}, Rules: map[string]int{}}
	served := 0
	for i, one := range tools {
		t.Fields += one.Form.Fields
		t.Fallbacks += len(one.Form.Fallbacks)
		if one.Sample != nil {
			t.Samples++
		}
		if subjects[i].HiddenBy == "" && subjects[i].Broken == "" {
			served++
			for format, n := range one.TokensAs {
				t.Tokens[format] += n
			}
		}
		for _, problem := range one.Problems {
			t.Rules[problem.Rule]++
			switch problem.Severity {
			case Error:
				t.Errors++
			case Warning:
				t.Warnings++
			case Info:
				t.Infos++
			}
		}
	}
	if served > mostTools {
		t.Notes = append(t.Notes, fmt.Sprintf("OpenAI takes no more than %d tools in a request; the catalogue has %d", mostTools, served))
	}
	return t
}
