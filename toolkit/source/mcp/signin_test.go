package mcp

import (
	"cmp"
	"context"
	"errors"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"sync"
	"testing"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"toolbench/toolkit/source"
	"toolbench/toolkit/tool"
	"toolbench/toolkit/tooltest"
)

func TestAPersonCanSignInWithEveryWayToBeAClient(t *testing.T) {
	const document = "https://toolbench.example/client.json"
	for name, c := range map[string]struct {
		authority  *authority
		oauth      *OAuth
		client     string
		registered int
	}{
		"registered by itself":            {&authority{}, nil, "client-1", 1},
		"registered beforehand":           {&authority{clients: map[string]string{"known": ""}, closed: true}, &OAuth{ClientID: "known"}, "known", 0},
		"registered with a secret":        {&authority{clients: map[string]string{"known": "secret-of-the-client"}}, &OAuth{ClientID: "known", ClientSecret: "secret-of-the-client"}, "known", 0},
		"a document":                      {&authority{documents: true}, &OAuth{ClientMetadataURL: document, ClientID: "known"}, document, 0},
		"a document that is not taken":    {&authority{}, &OAuth{ClientMetadataURL: document}, "client-1", 1},
		"an authority that says its name": {&authority{issuer: "own"}, nil, "client-1", 1},
	} {
		t.Run(name, func(t *testing.T) {
			a := newAuthority(t, cmp.Or(c.authority, &authority{}))
			if a.issuer != "" {
				a.issuer = a.web.URL
			}
			a.secrets = append(a.secrets, "secret-of-the-client")
			config := a.config()
			config.OAuth = c.oauth
			s, host := New(config), &tooltest.Host{}
			signIn := wantingSignIn(t, s, host)
			if a.counts() != [3]int{} {
				t.Fatal("something happened before the person wanted to sign in")
			}
			var page string
			person := &tooltest.CallHost{Answer: visit(t, &page)}
			result, err := person.Call(t.Context(), signIn, `{}`)
			if err != nil || result.IsError {
				t.Fatalf("signing in ended with %+v, %v", result, err)
			}
			contains(t, result.Output, "You are signed in to server s, which may be used for read.", "renewed by itself")
			contains(t, page, "You can close this window", "toolbench goes on by itself.")
			contains(t, person.Requests()[0].Prompt, "server s wants you to sign in at "+strings.TrimPrefix(a.web.URL, "http://"), "for read")
			listing, err := s.Open(t.Context(), host)
			if err != nil {
				t.Fatal(err)
			}
			if r, err := named(t, listing, "do").Execute(nil, nil); err != nil || r.Output != "done" {
				t.Errorf("the call ended with %v, %v", r, err)
			}
			visited := a.visits[0]
			if visited.Get("client_id") != c.client || visited.Get("resource") != config.URL || !strings.HasPrefix(visited.Get("redirect_uri"), "http://127.0.0.1:") {
				t.Errorf("the sign-in was asked for with %v", visited)
			}
			if a.counts() != [3]int{c.registered, 1, 0} {
				t.Errorf("registered, visited, renewed: %v", a.counts())
			}
			a.hidden(append(seen(host), result.Output, page)...)
			if all := strings.Join(seen(host), "\n"); !strings.Contains(all, "grant_type=authorization_code") || !strings.Contains(all, "access_token") {
				t.Errorf("the exchange of the code is not recorded: %s", all)
			}
		})
	}
}

func TestASignInIsKeptForTheNextProcess(t *testing.T) {
	a := newAuthority(t, &authority{})
	config := a.config()
	config.Tokens = &memory{}
	s, _, _ := signedIn(t, a, config)
	_, listing, host := open(t, config) // another source, as in another process
	if r, err := named(t, listing, "do").Execute(nil, nil); err != nil || r.Output != "done" {
		t.Errorf("the call ended with %v, %v", r, err)
	}
	if a.counts() != [3]int{1, 1, 0} {
		t.Errorf("registered, visited, renewed: %v", a.counts())
	}
	a.hidden(seen(host)...)
	another := config
	another.OAuth = &OAuth{ClientID: "another"}
	wantingSignIn(t, New(another), &tooltest.Host{})
	if err := s.SignOut(t.Context()); err != nil {
		t.Fatal(err)
	}
	wantingSignIn(t, New(config), &tooltest.Host{})
	wantingSignIn(t, s, &tooltest.Host{})
}

