package mcp

import (
	"strings"
	"testing"

	"toolbench/toolkit/tool"
	"toolbench/toolkit/tooltest"
)

func TestSigningOutGivesTheTokenBack(t *testing.T) {
	a := newAuthority(t, &authority{})
	config := a.config()
	config.Tokens = &memory{}
	signedIn(t, a, config)
	if err := New(config).SignOut(t.Context()); err != nil { // as in another process
		t.Fatal(err)
	}
	a.mu.Lock()
	defer a.mu.Unlock()
	if len(a.revoked) != 1 {
		t.Fatalf("it was revoked %d times", len(a.revoked))
	}
	got := a.revoked[0]
	if a.refresh[got.Get("token")] == nil || got.Get("token_type_hint") != "refresh_token" || got.Get("client_id") != "client-1" {
		t.Errorf("sent was %v", got)
	}
}

func TestSigningOutSucceedsWithoutTheAuthorizationServer(t *testing.T) {
	a := newAuthority(t, &authority{away: true})
	config := a.config()
	config.Tokens = &memory{}
	s, _, host := signedIn(t, a, config)
	if err := s.SignOut(t.Context()); err != nil {
		t.Fatal(err)
	}
	if err := host.AwaitLog(t.Context(), func(e tool.LogEntry) bool {
		return e.Level == "warning" && strings.Contains(e.Message, "is forgotten here, but who gave it could not be told: it answered 503")
	}); err != nil {
		t.Error(err)
	}
	wantingSignIn(t, New(config), &tooltest.Host{})
}
