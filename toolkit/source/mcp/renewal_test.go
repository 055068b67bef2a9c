package mcp

import (
	"context"
	"io"
	"net/http"
	"strconv"
	"testing"

	"toolbench/toolkit/tool"
	"toolbench/toolkit/tooltest"
)

func TestATokenThatCanNotBeRenewedNowIsKept(t *testing.T) {
	for _, answer := range []struct {
		status int
		body   string
	}{
		{http.StatusServiceUnavailable, ""},
		{http.StatusTooManyRequests, "slower"},
		{http.StatusForbidden, "<h1>This network wants you to accept its terms</h1>"},
		{http.StatusBadRequest, `{"error":"temporarily_unavailable"}`},
	} {
		a := newAuthority(t, &authority{})
		_, listing, _ := signedIn(t, a, a.config())
		a.forget(false)
		a.serve(func(w http.ResponseWriter, r *http.Request) bool {
			if r.URL.Path == "/token" {
				w.Header().Set("Content-Type", "application/json")
				w.WriteHeader(answer.status)
				_, _ = io.WriteString(w, answer.body)
			}
			return r.URL.Path == "/token"
		})
		person := &tooltest.CallHost{Answer: visit(t, nil)}
		_, err := person.Call(t.Context(), named(t, listing, "do"), `{}`)
		if err == nil || len(person.Requests()) > 0 {
			t.Fatalf("%d: the call ended with %v, %v", answer.status, err, person.Requests())
		}
		contains(t, err.Error(), "the sign-in to server s can not be renewed", strconv.Itoa(answer.status))
		a.serve(nil)
		if r, err := person.Call(t.Context(), named(t, listing, "do"), `{}`); err != nil || r.Output != "done" || len(person.Requests()) > 0 {
			t.Errorf("%d: the call ended with %v, %v", answer.status, r, err)
		}
	}
}

// An eager store is one that a call is cancelled before.
type eagerStore struct {
	TokenStore
	before func()
}

func (s eagerStore) Save(ctx context.Context, key string, value []byte) error {
	s.before()
	if ctx.Err() != nil {
		return ctx.Err()
	}
	return s.TokenStore.Save(ctx, key, value)
}

// By then the refresh token that was kept before is worth nothing any more.
func TestARenewedTokenIsKeptAlthoughItsCallIsCancelled(t *testing.T) {
	a := newAuthority(t, &authority{})
	config, cancel := a.config(), func() {}
	store := &memory{}
	config.Tokens = eagerStore{store, func() { cancel() }}
	_, listing, _ := signedIn(t, a, config)
	a.forget(false)
	ctx, stop := context.WithCancel(t.Context())
	cancel = stop
	_, _ = new(tooltest.CallHost).Call(ctx, named(t, listing, "do"), `{}`)
	if n := a.counts()[2]; ctx.Err() == nil || n != 1 {
		t.Fatalf("it was renewed %d times", n)
	}
	config.Tokens = store
	open(t, config)
}

func TestSigningOutOfAServerThatWasNotOpenedForgetsItsTokens(t *testing.T) {
	a := newAuthority(t, &authority{})
	config := a.config()
	config.Tokens = &memory{}
	address := config.URL
	config.URL = "${input:address}"
	config.Prepare = func(ctx context.Context, ask func(context.Context, tool.Request) (tool.Answer, error)) (Config, error) {
		return Config{URL: address}, nil
	}
	signedIn(t, a, config)
	if err := New(config).SignOut(t.Context()); err != nil {
		t.Fatal(err)
	}
	wantingSignIn(t, New(config), &tooltest.Host{})
}
