package httptool

import (
	"encoding/json"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"toolbench/toolkit/tool"
	"toolbench/toolkit/tooltest"
)

func TestArgumentsGoWhereTheDeclarationPutsThem(t *testing.T) {
	server := newEcho(t, nil)
	for name, c := range map[string]struct {
		endpoint Endpoint
		args     string
		line     string
		kind     string
		body     string
	}{
		"a path is encoded":              {Endpoint{URL: "/a/{id}/b"}, `{"id":"x/y ü?#%"}`, "GET /a/x%2Fy%20%C3%BC%3F%23%25/b", "", ""},
		"a placeholder of the query too": {Endpoint{URL: "/a?q={q}&z=1"}, `{"q":"a&b=c+d"}`, "GET /a?q=a%26b%3Dc%2Bd&z=1", "", ""},
		"the named go into the query":    {Endpoint{URL: "/a", Method: "post", Query: []string{"q"}}, `{"b":1,"q":[1,"x y"],"a":2}`, "POST /a?q=1&q=x%20y", "application/json", `{"b":1,"a":2}`},
		"the rest of a GET does too":     {Endpoint{URL: "/a/{id}"}, `{"z":true,"id":7,"a":null,"m":{"x":1}}`, "GET /a/7?z=true&m=%7B%22x%22%3A1%7D", "", ""},
		"and that of a DELETE":           {Endpoint{URL: "/a", Method: "DELETE"}, `{"z":1}`, "DELETE /a?z=1", "", ""},
		"digits and order stay":          {Endpoint{URL: "/a", Body: "json"}, `{"z":12345678901234567890.10,"a":{"y":1e3,"b":"\u00e9"}}`, "POST /a", "application/json", `{"z":12345678901234567890.10,"a":{"y":1e3,"b":"\u00e9"}}`},
		"a body of nothing is an object": {Endpoint{URL: "/a", Body: "json"}, `{}`, "POST /a", "application/json", `{}`},
		"no argument, no body":           {Endpoint{URL: "/a", Method: "POST"}, `{}`, "POST /a", "", ""},
		"a form":                         {Endpoint{URL: "/a", Body: "form"}, `{"b":"x y&z","a":[1,2]}`, "POST /a", "application/x-www-form-urlencoded", "b=x%20y%26z&a=1&a=2"},
		"a raw body":                     {Endpoint{URL: "/{id}", Method: "PUT", Body: "raw"}, `{"id":1,"body":"plain\ntext"}`, "PUT /1", "text/plain; charset=utf-8", "plain\ntext"},
		"the only argument is raw":       {Endpoint{URL: "/a", Body: "raw", Headers: map[string]string{"content-type": "text/csv"}}, `{"rows":"a,b"}`, "POST /a", "text/csv", "a,b"},
		"a query beside the given one":   {Endpoint{URL: "/a?x=1#part", Query: []string{"y"}}, `{"y":2}`, "GET /a?x=1&y=2", "", ""},
	} {
		c.endpoint.Name, c.endpoint.URL = "it", server.URL+c.endpoint.URL
		tools := toolsOf(t, New(Config{Endpoints: []Endpoint{c.endpoint}}), &tooltest.Host{})
		if result := run(t, tools["it"], c.args); result.IsError {
			t.Errorf("%s: %s", name, result.Output)
			continue
		}
		got := server.last(t)
		if got.line != c.line || got.body != c.body || got.headers.Get("Content-Type") != c.kind {
			t.Errorf("%s: sent %s\n%s\n%q, want %s\n%s\n%q", name, got.line, got.headers.Get("Content-Type"), got.body, c.line, c.kind, c.body)
		}
	}
}

func TestArgumentsThatWouldLeadElsewhereAreRefused(t *testing.T) {
	server := newEcho(t, nil)
	host := strings.TrimPrefix(server.URL, "http://")
	for _, c := range []struct{ url, body, args, want string }{
		{server.URL + "/a/{id}", "", `{"id":".."}`, `the argument "id" is "..", which would lead to another address`},
		{server.URL + "/a/{id}", "", `{"id":""}`, `the argument "id" is empty; it is a part of the address`},
		{server.URL + "/a/{id}", "", `{}`, `the argument "id" is missing`},
		{"http://{host}/a", "", `{"host":"` + host + `/x?"}`, `it is a part of the host's name`},
		{"http://{host}/a", "", `{"host":"user@` + host + `"}`, `it is a part of the host's name`},
		{server.URL + "/a", "raw", `{"a":1,"b":2}`, `the body is one text, but 2 arguments are left for it: a, b`},
	} {
		tools := toolsOf(t, New(Config{Endpoints: []Endpoint{{Name: "it", URL: c.url, Body: c.body}}}), &tooltest.Host{})
		if result := run(t, tools["it"], c.args); !result.IsError || !strings.Contains(result.Output, c.want) {
			t.Errorf("%s %s: %q, want %q", c.url, c.args, result.Output, c.want)
		}
	}
	if n := server.count(); n != 0 {
		t.Errorf("%d requests were sent", n)
	}
}

