package library

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
)

// A fault is why a request is not served. It is the body of the answer too.
type fault struct {
	status   int
	Sentence string    `json:"error"`
	Problems []problem `json:"problems,omitempty"`
}

func (f *fault) Error() string { return f.Sentence }

// A problem is one thing that is wrong with what was sent.
type problem struct {
	At      string `json:"at"`
	Problem string `json:"problem"`
}

func faultf(status int, format string, args ...any) error {
	return &fault{status: status, Sentence: fmt.Sprintf(format, args...)}
}

// unfit collects what is wrong with a request.
type unfit []problem

// when adds a problem if there is one.
func (u *unfit) when(wrong bool, at, format string, args ...any) {
	if wrong {
		*u = append(*u, problem{at, fmt.Sprintf(format, args...)})
	}
}

func (u *unfit) err() error {
	switch len(*u) {
	case 0:
		return nil
	case 1:
		return &fault{http.StatusUnprocessableEntity, (*u)[0].At + ": " + (*u)[0].Problem, *u}
	}
	return &fault{http.StatusUnprocessableEntity, fmt.Sprintf("%d things do not fit", len(*u)), *u}
}

// A created answer says where what was made is.
type created struct {
	at    string
	thing any
}

// A picture is an answer in PNG.
type picture []byte

// write writes what a request is answered with; nothing is 204.
func write(w http.ResponseWriter, answer any, err error) {
	if f, ok := errors.AsType[*fault](err); ok {
		writeJSON(w, f.status, f)
		return
	}
	if err != nil {
		writeJSON(w, http.StatusInternalServerError, &fault{Sentence: err.Error()})
		return
	}
	switch answer := answer.(type) {
	case nil:
		w.WriteHeader(http.StatusNoContent)
	case picture:
		w.Header().Set("Content-Type", "image/png")
		_, _ = w.Write(answer)
	case created:
		w.Header().Set("Location", answer.at)
		writeJSON(w, http.StatusCreated, answer.thing)
	default:
		writeJSON(w, http.StatusOK, answer)
	}
}

func writeJSON(w http.ResponseWriter, status int, v any) {
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(status)
	_ = json.NewEncoder(w).Encode(v) // who is gone misses nothing
}

// maxBody is how long the JSON of a request may be, in bytes.
const maxBody = 1 << 20

// read reads the JSON of a request.
func read(r *http.Request, into any) error {
	d := json.NewDecoder(io.LimitReader(r.Body, maxBody))
	d.DisallowUnknownFields()
	if err := d.Decode(into); err != nil {
		return faultf(http.StatusUnprocessableEntity, "the body does not fit: %v", err)
	}
	return nil
}
