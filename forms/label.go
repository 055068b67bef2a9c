package forms

import (
	"slices"
	"strconv"
	"strings"

	"toolbench/toolkit/schema"
)

// labels tell shapes apart.
func (f *Form) labels(branches []shape) []string {
	f.steps = 0
	labels := make([]string, len(branches))
	common := common(branches, func(s *schema.Value) []string { return s.Get("required").Strings() })
	for i, branch := range branches {
		labels[i] = f.label(branch, common, 1)
	}
	for detail := 2; detail <= 4; detail++ {
		again := slices.Clone(labels)
		for i, branch := range branches {
			if amount(labels, labels[i]) > 1 {
				again[i] = f.label(branch, common, detail)
			}
		}
		labels = again
	}
	seen, numbered := map[string]int{}, slices.Clone(labels)
	for i, label := range labels {
		if amount(labels, label) > 1 {
			seen[label]++
			numbered[i] = label + " " + strconv.Itoa(seen[label])
		}
	}
	return numbered
}

func amount(labels []string, label string) int {
	n := 0
	for _, other := range labels {
		if other == label {
			n++
		}
	}
	return n
}

// common are the names that all shapes have.
func common(branches []shape, of func(s *schema.Value) []string) map[string]bool {
	counts := map[string]int{}
	for _, branch := range branches {
		for _, name := range unique(of(branch.schema)) {
			counts[name]++
		}
	}
	all := map[string]bool{}
	for name, n := range counts {
		all[name] = n == len(branches)
	}
	return all
}

// label names a shape, in more detail where less does not tell it from others.
func (f *Form) label(branch shape, common map[string]bool, detail int) string {
	s := branch.schema
	title := s.Get("title").Text()
	if title != "" && detail == 1 {
		return title
	}
	constants := f.constants(s)
	if len(constants) > 0 && detail <= 2 {
		return join(title, constants[0])
	}
	if len(constants) > 1 && detail == 3 {
		return join(title, strings.Join(constants[:min(3, len(constants))], ", "))
	}
	var wanted []string
	for _, name := range unique(s.Get("required").Strings()) {
		if !common[name] {
			wanted = append(wanted, name)
		}
	}
	if len(wanted) > 0 {
		constant := ""
		if len(constants) > 0 {
			constant = constants[0]
		}
		return join(title, constant, "with "+strings.Join(wanted[:min(3, len(wanted))], " and "))
	}
	of := &Field{form: f}
	of.take(branch)
	word := of.Type()
	if word == "JSON" {
		word = "anything"
	}
	if names := propertyNames(s); detail > 3 && len(names) > 0 {
		word += " of " + strings.Join(names[:min(3, len(names))], ", ")
	}
	return join(title, word)
}

func propertyNames(s *schema.Value) []string {
	var names []string
	for _, m := range s.Get("properties").Members() {
		names = append(names, m.Name)
	}
	return names
}

func join(words ...string) string {
	return strings.Join(slices.DeleteFunc(words, func(word string) bool { return word == "" }), ", ")
}

// constants are the properties of a shape that can only be one thing.
func (f *Form) constants(s *schema.Value) []string {
	var all []string
	for _, m := range s.Get("properties").Members() {
		merged, err := f.merged(m.Value, nil)
		if err != nil {
			continue
		}
		if choices := choicesOf(merged); len(choices) == 1 {
			all = append(all, m.Name+" "+choices[0].Label)
		}
	}
	return all
}
