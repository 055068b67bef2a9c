package mcp

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"strings"
	"time"

	"golang.org/x/oauth2"

	traffic "toolbench/toolkit/wire"
)

// revocationLimit is how long signing out waits for the authorization server,
// which need not be there.
const revocationLimit = 5 * time.Second

// A revoker is an [http.RoundTripper] that notes where tokens are revoked, which
// the authorization server says in its metadata and the SDK keeps to itself.
type revoker struct {
	through http.RoundTripper
	found   map[string]string // by where the tokens come from
}

// RoundTrip implements [http.RoundTripper].
func (r *revoker) RoundTrip(request *http.Request) (*http.Response, error) {
	response, err := r.through.RoundTrip(request)
	if err != nil || request.Method != http.MethodGet {
		return response, err
	}
	raw, err := io.ReadAll(io.LimitReader(response.Body, maxAuthorization))
	if err != nil {
		_ = response.Body.Close()
		return nil, err
	}
	var about struct {
		Token  string `json:"token_endpoint"`
		Revoke string `json:"revocation_endpoint"`
	}
	if json.Unmarshal(raw, &about) == nil && about.Token != "" && sameScheme(about.Token, about.Revoke) {
		r.found[about.Token] = about.Revoke
	}
	return withBody(response, raw), nil
}

// sameScheme sees to it that a token is revoked over nothing weaker than what it
// came over.
func sameScheme(a, b string) bool {
	one, err := url.Parse(a)
	other, failed := url.Parse(b)
	return err == nil && failed == nil && other.Host != "" && one.Scheme == other.Scheme
}

// revoke tells the authorization server that a sign-in is over (RFC 7009), where
// it takes that. With the refresh token everything that came of it ends.
func (a *authorization) revoke(ctx context.Context, g *grant, through http.RoundTripper) error {
	if g == nil || g.Token == nil || g.Client.RevokeURL == "" {
		return nil
	}
	ctx, cancel := context.WithTimeout(ctx, revocationLimit)
	defer cancel()
	hint := "refresh_token"
	if g.Token.RefreshToken == "" {
		hint = "access_token"
	}
	form := url.Values{"token": {cmp.Or(g.Token.RefreshToken, g.Token.AccessToken)}, "token_type_hint": {hint}}
	inHeader := g.Client.Secret != "" && g.Client.Style != oauth2.AuthStyleInParams
	if !inHeader {
		form.Set("client_id", g.Client.ID)
		if g.Client.Secret != "" {
			form.Set("client_secret", g.Client.Secret)
		}
	}
	request, err := http.NewRequestWithContext(ctx, http.MethodPost, g.Client.RevokeURL, strings.NewReader(form.Encode()))
	if err != nil {
		return err
	}
	request.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	if inHeader {
		request.SetBasicAuth(url.QueryEscape(g.Client.ID), url.QueryEscape(g.Client.Secret))
	}
	base := traffic.Own(through)
	defer traffic.CloseIdleConnections(base)
	response, err := base.RoundTrip(request) // not a client's: no redirect may take the token elsewhere
	if err != nil {
		return err
	}
	defer func() { _ = response.Body.Close() }()
	if response.StatusCode >= 300 {
		return fmt.Errorf("it answered %s", response.Status)
	}
	return nil
}
