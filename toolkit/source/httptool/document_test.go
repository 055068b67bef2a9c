package httptool

import (
	"context"
	"errors"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"toolbench/toolkit/source"
	"toolbench/toolkit/tool"
	"toolbench/toolkit/tooltest"
)

func TestAServerIsFoundForEachOperation(t *testing.T) {
	for name, c := range map[string]struct {
		document Document
		written  string
		want     string // the server, or the reason for none
	}{
		"the first":           {Document{}, "servers: [{url: 'https://a.example/v1/'}, {url: 'https://b.example'}]", "https://a.example/v1"},
		"the set one":         {Document{Server: "https://c.example/"}, "servers: [{url: 'https://a.example'}]", "https://c.example"},
		"no address":          {Document{Server: "c.example"}, "", `The server is set to "c.example"; it has to begin with http:// or https://.`},
		"a default":           {Document{}, "servers: [{url: 'https://{r}.example/{v}', variables: {r: {default: eu, enum: [eu, us]}, v: {default: v1}}}]", "https://eu.example/v1"},
		"a set variable":      {Document{Variables: map[string]string{"r": "us"}}, "servers: [{url: 'https://{r}.example', variables: {r: {default: eu, enum: [eu, us]}}}]", "https://us.example"},
		"a wrong variable":    {Document{Variables: map[string]string{"r": "mars"}}, "servers: [{url: 'https://{r}.example', variables: {r: {default: eu, enum: [eu, us]}}}]", `The server variable r is set to "mars"; the document allows eu, us.`},
		"a variable unset":    {Document{}, "servers: [{url: 'https://{r}.example'}]", `The server https://{r}.example needs a value for its variable r; set it in the document's configuration.`},
		"one that can serve":  {Document{}, "servers: [{url: 'ws://a.example'}, {url: 'https://b.example'}]", "https://b.example"},
		"none that can":       {Document{}, "servers: [{url: 'ws://a.example'}]", `The document names the server "ws://a.example"; only http and https can be called.`},
		"relative to a file":  {Document{Location: "tea.yaml"}, "servers: [{url: /v1}]", `The document names the server "/v1", which does not say the host, and the document was not fetched from one; set the document's server in its configuration.`},
		"relative to a URL":   {Document{Location: "https://a.example/docs/tea.yaml"}, "servers: [{url: ../v1}]", "https://a.example/v1"},
		"none named":          {Document{Location: "https://a.example/docs/tea.yaml"}, "", "https://a.example"},
		"the operation's own": {Document{}, "servers: [{url: 'https://a.example'}]\nx-own: 1", "https://own.example"},
		"2.0":                 {Document{}, "swagger: host: a.example\nbasePath: /v1\nschemes: [http, https]", "https://a.example/v1"},
		"2.0 without TLS":     {Document{}, "swagger: host: a.example\nschemes: [http]", "http://a.example"},
		"2.0 without a host":  {Document{Location: "http://a.example:81/x.json"}, "swagger: basePath: /v1", "http://a.example:81/v1"},
	} {
		head, own := "openapi: 3.1.0\n", ""
		if rest, ok := strings.CutPrefix(c.written, "swagger: "); ok {
			head, c.written = "swagger: '2.0'\n", rest
		}
		if strings.Contains(c.written, "x-own") {
			own = "servers: [{url: 'https://own.example'}]"
		}
		d := c.document
		d.Name, d.Data = "d", []byte(head+c.written+"\npaths: {/t: {get: {"+own+"}}}\n")
		listing := open(t, d)
		one := listing.Tools[0]
		got := one.Details.Uncallable
		if got == "" {
			_, err := one.Execute(nil, cancelled(t))
			got = strings.TrimSuffix(strings.TrimPrefix(err.Error(), "GET "), "/t was given up: context canceled")
		}
		if got != c.want {
			t.Errorf("%s: %s, want %s", name, got, c.want)
		}
	}
}

func cancelled(t *testing.T) *tool.ToolContext {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	return tool.NewToolContext(ctx, nil, nil)
}

const secured = `
components:
  securitySchemes:
    api key: {type: apiKey, in: header, name: X-Key}
    in-query: {type: apiKey, in: query, name: q key}
    cookie: {type: apiKey, in: cookie, name: sid}
    basic: {type: http, scheme: Basic}
    bearer: {type: http, scheme: bearer}
    oauth: {type: oauth2, flows: {}}
    digest: {type: http, scheme: digest}
security: [{api key: []}]`

