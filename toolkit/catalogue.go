package toolkit

import (
	"fmt"
	"strings"

	"toolbench/toolkit/tool"
)

// An Entry is a tool in the catalogue.
type Entry struct {
	tool.Tool
	// SourceID is the ID of the source that it came from.
	SourceID string
	// HiddenBy is the ID of the source whose tool of the same name is served
	// instead; empty for a tool that is served.
	HiddenBy string
}

// precedence is the order in which kinds of source win over each other when two
// tools have the same name; the first wins. (Toolnexus' rules, FACTS §8.6.)
var precedence = []tool.ToolSource{
	tool.SourceMCP, tool.SourceSkill, tool.SourceBuiltin, tool.SourceHTTP, tool.SourceA2A, tool.SourceCustom, tool.SourceNative,
}

// Entries is the catalogue: every tool of every source, grouped by kind of
// source in the order of precedence, the hidden ones marked. The slice is shared
// and must not be changed.
func (tk *Toolkit) Entries() []Entry {
	tk.mu.Lock()
	defer tk.mu.Unlock()
	if tk.catalogue == nil {
		tk.catalogue = assemble(tk.entries)
	}
	return tk.catalogue
}

// Tools is the catalogue without the hidden tools: what a model would be given.
func (tk *Toolkit) Tools() []tool.Tool {
	entries := tk.Entries()
	served := make([]tool.Tool, 0, len(entries))
	for _, e := range entries {
		if e.HiddenBy == "" {
			served = append(served, e.Tool)
		}
	}
	return served
}

func assemble(sources []*entry) []Entry {
	count := 0
	for _, s := range sources {
		count += len(s.tools)
	}
	all := make([]Entry, 0, count)
	servedBy := make(map[string]string, count)
	for _, s := range sources {
		if s.extra {
			for _, t := range s.tools {
				servedBy[t.Name] = "" // taken from built-ins; who serves it is still open
			}
		}
	}
	for _, kind := range precedence {
		for _, s := range sources {
			if s.status.Kind == kind {
				all = appendEntries(all, s, servedBy)
			}
		}
	}
	// A name that only an extra tool took from a built-in is served by that
	// extra tool: fill in by whom the built-in is hidden.
	for i := range all {
		if all[i].HiddenBy == takenByExtra {
			all[i].HiddenBy = servedBy[all[i].Name]
		}
	}
	return all
}

const takenByExtra = "\x00extra"

func appendEntries(all []Entry, s *entry, servedBy map[string]string) []Entry {
	id := s.status.ID()
	for _, t := range s.tools {
		e := Entry{Tool: t, SourceID: id}
		by, taken := servedBy[t.Name]
		switch {
		case taken && by != "":
			e.HiddenBy = by
		case taken && s.status.Kind == tool.SourceBuiltin:
			e.HiddenBy = takenByExtra
		default:
			servedBy[t.Name] = id
		}
		all = append(all, e)
	}
	return all
}

// Find is the tool of that name. A name may leave out the server's prefix when
// that is not ambiguous. The error is a [*NotFoundError] or an
// [*AmbiguousError].
func (tk *Toolkit) Find(name string) (tool.Tool, error) {
	var short []tool.Tool
	tools := tk.Tools()
	for _, t := range tools {
		if t.Name == name {
			return t, nil
		}
		if isShortFor(name, t) {
			short = append(short, t)
		}
	}
	switch len(short) {
	case 1:
		return short[0], nil
	case 0:
		return tool.Tool{}, &NotFoundError{Name: name, Nearest: nearest(name, tools)}
	}
	names := make([]string, len(short))
	for i, t := range short {
		names[i] = t.Name
	}
	return tool.Tool{}, &AmbiguousError{Name: name, Names: names}
}

// isShortFor tells whether name is t's without its server's: as the source
// spells it, or as it stands in the full name.
func isShortFor(name string, t tool.Tool) bool {
	short := t.ShortName()
	return short == name || strings.HasSuffix(t.Name, "_"+name) && tool.Sanitize(short) == name
}

// A NotFoundError says that no tool has a name.
type NotFoundError struct {
	Name string
	// Nearest are names that were perhaps meant, the likeliest first.
	Nearest []string
}

func (e *NotFoundError) Error() string {
	if len(e.Nearest) == 0 {
		return fmt.Sprintf("there is no tool %q", e.Name)
	}
	return fmt.Sprintf("there is no tool %q; did you mean %s?", e.Name, strings.Join(e.Nearest, " or "))
}

// An AmbiguousError says that a short name fits several tools.
type AmbiguousError struct {
	Name  string
	Names []string
}

func (e *AmbiguousError) Error() string {
	return fmt.Sprintf("%q fits several tools: say which of %s", e.Name, strings.Join(e.Names, ", "))
}

// nearest are up to three names that were perhaps meant by name: those that
// hold it, else the one that is a slip of the hand away.
func nearest(name string, tools []tool.Tool) []string {
	var names, spellings []string
	full := map[string]string{}
	for _, t := range tools {
		if len(name) > 2 && len(names) < 3 && strings.Contains(strings.ToLower(t.Name), strings.ToLower(name)) {
			names = append(names, t.Name)
		}
		for _, spelling := range []string{t.Name, t.ShortName()} {
			if _, ok := full[spelling]; !ok {
				full[spelling] = t.Name
				spellings = append(spellings, spelling)
			}
		}
	}
	if len(names) > 0 {
		return names
	}
	if near := tool.Nearest(name, spellings); near != "" {
		return []string{full[near]}
	}
	return nil
}