func TestATokenWhoseTimeIsOverIsRenewedByItself(t *testing.T) {
	for name, c := range map[string]struct {
		lifetime int
		forget   bool
	}{
		"the client knows that":      {lifetime: -1},
		"only the server knows that": {lifetime: 3600, forget: true},
	} {
		t.Run(name, func(t *testing.T) {
			a := newAuthority(t, &authority{lifetime: c.lifetime})
			config := a.config()
			config.Tokens = &memory{}
			_, listing, host := signedIn(t, a, config)
			a.mu.Lock()
			a.lifetime, a.renewed = c.lifetime, 0
			a.mu.Unlock()
			if c.forget {
				a.forget(false)
			}
			var calls sync.WaitGroup
			for range 5 {
				calls.Go(func() {
					if r, err := named(t, listing, "do").Execute(nil, nil); err != nil || r.Output != "done" {
						t.Errorf("the call ended with %v, %v", r, err)
					}
				})
			}
			calls.Wait()
			got := a.counts()
			if got[0] != 1 || got[1] != 1 || got[2] == 0 || c.forget && got[2] != 1 {
				t.Errorf("registered, visited, renewed: %v", got)
			}
			open(t, config) // with what was kept: the first refresh token is worth nothing any more
			a.hidden(seen(host)...)
		})
	}
}

func TestACallWhoseSignInIsOverAsksForAnother(t *testing.T) {
	a := newAuthority(t, &authority{})
	_, listing, host := signedIn(t, a, a.config())
	a.forget(true)
	person := &tooltest.CallHost{Answer: visit(t, nil)}
	var calls sync.WaitGroup
	for range 3 { // of which one asks
		calls.Go(func() {
			if r, err := person.Call(t.Context(), named(t, listing, "do"), `{}`); err != nil || r.Output != "done" {
				t.Errorf("the call ended with %v, %v", r, err)
			}
		})
	}
	calls.Wait()
	if n := len(person.Requests()); n != 1 {
		t.Errorf("the person was asked %d times", n)
	}
	if got := a.counts(); got[0] > 2 || got[1] != 2 { // the port of the first sign-in may be taken by now
		t.Errorf("registered, visited, renewed: %v", got)
	}
	a.hidden(seen(host)...)
}

func TestASignInThatIsOverIsNotRenewedAgain(t *testing.T) {
	a := newAuthority(t, &authority{})
	_, listing, _ := signedIn(t, a, a.config())
	a.forget(true)
	for range 2 {
		r, err := (&tooltest.CallHost{Answer: tooltest.No}).Call(t.Context(), named(t, listing, "do"), `{}`)
		if err != nil || r.Output != "declined: signing in to server s" {
			t.Errorf("the call ended with %+v, %v", r, err)
		}
	}
	if a.refused != 1 {
		t.Errorf("it was tried %d times to renew it", a.refused)
	}
}

func TestAPersonWhoSignsInAnewIsRegisteredAnew(t *testing.T) {
	a := newAuthority(t, &authority{})
	s, _, host := signedIn(t, a, a.config())
	a.forget(true)
	a.mu.Lock()
	clear(a.clients) // so that the client of before is none any more
	a.mu.Unlock()
	person := &tooltest.CallHost{Answer: visit(t, nil)}
	if r, err := person.Call(t.Context(), wantingSignIn(t, s, host), `{}`); err != nil || r.IsError {
		t.Errorf("signing in ended with %+v, %v", r, err)
	}
}

func TestACallThatNeedsMoreThanIsAllowedAsksForIt(t *testing.T) {
	a := newAuthority(t, &authority{needs: []string{"write"}})
	_, listing, _ := signedIn(t, a, a.config())
	person := &tooltest.CallHost{Answer: visit(t, nil)}
	if r, err := person.Call(t.Context(), named(t, listing, "do"), `{}`); err != nil || r.Output != "done" {
		t.Fatalf("the call ended with %v, %v", r, err)
	}
	contains(t, person.Requests()[0].Prompt, "server s wants you to allow more", "for read, write")
	if got := a.visits[1].Get("scope"); got != "read write" && got != "write read" {
		t.Errorf("it asked for %q", got)
	}
}

