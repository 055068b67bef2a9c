package kitchen

import (
	"context"
	"encoding/json"
	"errors"
	"io"
	"net/http"
)

// The codes of errors that actions end with, of those that gRPC has.
const (
	cancelled       = 1
	invalidArgument = 3
	notFound        = 5
	internal        = 13
)

// A status is why an action did not end well.
type status struct {
	code     int
	sentence string
}

func (s *status) Error() string { return s.sentence }

// interrupt is the error of an action that stops to be answered: the API has no
// other sign of it than these words.
func interrupt(data any) error {
	b, err := json.Marshal(data)
	if err != nil {
		return err
	}
	return &status{code: internal, sentence: "tool execution interrupted: \n\n" + string(b)}
}

// maxRequest is how long a request may be, in bytes.
const maxRequest = 4 << 20

// runAction runs an action: each chunk is a line of the answer, and so is what
// came of it.
func (a *app) runAction(w http.ResponseWriter, r *http.Request) {
	var wanted struct {
		Key   string          `json:"key"`
		Input json.RawMessage `json:"input"`
	}
	if err := json.NewDecoder(io.LimitReader(r.Body, maxRequest)).Decode(&wanted); err != nil {
		w.WriteHeader(http.StatusBadRequest)
		_ = json.NewEncoder(w).Encode(failed(&status{invalidArgument, "the request is not JSON: " + err.Error()}, ""))
		return
	}
	act, ok := known[wanted.Key]
	if !ok {
		_ = json.NewEncoder(w).Encode(map[string]any{"error": failed(&status{notFound, "there is no action " + wanted.Key}, "")})
		return
	}
	ctx, trace, end := a.begin(r.Context())
	defer end()
	lines := &lines{w: w, streams: r.URL.Query().Get("stream") == "true"}
	w.Header().Set("X-Genkit-Trace-Id", trace)
	w.Header().Set("X-Genkit-Span-Id", trace[16:])
	w.Header().Set("Content-Type", "application/json")
	if lines.streams {
		w.Header().Set("Content-Type", "text/plain")
	}
	lines.flush()
	err := a.problem(wanted.Key, wanted.Input)
	var result any
	if err == nil {
		result, err = act(ctx, wanted.Input, lines.chunk)
	}
	if err != nil {
		lines.write(map[string]any{"error": failed(err, trace)})
		return
	}
	lines.write(map[string]any{"result": result, "telemetry": map[string]string{"traceId": trace}})
}

// failed is an error as the API writes it.
func failed(err error, trace string) map[string]any {
	written := map[string]any{"code": internal, "message": err.Error()}
	if s, ok := errors.AsType[*status](err); ok {
		written["code"] = s.code
	}
	if errors.Is(err, context.Canceled) {
		written["code"], written["message"] = cancelled, "Action was cancelled"
	}
	if trace != "" {
		written["details"] = map[string]string{"traceId": trace}
	}
	return written
}

// lines are the lines of an answer.
type lines struct {
	w       http.ResponseWriter
	streams bool
}

func (l *lines) chunk(chunk any) {
	if l.streams {
		l.write(chunk)
	}
}

func (l *lines) write(v any) {
	_ = json.NewEncoder(l.w).Encode(v) // who is gone misses nothing
	l.flush()
}

func (l *lines) flush() { _ = http.NewResponseController(l.w).Flush() }

// cancelAction ends an action that runs.
func (a *app) cancelAction(w http.ResponseWriter, r *http.Request) {
	var wanted struct {
		TraceID string `json:"traceId"`
	}
	_ = json.NewDecoder(io.LimitReader(r.Body, maxRequest)).Decode(&wanted) // no id is none that runs
	a.mu.Lock()
	cancel, ok := a.running[wanted.TraceID]
	a.mu.Unlock()
	w.Header().Set("Content-Type", "application/json")
	if !ok {
		w.WriteHeader(http.StatusNotFound)
		_ = json.NewEncoder(w).Encode(map[string]string{"error": "Action not found or already completed"})
		return
	}
	cancel()
	_ = json.NewEncoder(w).Encode(map[string]string{"message": "Action cancelled"})
}