func TestAnUnsoundDeclarationSaysWhatWouldDo(t *testing.T) {
	s := New(Config{Endpoints: []Endpoint{
		{URL: "https://example.com"},
		{Name: "url", URL: "ftp://example.com"},
		{Name: "body", URL: "https://example.com", Body: "xml"},
		{Name: "result", URL: "https://example.com", Result: "blob"},
		{Name: "method", URL: "https://example.com", Method: "G ET"},
		{Name: "input", URL: "https://example.com", InputSchema: json.RawMessage(`[]`)},
		{Name: "output", URL: "https://example.com", OutputSchema: json.RawMessage(`{`)},
		{Name: "good name", URL: "https://example.com"},
		{Name: "good-name", URL: "https://example.com"},
		{Name: "good name", URL: "https://example.com"},
	}})
	listing, err := s.Open(t.Context(), &tooltest.Host{})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	var got []string
	for _, p := range listing.Problems {
		got = append(got, p.Name+": "+p.Reason)
	}
	want := []string{
		`tool 1: it has no name; a tool is called by one`,
		`url: its url is "ftp://example.com"; it must begin with http:// or https:// and name a host`,
		`body: its body is "xml"; json, form and raw are known`,
		`result: its result is "blob"; text, json and status+text are known`,
		`method: its method is "G ET", which is none of HTTP's: GET, POST, PUT, PATCH, DELETE and so on`,
		`input: its input schema is no JSON object: []`,
		`output: its output schema is not JSON`,
		`good name: the name good_name is declared twice; the first one counts`,
	}
	if strings.Join(got, "\n") != strings.Join(want, "\n") {
		t.Errorf("the problems are\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
	if len(listing.Tools) != 2 {
		t.Errorf("%d tools are listed", len(listing.Tools))
	}
}

func TestASchemaIsMadeOfTheNamesWhereNoneIsDeclared(t *testing.T) {
	tools := toolsOf(t, New(Config{Endpoints: []Endpoint{{Name: "it", URL: "https://example.com/{b}/{a}", Query: []string{"q", "a"}}}}), &tooltest.Host{})
	const want = `{"type":"object","properties":{"b":{"type":"string"},"a":{"type":"string"},"q":{"type":"string"}},"required":["b","a"]}`
	if got := string(tools["it"].Details.InputSchema); got != want {
		t.Errorf("the schema is %s, want %s", got, want)
	}
	if !tools["it"].ReadOnly() || tools["it"].Destructive() {
		t.Error("a GET is not taken for read-only")
	}
}

func TestAHangingServerIsGivenUpAfterTheToolsOwnTime(t *testing.T) {
	done := make(chan struct{})
	server := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) { <-done }))
	defer server.Close()
	defer close(done)
	tools := toolsOf(t, New(Config{Endpoints: []Endpoint{{Name: "it", URL: server.URL, Timeout: time.Millisecond}}}), &tooltest.Host{})
	_, err := new(tooltest.CallHost).Call(t.Context(), tools["it"], `{}`)
	if err == nil || err.Error() != "it did not answer within 1ms, the time that is set for it" {
		t.Errorf("the error is %v", err)
	}
}