func TestAServerThatNeverHasEnoughIsGivenUp(t *testing.T) {
	a := newAuthority(t, &authority{needs: []string{"the moon"}})
	_, listing, _ := signedIn(t, a, a.config())
	person := &tooltest.CallHost{Answer: visit(t, nil)}
	_, err := person.Call(t.Context(), named(t, listing, "do"), `{}`)
	if err == nil || !strings.Contains(err.Error(), "HTTP 403") {
		t.Errorf("the call ended with %v", err)
	}
	if n := len(person.Requests()); n > mostChallenges {
		t.Errorf("the person was asked %d times", n)
	}
}

func TestAServerMayWantASignInForCallsOnly(t *testing.T) {
	a := newAuthority(t, &authority{open: true})
	_, listing, _ := open(t, a.config())
	t.Run("nobody to ask", func(t *testing.T) {
		_, err := (&tooltest.CallHost{}).Call(t.Context(), named(t, listing, "do"), `{}`)
		if !errors.Is(err, tool.ErrNobodyToAsk) {
			t.Errorf("the call ended with %v", err)
		}
	})
	t.Run("declined", func(t *testing.T) {
		r, err := (&tooltest.CallHost{Answer: tooltest.No}).Call(t.Context(), named(t, listing, "do"), `{}`)
		if err != nil || !r.IsError || r.Output != "declined: signing in to server s" {
			t.Errorf("the call ended with %+v, %v", r, err)
		}
	})
	if a.counts() != [3]int{} {
		t.Errorf("something happened before the person wanted it: %v", a.counts())
	}
	t.Run("done", func(t *testing.T) {
		person := &tooltest.CallHost{Answer: visit(t, nil)}
		if r, err := person.Call(t.Context(), named(t, listing, "do"), `{}`); err != nil || r.Output != "done" {
			t.Fatalf("the call ended with %v, %v", r, err)
		}
		contains(t, person.Requests()[0].Prompt, "toolbench is registered as a client at")
	})
}

func TestASignInThatComesToNothingSaysWhy(t *testing.T) {
	for name, c := range map[string]struct {
		authority *authority
		answer    func(t *testing.T) func(context.Context, tool.Request) (tool.Answer, error)
		want      string
		isError   bool // a result, not an error
	}{
		"declined": {answer: func(*testing.T) func(context.Context, tool.Request) (tool.Answer, error) {
			return func(context.Context, tool.Request) (tool.Answer, error) {
				return tool.Answer{Reason: tool.ReasonDeclined, Note: "not today"}, nil
			}
		}, want: "declined: signing in to server s: not today", isError: true},
		"nobody to ask": {answer: func(*testing.T) func(context.Context, tool.Request) (tool.Answer, error) { return nil },
			want: "server s wants you to sign in: " + tool.ErrNobodyToAsk.Error()},
		"refused by the authority": {authority: &authority{refuses: "access_denied"}, want: "said: access_denied"},
		"another issuer":           {authority: &authority{issuer: "https://evil.example"}, want: "does not match expected issuer"},
		"clients are not taken":    {authority: &authority{closed: true}, want: "no configured client registration methods are supported"},
	} {
		t.Run(name, func(t *testing.T) {
			a := newAuthority(t, cmp.Or(c.authority, &authority{}))
			person := &tooltest.CallHost{Answer: visit(t, nil)}
			if c.answer != nil {
				person.Answer = c.answer(t)
			}
			s, host := New(a.config()), &tooltest.Host{}
			r, err := person.Call(t.Context(), wantingSignIn(t, s, host), `{}`)
			text := r.Output
			if err != nil {
				text = err.Error()
			}
			if r.IsError != c.isError || (err == nil) != c.isError {
				t.Errorf("it ended with %+v, %v", r, err)
			}
			contains(t, text, c.want)
			a.hidden(append(seen(host), text)...)
			wantingSignIn(t, s, host)
		})
	}
}

func TestOnlyTheRedirectThatIsWaitedForIsTaken(t *testing.T) {
	a := newAuthority(t, &authority{})
	s := New(a.config())
	person := &tooltest.CallHost{Answer: func(ctx context.Context, request tool.Request) (tool.Answer, error) {
		shown, err := url.Parse(request.URL)
		if err != nil {
			t.Error(err)
		}
		back := shown.Query().Get("redirect_uri")
		contains(t, browse(t, back+"?code=stolen&state=guessed"), "This is not the sign-in that toolbench waits for")
		contains(t, browse(t, back+"?error=access_denied"), "This is not the sign-in that toolbench waits for")
		contains(t, browse(t, strings.TrimSuffix(back, "callback")), "404")
		return visit(t, nil)(ctx, request)
	}}
	if r, err := person.Call(t.Context(), wantingSignIn(t, s, &tooltest.Host{}), `{}`); err != nil || r.IsError {
		t.Errorf("it ended with %+v, %v", r, err)
	}
}

