package a2a

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"toolbench/toolkit/source"
	"toolbench/toolkit/tooltest"
)

const smallCard = `{"name":"Small","supportedInterfaces":[{"url":"https://example.com/rpc","protocolBinding":"JSONRPC","protocolVersion":"1.0"}],"skills":[{"id":"a"}]}`

func TestACardIsToldByItsKeys(t *testing.T) {
	for data, want := range map[string]bool{
		smallCard: true,
		`{"name":"x","url":"http://h","capabilities":{},"skills":[]}`:            true,
		`{"name":"x","url":"http://h","capabilities":{},"defaultInputModes":[]}`: true,
		`{"name":"x","url":"http://h","skills":[]}`:                              false,
		`{"mcpServers":{}}`: false,
		`{"openapi":"3.1.0","info":{"title":"x"},"paths":{}}`: false,
		`{"name":7,"supportedInterfaces":[]}`:                 false,
		`{"name":"server","version":"1","tools":[]}`:          false,
		`[]`:       false,
		``:         false,
		`{"name":`: false,
	} {
		if got := IsCard([]byte(data)); got != want {
			t.Errorf("%s is a card: %t", data, got)
		}
	}
}

func TestTheBestWayThatTheCardOffersIsChosen(t *testing.T) {
	for name, c := range map[string]struct{ card, want string }{
		"JSON-RPC before HTTP+JSON": {`{"name":"x","supportedInterfaces":[{"url":"http://h/rest","protocolBinding":"HTTP+JSON","protocolVersion":"1.0"},{"url":"http://h/rpc","protocolBinding":"JSONRPC","protocolVersion":"1.0"}]}`,
			"http://h/rpc JSONRPC 1.0"},
		"1.0 over HTTP+JSON before 0.3": {`{"name":"x","supportedInterfaces":[{"url":"http://h/old","protocolBinding":"JSONRPC","protocolVersion":"0.3"},{"url":"http://h/rest","protocolBinding":"HTTP+JSON","protocolVersion":"1.0.1"}]}`,
			"http://h/rest HTTP+JSON 1.0.1"},
		"an older card":                 {`{"name":"x","url":"http://h/","capabilities":{},"skills":[]}`, "http://h/ JSONRPC 0.3"},
		"an older card's other place":   {`{"name":"x","url":"http://h/g","preferredTransport":"GRPC","protocolVersion":"0.3.0","additionalInterfaces":[{"url":"http://h/j","transport":"JSONRPC"}],"capabilities":{},"skills":[]}`, "http://h/j JSONRPC 0.3.0"},
		"a URL beside the card":         {`{"name":"x","supportedInterfaces":[{"url":"/rpc","protocolBinding":"jsonrpc"}]}`, "https://cards.example.com/rpc JSONRPC 1.0"},
		"only gRPC":                     {`{"name":"x","supportedInterfaces":[{"url":"h:50051","protocolBinding":"GRPC","protocolVersion":"1.0"}]}`, `its card offers only GRPC 1.0 at "h:50051"; this program speaks JSON-RPC and HTTP+JSON of A2A 1.0, and JSON-RPC of 0.3, over http and https`},
		"nothing":                       {`{"name":"x","supportedInterfaces":[]}`, "its card names no place to reach it at"},
		"a scheme that is none of ours": {`{"name":"x","supportedInterfaces":[{"url":"file:///etc/passwd","protocolBinding":"JSONRPC","protocolVersion":"1.0"}]}`, `its card offers only JSONRPC 1.0 at "file:///etc/passwd"; this program speaks JSON-RPC and HTTP+JSON of A2A 1.0, and JSON-RPC of 0.3, over http and https`},
	} {
		known, err := readCard([]byte(c.card))
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		from, _ := webURL("https://cards.example.com/.well-known/agent-card.json")
		got, err := known.choose(from)
		words := strings.TrimSpace(fmt.Sprint(got.URL, " ", got.Binding, " ", got.Version))
		if err != nil {
			words = err.Error()
		}
		if words != c.want {
			t.Errorf("%s: %s, want %s", name, words, c.want)
		}
	}
}

func TestEachSkillIsATool(t *testing.T) {
	s := New(Config{Card: []byte(`{"name":"Trip Planner","description":"Plans.","version":"2","iconUrl":"https://example.com/i.png",
		"supportedInterfaces":[{"url":"https://example.com/rpc","protocolBinding":"JSONRPC","protocolVersion":"1.0"}],
		"capabilities":{"streaming":true,"extensions":[{"uri":"urn:x","required":true}]},"defaultInputModes":["text/plain","image/png"],"defaultOutputModes":["text/plain"],
		"securitySchemes":{"key":{"apiKeySecurityScheme":{"location":"header","name":"X-Key"}},"old":{"type":"http","scheme":"bearer"},"odd":7},
		"skills":[{"id":"find flights","name":"Find flights","description":"Finds flights.","examples":["to Oslo\n tomorrow"],"outputModes":["application/json"]},
			{"id":"find.flights"},{"id":"find flights"},{"description":"?"},7,{"name":"By name"}]}`)})
	host := &tooltest.Host{}
	listing, err := s.Open(t.Context(), host)
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	var names, reasons []string
	for _, one := range listing.Tools {
		names = append(names, one.Name)
	}
	for _, p := range listing.Problems {
		reasons = append(reasons, p.Name+": "+p.Reason)
	}
	if got := strings.Join(names, " "); got != "Trip_Planner_find_flights Trip_Planner_find_flights_2 Trip_Planner_By_name" {
		t.Errorf("tools %s", got)
	}
	if got := strings.Join(reasons, "\n"); got != "find flights: the id \"find flights\" is used twice; the first skill of this id is listed\n"+
		"skill 4: the skill has neither an id nor a name\n"+
		"skill 5: the skill can not be read: json: cannot unmarshal number into Go value of type a2a.skill" {
		t.Errorf("problems %s", got)
	}
	one := listing.Tools[0]
	if want := "Finds flights.\n\nExamples:\n- to Oslo tomorrow\n\nTakes: text/plain, image/png\n\nGives: application/json"; one.Description != want {
		t.Errorf("description %q", one.Description)
	}
	if d := one.Details; d.Title != "Find flights" || d.ShortName != "find flights" || d.Server != "Trip Planner" || d.Icons[0].URL != "https://example.com/i.png" ||
		!strings.HasPrefix(string(d.Definition), `{"id":"find flights"`) {
		t.Errorf("details %+v", d)
	}
	if got := strings.Join(listing.Facts.Capabilities, "; "); listing.Facts.Protocol != "A2A 1.0, JSONRPC" || got !=
		"streaming; extension urn:x; security scheme key (an API key in the header X-Key); security scheme odd (of an unknown type); security scheme old (HTTP bearer)" {
		t.Errorf("%s: %s", listing.Facts.Protocol, got)
	}
	if logs := host.Logs(); len(logs) != 1 || !strings.Contains(logs[0].Message, "requires the extension urn:x") {
		t.Errorf("log %+v", logs)
	}
}

