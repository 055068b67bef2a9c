package mcp

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"net/http"
	"slices"
	"strings"
	"time"

	"github.com/modelcontextprotocol/go-sdk/oauthex"

	"toolbench/toolkit/tool"
)

// mostChallenges is how often one request is sent again with another token:
// after the person signed in, and after they allowed more.
const mostChallenges = 3

// authorized sends a request with the token that there is. When the server
// wants another one, that is got by itself where it can be; during a call, also
// by asking the person.
func (e *endpoint) authorized(request *http.Request, limit time.Duration) (*http.Response, error) {
	if e.authorization == nil || !e.isOwn(request.URL) {
		return e.send(request, limit)
	}
	if request.Method == http.MethodDelete { // the end of a session: it is not held up by a renewal
		if g := e.authorization.current(); g != nil && g.Token != nil {
			bear(request, g.Token.AccessToken)
		}
		return e.send(request, limit)
	}
	ctx := request.Context()
	for asked := 0; ; asked++ {
		token, err := e.token(ctx)
		if err != nil {
			return nil, err
		}
		bear(request, token)
		response, err := e.send(request, limit)
		if err != nil {
			return nil, err
		}
		c := challengeIn(response)
		if c == nil || asked == mostChallenges {
			return response, nil
		}
		again, err := e.answerChallenge(ctx, c, token)
		if err != nil {
			_ = response.Body.Close()
			return nil, err
		}
		if !again {
			return response, nil
		}
		_ = response.Body.Close()
		if request.GetBody != nil {
			if request.Body, err = request.GetBody(); err != nil {
				return nil, err
			}
		}
	}
}

// bear gives a request the token, or none.
func bear(request *http.Request, token string) {
	if token == "" {
		request.Header.Del("Authorization")
		return
	}
	request.Header.Set("Authorization", "Bearer "+token)
}

// token is the access token to send, renewed when its time is over; "" when
// there is none.
func (e *endpoint) token(ctx context.Context) (string, error) {
	a := e.authorization
	g := a.current()
	if access := g.access(); access != "" || !g.renewable() {
		return access, nil
	}
	give, err := a.take(ctx, e.tap.subject)
	if err != nil {
		return "", err
	}
	defer give()
	if access := a.current().access(); access != "" { // another request has renewed it
		return access, nil
	}
	switch err := a.renew(ctx, e); {
	case errors.Is(err, errOver):
		return "", nil
	case err != nil:
		return "", &signInError{err}
	}
	return a.current().Token.AccessToken, nil
}

// A challenge is an answer that wants another token.
type challenge struct {
	header  string
	further bool // the token is good, but for less than what is asked
}

// String is the challenge in words: not where its metadata is.
func (c challenge) String() string {
	parsed, err := oauthex.ParseWWWAuthenticate([]string{c.header})
	if err != nil {
		return c.header
	}
	var all []string
	for _, one := range parsed {
		words := []string{http.CanonicalHeaderKey(one.Scheme)}
		for _, name := range slices.Sorted(maps.Keys(one.Params)) {
			if name != "resource_metadata" {
				words = append(words, fmt.Sprintf("%s=%q", name, one.Params[name]))
			}
		}
		all = append(all, strings.Join(words, " "))
	}
	return strings.Join(all, ", ")
}

// challengeIn is the challenge of a response, nil when it is none.
func challengeIn(response *http.Response) *challenge {
	c := &challenge{header: strings.Join(response.Header.Values("WWW-Authenticate"), ", ")}
	switch response.StatusCode {
	case http.StatusUnauthorized:
		return c
	case http.StatusForbidden:
		parsed, err := oauthex.ParseWWWAuthenticate(response.Header.Values("WWW-Authenticate"))
		if err != nil {
			return nil
		}
		for _, one := range parsed {
			if one.Params["error"] == "insufficient_scope" {
				c.further = true
				return c
			}
		}
	}
	return nil
}

// answerChallenge gets another token than the one that was sent, and tells
// whether there is one.
func (e *endpoint) answerChallenge(ctx context.Context, c *challenge, sent string) (bool, error) {
	a := e.authorization
	give, err := a.take(ctx, e.tap.subject)
	if err != nil {
		return false, err
	}
	defer give()
	if sent == "" && a.current() == nil && !a.config.ClientCredentials {
		if err := a.load(ctx, e.url); err != nil {
			e.tap.log("warning", "the tokens of "+e.tap.subject+" could not be read: "+err.Error())
		}
	}
	if access := a.current().access(); access != "" && access != sent {
		return true, nil
	}
	switch err := e.another(ctx, c); {
	case err == nil:
		return true, nil
	case !errors.Is(err, errOver):
		return false, &signInError{err}
	}
	if call := tool.FromContext(ctx); call.Host() == nil {
		return false, nil // whoever opened the source is told
	}
	s := &signIn{authorization: a, endpoint: e, challenge: c.header, further: c.further}
	if err := s.run(ctx); err != nil {
		return false, err
	}
	if s.unkept != nil {
		e.tap.log("warning", "the tokens of "+e.tap.subject+" could not be kept: "+s.unkept.Error())
	}
	return true, nil
}

// another gets a token without a person. It is [errOver] when that can not be.
func (e *endpoint) another(ctx context.Context, c *challenge) error {
	switch {
	case e.authorization.config.ClientCredentials:
		return e.tokenInOwnName(ctx, c)
	case c.further:
		return errOver
	}
	return e.authorization.renew(ctx, e)
}