func TestAPersonMaySayThatTheyAreDoneBeforeTheyAre(t *testing.T) {
	a := newAuthority(t, &authority{})
	s := New(a.config())
	var shown sync.WaitGroup
	person := &tooltest.CallHost{Answer: func(_ context.Context, request tool.Request) (tool.Answer, error) {
		shown.Go(func() { browse(t, request.URL) })
		return tool.Answer{OK: true}, nil
	}}
	if r, err := person.Call(t.Context(), wantingSignIn(t, s, &tooltest.Host{}), `{}`); err != nil || r.IsError {
		t.Errorf("it ended with %+v, %v", r, err)
	}
	shown.Wait()
}

func TestASignInCanBeStoppedAndLeavesNothingBehind(t *testing.T) {
	a := newAuthority(t, &authority{})
	s := New(a.config())
	ctx, cancel := context.WithCancel(t.Context())
	var back string
	person := &tooltest.CallHost{Answer: func(ctx context.Context, request tool.Request) (tool.Answer, error) {
		shown, _ := url.Parse(request.URL)
		back = shown.Query().Get("redirect_uri")
		cancel()
		<-ctx.Done()
		return tool.Answer{}, ctx.Err()
	}}
	if _, err := person.Call(ctx, wantingSignIn(t, s, &tooltest.Host{}), `{}`); !errors.Is(err, context.Canceled) {
		t.Errorf("it ended with %v", err)
	}
	if response, err := http.Get(back); err == nil {
		response.Body.Close()
		t.Error("the port is still listened at")
	}
}

func TestAServerOutsideWithoutHTTPSIsNotSignedInTo(t *testing.T) {
	e, err := newEndpoint(t.Context(), &Config{Name: "s", URL: "http://10.0.0.5:8000/mcp"}, &tap{subject: "server s", host: &tooltest.Host{}}, way{}, newAuthorization(&Config{Name: "s"}, nil))
	if err != nil {
		t.Fatal(err)
	}
	defer e.close()
	_, err = e.signIn("Bearer")(nil, nil)
	if err == nil {
		t.Fatal("it was")
	}
	contains(t, err.Error(), "server s can not be signed in to at http://10.0.0.5:8000/mcp", "https", "as a header")
}

func TestAHeaderThatIsConfiguredStandsForTheSignIn(t *testing.T) {
	a := newAuthority(t, &authority{})
	config := a.config()
	config.Headers = map[string]string{"authorization": "Bearer of-bad-news-and-more"}
	err := openError(t, config)
	auth, ok := errors.AsType[*source.AuthorizationError](err)
	if !ok || auth.SignIn != nil {
		t.Errorf("Open ended with %v", err)
	}
	contains(t, err.Error(), "does not take the Authorization header")
	if strings.Contains(err.Error(), "of-bad-news") {
		t.Errorf("the header can be read in: %v", err)
	}
}

func TestScopesAndThePortCanBeConfigured(t *testing.T) {
	at, err := listen(t.Context(), 0) // finds a port that is free
	if err != nil {
		t.Fatal(err)
	}
	at.close()
	a := newAuthority(t, &authority{})
	config := a.config()
	config.OAuth = &OAuth{Scopes: []string{"one", "two"}, CallbackPort: at.port}
	signedIn(t, a, config)
	got := a.visits[0]
	if scopes := strings.Fields(got.Get("scope")); len(scopes) != 2 || !slices.Contains(scopes, "one") || !slices.Contains(scopes, "two") || got.Get("redirect_uri") != at.url {
		t.Errorf("it was asked for with %v, not at %s", got, at.url)
	}
	taken, err := listen(t.Context(), at.port)
	if err != nil {
		t.Fatal(err)
	}
	defer taken.close()
	_, err = (&tooltest.CallHost{}).Call(t.Context(), wantingSignIn(t, New(config), &tooltest.Host{}), `{}`)
	if err == nil || !strings.Contains(err.Error(), "can not be listened at") {
		t.Errorf("it ended with %v", err)
	}
}

