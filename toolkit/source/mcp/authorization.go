package mcp

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"sync"

	"golang.org/x/oauth2"

	"toolbench/toolkit/redact"
	"toolbench/toolkit/tool"
)

// OAuth says how to sign in to a server. What it leaves open is found out from
// the server, as MCP's authorization specification wants it.
type OAuth struct {
	// ClientID and ClientSecret are those of a client that was registered
	// beforehand. The secret may be empty: a public client has none.
	ClientID, ClientSecret string
	// ClientCredentials signs in without a person, in this program's own name,
	// with ClientID and ClientSecret.
	ClientCredentials bool
	// ClientMetadataURL is the https address of a client id metadata document.
	// It is preferred over ClientID where the authorization server takes it.
	ClientMetadataURL string
	// Scopes are asked for in place of those that the server names.
	Scopes []string
	// CallbackPort is the port of this machine's loopback address to which the
	// person is sent back, at /callback; 0 is any that is free.
	CallbackPort int
}

// An authorization is what a source knows of its sign-in. It outlives the
// source's sessions.
type authorization struct {
	config OAuth
	name   string
	hide   *redact.Redactor
	store  TokenStore
	turn   chan struct{} // taken by whoever renews or signs in

	mu    sync.Mutex
	grant *grant // nil when there is none, or none was asked for yet
}

func newAuthorization(c *Config, hide *redact.Redactor) *authorization {
	a := &authorization{name: c.Name, hide: hide, store: c.Tokens, turn: make(chan struct{}, 1)}
	a.turn <- struct{}{}
	if c.OAuth != nil {
		a.config = *c.OAuth
	}
	if a.store == nil {
		a.store = &memory{}
	}
	return a
}

// take waits for the turn to renew or to sign in.
func (a *authorization) take(ctx context.Context, subject string) (give func(), err error) {
	if err := patiently(ctx, "waiting for another call to be signed in to "+subject, a.turn); err != nil {
		return nil, err
	}
	return func() { a.turn <- struct{}{} }, nil
}

func (a *authorization) current() *grant {
	a.mu.Lock()
	defer a.mu.Unlock()
	return a.grant
}

func (a *authorization) use(g *grant) {
	if g != nil {
		a.hide.Add(g.Client.Secret)
		if g.Token != nil {
			a.hide.Add(g.Token.AccessToken)
			a.hide.Add(g.Token.RefreshToken)
		}
	}
	a.mu.Lock()
	defer a.mu.Unlock()
	a.grant = g
}

// key is what the grant for a resource is kept under. The name is part of it:
// one server may be configured twice, for two accounts.
func (a *authorization) key(resource *url.URL) string {
	return a.name + " " + a.hide.URL(resource.String())
}

// load takes over what was kept, by this process or another.
func (a *authorization) load(ctx context.Context, resource *url.URL) error {
	raw, err := a.store.Load(ctx, a.key(resource))
	if err != nil || len(raw) == 0 {
		return err
	}
	g := new(grant)
	if err := json.Unmarshal(raw, g); err != nil {
		return errors.New("what was kept is not a sign-in of this program's")
	}
	if a.config.ClientID != "" && g.Client.ID != a.config.ClientID && g.Client.ID != a.config.ClientMetadataURL {
		return nil // it belongs to a client that is not configured any more
	}
	a.use(g)
	return nil
}

// keep takes over a grant and saves it.
func (a *authorization) keep(ctx context.Context, resource *url.URL, g *grant) error {
	a.use(g)
	raw, err := json.Marshal(g)
	if err != nil {
		return err
	}
	return a.store.Save(ctx, a.key(resource), raw)
}

// errOver says that a token can not be renewed any more: the person must sign
// in anew.
var errOver = errors.New("the sign-in is over")