func TestHeadersOfTheConfigurationStayWithTheirHost(t *testing.T) {
	other := newEcho(t, nil)
	for _, c := range []struct {
		method, body string
		status       int
		arrives      bool
	}{
		{"GET", "", http.StatusFound, true},
		{"POST", "json", http.StatusSeeOther, true},
		{"POST", "json", http.StatusTemporaryRedirect, false},
	} {
		before := other.count()
		first := newEcho(t, func(w http.ResponseWriter, r *http.Request) {
			http.Redirect(w, r, other.URL+"/there", c.status)
		})
		tools := toolsOf(t, New(Config{Endpoints: []Endpoint{{Name: "it", Method: c.method, Body: c.body, URL: first.URL + "/?api_key=in-the-address",
			Headers: map[string]string{"X-Custom": "confidential", "Authorization": "Bearer confidential", "Cookie": "a=confidential"}}}}), &tooltest.Host{})
		result := run(t, tools["it"], `{"secret":"confidential"}`)
		if got := first.last(t); got.headers.Get("X-Custom") != "confidential" || got.headers.Get("Authorization") == "" {
			t.Errorf("%s %d: the headers did not reach their own host: %v", c.method, c.status, got.headers)
		}
		if !c.arrives {
			if other.count() != before || !result.IsError || !strings.HasPrefix(result.Output, "HTTP 307: ") || !strings.Contains(result.Output, other.URL) {
				t.Errorf("%s %d: %d requests followed, and the result is %q", c.method, c.status, other.count()-before, result.Output)
			}
			continue
		}
		got := other.last(t)
		all, _ := json.Marshal([]any{got.headers, got.body, got.line})
		if text := string(all); strings.Contains(text, "confidential") || strings.Contains(text, "in-the-address") {
			t.Errorf("%s %d: the other host got %s", c.method, c.status, text)
		}
	}
}

func TestHeadersGoAlongWithinTheirHost(t *testing.T) {
	server := newEcho(t, func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/" {
			http.Redirect(w, r, "/there", http.StatusFound)
		}
	})
	tools := toolsOf(t, New(Config{Endpoints: []Endpoint{{Name: "it", URL: server.URL, Headers: map[string]string{"X-Custom": "kept"}}}}), &tooltest.Host{})
	run(t, tools["it"], `{}`)
	if got := server.last(t); got.line != "GET /there" || got.headers.Get("X-Custom") != "kept" {
		t.Errorf("%s with %v", got.line, got.headers)
	}
}

func TestNoSecretIsRecordedOrSaid(t *testing.T) {
	server := newEcho(t, func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("X-Seen", r.Header.Get("X-Given"))
		w.Header().Set("Set-Cookie", "session=abcdefgh")
		_, _ = io.WriteString(w, "you said "+r.Header.Get("X-Given"))
	})
	host := &tooltest.Host{}
	s := New(Config{Name: "it", Secrets: []string{"confidential-1"}, Endpoints: []Endpoint{
		{Name: "it", URL: server.URL + "/?token=confidential-2", Headers: map[string]string{"X-Given": "confidential-1", "Authorization": "Bearer confidential-3"}},
		{Name: "dead", URL: "http://127.0.0.1:1/?token=confidential-2"},
	}})
	tools := toolsOf(t, s, host)
	result := run(t, tools["it"], `{}`)
	if result.Output != "you said confidential-1" {
		t.Errorf("what the tool itself put out was changed: %q", result.Output)
	}
	_, err := new(tooltest.CallHost).Call(t.Context(), tools["dead"], `{}`)
	if err == nil {
		t.Fatal("a dead server answered")
	}
	headers, _ := json.Marshal(result.Metadata["headers"])
	all := s.Info().Target + err.Error() + string(headers)
	for _, m := range host.Messages() {
		all += string(m.Body)
	}
	for _, secret := range []string{"confidential", "abcdefgh"} {
		if strings.Contains(all, secret) {
			t.Errorf("%q stands in %s", secret, all)
		}
	}
	if n := len(host.Messages()); n < 3 || !strings.Contains(all, "GET "+server.URL) {
		t.Errorf("%d messages were recorded: %s", n, all)
	}
}

func TestHintsFollowFromTheMethodWhereNoneAreGiven(t *testing.T) {
	for method, want := range map[string][3]bool{ // read-only, destructive, idempotent
		"GET": {true, false, true}, "HEAD": {true, false, true}, "POST": {}, "PATCH": {}, "PUT": {false, false, true}, "DELETE": {false, true, true},
	} {
		got := annotations(method, tool.Annotations{})
		is := func(b *bool) bool { return b != nil && *b }
		if [3]bool{is(got.ReadOnly), is(got.Destructive), is(got.Idempotent)} != want {
			t.Errorf("%s: %+v", method, got)
		}
	}
	if got := annotations("GET", tool.Annotations{ReadOnly: new(false)}); *got.ReadOnly {
		t.Error("a declared hint is overruled")
	}
}
