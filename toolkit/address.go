package toolkit

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"path"
	"strings"
	"sync"
	"time"

	"toolbench/toolkit/redact"
	"toolbench/toolkit/source"
	"toolbench/toolkit/source/a2a"
	"toolbench/toolkit/source/genkit"
	"toolbench/toolkit/source/httptool"
	"toolbench/toolkit/source/mcp"
	"toolbench/toolkit/tool"
	"toolbench/toolkit/wire"
)

// An Address is a URL of which only asking tells what is behind it: an MCP
// server, an OpenAPI document, an A2A agent or a Genkit app.
type Address struct {
	// Name is the source's.
	Name string
	URL  string
	// Headers go with every request to URL's host.
	Headers map[string]string
	// OAuth is for an MCP server that wants one signed in; nil finds out.
	OAuth *mcp.OAuth
	// Origin is where the address was given: see [source.Info].
	Origin  string
	Secrets []string
}

const (
	// askLimit bounds each question to an address.
	askLimit = 5 * time.Second
	// largestDocument is how much of an answer is read.
	largestDocument = 64 << 20
)

// At is the source at an address. It asks when it is opened, and the source
// that is there takes its place. An address whose path ends in /mcp or /sse is
// taken for an MCP server without asking.
func (r Reach) At(a Address) source.Source {
	u, err := url.Parse(a.URL)
	if err == nil {
		switch path.Base(u.Path) {
		case "mcp", "sse":
			return mcp.New(r.serverAt(a))
		}
	}
	hide := new(redact.Redactor)
	for _, secret := range a.Secrets {
		hide.Add(secret)
	}
	return &asked{reach: r, address: a, info: source.Info{Kind: tool.SourceMCP, Name: a.Name, Target: hide.URL(a.URL), Origin: a.Origin}, hide: hide, through: wire.Own(r.Through)}
}

func (r Reach) serverAt(a Address) mcp.Config {
	return r.Server(mcp.Config{Name: a.Name, URL: a.URL, Headers: a.Headers, OAuth: a.OAuth, Timeout: r.Timeout, Origin: a.Origin, Secrets: a.Secrets})
}

// asked is an address before it was asked.
type asked struct {
	reach   Reach
	address Address
	info    source.Info
	hide    *redact.Redactor
	through http.RoundTripper
}

func (s *asked) Info() source.Info { return s.info }

func (s *asked) Close() error { return nil }

// Open implements [source.Source]. It always returns an error: that the source
// was replaced, or why the address can not be asked.
func (s *asked) Open(ctx context.Context, _ source.Host) (source.Listing, error) {
	defer wire.CloseIdleConnections(s.through)
	found, err := s.ask(ctx)
	if err != nil {
		return source.Listing{}, errors.New(s.hide.String(err.Error()))
	}
	return source.Listing{}, &source.ReplacedError{Sources: []source.Source{found}}
}

func (s *asked) ask(ctx context.Context) (source.Source, error) {
	a, r := s.address, s.reach
	status, body, err := s.get(ctx, a.URL)
	if errors.Is(err, context.DeadlineExceeded) && ctx.Err() == nil {
		return mcp.New(r.serverAt(a)), nil // it waits for something to say, as MCP servers may
	}
	elsewhere := status == http.StatusOK || status == http.StatusNotFound
	switch {
	case err != nil:
		return nil, fmt.Errorf("%s can not be reached: %w", s.info.Target, err)
	case status == http.StatusOK && httptool.IsOpenAPI(body):
		return httptool.OpenAPI(httptool.Document{Name: a.Name, Location: a.URL, Headers: a.Headers, Timeout: r.Timeout, Origin: a.Origin,
			Secrets: a.Secrets, Through: r.Through}), nil
	case status == http.StatusOK && a2a.IsCard(body), elsewhere && s.hasCard(ctx):
		return a2a.New(a2a.Config{Name: a.Name, URL: a.URL, Headers: a.Headers, Timeout: r.Timeout, Origin: a.Origin,
			Secrets: a.Secrets, Through: r.Through}), nil
	case elsewhere && genkit.IsRuntime(ctx, s.client(), a.URL):
		return genkit.New(genkit.Config{Name: a.Name, URL: a.URL, Headers: a.Headers, Timeout: r.Timeout, Origin: a.Origin,
			Secrets: a.Secrets, Through: r.Through}), nil
	case status == http.StatusOK && isList(body): // to be asked for MCP is to be sent something, which would be added to it
		return nil, fmt.Errorf("%s answered with a list in JSON: it is no MCP server, agent card, OpenAPI document or Genkit app; "+
			"a tool that sends it requests can be declared under \"http\" in a configuration file", s.info.Target)
	}
	return mcp.New(r.serverAt(a)), nil
}

// isList tells whether a document is an array of JSON.
func isList(document []byte) bool {
	document = bytes.TrimSpace(document)
	return len(document) > 0 && document[0] == '[' && json.Valid(document)
}

// hasCard tells whether an agent's card lies at its well-known place (A2A 1.0,
// section 8.2, and the name that it had before).
func (s *asked) hasCard(ctx context.Context) bool {
	var found [2]bool
	var asking sync.WaitGroup
	for i, name := range []string{"agent-card.json", "agent.json"} {
		u, err := url.Parse(s.address.URL)
		if err != nil {
			return false
		}
		asking.Go(func() {
			status, body, err := s.get(ctx, u.JoinPath(".well-known", name).String())
			found[i] = err == nil && status == http.StatusOK && a2a.IsCard(body)
		})
	}
	asking.Wait()
	return found[0] || found[1]
}

func (s *asked) client() *http.Client {
	return &http.Client{Transport: s.through, CheckRedirect: func(next *http.Request, via []*http.Request) error {
		if len(via) > 10 {
			return errors.New("it redirects more than ten times")
		}
		if next.URL.Host != via[0].URL.Host {
			for name := range s.address.Headers {
				next.Header.Del(name)
			}
		}
		return nil
	}}
}

// get asks for a document. A stream of events, which does not end, is not read.
func (s *asked) get(ctx context.Context, address string) (status int, body []byte, err error) {
	ctx, cancel := context.WithTimeout(ctx, askLimit)
	defer cancel()
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, address, nil)
	if err != nil {
		return 0, nil, err
	}
	request.Header.Set("Accept", "application/json, application/yaml, text/event-stream;q=0.5, */*;q=0.1")
	for name, value := range s.address.Headers {
		request.Header.Set(name, value)
	}
	response, err := s.client().Do(request)
	if err != nil {
		if wrapped, ok := errors.AsType[*url.Error](err); ok {
			err = wrapped.Err
		}
		return 0, nil, err
	}
	defer response.Body.Close()
	if strings.HasPrefix(response.Header.Get("Content-Type"), "text/event-stream") {
		return response.StatusCode, nil, nil
	}
	body, err = io.ReadAll(io.LimitReader(response.Body, largestDocument))
	return response.StatusCode, body, err
}
