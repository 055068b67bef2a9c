package mcp

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"net"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"time"

	"github.com/modelcontextprotocol/go-sdk/auth"
	"github.com/modelcontextprotocol/go-sdk/oauthex"
	"golang.org/x/oauth2"

	"toolbench/toolkit/tool"
)

// signInLimit is how long a person may take to sign in.
const signInLimit = 10 * time.Minute

// A signInError says why nobody is signed in. It holds a [refusal] when the
// person did not want to.
type signInError struct{ error }

func (e *signInError) Unwrap() error { return e.error }

// A signIn is one sign-in of a person to a server. The protocol is the SDK's:
// finding the authorization server, registration, PKCE, the check of state and
// issuer, the exchange of the code.
type signIn struct {
	*authorization
	endpoint  *endpoint
	challenge string // what the server answered in WWW-Authenticate
	anew      bool   // the person asked for it: nothing of an earlier one is used
	further   bool   // what was allowed before is not enough

	callback  *callback
	registrar *registrar
	revoker   *revoker
	resource  string // what the token is for, as the authorization server is told
	grant     *grant // what it yields
	unkept    error  // why that could not be saved
}

// signIn is the sign-in as a tool, see [source.AuthorizationError].
func (e *endpoint) signIn(challenge string) tool.ExecuteFunc {
	return func(_ map[string]any, ctx *tool.ToolContext) (tool.ToolResult, error) {
		give, err := e.authorization.take(ctx, e.tap.subject)
		if err != nil {
			return tool.ToolResult{}, err
		}
		defer give()
		s := &signIn{authorization: e.authorization, endpoint: e, challenge: challenge, anew: true}
		err = s.run(ctx)
		if refused, ok := errors.AsType[*refusal](err); ok {
			return tool.ErrorResult(refused.text), nil
		}
		if err != nil {
			return tool.ToolResult{}, err
		}
		return tool.ToolResult{Output: s.summary()}, nil
	}
}

// run signs the person in, who is asked through ctx. The turn is the caller's.
// What it returns is a [signInError] or nil.
func (s *signIn) run(ctx context.Context) error {
	subject := s.endpoint.tap.subject
	if u := s.endpoint.url; u.Scheme != "https" && !isLoopback(u.Hostname()) {
		return &signInError{fmt.Errorf("%s can not be signed in to at %s: OAuth wants https, or a server on this machine; give it a token as a header instead", subject, s.endpoint.target)}
	}
	err := s.authorize(ctx)
	var refused *refusal
	switch {
	case err == nil:
		s.unkept = s.keep(ctx, s.endpoint.url, s.grant)
		return nil
	case errors.As(err, &refused):
		return &signInError{refused}
	case ctx.Err() != nil:
		return &signInError{context.Cause(ctx)}
	case errors.Is(err, tool.ErrNobodyToAsk):
		return &signInError{fmt.Errorf("%s wants you to sign in: %w", subject, tool.ErrNobodyToAsk)}
	}
	return &signInError{errors.New(s.hide.String(fmt.Sprintf("signing in to %s failed: %s", subject, explained(err))))}
}

func (s *signIn) authorize(ctx context.Context) (err error) {
	before := s.current()
	if s.anew || before == nil {
		before = new(grant)
	}
	if s.callback, err = s.listen(ctx, before.Registration); err != nil {
		return err
	}
	defer s.callback.close()
	s.registrar = &registrar{known: before.Registration, redirect: s.callback.url, allow: s.allowRegistration}
	web, done := s.endpoint.authorizationClient(s.registrar)
	defer done()
	s.revoker = &revoker{through: web.Transport, found: map[string]string{}}
	web.Transport = s.revoker
	handler, err := auth.NewAuthorizationCodeHandler(s.handlerConfig(web, before))
	if err != nil {
		return err
	}
	request, answer, err := s.endpoint.wanting(ctx, s.challenge)
	if err != nil {
		return err
	}
	if err := handler.Authorize(ctx, request, answer); err != nil {
		return err
	}
	s.grant.Registration = s.registrar.known
	return nil
}

