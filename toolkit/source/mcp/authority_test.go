package mcp

import (
	"context"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"net/url"
	"slices"
	"strings"
	"sync"
	"testing"

	"toolbench/toolkit/source"
	"toolbench/toolkit/tool"
	"toolbench/toolkit/tooltest"
)

// An authority is an authorization server together with the MCP server that it
// guards, whose tool "do" can be called. The zero values of its fields are those
// of an ordinary one.
type authority struct {
	t   *testing.T
	web *httptest.Server

	documents bool              // it takes client id metadata documents
	clients   map[string]string // those registered beforehand, with their secrets
	closed    bool              // clients can not register themselves
	lifetime  int               // of its tokens in seconds; 0 is an hour
	issuer    string            // what it says that it is when the person comes back; "" is nothing
	refuses   string            // the error with which it sends people back
	needs     []string          // the scopes that a call needs
	guarded   http.HandlerFunc  // the MCP server; nil has the tool "do"
	open      bool              // no token is needed but for calls

	mu         sync.Mutex
	instead    func(http.ResponseWriter, *http.Request) bool // answers, or is false
	registered []map[string]any
	visits     []url.Values // of the page where people sign in
	codes      map[string]url.Values
	access     map[string][]string // tokens, with their scopes
	refresh    map[string][]string
	renewed    int
	refused    int // renewals
	revoked    []url.Values
	away       bool // it takes no revocations
	secrets    []string
}

func newAuthority(t *testing.T, a *authority) *authority {
	t.Helper()
	a.t, a.codes, a.access, a.refresh = t, map[string]url.Values{}, map[string][]string{}, map[string][]string{}
	if a.clients == nil {
		a.clients = map[string]string{}
	}
	if a.guarded == nil {
		a.guarded = overHTTP(answering(`{"content":[{"type":"text","text":"done"}]}`))
	}
	mux := http.NewServeMux()
	mux.HandleFunc("/mcp", a.guard(a.guarded))
	mux.HandleFunc("/.well-known/oauth-protected-resource/mcp", func(w http.ResponseWriter, _ *http.Request) {
		writeJSON(w, http.StatusOK, map[string]any{"resource": a.web.URL + "/mcp", "authorization_servers": []string{a.web.URL}, "scopes_supported": []string{"read"}})
	})
	mux.HandleFunc("/.well-known/oauth-authorization-server", a.describe)
	mux.HandleFunc("POST /register", a.register)
	mux.HandleFunc("GET /authorize", a.signIn)
	mux.HandleFunc("POST /token", a.token)
	mux.HandleFunc("POST /revoke", a.revoke)
	a.web = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		a.mu.Lock()
		instead := a.instead
		a.mu.Unlock()
		if instead == nil || !instead(w, r) {
			mux.ServeHTTP(w, r)
		}
	}))
	t.Cleanup(a.web.Close)
	return a
}

func writeJSON(w http.ResponseWriter, status int, value any) {
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(status)
	_ = json.NewEncoder(w).Encode(value)
}

func (a *authority) describe(w http.ResponseWriter, _ *http.Request) {
	about := map[string]any{
		"issuer": a.web.URL, "authorization_endpoint": a.web.URL + "/authorize", "token_endpoint": a.web.URL + "/token", "revocation_endpoint": a.web.URL + "/revoke",
		"response_types_supported": []string{"code"}, "code_challenge_methods_supported": []string{"S256"},
		"client_id_metadata_document_supported":          a.documents,
		"authorization_response_iss_parameter_supported": a.issuer != "",
		"token_endpoint_auth_methods_supported":          []string{"client_secret_post", "none"},
	}
	if !a.closed {
		about["registration_endpoint"] = a.web.URL + "/register"
	}
	writeJSON(w, http.StatusOK, about)
}

func (a *authority) revoke(w http.ResponseWriter, r *http.Request) {
	a.mu.Lock()
	defer a.mu.Unlock()
	_ = r.ParseForm()
	if a.revoked = append(a.revoked, r.PostForm); a.away {
		w.WriteHeader(http.StatusServiceUnavailable)
	}
}

func (a *authority) register(w http.ResponseWriter, r *http.Request) {
	var about map[string]any
	_ = json.NewDecoder(r.Body).Decode(&about)
	a.mu.Lock()
	defer a.mu.Unlock()
	a.registered = append(a.registered, about)
	about["client_id"] = fmt.Sprintf("client-%d", len(a.registered))
	a.clients[about["client_id"].(string)] = ""
	writeJSON(w, http.StatusCreated, about)
}

