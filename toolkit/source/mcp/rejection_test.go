package mcp

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"toolbench/toolkit/source"
	"toolbench/toolkit/tooltest"
)

// callsAnswered is a server that answers in order but for tools/call, which
// answer does.
func callsAnswered(answer func(w http.ResponseWriter, m heard)) http.HandlerFunc {
	serve := overHTTP(server(oneTool, nil))
	return func(w http.ResponseWriter, r *http.Request) {
		raw, _ := io.ReadAll(r.Body)
		var m heard
		if _ = json.Unmarshal(raw, &m); m.Method == "tools/call" {
			answer(w, m)
			return
		}
		r.Body = io.NopCloser(strings.NewReader(string(raw)))
		serve(w, r)
	}
}

func TestAnAnswerMayBeSpreadOverSeveralLinesOfAnEvent(t *testing.T) {
	serve := overHTTP(answering(`{"content":[{"type":"text","text":"done"}]}`))
	_, listing, _ := open(t, web(t, func(w http.ResponseWriter, r *http.Request) {
		record := httptest.NewRecorder()
		serve(record, r)
		w.Header().Set("Content-Type", "text/event-stream")
		w.WriteHeader(record.Code)
		if record.Code == http.StatusOK {
			lines := strings.ReplaceAll(strings.TrimSpace(record.Body.String()), ",", ",\r\ndata: ")
			fmt.Fprintf(w, ": a comment\r\nretry: 10\r\nevent: message\r\ndata: %s\r\n\r\n", lines)
		}
	}))
	if r, err := named(t, listing, "do").Execute(nil, nil); err != nil || r.Output != "done" {
		t.Errorf("the call ended with %v, %v", r, err)
	}
}

func TestARedirectThatLosesTheMessageSaysWhereItLeads(t *testing.T) {
	for _, status := range []int{http.StatusMovedPermanently, http.StatusFound, http.StatusSeeOther} {
		err := openError(t, web(t, func(w http.ResponseWriter, r *http.Request) {
			if r.URL.Path != "/mcp" {
				http.Error(w, "not by GET", http.StatusMethodNotAllowed)
				return
			}
			http.Redirect(w, r, "/mcp/", status)
		}))
		contains(t, err.Error(), "server s can not be used", fmt.Sprint("HTTP ", status), "redirects to http://", "/mcp/; give that URL")
	}
}

func TestAnAnswerOfTheWrongKindIsNamed(t *testing.T) {
	for _, kind := range []string{"text/plain", ""} {
		serve := overHTTP(server(oneTool, nil))
		err := openError(t, web(t, func(w http.ResponseWriter, r *http.Request) {
			record := httptest.NewRecorder()
			serve(record, r)
			w.Header()["Content-Type"] = nil
			if kind != "" {
				w.Header().Set("Content-Type", kind)
			}
			w.WriteHeader(record.Code)
			_, _ = w.Write(record.Body.Bytes())
		}))
		want := "answered with " + kind
		if kind == "" {
			want = "answered with no content type"
		}
		contains(t, err.Error(), "server s can not be used", want, "MCP wants application/json or text/event-stream")
	}
}

func TestWhatIsNoAnswerToACallIsSaid(t *testing.T) {
	for name, c := range map[string]struct {
		answer func(w http.ResponseWriter, m heard)
		want   []string
	}{
		"JSON that ends early": {func(w http.ResponseWriter, m heard) {
			w.Header().Set("Content-Type", "application/json")
			fmt.Fprintf(w, `{"jsonrpc":"2.0","id":%s,`, m.ID)
		}, []string{"answered with JSON, which is not MCP", `: {"jsonrpc":"2.0","id":`}},
		"a connection that ends": {func(w http.ResponseWriter, _ heard) {
			panic(http.ErrAbortHandler)
		}, []string{"closed the connection before it answered"}},
		"a stream without it": {func(w http.ResponseWriter, _ heard) {
			w.Header().Set("Content-Type", "text/event-stream")
			fmt.Fprint(w, ": nothing\n\n")
		}, []string{"server s ended its stream of events without an answer"}},
		"nothing": {func(w http.ResponseWriter, _ heard) {
			w.WriteHeader(http.StatusAccepted)
		}, []string{"answered with no content type", "MCP wants application/json"}},
		"an id that is a text": {func(w http.ResponseWriter, m heard) {
			w.Header().Set("Content-Type", "application/json")
			fmt.Fprintf(w, `{"jsonrpc":"2.0","id":"%s","result":{}}`, m.ID)
		}, []string{`server s answered with the id "`, "that is a text; the request's is the number"}},
	} {
		t.Run(name, func(t *testing.T) {
			_, listing, _ := open(t, web(t, callsAnswered(c.answer)))
			_, err := (&tooltest.CallHost{}).Call(t.Context(), named(t, listing, "do"), `{}`)
			contains(t, fmt.Sprint(err), c.want...)
		})
	}
}

func TestAServerThatForbidsWithoutAChallengeDoesNotWantASignIn(t *testing.T) {
	err := openError(t, web(t, func(w http.ResponseWriter, _ *http.Request) {
		http.Error(w, "the Host header is not allowed", http.StatusForbidden)
	}))
	if _, ok := errors.AsType[*source.AuthorizationError](err); ok {
		t.Error("it is taken for one that wants a sign-in")
	}
	contains(t, err.Error(), "HTTP 403 Forbidden: the Host header is not allowed")
}