// listen waits at the port that is configured, or at the one that was
// registered when that is free.
func (s *signIn) listen(ctx context.Context, known registration) (*callback, error) {
	if port := s.config.CallbackPort; port != 0 {
		c, err := listen(ctx, port)
		if err != nil {
			return nil, fmt.Errorf("the port %d, to which sign-ins are configured to come back, can not be listened at: %w", port, err)
		}
		return c, nil
	}
	if u, err := url.Parse(known.Redirect); err == nil && u.Port() != "" {
		port, _ := net.LookupPort("tcp", u.Port())
		if c, err := listen(ctx, port); err == nil {
			return c, nil
		}
	}
	c, err := listen(ctx, 0)
	if err != nil {
		return nil, fmt.Errorf("no port of this machine can be listened at, so a sign-in could not come back: %w", err)
	}
	return c, nil
}

func (s *signIn) handlerConfig(web *http.Client, before *grant) *auth.AuthorizationCodeHandlerConfig {
	config := &auth.AuthorizationCodeHandlerConfig{
		Client:                   web,
		RedirectURL:              s.callback.url,
		RequestRefreshToken:      true,
		AuthorizationCodeFetcher: s.fetch,
		ScopeFilter:              func(found []string) []string { return s.scopes(found, before.Scopes) },
		NewTokenSource:           s.granted,
		DynamicClientRegistrationConfig: &auth.DynamicClientRegistrationConfig{Metadata: &oauthex.ClientRegistrationMetadata{
			ClientName:              "toolbench",
			RedirectURIs:            []string{s.callback.url},
			GrantTypes:              []string{"authorization_code", "refresh_token"},
			ResponseTypes:           []string{"code"},
			TokenEndpointAuthMethod: "none",
		}},
	}
	if address := s.config.ClientMetadataURL; address != "" {
		config.ClientIDMetadataDocumentConfig = &auth.ClientIDMetadataDocumentConfig{URL: address}
	}
	if s.config.ClientID != "" {
		config.PreregisteredClient = &oauthex.ClientCredentials{ClientID: s.config.ClientID}
		if s.config.ClientSecret != "" {
			config.PreregisteredClient.ClientSecretAuth = &oauthex.ClientSecretAuth{ClientSecret: s.config.ClientSecret}
		}
	}
	return config
}

// scopes are what is asked for, given what the server named and what was
// allowed before.
func (s *signIn) scopes(found, allowed []string) []string {
	switch {
	case s.further:
		all := slices.Concat(allowed, s.config.Scopes, found)
		slices.Sort(all)
		return slices.Compact(all)
	case len(s.config.Scopes) > 0:
		return s.config.Scopes
	}
	return found
}

// granted takes what the authorization server gave.
func (s *signIn) granted(_ context.Context, c *oauth2.Config, token *oauth2.Token) (oauth2.TokenSource, error) {
	s.grant = &grant{Token: token, Scopes: c.Scopes, Resource: s.resource,
		Client: client{ID: c.ClientID, Secret: c.ClientSecret, TokenURL: c.Endpoint.TokenURL, RevokeURL: s.revoker.found[c.Endpoint.TokenURL], Style: c.Endpoint.AuthStyle}}
	if c.ClientSecret == "" {
		s.grant.Client.Style = oauth2.AuthStyleInParams
	}
	if said, ok := token.Extra("scope").(string); ok {
		s.grant.Scopes = strings.Fields(said)
	}
	return oauth2.StaticTokenSource(token), nil
}

// allowRegistration asks before this program is registered as a client, unless
// the person asked for the sign-in themself.
func (s *signIn) allowRegistration(ctx context.Context, host string) error {
	if s.anew {
		return nil
	}
	answer, err := tool.WaitFor(ctx, tool.Request{Kind: tool.KindApproval,
		Prompt: fmt.Sprintf("%s wants you to sign in before it goes on. For that toolbench is registered as a client at %s.", s.endpoint.tap.subject, host)})
	if err != nil {
		return err
	}
	return s.refusal(answer)
}

