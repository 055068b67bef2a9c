// Package kitchen is an app with tools and a flow for cooking that speaks
// Genkit's reflection API (version 1, HTTP), as an app of Genkit's does in
// development mode. It is not made with Genkit: the API is small, and this
// program does not depend on Genkit.
package kitchen

import (
	"context"
	_ "embed"
	"encoding/json"
	"fmt"
	"net/http"
	"sync"

	"toolbench/toolkit/schema"
)

// Location is the address of the app's reflection server.
const Location = "http://kitchen.example:3100"

// version is what the app says to run on.
const version = "toolbench-demo/1.0.0"

//go:embed actions.json
var actions []byte

// An action does what it is called for. It may send chunks before it is done.
type action func(ctx context.Context, input json.RawMessage, send func(chunk any)) (any, error)

var known = map[string]action{
	"/tool.v2/convert":   typed(convert),
	"/tool.v2/nutrition": typed(nutrition),
	"/tool.v2/shop":      typed(shop),
	"/flow/cook":         typed(cook),
}

// typed reads an action's input, which fits its schema.
func typed[In any](do func(ctx context.Context, in In, send func(chunk any)) (any, error)) action {
	return func(ctx context.Context, input json.RawMessage, send func(chunk any)) (any, error) {
		var in In
		if err := json.Unmarshal(input, &in); err != nil {
			return nil, &status{code: invalidArgument, sentence: err.Error()}
		}
		return do(ctx, in, send)
	}
}

// An app holds the actions that run, by their trace ids.
type app struct {
	inputs map[string]json.RawMessage // schemas, by keys

	mu      sync.Mutex
	runs    int
	running map[string]context.CancelFunc
}

// Handler is the app's reflection server.
func Handler() http.Handler {
	a := &app{inputs: map[string]json.RawMessage{}, running: map[string]context.CancelFunc{}}
	var listed map[string]struct{ InputSchema json.RawMessage }
	if err := json.Unmarshal(actions, &listed); err != nil {
		panic(err) // the list is compiled in
	}
	for key, one := range listed {
		a.inputs[key] = one.InputSchema
	}
	mux := http.NewServeMux()
	mux.HandleFunc("GET /api/__health", func(http.ResponseWriter, *http.Request) {})
	mux.HandleFunc("GET /api/actions", func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "application/json")
		_, _ = w.Write(actions)
	})
	mux.HandleFunc("POST /api/runAction", a.runAction)
	mux.HandleFunc("POST /api/cancelAction", a.cancelAction)
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("X-Genkit-Version", version)
		mux.ServeHTTP(w, r)
	})
}

// begin counts an action as running, and names its trace.
func (a *app) begin(ctx context.Context) (running context.Context, trace string, end func()) {
	ctx, cancel := context.WithCancel(ctx)
	a.mu.Lock()
	defer a.mu.Unlock()
	a.runs++
	trace = fmt.Sprintf("%032x", a.runs)
	a.running[trace] = cancel
	return ctx, trace, func() {
		a.mu.Lock()
		defer a.mu.Unlock()
		delete(a.running, trace)
		cancel()
	}
}

// problem says what is wrong with an input, or nil.
func (a *app) problem(key string, input json.RawMessage) error {
	problems := schema.Validate(a.inputs[key], input)
	if len(problems) == 0 {
		return nil
	}
	return &status{code: invalidArgument, sentence: fmt.Sprintf("the input of %s does not fit its schema: %s", key, problems[0])}
}
