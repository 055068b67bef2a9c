package a2a

import (
	"maps"
	"net/http"
	"net/url"
	"slices"
	"sync"

	"toolbench/toolkit/source"
	"toolbench/toolkit/wire"
)

// An endpoint is the [http.RoundTripper] of every request to an agent: it adds
// what identifies the caller and records what is exchanged.
type endpoint struct {
	config   *Config
	recorder *wire.Recorder

	mu      sync.Mutex
	home    *url.URL // whose host gets headers and credentials
	schemes map[string]*scheme
}

func newEndpoint(s *Source, host source.Host) *endpoint {
	e := &endpoint{config: &s.config}
	e.recorder = &wire.Recorder{Through: wire.Own(s.config.Through), Record: host.Exchanged, Hide: s.hide}
	if u, ok := webURL(s.config.URL); ok {
		e.home = u
	}
	return e
}

// settle makes known what the card says: how callers identify themselves and,
// when the card came from no host, which host they do so to. It tells whether
// requests to u carry headers and credentials.
func (e *endpoint) settle(c card, u *url.URL) bool {
	e.mu.Lock()
	defer e.mu.Unlock()
	e.schemes = c.Schemes
	if e.home == nil {
		e.home = u
	}
	return trusts(e.home, u)
}

// trusts tells whether what is meant for home may go to u: the same machine, at
// any port, and not in the clear when home is not.
func trusts(home, u *url.URL) bool {
	return home != nil && home.Hostname() == u.Hostname() && (u.Scheme == home.Scheme || u.Scheme == "https")
}

// RoundTrip implements [http.RoundTripper].
func (e *endpoint) RoundTrip(request *http.Request) (*http.Response, error) {
	e.mu.Lock()
	home, schemes := e.home, e.schemes
	e.mu.Unlock()
	if !trusts(home, request.URL) {
		return e.recorder.RoundTrip(request)
	}
	request = request.Clone(request.Context())
	for name, value := range e.config.Headers {
		request.Header.Set(name, value)
	}
	for _, name := range slices.Sorted(maps.Keys(e.config.Credentials)) {
		schemes[name].put(request, e.config.Credentials[name])
	}
	return e.recorder.RoundTrip(request)
}

// CloseIdleConnections lets go of connections that no request uses.
func (e *endpoint) CloseIdleConnections() { e.recorder.CloseIdleConnections() }
