package mcp

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"net/url"
	"slices"
	"time"

	"golang.org/x/oauth2"

	"toolbench/toolkit/redact"
	traffic "toolbench/toolkit/wire"
)

const (
	// authorityLimit bounds each request to an authorization server.
	authorityLimit = 30 * time.Second
	// maxAuthorization is how much of its answer is read.
	maxAuthorization = 1 << 20
)

// authorizationClient is how the authorization server is reached: as the server
// is, with the exchange recorded without its secrets. A registrar stands before
// it when there is one.
func (e *endpoint) authorizationClient(r *registrar) (web *http.Client, done func()) {
	base := traffic.Own(e.config.Through)
	recorder := &traffic.Recorder{Hide: e.tap.hide, Record: e.tap.host.Exchanged, Through: &learner{hide: e.tap.hide, through: base}}
	var through http.RoundTripper = &publicClient{&learner{hide: e.tap.hide, through: recorder}}
	if r != nil {
		r.through = through
		through = r
	}
	return &http.Client{Transport: through}, func() { traffic.CloseIdleConnections(base) }
}

// explained is an error of the SDK's sign-in in words.
func explained(err error) string {
	var refused *oauth2.RetrieveError
	if !errors.As(err, &refused) {
		return err.Error()
	}
	text := "the authorization server answered " + refused.Response.Status
	if refused.ErrorCode != "" {
		text += " with " + refused.ErrorCode
	}
	if refused.ErrorDescription != "" {
		text += ": " + refused.ErrorDescription
	}
	return text
}

// A publicClient is an [http.RoundTripper] for clients that may have no secret.
// Such a client names itself in the form (RFC 6749, section 3.2.1); the SDK first
// tries a header with an empty password, and that costs the code with servers
// that take one only once.
type publicClient struct{ through http.RoundTripper }

// RoundTrip implements [http.RoundTripper].
func (p *publicClient) RoundTrip(request *http.Request) (*http.Response, error) {
	id, secret, ok := request.BasicAuth()
	if !ok || secret != "" || request.Body == nil {
		return p.through.RoundTrip(request)
	}
	request, err := withParameter(request, "client_id="+id) // the header has it escaped already
	if err != nil {
		return nil, err
	}
	request.Header.Del("Authorization")
	return p.through.RoundTrip(request)
}

// A renewal is an [http.RoundTripper] that names the resource which a token is
// for in the request for a new one too (RFC 8707, section 2.2); the library that
// renews tokens does not.
type renewal struct {
	resource string
	through  http.RoundTripper
}

// RoundTrip implements [http.RoundTripper].
func (r *renewal) RoundTrip(request *http.Request) (*http.Response, error) {
	request, err := withParameter(request, "resource="+url.QueryEscape(r.resource))
	if err != nil {
		return nil, err
	}
	return r.through.RoundTrip(request)
}

// withParameter is a request whose form has one more parameter, which is escaped.
func withParameter(request *http.Request, parameter string) (*http.Request, error) {
	raw, err := io.ReadAll(request.Body)
	_ = request.Body.Close()
	if err != nil {
		return nil, err
	}
	raw = append(raw, "&"+parameter...)
	request = request.Clone(request.Context())
	request.Body, request.ContentLength = io.NopCloser(bytes.NewReader(raw)), int64(len(raw))
	return request, nil
}

// secretParameters are the parameters of OAuth's requests and answers that are
// secret.
var secretParameters = []string{"access_token", "refresh_token", "id_token", "client_secret", "client_assertion",
	"assertion", "code", "code_verifier", "device_code", "password", "registration_access_token", "subject_token", "actor_token"}

// A learner is an [http.RoundTripper] that makes the secrets of an OAuth
// exchange known, so that they can be hidden in the record of it.
type learner struct {
	through http.RoundTripper
	hide    *redact.Redactor
}

// RoundTrip implements [http.RoundTripper].
func (l *learner) RoundTrip(request *http.Request) (*http.Response, error) {
	ctx, cancel := context.WithTimeout(request.Context(), authorityLimit)
	defer cancel() // the answer is read here
	request = request.Clone(ctx)
	if request.Body != nil && request.Body != http.NoBody {
		raw, err := io.ReadAll(request.Body)
		_ = request.Body.Close()
		if err != nil {
			return nil, err
		}
		l.learn(raw)
		request.Body = io.NopCloser(bytes.NewReader(raw))
	}
	response, err := l.through.RoundTrip(request)
	if err != nil {
		return nil, err
	}
	raw, err := io.ReadAll(io.LimitReader(response.Body, maxAuthorization))
	if err != nil {
		_ = response.Body.Close()
		return nil, err
	}
	l.learn(raw)
	return withBody(response, raw), nil
}

func (l *learner) learn(raw []byte) {
	var members map[string]any
	if json.Unmarshal(raw, &members) == nil {
		for name, value := range members {
			if text, ok := value.(string); ok && slices.Contains(secretParameters, name) {
				l.hide.Add(text)
			}
		}
		return
	}
	form, err := url.ParseQuery(string(raw))
	if err != nil {
		return
	}
	for _, name := range secretParameters {
		l.hide.Add(form.Get(name))
	}
}
