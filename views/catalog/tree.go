package catalog

import (
	"slices"

	"toolbench/toolkit/source"
	"toolbench/toolkit/tool"
)

// A row is one line of the tree: a kind of source, a source, or a tool.
type row struct {
	kind   tool.ToolSource
	source int // place in the sources; -1 on the row of a kind with several
	item   int // place in the source's tools; -1 on the row of a kind or source
	depth  int
	open   bool
	shown  int // tools below it that match the filter
}

// id names the row's branch for folding.
func (s *Screen) branch(r row) string {
	if r.source < 0 {
		return string(r.kind)
	}
	return s.sources[r.source].ID()
}

// build makes the rows anew from sources, filter and folds.
func (s *Screen) build() {
	s.rows = s.rows[:0]
	matches, best := s.matches()
	bySource := s.split(matches)
	s.shown = len(matches)
	for _, kind := range kinds(s.sources) {
		s.buildKind(kind, bySource)
	}
	s.best = -1
	if best >= 0 {
		d := &s.index.docs[best]
		s.best = s.rowOf(d.source, d.item)
	}
	s.list.SetCount(len(s.rows))
}

// split cuts matches, which are in the order of their sources, into those of
// each source.
func (s *Screen) split(matches []int) [][]int {
	bySource := make([][]int, len(s.sources))
	for start := 0; start < len(matches); {
		of, end := s.index.docs[matches[start]].source, start+1
		for end < len(matches) && s.index.docs[matches[end]].source == of {
			end++
		}
		bySource[of] = matches[start:end]
		start = end
	}
	return bySource
}

func (s *Screen) buildKind(kind tool.ToolSource, bySource [][]int) {
	var of []int
	shown := 0
	for i, src := range s.sources {
		if src.Kind == kind && (!s.filtering() || len(bySource[i]) > 0 || s.query.fits(src)) {
			of = append(of, i)
			shown += len(bySource[i])
		}
	}
	if len(of) == 0 {
		return
	}
	if len(of) == 1 && s.sources[of[0]].Name == "" {
		s.buildSource(of[0], 0, bySource[of[0]])
		return
	}
	head := row{kind: kind, source: -1, item: -1, shown: shown}
	head.open = s.filtering() || !s.folded[string(kind)]
	s.rows = append(s.rows, head)
	if !head.open {
		return
	}
	for _, i := range of {
		s.buildSource(i, 1, bySource[i])
	}
}

func (s *Screen) buildSource(i, depth int, matches []int) {
	head := row{kind: s.sources[i].Kind, source: i, item: -1, depth: depth, shown: len(matches)}
	head.open = len(matches) > 0 && (s.filtering() || !s.folded[s.branch(head)])
	s.rows = append(s.rows, head)
	if !head.open {
		return
	}
	for _, m := range matches {
		s.rows = append(s.rows, row{kind: head.kind, source: i, item: s.index.docs[m].item, depth: depth + 1})
	}
}

// matches are the documents that the filter lets through, all without one.
func (s *Screen) matches() (found []int, best int) {
	if s.filtering() {
		return s.index.find(s.query)
	}
	return s.index.everything(), -1
}

// fits tells whether the filter alone speaks of the source, so that it shows
// without a tool: one that failed has none.
func (q query) fits(src Source) bool {
	if src.State == source.Connected {
		return false
	}
	d := newDocument(0, 0, src, &Item{Tool: tool.Tool{Name: src.Name, Source: src.Kind}})
	return d.matches(q)
}

// order is how the kinds of source stand below each other: what the person
// brought before what came with the program.
var order = []tool.ToolSource{tool.SourceMCP, tool.SourceHTTP, tool.SourceA2A, tool.SourceCustom, tool.SourceNative, tool.SourceSkill, tool.SourceBuiltin}

// kinds are the kinds that the sources have, in order.
func kinds(sources []Source) []tool.ToolSource {
	var ks []tool.ToolSource
	for _, k := range order {
		if slices.ContainsFunc(sources, func(s Source) bool { return s.Kind == k }) {
			ks = append(ks, k)
		}
	}
	return ks
}

// rowOf is the row of a tool (item ≥ 0) or source, -1 when it does not show.
func (s *Screen) rowOf(source, item int) int {
	for i, r := range s.rows {
		if r.source == source && r.item == item {
			return i
		}
	}
	return -1
}
