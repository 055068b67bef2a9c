package library

import (
	"net/http"
	"regexp"
	"slices"
	"strings"
	"sync"

	"toolbench/toolkit/tool"
)

// A book is one on the shelves.
type book struct {
	ISBN    string   `json:"isbn"`
	Title   string   `json:"title"`
	Authors []string `json:"authors"`
	Subject string   `json:"subject"`
	Year    *int     `json:"year"`
	Pages   int      `json:"pages,omitempty"`
	Lent    bool     `json:"lent"`
}

var subjects = []string{"novel", "poetry", "travel", "science", "history"}

// shelves hold the books.
type shelves struct {
	mu    sync.Mutex
	books []*book
	loans int
}

func newShelves() *shelves {
	return &shelves{books: []*book{
		{"9780141439563", "Great Expectations", []string{"Charles Dickens"}, "novel", new(1861), 544, false},
		{"9780142437247", "Moby-Dick", []string{"Herman Melville"}, "novel", new(1851), 720, false},
		{"9780141439518", "Pride and Prejudice", []string{"Jane Austen"}, "novel", new(1813), 480, false},
		{"9780140449266", "The Count of Monte Cristo", []string{"Alexandre Dumas"}, "novel", new(1846), 1276, false},
		{"9780140439120", "The Voyage of the Beagle", []string{"Charles Darwin"}, "travel", new(1839), 448, false},
		{"9780140432053", "On the Origin of Species", []string{"Charles Darwin"}, "science", new(1859), 480, false},
		{"9780140424515", "Leaves of Grass", []string{"Walt Whitman"}, "poetry", new(1855), 576, false},
		{"9780140449082", "The Histories", []string{"Herodotus"}, "history", nil, 784, false},
	}}
}

// find is the place of a book; the lock is held.
func (s *shelves) find(isbn string) (int, error) {
	if i := slices.IndexFunc(s.books, func(b *book) bool { return b.ISBN == isbn }); i >= 0 {
		return i, nil
	}
	var all []string
	for _, b := range s.books {
		all = append(all, b.ISBN)
	}
	if near := tool.Nearest(isbn, all); near != "" {
		return -1, faultf(http.StatusNotFound, "there is no book %q; did you mean %s?", isbn, near)
	}
	return -1, faultf(http.StatusNotFound, "there is no book %q; list-books shows which there are", isbn)
}

// get answers with one book.
func (s *shelves) get(r *http.Request) (any, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	i, err := s.find(r.PathValue("isbn"))
	if err != nil {
		return nil, err
	}
	return *s.books[i], nil
}

// A newBook is one that somebody brings.
type newBook struct {
	ISBN    string   `json:"isbn"`
	Title   string   `json:"title"`
	Authors []string `json:"authors"`
	Subject string   `json:"subject"`
	Year    *int     `json:"year"`
	Pages   int      `json:"pages"`
}

func (n newBook) check() error {
	var u unfit
	u.when(!isISBN(n.ISBN), "isbn", "%q is no ISBN: it has 13 digits, and the last one fits the others", n.ISBN)
	u.when(strings.TrimSpace(n.Title) == "", "title", "it is empty; every book has one")
	u.when(len(n.Authors) == 0, "authors", "there is none; at least one would do")
	u.when(!slices.Contains(subjects, n.Subject), "subject", "%q is none of %s", n.Subject, strings.Join(subjects, ", "))
	u.when(n.Pages < 0, "pages", "%d are too few", n.Pages)
	return u.err()
}

var digits = regexp.MustCompile(`^[0-9]{13}$`)

// isISBN tells whether the digits are those of an ISBN-13: weighed by 1 and 3 in
// turn they add up to a multiple of 10.
func isISBN(text string) bool {
	if !digits.MatchString(text) {
		return false
	}
	sum := 0
	for i, digit := range text {
		sum += int(digit-'0') * (1 + i%2*2)
	}
	return sum%10 == 0
}

// add puts a book on the shelves.
func (s *shelves) add(r *http.Request) (any, error) {
	var brought newBook
	if err := read(r, &brought); err != nil {
		return nil, err
	}
	if err := brought.check(); err != nil {
		return nil, err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if i, err := s.find(brought.ISBN); err == nil {
		return nil, faultf(http.StatusConflict, "the ISBN %s is that of %q already", brought.ISBN, s.books[i].Title)
	}
	added := &book{brought.ISBN, brought.Title, brought.Authors, brought.Subject, brought.Year, brought.Pages, false}
	s.books = append(s.books, added)
	return created{"/v1/books/" + added.ISBN, *added}, nil
}

// change changes what is given of a book.
func (s *shelves) change(r *http.Request) (any, error) {
	var given struct {
		Title, Subject *string
		Pages          *int
	}
	if err := read(r, &given); err != nil {
		return nil, err
	}
	var u unfit
	u.when(given.Title == nil && given.Subject == nil && given.Pages == nil, "body", "nothing is to be changed; title, subject or pages would do")
	u.when(given.Title != nil && strings.TrimSpace(*given.Title) == "", "title", "it is empty; every book has one")
	u.when(given.Subject != nil && !slices.Contains(subjects, *given.Subject), "subject", "it is none of %s", strings.Join(subjects, ", "))
	u.when(given.Pages != nil && *given.Pages < 1, "pages", "a book has at least one")
	if err := u.err(); err != nil {
		return nil, err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	i, err := s.find(r.PathValue("isbn"))
	if err != nil {
		return nil, err
	}
	b := s.books[i]
	set(&b.Title, given.Title)
	set(&b.Subject, given.Subject)
	set(&b.Pages, given.Pages)
	return *b, nil
}

func set[V any](to, from *V) {
	if from != nil {
		*to = *from
	}
}

// remove takes a book off the shelves.
func (s *shelves) remove(r *http.Request) (any, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	i, err := s.find(r.PathValue("isbn"))
	if err != nil {
		return nil, err
	}
	if s.books[i].Lent {
		return nil, faultf(http.StatusConflict, "%q is lent; it can be removed once it is back", s.books[i].Title)
	}
	s.books = slices.Delete(s.books, i, i+1)
	return nil, nil
}