// renew gets a new access token for the refresh token that there is.
func (a *authorization) renew(ctx context.Context, e *endpoint) error {
	before := a.current()
	if err := a.load(ctx, e.url); err != nil { // another process may have renewed it, which makes the old one worthless
		e.tap.log("warning", "the tokens of "+e.tap.subject+" could not be read: "+err.Error())
	}
	g := a.current()
	if g.access() != "" && g.access() != before.access() {
		return nil
	}
	if !g.renewable() {
		return errOver
	}
	web, done := e.authorizationClient(nil)
	defer done()
	if g.Resource != "" {
		web.Transport = &renewal{g.Resource, web.Transport}
	}
	config := &oauth2.Config{ClientID: g.Client.ID, ClientSecret: g.Client.Secret,
		Endpoint: oauth2.Endpoint{TokenURL: g.Client.TokenURL, AuthStyle: g.Client.Style}}
	token, err := config.TokenSource(context.WithValue(ctx, oauth2.HTTPClient, web), &oauth2.Token{RefreshToken: g.Token.RefreshToken}).Token()
	fresh := *g
	var refused *oauth2.RetrieveError
	switch {
	case errors.As(err, &refused) && isFinalRefusal(refused):
		fresh.Token = nil
		err = errOver
	case err != nil:
		return fmt.Errorf("the sign-in to %s can not be renewed: %s", e.tap.subject, explained(err))
	default:
		fresh.Token = token
	}
	// The old refresh token may be worth nothing by now, whoever waits for the new one.
	if failed := a.keep(context.WithoutCancel(ctx), e.url, &fresh); failed != nil {
		e.tap.log("warning", "the tokens of "+e.tap.subject+" could not be kept: "+failed.Error())
	}
	return err
}

// isFinalRefusal tells an authorization server's no from a hindrance: that it is
// busy, or that something before it answered.
func isFinalRefusal(refused *oauth2.RetrieveError) bool {
	switch refused.ErrorCode {
	case "":
		return refused.Response.StatusCode == http.StatusBadRequest || refused.Response.StatusCode == http.StatusUnauthorized
	case "temporarily_unavailable", "server_error", "slow_down":
		return false
	}
	return refused.Response.StatusCode < http.StatusInternalServerError && refused.Response.StatusCode != http.StatusTooManyRequests
}

// address is the URL of the server. A source that was not opened has to find out
// what its configuration leaves open.
func (s *Source) address(ctx context.Context) (string, error) {
	s.mu.Lock()
	known, address := s.isPrepared, s.prepared.URL
	s.mu.Unlock()
	if known || s.config.Prepare == nil {
		return address, nil
	}
	found, err := s.config.Prepare(ctx, func(ctx context.Context, request tool.Request) (tool.Answer, error) {
		return tool.WaitFor(ctx, request)
	})
	found.conceal(s.hide)
	return found.URL, err
}

// SignOut implements [toolbench/toolkit/source.SignedIn]: it forgets the sign-in to the server,
// also where it is kept, and then tells who gave it, if that can be reached.
func (s *Source) SignOut(ctx context.Context) error {
	address, err := s.address(ctx)
	if err != nil {
		return s.hideIn(fmt.Errorf("%s can not be signed out of: %w", s.subject(), err))
	}
	resource, err := url.Parse(address)
	if err != nil || address == "" {
		return fmt.Errorf("%s is not reached at a URL, so nobody is signed in to it", s.subject())
	}
	a := s.authorization
	give, err := a.take(ctx, s.subject())
	if err != nil {
		return err
	}
	defer give()
	_ = a.load(ctx, resource) // what can not be read can not be revoked, but deleted
	given := a.current()
	a.use(nil)
	if err := a.store.Delete(ctx, a.key(resource)); err != nil {
		return fmt.Errorf("the tokens of %s could not be deleted: %w", s.subject(), err)
	}
	if err := a.revoke(ctx, given, s.config.Through); err != nil {
		if n, closed := s.connected(); closed == nil {
			n.tap.log("warning", fmt.Sprintf("the sign-in to %s is forgotten here, but who gave it could not be told: %v", s.subject(), err))
		}
	}
	return nil
}