func TestRequestsAreSignedAsTheDocumentWants(t *testing.T) {
	server := newEcho(t, nil)
	environment := map[string]string{
		"PET_STORE_API_KEY": "the key", "PET_STORE_IN_QUERY": "a&b", "PET_STORE_BASIC": "ada:lovelace1", "PET_STORE_BEARER": "token-of-bearer", "PET_STORE_OAUTH": "Bearer token-of-oauth",
	}
	document := operations(server.URL, `
  /default: {get: {operationId: default}}
  /none: {get: {operationId: none, security: []}}
  /query: {get: {operationId: query, security: [{in-query: []}]}}
  /cookie: {get: {operationId: cookie, security: [{cookie: []}], parameters: [{name: c, in: cookie, schema: {}}]}}
  /basic: {get: {operationId: basic, security: [{basic: []}]}}
  /bearer: {get: {operationId: bearer, security: [{bearer: []}]}}
  /oauth: {get: {operationId: oauth, security: [{digest: []}, {oauth: [read]}]}}
  /both: {get: {operationId: both, security: [{digest: [], bearer: []}, {bearer: [], api key: []}]}}
`, secured)
	tools := toolsOf(t, OpenAPI(Document{Name: "pet store", Data: document, Credentials: map[string]string{"cookie": "sid-value"},
		Headers: map[string]string{"X-Always": "1"},
		Lookup:  func(name string) (string, bool) { v, ok := environment[name]; return v, ok }}), &tooltest.Host{})
	for name, want := range map[string]string{
		"default": "GET /default X-Key=the key", "none": "GET /none", "query": "GET /query?q%20key=a%26b",
		"cookie": "GET /cookie Cookie=c=1; sid=sid-value", "basic": "GET /basic Authorization=Basic YWRhOmxvdmVsYWNlMQ==",
		"bearer": "GET /bearer Authorization=Bearer token-of-bearer", "oauth": "GET /oauth Authorization=Bearer token-of-oauth",
		"both": "GET /both Authorization=Bearer token-of-bearer X-Key=the key",
	} {
		args := "{}"
		if name == "cookie" {
			args = `{"c":1}`
		}
		run(t, tools["pet_store_"+name], args)
		sent := server.last(t)
		got := sent.line
		for _, header := range []string{"Authorization", "Cookie", "X-Key"} {
			if v := sent.headers.Get(header); v != "" {
				got += " " + header + "=" + v
			}
		}
		if got != want || sent.headers.Get("X-Always") != "1" {
			t.Errorf("%s: %s, want %s", name, got, want)
		}
	}
}

func TestARefusedRequestSaysWhichVariableWouldLetItIn(t *testing.T) {
	server := newEcho(t, func(w http.ResponseWriter, _ *http.Request) {
		w.WriteHeader(http.StatusUnauthorized)
		_, _ = io.WriteString(w, "who are you?")
	})
	document := operations(server.URL, "\n  /t: {get: {operationId: it, security: [{api key: [], basic: []}, {oauth: []}]}}\n", secured)
	s := OpenAPI(Document{Name: "pet store", Data: document, Lookup: func(name string) (string, bool) { return "some-secret-key", name == "PET_STORE_API_KEY" }})
	host := &tooltest.Host{}
	listing, err := s.Open(t.Context(), host)
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	result := run(t, listing.Tools[0], `{}`)
	const want = "HTTP 401: who are you?\nThe request carried no credentials; the environment variable PET_STORE_BASIC (user:password for HTTP basic), or PET_STORE_OAUTH (a token of OAuth 2) would give them."
	if !result.IsError || result.Output != want {
		t.Errorf("%q, want %q", result.Output, want)
	}
	facts := listing.Facts
	if got := facts.Capabilities[0]; got != "security api key: an API key in the header X-Key, from PET_STORE_API_KEY (set)" {
		t.Errorf("the first capability is %q", got)
	}
	if !strings.Contains(facts.Instructions, "The security scheme basic takes user:password for HTTP basic from the environment variable PET_STORE_BASIC, which is not set.") || strings.Contains(facts.Instructions, "some-secret-key") {
		t.Errorf("the instructions are %q", facts.Instructions)
	}
}

func TestCredentialsAreNotRecorded(t *testing.T) {
	server := newEcho(t, nil)
	document := operations(server.URL, `
  /a: {get: {operationId: a, security: [{in-query: [], basic: [], cookie: [], api key: []}]}}
`, secured)
	host := &tooltest.Host{}
	tools := toolsOf(t, OpenAPI(Document{Name: "d", Data: document, Lookup: nothingSet, Credentials: map[string]string{
		"in-query": "confidential&1", "basic": "ada:confidential-2", "cookie": "confidential 3", "api key": "confidential-4"}}), host)
	run(t, tools["d_a"], `{}`)
	var all strings.Builder
	for _, m := range host.Messages() {
		all.Write(m.Body)
	}
	if text := all.String(); len(host.Messages()) != 2 || strings.Contains(text, "confidential") || strings.Contains(text, basic("ada:confidential-2")) {
		t.Errorf("%d messages were recorded:\n%s", len(host.Messages()), text)
	}
}