// fetch has the person sign in at the page of the authorization server, until
// they come back from there.
func (s *signIn) fetch(ctx context.Context, args *auth.AuthorizationArgs) (*auth.AuthorizationResult, error) {
	at, err := url.Parse(args.URL)
	if err != nil {
		return nil, err
	}
	s.resource = at.Query().Get("resource")
	s.callback.expect(at.Query().Get("state"))
	ctx, cancel := context.WithTimeout(ctx, signInLimit)
	defer cancel()
	answer, err := s.ask(ctx, at)
	if _, came := s.callback.taken(); !came && err == nil && answer.OK {
		err = patiently(ctx, "waiting for the browser to come back to "+s.callback.url, s.callback.arrived)
	}
	came, ok := s.callback.taken()
	switch {
	case ok && came.refused != nil:
		return nil, fmt.Errorf("%s said: %w", at.Host, came.refused)
	case ok:
		s.hide.Add(came.code)
		return &auth.AuthorizationResult{Code: came.code, State: came.state, Iss: came.issuer}, nil
	case errors.Is(err, context.DeadlineExceeded):
		return nil, s.refusal(tool.Answer{Reason: tool.ReasonExpired})
	case err != nil:
		return nil, err
	}
	return nil, s.refusal(answer)
}

// ask shows where to sign in. It needs no answer: the person coming back is one.
func (s *signIn) ask(ctx context.Context, at *url.URL) (tool.Answer, error) {
	asking, withdraw := context.WithCancel(ctx)
	defer withdraw()
	go func() {
		select {
		case <-s.callback.arrived:
			withdraw()
		case <-asking.Done():
		}
	}()
	until, _ := ctx.Deadline()
	return tool.WaitFor(asking, tool.Request{Kind: tool.KindAuthorization, URL: at.String(), Prompt: s.prompt(at), ExpiresAt: until})
}

func (s *signIn) prompt(at *url.URL) string {
	wants := "wants you to sign in"
	if s.further {
		wants = "wants you to allow more"
	}
	text := fmt.Sprintf("%s %s at %s", s.endpoint.tap.subject, wants, at.Host)
	if scopes := strings.Fields(at.Query().Get("scope")); len(scopes) > 0 {
		slices.Sort(scopes) // the SDK puts them in any order
		text += ", for " + strings.Join(scopes, ", ")
	}
	return text + ". toolbench goes on by itself when you have done so."
}

// refusal is the error for an answer that was not a yes.
func (s *signIn) refusal(a tool.Answer) error {
	if a.OK {
		return nil
	}
	text := fmt.Sprintf("%s: signing in to %s", cmp.Or(a.Reason, tool.ReasonDeclined), s.endpoint.tap.subject)
	if a.Note != "" {
		text += ": " + a.Note
	}
	return &refusal{text}
}

// summary says what the person has now.
func (s *signIn) summary() string {
	text := "You are signed in to " + s.endpoint.tap.subject
	if len(s.grant.Scopes) > 0 {
		text += ", which may be used for " + strings.Join(s.grant.Scopes, ", ")
	}
	switch expiry := s.grant.Token.Expiry; {
	case !expiry.IsZero() && s.grant.renewable():
		text += fmt.Sprintf(". The sign-in is good until %s and then renewed by itself.", expiry.Format("2006-01-02 15:04 MST"))
	case !expiry.IsZero():
		text += fmt.Sprintf(". The sign-in is good until %s.", expiry.Format("2006-01-02 15:04 MST"))
	default:
		text += ". The server did not say how long the sign-in is good."
	}
	if s.unkept != nil {
		text += " It could not be kept for the next time: " + s.unkept.Error()
	}
	return text
}

func isLoopback(host string) bool {
	ip := net.ParseIP(host)
	return host == "localhost" || ip != nil && ip.IsLoopback()
}
