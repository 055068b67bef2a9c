package httptool

import (
	"cmp"
	"context"
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"time"

	"toolbench/toolkit/source"
	"toolbench/toolkit/tool"
	"toolbench/toolkit/wire"
)

// A Document says which OpenAPI document to use: of version 2.0, 3.0, 3.1 or
// 3.2, in JSON or YAML.
//
// Its security schemes take their values from Credentials, else from the
// environment: the scheme "api_key" of the document named "pet store" from
// PET_STORE_API_KEY. That is both names in capitals, joined by an underscore,
// with each run of other characters than letters and digits as one underscore.
// An API key is its value; a scheme of HTTP basic takes user:password; bearer,
// OAuth 2 and OpenID Connect take a token.
type Document struct {
	// Name is the document's name among the sources of HTTP. Its tools are
	// named Sanitize(Name)_Sanitize(operationId).
	Name string
	// Location is the path or the http or https URL that the document is read
	// from whenever it is opened.
	Location string
	// Data is the document itself; Location then says where it came from.
	Data []byte
	// Server is the base URL of every request, in place of those that the
	// document names; "" is the first of them that can be used.
	Server string
	// Variables are the values of the document's server variables.
	Variables map[string]string
	// Headers go with every request to the server, and not to another host by
	// a redirect. The document itself is asked for without them first.
	Headers map[string]string
	// Credentials are the values of security schemes by their names.
	Credentials map[string]string
	// Lookup finds a variable of the environment; nil is [os.LookupEnv].
	Lookup func(name string) (string, bool)
	// Timeout bounds each request; 0 leaves that to the call. Opening is
	// bounded by it too, or by 30 seconds.
	Timeout time.Duration
	// Origin is where the document was declared: see [source.Info].
	Origin string
	// Secrets are values that no error and no record of the exchange may
	// show, beside the credentials and headers whose names say so.
	Secrets []string
	// MaxAnswer is how many bytes the body of an answer may have; 0 is
	// [DefaultMaxAnswer].
	MaxAnswer int64
	// Through is what requests go through; nil is [http.DefaultTransport].
	Through http.RoundTripper
}

const defaultOpening = 30 * time.Second

// A DocumentSource serves the operations of an OpenAPI document, one tool each.
// It implements [source.Source].
type DocumentSource struct {
	document Document
	connection
}

// OpenAPI is the source of a document's operations.
func OpenAPI(d Document) *DocumentSource {
	if d.Lookup == nil {
		d.Lookup = os.LookupEnv
	}
	s := &DocumentSource{document: d}
	s.hide.Add(d.Secrets...)
	s.hide.AddNamed(d.Headers)
	s.hide.AddURL(d.Location)
	s.hide.AddURL(d.Server)
	for _, value := range d.Credentials {
		s.hide.Add(value)
	}
	shown := d.Location
	if isURL(shown) {
		shown = s.hide.URL(shown)
	}
	s.info = source.Info{Kind: tool.SourceHTTP, Name: d.Name, Target: cmp.Or(shown, d.Name), Origin: d.Origin}
	s.through, s.limit = d.Through, cmp.Or(d.MaxAnswer, DefaultMaxAnswer)
	return s
}

// Open implements [source.Source]. It reads the document; none of its servers
// is asked anything. An error is a [source.AuthorizationError] when the
// document is not handed out without signing in.
func (s *DocumentSource) Open(ctx context.Context, host source.Host) (source.Listing, error) {
	ctx, done := s.sessions.Begin(ctx, s.lost("is being opened anew"))
	defer done()
	ctx, cancel := context.WithTimeout(ctx, cmp.Or(s.document.Timeout, defaultOpening))
	defer cancel()
	if err := ctx.Err(); err != nil {
		return source.Listing{}, fmt.Errorf("the document %s was not opened: %w", s.info.Target, err)
	}
	n := s.newSession(host)
	d, err := s.read(ctx, n.client)
	var listing source.Listing
	if err == nil {
		listing, err = s.list(ctx, d)
	}
	if err != nil {
		n.End(err)
		return source.Listing{}, wire.HideIn(err, &s.hide)
	}
	s.sessions.Set(n)
	return listing, nil
}

// Files implements [source.Watched]: the document, when it is a file of this
// machine.
func (s *DocumentSource) Files() []string {
	whole, err := filepath.Abs(s.document.Location)
	if err != nil || len(s.document.Data) > 0 {
		return nil
	}
	if _, err := os.Stat(whole); err != nil {
		return nil
	}
	return []string{whole}
}
