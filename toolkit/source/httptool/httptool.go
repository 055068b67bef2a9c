// Package httptool is the source of tools that are HTTP requests: those that a
// configuration declares one by one ([New]), and the operations of an OpenAPI
// document ([OpenAPI]).
//
// Arguments are sent as they were written: the digits of numbers and the order
// of members stay. What comes back is text, or a part when it is a picture, a
// recording or another file; a status outside 200 to 299 is a result with
// IsError that says "HTTP <status>: <body>".
package httptool

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"time"

	"toolbench/toolkit/source"
	"toolbench/toolkit/tool"
)

// An Endpoint is one declared tool.
type Endpoint struct {
	// Name is the tool's name; what models do not take in it becomes an
	// underscore.
	Name, Description string
	// Method is the request's method; "" is GET, or POST when there is a Body.
	Method string
	// URL is where the request goes. A {name} in it stands for the argument of
	// that name, percent-encoded.
	URL string
	// Query are the names of the arguments that go into the query. Arguments
	// that are used nowhere go into the body, or into the query when the
	// method is GET, HEAD or DELETE and no Body is set.
	Query []string
	// Headers go with the request, and not to another host by a redirect.
	Headers map[string]string
	// Body is the form of the body: "json", which is also meant by "" where
	// arguments are left for a body; "form", for URL-encoded pairs; "raw", for
	// one text, the argument "body" or the only one left.
	Body string
	// InputSchema is the JSON Schema of the arguments. Without one it is made
	// of the names in URL and Query.
	InputSchema, OutputSchema json.RawMessage
	// Result says what becomes of the answer: "text", which is also meant by
	// "", is its body; "json" is its body, which has to be JSON; "status+text"
	// is a line with the status in front of the body.
	Result string
	// Timeout bounds the request in all; 0 leaves that to the call.
	Timeout time.Duration
	// Annotations are the tool's hints; what is not set follows from Method.
	Annotations tool.Annotations
}

// A Config declares tools.
type Config struct {
	// Name is the source's name among those of HTTP.
	Name string
	// Endpoints are the tools in their order.
	Endpoints []Endpoint
	// Origin is where they were declared: see [source.Info].
	Origin string
	// Secrets are values that no error and no record of the exchange may show,
	// beside those of headers whose names say so.
	Secrets []string
	// MaxAnswer is how many bytes the body of an answer may have; 0 is
	// [DefaultMaxAnswer].
	MaxAnswer int64
	// Through is what requests go through; nil is [http.DefaultTransport].
	Through http.RoundTripper
}

// A Source serves declared tools. It implements [source.Source].
type Source struct {
	config Config
	connection
}

// New is the source of declared tools.
func New(config Config) *Source {
	s := &Source{config: config}
	s.info = source.Info{Kind: tool.SourceHTTP, Name: config.Name, Target: target(config), Origin: config.Origin}
	s.through, s.limit = config.Through, cmp.Or(config.MaxAnswer, DefaultMaxAnswer)
	s.hide.Add(config.Secrets...)
	for _, e := range config.Endpoints {
		s.hide.AddNamed(e.Headers)
		s.hide.AddURL(e.URL)
	}
	return s
}

func target(config Config) string {
	if n := len(config.Endpoints); n != 1 {
		return fmt.Sprintf("%d declared requests", n)
	}
	return hostOf(config.Endpoints[0].URL)
}

// Open implements [source.Source]. Nothing is sent before a tool is called.
func (s *Source) Open(ctx context.Context, host source.Host) (source.Listing, error) {
	if err := ctx.Err(); err != nil {
		return source.Listing{}, fmt.Errorf("the declared HTTP tools %s were not opened: %w", s.info.Name, err)
	}
	var listing source.Listing
	seen := map[string]bool{}
	for i, e := range s.config.Endpoints {
		declared, err := e.read()
		if err == nil && seen[tool.Sanitize(e.Name)] {
			err = fmt.Errorf("the name %s is declared twice; the first one counts", tool.Sanitize(e.Name))
		}
		if err != nil {
			listing.Problems = append(listing.Problems, source.Problem{Name: nameOr(e.Name, i), Reason: s.hide.String(err.Error())})
			continue
		}
		seen[tool.Sanitize(e.Name)] = true
		listing.Tools = append(listing.Tools, s.tool(declared))
	}
	_, done := s.sessions.Begin(ctx, s.lost("was opened anew"))
	defer done()
	s.sessions.Set(s.newSession(host))
	return listing, nil
}

func nameOr(name string, i int) string {
	if name == "" {
		return fmt.Sprintf("tool %d", i+1)
	}
	return name
}

func (s *Source) tool(d *declared) tool.Tool {
	return tool.Tool{
		Name:        tool.Sanitize(d.Name),
		Description: d.Description,
		InputSchema: d.schema,
		Source:      tool.SourceHTTP,
		Execute: func(args map[string]any, ctx *tool.ToolContext) (tool.ToolResult, error) {
			return s.call(args, ctx, call{
				name: d.Name, timeout: d.Timeout, request: d.request,
				result: func(a *answer) tool.ToolResult { return a.result(d.Result) },
			})
		},
		Details: &tool.Details{
			ShortName:    d.Name,
			Server:       s.info.Name,
			Annotations:  d.Annotations,
			InputSchema:  d.raw,
			OutputSchema: d.OutputSchema,
		},
	}
}

var (
	_ source.Source = (*Source)(nil)
	_ source.Source = (*DocumentSource)(nil)
)