func TestAnAgentWithoutSkillsIsOneTool(t *testing.T) {
	s := New(Config{Name: "bot", Card: []byte(`{"name":"B","description":"Chats.","supportedInterfaces":[{"url":"https://example.com","protocolBinding":"JSONRPC"}],"skills":[]}`)})
	listing, err := s.Open(t.Context(), &tooltest.Host{})
	if err != nil || len(listing.Tools) != 1 || listing.Tools[0].Name != "bot_ask" || listing.Tools[0].Description != "Chats." {
		t.Errorf("%+v, %v", listing, err)
	}
}

func TestTheCardIsLookedForWhereAgentsHaveIt(t *testing.T) {
	for at, c := range map[string]struct{ given, name string }{
		"/.well-known/agent-card.json":      {"", "127"},
		"/.well-known/agent.json":           {"", "127"},
		"/team/.well-known/agent-card.json": {"/team/", "127"},
		"/cards/mine":                       {"/cards/mine", "127"},
		"/cards/my.json":                    {"/cards/my.json", "127"},
		"/.well-known/agent-card.json?":     {"/rpc", "127"},
	} {
		server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			if r.URL.Path != strings.TrimSuffix(at, "?") {
				http.NotFound(w, r)
				return
			}
			_, _ = w.Write([]byte(smallCard))
		}))
		s := New(Config{URL: server.URL + c.given})
		listing, err := s.Open(t.Context(), &tooltest.Host{})
		if err != nil || len(listing.Tools) != 1 || listing.Tools[0].Name != "Small_a" || !strings.HasPrefix(s.Info().Name, c.name) {
			t.Errorf("at %s: %+v, %v", at, s.Info(), err)
		}
		_ = s.Close()
		server.Close()
	}
}

func TestACardInAFileIsRead(t *testing.T) {
	path := filepath.Join(t.TempDir(), "small.json")
	if err := os.WriteFile(path, []byte(smallCard), 0o600); err != nil {
		t.Fatal(err)
	}
	s := New(Config{URL: path, Origin: "command line"})
	listing, err := s.Open(t.Context(), &tooltest.Host{})
	if want := (source.Info{Kind: "a2a", Name: "small", Target: path, Origin: "command line"}); err != nil || s.Info() != want || len(listing.Tools) != 1 {
		t.Errorf("%+v, %v", s.Info(), err)
	}
}

func TestAnAgentThatShowsNoCardSaysWhereItWasLookedFor(t *testing.T) {
	status := http.StatusNotFound
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(status) }))
	defer server.Close()
	s := New(Config{URL: server.URL, Name: "x"})
	defer s.Close()
	_, err := s.Open(t.Context(), &tooltest.Host{})
	want := fmt.Sprintf("agent x shows no card where one was looked for; %s/.well-known/agent-card.json: 404 Not Found, %[1]s/.well-known/agent.json: 404 Not Found, %[1]s: 404 Not Found", server.URL)
	if err == nil || err.Error() != want {
		t.Errorf("%v, want %s", err, want)
	}
	status = http.StatusUnauthorized
	_, err = s.Open(t.Context(), &tooltest.Host{})
	if _, ok := errors.AsType[*source.AuthorizationError](err); !ok {
		t.Errorf("with 401: %v", err)
	}
	server.Close()
	if _, err = s.Open(t.Context(), &tooltest.Host{}); err == nil || !strings.HasPrefix(err.Error(), "agent x can not be reached at "+server.URL+": dial tcp") {
		t.Errorf("with no server: %v", err)
	}
}

func TestOpeningEndsWithItsContextAndWithClose(t *testing.T) {
	asked := make(chan bool, 1)
	server := httptest.NewServer(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
		asked <- true
		<-r.Context().Done()
	}))
	defer server.Close()
	for name, end := range map[string]func(s *Source, cancel func()){
		"given up":   func(_ *Source, cancel func()) { cancel() },
		"was closed": func(s *Source, _ func()) { _ = s.Close() },
	} {
		s := New(Config{URL: server.URL, Name: "x"})
		ctx, cancel := context.WithCancel(t.Context())
		failed := make(chan error, 1)
		go func() {
			_, err := s.Open(ctx, &tooltest.Host{})
			failed <- err
		}()
		<-asked
		end(s, cancel)
		if err := <-failed; err == nil || !strings.Contains(err.Error(), name) {
			t.Errorf("%s: %v", name, err)
		}
		cancel()
	}
}
