package mcp

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"strings"

	"github.com/modelcontextprotocol/go-sdk/auth/extauth"
	"github.com/modelcontextprotocol/go-sdk/oauthex"
)

// tokenInOwnName gets a token without a person (RFC 6749, section 4.4). It is not
// kept: another one costs no more than that.
func (e *endpoint) tokenInOwnName(ctx context.Context, c *challenge) error {
	a := e.authorization
	if a.config.ClientID == "" || a.config.ClientSecret == "" {
		return fmt.Errorf("%s is to be signed in to in this program's own name, which takes a client id and a secret", e.tap.subject)
	}
	web, done := e.authorizationClient(nil)
	defer done()
	handler, err := extauth.NewClientCredentialsHandler(&extauth.ClientCredentialsHandlerConfig{HTTPClient: web, Credentials: &oauthex.ClientCredentials{
		ClientID: a.config.ClientID, ClientSecretAuth: &oauthex.ClientSecretAuth{ClientSecret: a.config.ClientSecret}}})
	if err != nil {
		return err
	}
	request, answer, err := e.wanting(ctx, c.wanting(a.config.Scopes))
	if err != nil {
		return err
	}
	if err := handler.Authorize(ctx, request, answer); err != nil {
		return errors.New(a.hide.String(fmt.Sprintf("%s can not be signed in to as %s: %s", e.tap.subject, a.config.ClientID, explained(err))))
	}
	source, err := handler.TokenSource(ctx)
	if err != nil {
		return err
	}
	token, err := source.Token()
	if err != nil {
		return err
	}
	a.use(&grant{Token: token})
	return nil
}

// wanting is a challenge like c that wants these scopes, if there are any.
func (c *challenge) wanting(scopes []string) string {
	if len(scopes) == 0 {
		return c.header
	}
	header := fmt.Sprintf("Bearer scope=%q", strings.Join(scopes, " "))
	parsed, _ := oauthex.ParseWWWAuthenticate([]string{c.header})
	for _, one := range parsed {
		if at := one.Params["resource_metadata"]; at != "" {
			header += fmt.Sprintf(", resource_metadata=%q", at)
		}
	}
	return header
}

// wanting is what the SDK is shown for it to sign in: a request to the server,
// and a challenge as its answer.
func (e *endpoint) wanting(ctx context.Context, challenge string) (*http.Request, *http.Response, error) {
	request, err := http.NewRequestWithContext(ctx, http.MethodPost, e.url.String(), nil)
	if err != nil {
		return nil, nil, err
	}
	answer := &http.Response{StatusCode: http.StatusUnauthorized, Header: http.Header{}, Body: http.NoBody}
	if challenge != "" {
		answer.Header.Set("WWW-Authenticate", challenge)
	}
	return request, answer, nil
}
