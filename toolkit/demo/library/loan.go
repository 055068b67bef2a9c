package library

import (
	"fmt"
	"math"
	"net/http"
	"strings"
	"time"
)

type loan struct {
	Number    int     `json:"number"`
	Reader    string  `json:"reader"`
	Books     []book  `json:"books"`
	Due       string  `json:"due"`
	PagesADay float64 `json:"pagesADay"`
}

// today is always the same day, so that loans are too.
var today = time.Date(2026, time.June, 1, 0, 0, 0, 0, time.UTC)

// lend lends all of the wanted books, or none.
func (s *shelves) lend(r *http.Request) (any, error) {
	order := struct {
		Books []string `json:"books"`
		Days  int      `json:"days"`
	}{Days: 21}
	if err := read(r, &order); err != nil {
		return nil, err
	}
	reader := strings.TrimSpace(r.Header.Get("Reader-Name"))
	var u unfit
	u.when(reader == "", "Reader-Name", "the header is missing; books are lent to somebody")
	u.when(len(order.Books) == 0 || len(order.Books) > 5, "books", "%d were ordered; 1 to 5 can be lent at once", len(order.Books))
	u.when(order.Days < 1 || order.Days > 60, "days", "%d is not between 1 and 60", order.Days)
	if err := u.err(); err != nil {
		return nil, err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	wanted, err := s.free(order.Books)
	if err != nil {
		return nil, err
	}
	s.loans++
	made := loan{Number: s.loans, Reader: reader, Due: today.AddDate(0, 0, order.Days).Format(time.DateOnly)}
	pages := 0
	for _, b := range wanted {
		b.Lent = true
		pages += b.Pages
		made.Books = append(made.Books, *b)
	}
	made.PagesADay = math.Round(10*float64(pages)/float64(order.Days)) / 10
	return created{fmt.Sprintf("/v1/loans/%d", made.Number), made}, nil
}

// free are the books of these ISBNs, none of which may be lent; the lock is held.
func (s *shelves) free(isbns []string) ([]*book, error) {
	var wanted []*book
	seen := map[string]bool{}
	for _, isbn := range isbns {
		i, err := s.find(isbn)
		if err != nil {
			return nil, err
		}
		if s.books[i].Lent || seen[isbn] {
			return nil, faultf(http.StatusConflict, "%q is lent already; list-books with available shows what is there", s.books[i].Title)
		}
		seen[isbn] = true
		wanted = append(wanted, s.books[i])
	}
	return wanted, nil
}
