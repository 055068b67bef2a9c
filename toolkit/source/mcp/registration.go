package mcp

import (
	"bytes"
	"context"
	"encoding/json"
	"io"
	"net/http"
	"time"
)

// A registration is this program's entry with an authorization server that lets
// clients register themselves (RFC 7591).
type registration struct {
	Endpoint string          `json:"endpoint"`
	Redirect string          `json:"redirect"`
	Answer   json.RawMessage `json:"answer"`
}

// serves tells whether the registration is good for a redirect still.
func (r registration) serves(endpoint, redirect string) bool {
	var terms struct {
		Expires int64 `json:"client_secret_expires_at"`
	}
	return r.Endpoint == endpoint && r.Redirect == redirect && json.Unmarshal(r.Answer, &terms) == nil &&
		(terms.Expires == 0 || time.Now().Unix() < terms.Expires)
}

// A registrar is an [http.RoundTripper] that answers the request to register
// with the registration that there is, when it serves, and remembers a new one.
// The SDK's sign-in would register every time.
type registrar struct {
	through  http.RoundTripper
	known    registration
	redirect string
	allow    func(ctx context.Context, host string) error // asked before anything is registered
}

// RoundTrip implements [http.RoundTripper]. Of the requests of a sign-in only
// the registration has a JSON body.
func (r *registrar) RoundTrip(request *http.Request) (*http.Response, error) {
	if request.Method != http.MethodPost || request.Header.Get("Content-Type") != "application/json" {
		return r.through.RoundTrip(request)
	}
	endpoint := request.URL.String()
	if r.known.serves(endpoint, r.redirect) {
		if request.Body != nil {
			_ = request.Body.Close()
		}
		return &http.Response{StatusCode: http.StatusCreated, Status: "201 Created", Proto: "HTTP/1.1", ProtoMajor: 1, ProtoMinor: 1,
			Header: http.Header{"Content-Type": {"application/json"}}, Body: io.NopCloser(bytes.NewReader(r.known.Answer)), Request: request}, nil
	}
	if err := r.allow(request.Context(), request.URL.Host); err != nil {
		return nil, err
	}
	response, err := r.through.RoundTrip(request)
	if err != nil || response.StatusCode >= 300 {
		return response, err
	}
	raw, err := io.ReadAll(io.LimitReader(response.Body, maxAuthorization))
	if err != nil {
		_ = response.Body.Close()
		return nil, err
	}
	if json.Valid(raw) {
		r.known = registration{Endpoint: endpoint, Redirect: r.redirect, Answer: raw}
	}
	return withBody(response, raw), nil
}
