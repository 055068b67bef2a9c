package catalog

import (
	"cmp"
	"maps"
	"slices"
	"strings"

	"github.com/sahilm/fuzzy"

	"toolbench/toolkit/source"
)

// rankLimit is up to how many matches are ranked by how well they match. With
// more a person types on rather than reads, and ranking 100,000 names would cost
// more than a key press may take.
const rankLimit = 2000

// An index holds every tool's texts ready for matching.
type index struct {
	docs []document
	all  []int // the places of all docs

	last    query
	matches []int // of last, in the order of docs
}

// A document is the texts of one tool, in lower case.
type document struct {
	source, item int // places in the sources
	name, title  string
	full         string // the name with its server's before it, where that is another
	text         string // description
	params       string
	kind, server string
	facts        []string
}

func newIndex(sources []Source) *index {
	count := 0
	for _, s := range sources {
		count += len(s.Tools)
	}
	ix := &index{docs: make([]document, 0, count)}
	for i, s := range sources {
		for j := range s.Tools {
			ix.docs = append(ix.docs, newDocument(i, j, s, &s.Tools[j]))
		}
	}
	return ix
}

func newDocument(i, j int, s Source, t *Item) document {
	d := document{source: i, item: j, kind: string(s.Kind), server: strings.ToLower(s.Name), params: params(t)}
	d.name = strings.ToLower(t.ShortName())
	if full := strings.ToLower(t.Name); full != d.name {
		d.full = full
	}
	if title := strings.ToLower(t.Title()); title != d.name {
		d.title = title
	}
	d.text = strings.ToLower(t.Description)
	if server := t.Server(); server != "" {
		d.server = strings.ToLower(server)
	}
	if t.Destructive() {
		d.facts = append(d.facts, "destructive")
	}
	if t.ReadOnly() {
		d.facts = append(d.facts, "readonly", "read-only")
	}
	if t.HiddenBy != "" {
		d.facts = append(d.facts, "hidden")
	}
	if t.Details != nil && t.Details.Problem != "" {
		d.facts = append(d.facts, "odd")
	}
	if s.State == source.Failed {
		d.facts = append(d.facts, "failed")
	}
	return d
}

// params are the names of the top-level parameters.
func params(t *Item) string {
	properties, _ := t.InputSchema["properties"].(map[string]any)
	if len(properties) == 0 {
		return ""
	}
	return strings.ToLower(strings.Join(slices.Sorted(maps.Keys(properties)), " "))
}

func (ix *index) everything() []int {
	if ix.all == nil {
		ix.all = make([]int, len(ix.docs))
		for i := range ix.all {
			ix.all[i] = i
		}
	}
	return ix.all
}

// find is the places of the matching documents. When there are few enough they
// come best first within each source; best is the best of all, -1 for none.
func (ix *index) find(q query) (matches []int, best int) {
	if !q.narrows(ix.last) {
		ix.matches = nil
	}
	among := ix.matches
	if among == nil {
		among = ix.everything()
	}
	found := make([]int, 0, len(among))
	for _, i := range among {
		if ix.docs[i].matches(q) {
			found = append(found, i)
		}
	}
	ix.last, ix.matches = q, found
	return ix.rank(q, found)
}

func (d *document) matches(q query) bool {
	for _, t := range q.terms {
		if !d.matchesTerm(t) {
			return false
		}
	}
	return true
}

func (d *document) matchesTerm(t term) bool {
	switch t.field {
	case "source":
		return strings.Contains(d.kind, t.word)
	case "server":
		return strings.Contains(d.server, t.word)
	case "param":
		return strings.Contains(d.params, t.word)
	case "is":
		return t.word == "" || slices.ContainsFunc(d.facts, func(f string) bool { return strings.HasPrefix(f, t.word) })
	}
	return strings.Contains(d.name, t.word) || strings.Contains(d.full, t.word) || strings.Contains(d.title, t.word) ||
		spelled(t.word, d.name) || spelled(t.word, d.title) || strings.Contains(d.text, t.word) || strings.Contains(d.params, t.word)
}

// spelled tells whether the letters of word stand in s in their order.
func spelled(word, s string) bool {
	for len(word) > 0 {
		i := strings.IndexByte(s, word[0])
		if i < 0 {
			return false
		}
		word, s = word[1:], s[i+1:]
	}
	return true
}

func (ix *index) rank(q query, found []int) ([]int, int) {
	if len(found) == 0 {
		return found, -1
	}
	words := q.words()
	if len(words) == 0 || len(found) > rankLimit {
		return found, found[0]
	}
	scores := make(map[int]int, len(found))
	best := found[0]
	for _, i := range found {
		scores[i] = ix.docs[i].score(words)
		if scores[i] > scores[best] {
			best = i
		}
	}
	ranked := slices.Clone(found)
	slices.SortStableFunc(ranked, func(a, b int) int {
		if c := cmp.Compare(ix.docs[a].source, ix.docs[b].source); c != 0 {
			return c
		}
		return cmp.Compare(scores[b], scores[a])
	})
	return ranked, best
}

// score is how well the words match: a name that begins with one, then one that
// holds it, then a full name that does, then a name that spells it, then a text
// that holds it.
func (d *document) score(words []string) int {
	total := 0
	for _, w := range words {
		total += max(nameScore(w, d.name), nameScore(w, d.title)-1, d.fullScore(w))
	}
	return total
}

// fullScore is how well a word matches the full name: better than letters that
// are strewn over the name, worse than a part of it.
func (d *document) fullScore(word string) int {
	switch {
	case d.full != "" && d.full == word:
		return 90_000
	case strings.Contains(d.full, word):
		return 20_000
	}
	return 0
}

func nameScore(word, name string) int {
	at := strings.Index(name, word)
	switch {
	case name == "":
		return 0
	case name == word:
		return 100_000
	case at == 0:
		return 50_000 - len(name)
	case at > 0 && !letter(name[at-1]):
		return 40_000 - len(name)
	case at > 0:
		return 30_000 - len(name)
	}
	if found := fuzzy.Find(word, []string{name}); len(found) > 0 {
		return 10_000 + found[0].Score
	}
	return 0
}

func letter(b byte) bool { return b >= 'a' && b <= 'z' || b >= '0' && b <= '9' || b >= 0x80 }

// highlights are the places of the bytes of name that the words match. A word of
// the full name counts as far as it reaches into the name, which is at its end.
func highlights(words []string, name, full string) []int {
	low, whole := strings.ToLower(name), strings.ToLower(full)
	before, ends := strings.CutSuffix(whole, low)
	var places []int
	mark := func(at, end int) {
		for ; at < end; at++ {
			places = append(places, at)
		}
	}
	for _, w := range words {
		if at := strings.Index(low, w); at >= 0 {
			mark(at, at+len(w))
		} else if at := strings.Index(whole, w) - len(before); ends && at >= -len(before) {
			mark(max(0, at), at+len(w))
		} else if found := fuzzy.Find(w, []string{low}); len(found) > 0 {
			places = append(places, found[0].MatchedIndexes...)
		}
	}
	slices.Sort(places)
	return slices.Compact(places)
}