func (a *authority) signIn(w http.ResponseWriter, r *http.Request) {
	q := r.URL.Query()
	back, err := url.Parse(q.Get("redirect_uri"))
	a.mu.Lock()
	defer a.mu.Unlock()
	a.visits = append(a.visits, q)
	_, known := a.clients[q.Get("client_id")]
	if err != nil || !known && !strings.HasPrefix(q.Get("client_id"), "https://") || q.Get("code_challenge_method") != "S256" {
		http.Error(w, "who are you?", http.StatusBadRequest)
		return
	}
	answer := url.Values{"state": {q.Get("state")}}
	if a.issuer != "" {
		answer.Set("iss", a.issuer)
	}
	if a.refuses != "" {
		answer.Set("error", a.refuses)
	} else {
		code := a.secret("code")
		a.codes[code] = q
		answer.Set("code", code)
	}
	back.RawQuery = answer.Encode()
	http.Redirect(w, r, back.String(), http.StatusFound)
}

// secret makes a word that must not be seen anywhere. The lock is held.
func (a *authority) secret(kind string) string {
	word := kind + "-" + rand.Text()
	a.secrets = append(a.secrets, word)
	return word
}

func (a *authority) token(w http.ResponseWriter, r *http.Request) {
	_ = r.ParseForm()
	a.mu.Lock()
	defer a.mu.Unlock()
	scopes, id := []string(nil), r.Form.Get("client_id")
	if got := r.Form.Get("resource"); got != a.web.URL+"/mcp" && r.Form.Get("grant_type") != "client_credentials" { // RFC 8707
		writeJSON(w, http.StatusBadRequest, map[string]any{"error": "invalid_target", "error_description": "the token is for " + got})
		return
	}
	switch r.Form.Get("grant_type") {
	case "authorization_code":
		asked, ok := a.codes[r.Form.Get("code")]
		delete(a.codes, r.Form.Get("code"))
		a.secrets = append(a.secrets, r.Form.Get("code_verifier"))
		sum := sha256.Sum256([]byte(r.Form.Get("code_verifier")))
		if !ok || base64.RawURLEncoding.EncodeToString(sum[:]) != asked.Get("code_challenge") ||
			r.Form.Get("redirect_uri") != asked.Get("redirect_uri") || id != asked.Get("client_id") {
			writeJSON(w, http.StatusBadRequest, map[string]any{"error": "invalid_grant", "error_description": "the code is none of ours"})
			return
		}
		scopes = strings.Fields(asked.Get("scope"))
	case "client_credentials":
		scopes = strings.Fields(r.Form.Get("scope"))
	case "refresh_token":
		var ok bool
		if scopes, ok = a.refresh[r.Form.Get("refresh_token")]; !ok {
			a.refused++
			writeJSON(w, http.StatusBadRequest, map[string]any{"error": "invalid_grant"})
			return
		}
		delete(a.refresh, r.Form.Get("refresh_token"))
		a.renewed++
	}
	if secret := a.clients[id]; secret != r.Form.Get("client_secret") {
		writeJSON(w, http.StatusUnauthorized, map[string]any{"error": "invalid_client"})
		return
	}
	access, refresh := a.secret("access"), a.secret("refresh")
	a.access[access], a.refresh[refresh] = scopes, scopes
	lifetime := a.lifetime
	if lifetime == 0 {
		lifetime = 3600
	}
	writeJSON(w, http.StatusOK, map[string]any{"access_token": access, "refresh_token": refresh, "token_type": "Bearer", "expires_in": lifetime, "scope": strings.Join(scopes, " ")})
}

