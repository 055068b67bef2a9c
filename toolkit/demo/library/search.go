package library

import (
	"cmp"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"
)

// A search is what to list.
type search struct {
	text      string
	subjects  []string
	from, to  *int
	available bool
	sort      string
	limit     int
}

var orders = map[string]func(a, b *book) int{
	"title": func(a, b *book) int { return strings.Compare(a.Title, b.Title) },
	"pages": func(a, b *book) int { return cmp.Compare(a.Pages, b.Pages) },
	"year":  func(a, b *book) int { return cmp.Compare(year(a), year(b)) },
}

// year is when a book came out; what is not known is old.
func year(b *book) int {
	if b.Year == nil {
		return -3000
	}
	return *b.Year
}

// readSearch reads the query of a request.
func readSearch(q url.Values) (search, error) {
	var u unfit
	s := search{text: strings.ToLower(q.Get("text")), subjects: q["subject"], sort: cmp.Or(q.Get("sort"), "title"), limit: 10}
	for _, subject := range s.subjects {
		u.when(!slices.Contains(subjects, subject), "subject", "%q is none of %s", subject, strings.Join(subjects, ", "))
	}
	_, known := orders[s.sort]
	u.when(!known, "sort", "%q is none of title, year, pages", s.sort)
	s.from, s.to = number(&u, q, "year[from]"), number(&u, q, "year[to]")
	if limit := number(&u, q, "limit"); limit != nil {
		s.limit = *limit
		u.when(s.limit < 1 || s.limit > 50, "limit", "%d is not between 1 and 50", s.limit)
	}
	if text := q.Get("available"); text != "" {
		var err error
		s.available, err = strconv.ParseBool(text)
		u.when(err != nil, "available", "%q is neither true nor false", text)
	}
	return s, u.err()
}

// number is a number of the query, nil when there is none.
func number(u *unfit, q url.Values, name string) *int {
	text := q.Get(name)
	if text == "" {
		return nil
	}
	n, err := strconv.Atoi(text)
	u.when(err != nil, name, "%q is no whole number", text)
	return &n
}

func (s search) fits(b *book) bool {
	named := strings.ToLower(b.Title + "\n" + strings.Join(b.Authors, "\n"))
	switch {
	case !strings.Contains(named, s.text),
		len(s.subjects) > 0 && !slices.Contains(s.subjects, b.Subject),
		s.available && b.Lent,
		s.from != nil && year(b) < *s.from,
		s.to != nil && year(b) > *s.to:
		return false
	}
	return true
}

type found struct {
	Books []book `json:"books"`
	Found int    `json:"found"`
}

// list answers with the books that fit.
func (s *shelves) list(r *http.Request) (any, error) {
	wanted, err := readSearch(r.URL.Query())
	if err != nil {
		return nil, err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	fit := slices.DeleteFunc(slices.Clone(s.books), func(b *book) bool { return !wanted.fits(b) })
	slices.SortStableFunc(fit, orders[wanted.sort])
	listed := found{Books: []book{}, Found: len(fit)}
	for _, b := range fit[:min(len(fit), wanted.limit)] {
		listed.Books = append(listed.Books, *b)
	}
	return listed, nil
}
