package mcp

import (
	"context"
	"encoding/json"
	"net/http"
	"testing"
	"testing/synctest"
	"time"

	"github.com/modelcontextprotocol/go-sdk/oauthex"

	"toolbench/toolkit/redact"
	"toolbench/toolkit/tooltest"
)

// registering is an endpoint with an authority that only registers, and counts.
func registering(t *testing.T, answer string) (*endpoint, *int) {
	t.Helper()
	count := new(int)
	config := &Config{Name: "s", URL: "https://example.com/mcp", Through: through(func(w http.ResponseWriter, _ *http.Request) {
		*count++
		w.WriteHeader(http.StatusCreated)
		_, _ = w.Write([]byte(answer))
	})}
	hide := new(redact.Redactor)
	e, err := newEndpoint(t.Context(), config, &tap{subject: "server s", host: &tooltest.Host{}, hide: hide}, way{}, newAuthorization(config, hide))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(e.close)
	return e, count
}

const registerAt = "https://example.com/register"

func registerWith(t *testing.T, e *endpoint, r *registrar) (*oauthex.ClientRegistrationResponse, error) {
	t.Helper()
	web, done := e.authorizationClient(r)
	defer done()
	return oauthex.RegisterClient(t.Context(), registerAt, &oauthex.ClientRegistrationMetadata{RedirectURIs: []string{r.redirect}}, web)
}

func TestAPersonMayTakeTheirTimeToAllowARegistration(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		e, count := registering(t, `{"client_id":"new"}`)
		r := &registrar{redirect: "http://127.0.0.1:1/callback", allow: func(ctx context.Context, _ string) error {
			select {
			case <-time.After(5 * time.Minute):
				return nil
			case <-ctx.Done():
				return ctx.Err()
			}
		}}
		got, err := registerWith(t, e, r)
		if err != nil || got.ClientID != "new" || *count != 1 {
			t.Errorf("it ended with %+v, %v", got, err)
		}
	})
}

func TestARegistrationIsUsedAgainWhereItServes(t *testing.T) {
	const redirect = "http://127.0.0.1:1/callback"
	known := registration{Endpoint: registerAt, Redirect: redirect, Answer: json.RawMessage(`{"client_id":"old"}`)}
	for name, c := range map[string]struct {
		change func(*registration)
		want   string
	}{
		"it does":           {func(*registration) {}, "old"},
		"another authority": {func(r *registration) { r.Endpoint = "https://evil.example/register" }, "new"},
		"another port":      {func(r *registration) { r.Redirect = "http://127.0.0.1:2/callback" }, "new"},
		"it is over":        {func(r *registration) { r.Answer = json.RawMessage(`{"client_id":"old","client_secret_expires_at":1}`) }, "new"},
		"it is not over": {func(r *registration) {
			r.Answer = json.RawMessage(`{"client_id":"old","client_secret_expires_at":99999999999}`)
		}, "old"},
	} {
		t.Run(name, func(t *testing.T) {
			e, _ := registering(t, `{"client_id":"new"}`)
			r := &registrar{known: known, redirect: redirect, allow: func(context.Context, string) error { return nil }}
			c.change(&r.known)
			got, err := registerWith(t, e, r)
			if err != nil || got.ClientID != c.want {
				t.Errorf("it ended with %+v, %v", got, err)
			}
			var kept struct {
				ID string `json:"client_id"`
			}
			if json.Unmarshal(r.known.Answer, &kept) != nil || kept.ID != c.want {
				t.Errorf("what is kept is %s", r.known.Answer)
			}
		})
	}
}
