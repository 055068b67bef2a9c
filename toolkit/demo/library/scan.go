package library

import (
	"crypto/sha256"
	"encoding/hex"
	"io"
	"net/http"
	"strings"
	"unicode/utf8"
)

// maxScan is how long an uploaded text may be, in bytes.
const maxScan = 16 << 20

type counts struct {
	Name   string `json:"name"`
	Bytes  int    `json:"bytes"`
	Lines  int    `json:"lines"`
	Words  int    `json:"words"`
	SHA256 string `json:"sha256"`
	Note   string `json:"note,omitempty"`
}

// scan counts what is in the text that is uploaded for a book.
func (s *shelves) scan(r *http.Request) (any, error) {
	if _, err := s.get(r); err != nil {
		return nil, err
	}
	file, header, err := r.FormFile("file")
	if err != nil {
		return nil, faultf(http.StatusUnprocessableEntity, "there is no file: %v", err)
	}
	defer file.Close()
	text, err := io.ReadAll(io.LimitReader(file, maxScan+1))
	switch {
	case err != nil:
		return nil, err
	case len(text) > maxScan:
		return nil, faultf(http.StatusUnprocessableEntity, "the file is over %d MiB", maxScan>>20)
	case !utf8.Valid(text):
		return nil, faultf(http.StatusUnprocessableEntity, "%s is no text in UTF-8", header.Filename)
	}
	sum := sha256.Sum256(text)
	return counts{
		Name: header.Filename, Bytes: len(text), Lines: strings.Count(string(text), "\n"),
		Words: len(strings.Fields(string(text))), SHA256: hex.EncodeToString(sum[:]), Note: r.FormValue("note"),
	}, nil
}
