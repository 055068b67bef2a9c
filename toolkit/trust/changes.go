package trust

import (
	"fmt"
	"maps"
	"slices"
	"strings"
)

// changes says what is in now that was not in before: one sentence for a
// declaration that is new, gone, or does something else.
func changes(before, now []start) []string {
	var out []string
	for _, n := range now {
		i := slices.IndexFunc(before, func(b start) bool { return b.Name == n.Name })
		switch {
		case i < 0:
			out = append(out, isNew(n))
		case before[i].Whole != n.Whole:
			out = append(out, different(before[i], n)...)
		}
	}
	for _, b := range before {
		if !slices.ContainsFunc(now, func(n start) bool { return n.Name == b.Name }) {
			out = append(out, b.Name+" is gone")
		}
	}
	if len(out) == 0 {
		out = append(out, "the order of the declarations has changed")
	}
	return out
}

func isNew(s start) string {
	if s.Does == "" || strings.HasSuffix(s.Name, s.Does) {
		return s.Name + " is new"
	}
	return s.Name + " is new: " + s.Does
}

func different(before, now start) []string {
	var out []string
	if before.Does != now.Does {
		out = append(out, fmt.Sprintf("%s: was %s, is %s", now.Name, orNothing(before.Does), orNothing(now.Does)))
	}
	if before.Folder != now.Folder {
		out = append(out, fmt.Sprintf("folder of %s: was %s, is %s", now.Name, orProject(before.Folder), orProject(now.Folder)))
	}
	for _, name := range slices.Sorted(maps.Keys(now.Steering)) {
		if was, known := before.Steering[name]; known && was != now.Steering[name] {
			out = append(out, fmt.Sprintf("%s of %s: was %s, is %s", name, now.Name, quoted(was, ""), quoted(now.Steering[name], "")))
		}
	}
	if said := names("environment", now.Name, before.Environment, now.Environment); said != "" {
		out = append(out, said)
	}
	if said := names("headers", now.Name, before.Headers, now.Headers); said != "" {
		out = append(out, said)
	}
	if len(out) == 0 {
		out = append(out, now.Name+" has other values in its environment, headers or settings")
	}
	return out
}

func orNothing(does string) string {
	if does == "" {
		return "not usable"
	}
	return does
}

func orProject(folder string) string {
	if folder == "" {
		return "the project's"
	}
	return folder
}

// names says which names were added and removed.
func names(what, whose string, before, now []string) string {
	var said []string
	for _, list := range []struct {
		verb         string
		these, those []string
	}{{"added", now, before}, {"removed", before, now}} {
		var found []string
		for _, name := range list.these {
			if !slices.Contains(list.those, name) {
				found = append(found, name)
			}
		}
		if len(found) > 0 {
			said = append(said, strings.Join(found, ", ")+" "+list.verb)
		}
	}
	if len(said) == 0 {
		return ""
	}
	return fmt.Sprintf("%s of %s: %s", what, whose, strings.Join(said, "; "))
}
