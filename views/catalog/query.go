package catalog

import (
	"slices"
	"strings"
)

// A query is what was typed into the filter: words that all must match, each
// one of a tool's texts or, after a prefix, one fact about it.
type query struct {
	text  string
	terms []term
}

// A term is one word. Field is "source", "server", "param" or "is", or empty for
// a word that may be anywhere.
type term struct{ field, word string }

// fields are the prefixes that a term may have.
var fields = []string{"source", "server", "param", "is"}

func parseQuery(text string) query {
	q := query{text: text}
	for _, w := range strings.Fields(strings.ToLower(text)) {
		field, word, ok := strings.Cut(w, ":")
		if ok && slices.Contains(fields, field) {
			q.terms = append(q.terms, term{field, word})
			continue
		}
		q.terms = append(q.terms, term{word: w})
	}
	return q
}

// narrows tells whether everything that matches q also matches before: then only
// before's matches need to be looked at.
func (q query) narrows(before query) bool {
	return before.text != "" && strings.HasPrefix(q.text, before.text) &&
		!strings.HasSuffix(before.text, ":") && fieldsSettled(before.terms)
}

// fieldsSettled is false while the last word might still become a prefix such
// as "is:", which asks something else than the word did.
func fieldsSettled(terms []term) bool {
	if len(terms) == 0 {
		return true
	}
	last := terms[len(terms)-1]
	return last.field != "" || !slices.ContainsFunc(fields, func(f string) bool { return strings.HasPrefix(f, last.word) })
}

// words are the terms that may be anywhere.
func (q query) words() []string {
	var ws []string
	for _, t := range q.terms {
		if t.field == "" {
			ws = append(ws, t.word)
		}
	}
	return ws
}