func TestOneBadReferenceCostsItsOperationAlone(t *testing.T) {
	dir := t.TempDir()
	for name, content := range map[string]string{
		"tea.yaml": `openapi: 3.1.0
servers: [{url: 'https://example.com'}]
paths:
  /good: {get: {operationId: good, parameters: [{$ref: 'parts/p.yaml#/Page'}], responses: {'200': {content: {application/json: {schema: {$ref: 'parts/p.yaml#/Tea'}}}}}}}
  /path: {$ref: 'parts/p.yaml#/Path'}
  /gone: {$ref: 'parts/none.yaml'}
  /remote: {get: {parameters: [{$ref: 'https://example.com/p.yaml#/Page'}]}}
  /nowhere: {get: {parameters: [{$ref: '#/components/parameters/None'}]}}
  /circle: {get: {parameters: [{$ref: '#/components/parameters/Circle'}]}}
  /schema: {post: {requestBody: {content: {application/json: {schema: {$ref: '#/components/schemas/Broken'}}}}}}
  /answer: {get: {operationId: answer, responses: {'200': {content: {application/json: {schema: {$ref: '#/components/schemas/Broken'}}}}}}}
  /secret: {get: {parameters: [{$ref: '/etc/passwd'}]}}
  /other: {get: {parameters: [{$ref: 'parts/p.txt'}]}}
  /hidden: {get: {parameters: [{$ref: './parts/../.docker/config.json#/auths'}]}}
  /list: {get: [1]}
components:
  parameters: {Circle: {$ref: '#/components/parameters/Circle'}}
  schemas: {Broken: {type: object, properties: {a: {$ref: 'https://example.com/a.json'}}}}
`,
		"parts/p.yaml": `
Page: {name: page, in: query, schema: {$ref: '#/Number'}}
Number: {type: integer}
Tea: {type: object, properties: {again: {$ref: '#/Tea'}, up: {$ref: '../tea.yaml#/components/schemas/None'}, kind: {$ref: 'kind.json'}}}
Path: {get: {operationId: path, parameters: [{$ref: '#/Page'}]}}
`,
		"parts/kind.json": `{"enum": ["green", "black"]}`,
		"parts/p.txt":     "Page: {}",

		".docker/config.json": `{"auths": {"name": "token", "in": "query"}}`,
	} {
		path := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(content), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	listing := open(t, Document{Name: "d", Location: filepath.Join(dir, "tea.yaml")})
	var b strings.Builder
	for _, one := range listing.Tools {
		b.WriteString(one.Name + " " + string(one.Details.InputSchema) + "\n")
		if one.Details.Problem != "" {
			b.WriteString("  " + one.Details.Problem + "\n")
		}
	}
	for _, p := range listing.Problems {
		b.WriteString(p.Name + ": " + p.Reason + "\n")
	}
	golden(t, "references.golden", strings.ReplaceAll(b.String(), dir, "…"))
}

func TestADocumentIsFetched(t *testing.T) {
	const yaml = "openapi: 3.0.0\nservers: [{url: /v1}]\npaths: {/t: {get: {operationId: it, parameters: [{$ref: 'p.yaml'}]}, put: {operationId: put}}}\n"
	server := newEcho(t, func(w http.ResponseWriter, r *http.Request) {
		switch {
		case r.URL.Path == "/private.yaml" && r.Header.Get("X-Key") == "":
			w.WriteHeader(http.StatusUnauthorized)
		case strings.HasSuffix(r.URL.Path, ".yaml"):
			_, _ = io.WriteString(w, yaml)
		case r.URL.Path == "/page":
			w.Header().Set("Content-Type", "text/html; charset=utf-8")
			_, _ = io.WriteString(w, "<html>openapi: 3.0</html>")
		case r.URL.Path == "/refused":
			w.WriteHeader(http.StatusForbidden)
		case r.URL.Path == "/gone":
			w.WriteHeader(http.StatusNotFound)
		}
	})
	host := &tooltest.Host{}
	headers := map[string]string{"X-Key": "k"}
	tools := toolsOf(t, OpenAPI(Document{Name: "d", Location: server.URL + "/docs/tea.yaml", Headers: headers}), host)
	if first := server.last(t); first.headers.Get("X-Key") != "" {
		t.Error("the headers went along before they were asked for")
	}
	if len(tools) != 1 {
		t.Errorf("%d tools are listed; the one that refers to another file can not be", len(tools))
	}
	run(t, tools["d_put"], `{}`)
	if got := server.last(t); got.line != "PUT /v1/t" || got.headers.Get("X-Key") != "k" {
		t.Errorf("%s with %v", got.line, got.headers)
	}
	if n := len(host.Messages()); n != 4 {
		t.Errorf("%d messages were recorded, want 4", n)
	}
	toolsOf(t, OpenAPI(Document{Name: "d", Location: server.URL + "/private.yaml", Headers: headers}), host)
	for path, want := range map[string]string{
		"/page":    "/page answered with text/html that is no OpenAPI document, which begins with openapi: 3.… or swagger: \"2.0\"",
		"/refused": "/refused answered with HTTP 403 Forbidden; set the headers that let you in, such as Authorization, in its configuration",
		"/gone":    "/gone answered with HTTP 404 Not Found and not with a document",
	} {
		_, err := OpenAPI(Document{Name: "d", Location: server.URL + path}).Open(t.Context(), host)
		if err == nil || err.Error() != server.URL+want {
			t.Errorf("%s: %v", path, err)
		}
		if _, ok := errors.AsType[*source.AuthorizationError](err); ok != (path == "/refused") {
			t.Errorf("%s: the error is a %T", path, err)
		}
	}
}

func TestWhatIsNoDocumentSaysSo(t *testing.T) {
	dir := t.TempDir()
	for data, want := range map[string]string{
		"":                                "the document d has neither a location nor content",
		"hello":                           "d is no OpenAPI document, which begins with openapi: 3.… or swagger: \"2.0\"",
		"openapi: 3.0.0\npaths: [":        "d can not be read: ",
		"openapi: 4.0.0\npaths: {}":       "d is of OpenAPI 4.0.0; 2.0 and 3.0 to 3.2 are known",
		"openapi: 3.0.0\na: &a {b: *a}":   "d can not be read: ",
		"swagger: '1.2'\npaths: {}":       "d is of OpenAPI 1.2; 2.0 and 3.0 to 3.2 are known",
		`{"openapi":"3.0.0","paths":{},}`: "",
		"file:" + dir:                     dir + " is no file that can be read",
		"file:" + dir + "/none.yaml":      "there is no file " + dir + "/none.yaml",
	} {
		d := Document{Name: "d", Data: []byte(data)}
		if path, ok := strings.CutPrefix(data, "file:"); ok {
			d = Document{Name: "d", Location: path}
		}
		_, err := OpenAPI(d).Open(t.Context(), &tooltest.Host{})
		switch {
		case want == "" && err != nil, want != "" && (err == nil || !strings.HasPrefix(err.Error(), want)):
			t.Errorf("%q: %v, want %s", data, err, want)
		case err != nil:
			t.Log(err)
		}
	}
}

func TestADocumentIsKnownByItsMembersAtTheTop(t *testing.T) {
	for data, want := range map[string]bool{
		`{"openapi":"3.1.0"}`: true,
		"\xef\xbb\xbf { \"info\": {}, \"swagger\" : \"2.0\" }": true,
		"# a comment\n---\nopenapi: 3.0.0\n":                   true,
		"---\n  info: {}\n  swagger: '2.0'":                    true,
		"{openapi: 3.0.0}":                                     true,
		`"openapi": "3.0.0"`:                                   true,
		`{"info":{"openapi":"3.0.0"}}`:                         false,
		`{"openapi":[{"location":"tea.yaml"}]}`:                false,
		"openapi:\n  tea: {location: tea.yaml}\n":              false,
		"a:\n  openapi: 3.0.0\n":                               false,
		"":                                                     false,
		`{"mcpServers":{}}`:                                    false,
	} {
		if got := IsOpenAPI([]byte(data)); got != want {
			t.Errorf("%q: %t", data, got)
		}
	}
}

func TestARelativeServerIsMeantFromWhereTheDocumentWasFound(t *testing.T) {
	server := newEcho(t, func(w http.ResponseWriter, r *http.Request) {
		switch r.URL.Path {
		case "/latest.yaml":
			http.Redirect(w, r, "/docs/v3/tea.yaml", http.StatusFound)
		case "/docs/v3/tea.yaml":
			_, _ = io.WriteString(w, "openapi: 3.1.0\nservers: [{url: api}]\npaths: {/t: {put: {}}}\n")
		}
	})
	tools := toolsOf(t, OpenAPI(Document{Name: "d", Location: server.URL + "/latest.yaml"}), &tooltest.Host{})
	run(t, tools["d_put_t"], `{}`)
	if got := server.last(t); got.line != "PUT /docs/v3/api/t" {
		t.Errorf("the request was %s", got.line)
	}
}
