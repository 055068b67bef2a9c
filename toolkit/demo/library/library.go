// Package library is an HTTP service with an OpenAPI document: a small library
// of books that can be looked for, added, changed, removed and lent. Its books
// are real; what it does to them lasts as long as the handler.
package library

import (
	_ "embed"
	"net/http"
)

// Location is where the service has its OpenAPI document, which names the
// address that everything else is below.
const Location = "https://library.example/openapi.yaml"

//go:embed library.yaml
var document []byte

// Handler is the service, with shelves of its own.
func Handler() http.Handler {
	s := newShelves()
	mux := http.NewServeMux()
	mux.HandleFunc("GET /openapi.yaml", func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "application/yaml")
		_, _ = w.Write(document)
	})
	for pattern, answer := range map[string]func(*http.Request) (any, error){
		"GET /v1/books":              s.list,
		"POST /v1/books":             s.add,
		"GET /v1/books/{isbn}":       s.get,
		"PATCH /v1/books/{isbn}":     s.change,
		"DELETE /v1/books/{isbn}":    s.remove,
		"GET /v1/books/{isbn}/cover": s.cover,
		"POST /v1/books/{isbn}/scan": s.scan,
		"POST /v1/loans":             s.lend,
	} {
		mux.HandleFunc(pattern, func(w http.ResponseWriter, r *http.Request) {
			answered, err := answer(r)
			write(w, answered, err)
		})
	}
	return mux
}