func TestTheTokenGoesToTheServerOnly(t *testing.T) {
	a := newAuthority(t, &authority{})
	var mu sync.Mutex
	var foreign []string
	other := http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		mu.Lock()
		defer mu.Unlock()
		foreign = append(foreign, r.Header.Get("Authorization"))
		w.WriteHeader(http.StatusNotFound)
	})
	elsewhere := web(t, other)
	_, listing, _ := signedIn(t, a, a.config())
	a.serve(func(w http.ResponseWriter, r *http.Request) bool {
		if r.URL.Path == "/mcp" && r.Method == http.MethodPost {
			http.Redirect(w, r, elsewhere.URL, http.StatusTemporaryRedirect)
			return true
		}
		return false
	})
	if _, err := named(t, listing, "do").Execute(nil, nil); err == nil {
		t.Error("the call succeeded")
	}
	mu.Lock()
	defer mu.Unlock()
	if len(foreign) == 0 || slices.ContainsFunc(foreign, func(h string) bool { return h != "" }) {
		t.Errorf("the other host got %q", foreign)
	}
}

func TestAProgramCanSignInInItsOwnName(t *testing.T) {
	a := newAuthority(t, &authority{clients: map[string]string{"robot": "secret-of-the-robot"}, needs: []string{"write"}})
	a.secrets = append(a.secrets, "secret-of-the-robot")
	config := a.config()
	config.OAuth = &OAuth{ClientID: "robot", ClientSecret: "secret-of-the-robot", ClientCredentials: true}
	_, listing, host := open(t, config)
	for range 2 { // the second time after its token is over
		if r, err := named(t, listing, "do").Execute(nil, nil); err != nil || r.Output != "done" {
			t.Errorf("the call ended with %v, %v", r, err)
		}
		a.forget(true)
	}
	if a.counts() != [3]int{} {
		t.Errorf("a person was asked: %v", a.counts())
	}
	config.OAuth.ClientSecret = "not-what-it-should-be"
	err := openError(t, config)
	contains(t, err.Error(), "server s can not be signed in to as robot", "invalid_client")
	a.hidden(append(seen(host), err.Error())...)
	config.OAuth.ClientSecret = ""
	contains(t, openError(t, config).Error(), "takes a client id and a secret")
}

func TestAServerThatIsSignedInToKeepsTheContract(t *testing.T) {
	for name, c := range map[string]struct {
		lifetime int
		oauth    *OAuth
	}{
		"by a person":                           {0, nil},
		"by a person, renewed for each request": {-1, nil},
		"by the program itself":                 {0, &OAuth{ClientID: "robot", ClientSecret: "secret-of-the-robot", ClientCredentials: true}},
	} {
		t.Run(name, func(t *testing.T) {
			tooltest.Contract(t, func(t *testing.T) tooltest.Case {
				s := library()
				a := newAuthority(t, &authority{lifetime: c.lifetime, clients: map[string]string{"robot": "secret-of-the-robot"},
					guarded: sdk.NewStreamableHTTPHandler(func(*http.Request) *sdk.Server { return s }, nil).ServeHTTP})
				config := a.config()
				config.Name, config.OAuth, config.Tokens = "lib", c.oauth, &memory{}
				if c.oauth == nil {
					signed, _, _ := signedIn(t, a, config)
					_ = signed.Close()
				}
				return libraryCase(config)
			})
		})
	}
}

func TestTheEndOfASessionIsNotHeldUpByARenewal(t *testing.T) {
	served := library()
	a := newAuthority(t, &authority{lifetime: -1, guarded: sdk.NewStreamableHTTPHandler(func(*http.Request) *sdk.Server { return served }, nil).ServeHTTP})
	s, _, _ := signedIn(t, a, a.config())
	before := a.counts()
	var mu sync.Mutex
	var goodbyes int
	a.serve(func(_ http.ResponseWriter, r *http.Request) bool {
		mu.Lock()
		defer mu.Unlock()
		if r.Method == http.MethodDelete {
			goodbyes++
		}
		return false
	})
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	mu.Lock()
	defer mu.Unlock()
	if after := a.counts(); after != before || goodbyes != 1 {
		t.Errorf("there were %d goodbyes, and of registered, visited, renewed %v became %v", goodbyes, before, after)
	}
}