// guard lets those through who have a token.
func (a *authority) guard(next http.HandlerFunc) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		raw, _ := io.ReadAll(r.Body)
		r.Body = io.NopCloser(strings.NewReader(string(raw)))
		call := strings.Contains(string(raw), `"tools/call"`)
		a.mu.Lock()
		token, _ := strings.CutPrefix(r.Header.Get("Authorization"), "Bearer ")
		scopes, ok := a.access[token]
		enough := !call || !slices.ContainsFunc(a.needs, func(need string) bool { return !slices.Contains(scopes, need) })
		a.mu.Unlock()
		about := fmt.Sprintf(`resource_metadata="%s/.well-known/oauth-protected-resource/mcp"`, a.web.URL)
		switch {
		case !ok && (call || !a.open):
			w.Header().Set("WWW-Authenticate", "Bearer "+about)
			http.Error(w, "who are you?", http.StatusUnauthorized)
		case !enough:
			w.Header().Set("WWW-Authenticate", fmt.Sprintf(`Bearer error="insufficient_scope", scope="%s", %s`, strings.Join(a.needs, " "), about))
			http.Error(w, "not allowed", http.StatusForbidden)
		default:
			next(w, r)
		}
	}
}

// forget makes the authority take no token that it has given so far.
func (a *authority) forget(refresh bool) {
	a.mu.Lock()
	defer a.mu.Unlock()
	clear(a.access)
	if refresh {
		clear(a.refresh)
	}
}

// serve lets something else answer first; nil is nothing.
func (a *authority) serve(instead func(http.ResponseWriter, *http.Request) bool) {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.instead = instead
}

func (a *authority) config() Config { return Config{Name: "s", URL: a.web.URL + "/mcp"} }

// counts are how often clients registered, people signed in and tokens were renewed.
func (a *authority) counts() [3]int {
	a.mu.Lock()
	defer a.mu.Unlock()
	return [3]int{len(a.registered), len(a.visits), a.renewed}
}

// hidden fails the test when a text holds one of the secrets that the authority
// gave out or was given.
func (a *authority) hidden(texts ...string) {
	a.t.Helper()
	a.mu.Lock()
	defer a.mu.Unlock()
	for _, secret := range a.secrets {
		for _, text := range texts {
			if strings.Contains(text, secret) {
				a.t.Errorf("%.12s… can be read in: %s", secret, text)
			}
		}
	}
}

// seen is all that a host was told.
func seen(h *tooltest.Host) []string {
	var all []string
	for _, m := range h.Messages() {
		all = append(all, string(m.Body))
	}
	for _, l := range h.Logs() {
		all = append(all, l.Message)
	}
	return all
}

// visit is a person who opens the page that they are shown, and answers nothing.
// What the browser shows at the end goes to page.
func visit(t *testing.T, page *string) func(context.Context, tool.Request) (tool.Answer, error) {
	return func(ctx context.Context, request tool.Request) (tool.Answer, error) {
		if request.Kind == tool.KindApproval {
			return tool.Answer{OK: true}, nil
		}
		if request.Kind != tool.KindAuthorization {
			t.Errorf("it asked for %s: %s", request.Kind, request.Prompt)
		}
		text := browse(t, request.URL)
		if page != nil {
			*page = text
		}
		<-ctx.Done()
		return tool.Answer{}, context.Cause(ctx)
	}
}

// browse is the page that an address leads to.
func browse(t *testing.T, address string) string {
	response, err := http.Get(address)
	if err != nil {
		t.Error(err)
		return ""
	}
	defer response.Body.Close()
	raw, err := io.ReadAll(response.Body)
	if err != nil {
		t.Error(err)
	}
	return string(raw)
}

// wantingSignIn opens a source that is to want a sign-in, which it returns.
func wantingSignIn(t *testing.T, s *Source, host *tooltest.Host) tool.Tool {
	t.Helper()
	t.Cleanup(func() { _ = s.Close() })
	_, err := s.Open(t.Context(), host)
	auth, ok := errors.AsType[*source.AuthorizationError](err)
	if !ok || auth.SignIn == nil {
		t.Fatalf("Open ended with %v", err)
	}
	return tool.Tool{Name: "sign_in", Execute: auth.SignIn}
}

// signedIn opens a source after the person has signed in to it.
func signedIn(t *testing.T, a *authority, config Config) (*Source, source.Listing, *tooltest.Host) {
	t.Helper()
	s, host := New(config), &tooltest.Host{}
	person := &tooltest.CallHost{Answer: visit(t, nil)}
	result, err := person.Call(t.Context(), wantingSignIn(t, s, host), `{}`)
	if err != nil || result.IsError {
		t.Fatalf("signing in ended with %+v, %v", result, err)
	}
	listing, err := s.Open(t.Context(), host)
	if err != nil {
		t.Fatalf("Open after the sign-in: %v", err)
	}
	a.hidden(result.Output)
	return s, listing, host
}
