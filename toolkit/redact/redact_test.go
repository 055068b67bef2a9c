package redact

import (
	"net/http"
	"strings"
	"sync"
	"testing"
)

func TestTheZeroRedactorLeavesOrdinaryTextAlone(t *testing.T) {
	var r Redactor
	for _, s := range []string{"", "hello", "the bearer of news", "basic training", `{"a":1}`} {
		if got := r.String(s); got != s {
			t.Errorf("String(%q) = %q", s, got)
		}
	}
}

func TestANilRedactorStillFindsCredentials(t *testing.T) {
	var r *Redactor
	if got, want := r.String("Authorization: Bearer abcdefghijklmnop1234"), "Authorization: Bearer "+Mark; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}

func TestKnownSecretsAreTakenOutInEveryWriting(t *testing.T) {
	var r Redactor
	r.Add(`p"a&ss wörd`)
	for _, s := range []string{
		`dial failed for p"a&ss wörd here`,
		`{"password":"p\"a\u0026ss wörd"}`,
		`https://x.example/?q=p%22a%26ss+w%C3%B6rd`,
		`https://x.example/p%22a&ss%20w%C3%B6rd`,
	} {
		got := r.String(s)
		if !strings.Contains(got, Mark) || strings.Contains(got, "ss w") || strings.Contains(got, "%26ss") {
			t.Errorf("String(%q) = %q", s, got)
		}
	}
}

func TestALongerSecretIsTakenOutBeforeOneItBeginsWith(t *testing.T) {
	var r Redactor
	r.Add("abcdefgh")
	r.Add("abcdefgh-and-more")
	if got := r.String("x abcdefgh-and-more y abcdefgh z"); got != "x "+Mark+" y "+Mark+" z" {
		t.Errorf("got %q", got)
	}
}

func TestShortValuesAreNotSecrets(t *testing.T) {
	var r Redactor
	r.Add("true")
	r.Add("")
	r.Add("Bearer abc")
	if got := r.String("true is true, abc"); got != "true is true, abc" {
		t.Errorf("got %q", got)
	}
}

func TestASchemeIsNotPartOfTheSecret(t *testing.T) {
	var r Redactor
	r.Add("Bearer tok-12345678")
	if got := r.String("sent tok-12345678"); got != "sent "+Mark {
		t.Errorf("got %q", got)
	}
}

func TestOnlyWhatIsNamedASecretIsMadeKnown(t *testing.T) {
	var r Redactor
	r.AddNamed(map[string]string{"X-Api-Key": "key-12345678", "Accept": "application/json"})
	r.AddURL("https://someone:pass-12345678@example.com/?token=tok-12345678&token=tok-87654321&page=page-12345678")
	r.AddURL("://")
	got := r.String("key-12345678 pass-12345678 tok-12345678 tok-87654321 page-12345678 application/json")
	if want := strings.Repeat(Mark+" ", 4) + "page-12345678 application/json"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}

func TestHeadersThatCarrySecretsAreReplaced(t *testing.T) {
	var r Redactor
	r.Add("hunter2hunter2")
	in := http.Header{
		"Authorization": {"Bearer abc"},
		"X-Api-Key":     {"abc"},
		"Set-Cookie":    {"a=1", "b=2"},
		"Accept":        {"application/json"},
		"X-Trace":       {"saw hunter2hunter2"},
	}
	got := r.Header(in)
	for name, want := range map[string]string{
		"Authorization": "Bearer " + Mark,
		"X-Api-Key":     Mark,
		"Set-Cookie":    Mark + "," + Mark,
		"Accept":        "application/json",
		"X-Trace":       "saw " + Mark,
	} {
		if have := strings.Join(got[name], ","); have != want {
			t.Errorf("%s: got %q, want %q", name, have, want)
		}
	}
	if in.Get("Authorization") != "Bearer abc" {
		t.Error("the headers given were changed")
	}
}

func TestSecretNamesAreToldFromOrdinaryOnes(t *testing.T) {
	for name, want := range map[string]bool{
		"Authorization": true, "Proxy-Authorization": true, "Cookie": true, "X-API-Key": true, "x-apikey": true,
		"GITHUB_TOKEN": true, "GITHUB_PERSONAL_ACCESS_TOKEN": true, "DB_PASSWORD": true, "client_secret": true,
		"access_token": true, "sig": true, "AWS_SECRET_ACCESS_KEY": true, "GITHUB_MCP_PAT": true, "Ocp-Apim-Subscription-Key": true,
		"Accept": false, "Content-Type": false, "PATH": false, "HOME": false, "Mcp-Session-Id": false, "max_tokens": false,
		"MONKEY": false, "keyboard": false, "status_code": false, "DEFAULT_MINIMUM_TOKENS": false,
	} {
		if got := IsSecretName(name); got != want {
			t.Errorf("IsSecretName(%q) = %v", name, got)
		}
	}
}

func TestURLsLoseTheirSecrets(t *testing.T) {
	var r Redactor
	for in, want := range map[string]string{
		"https://u:pw@example.com/mcp":                    "https://u:" + Mark + "@example.com/mcp",
		"https://example.com/mcp?api_key=abc&page=2":      "https://example.com/mcp?api_key=" + Mark + "&page=2",
		"https://example.com/a%20b?x=%2F":                 "https://example.com/a%20b?x=%2F",
		"http://localhost:3000/mcp":                       "http://localhost:3000/mcp",
		"https://example.com/mcp?tavilyApiKey=tvly-12345": "https://example.com/mcp?tavilyApiKey=" + Mark,
	} {
		if got := r.URL(in); got != want {
			t.Errorf("URL(%q) = %q, want %q", in, got, want)
		}
	}
}

func TestCommandLinesLoseTheirSecrets(t *testing.T) {
	var r Redactor
	got := strings.Join(r.Words([]string{"npx", "-y", "@upstash/context7-mcp", "--api-key", "abc", "--token=xyz", "API_KEY=q", "--verbose", "--secret", "--port", "1"}), " ")
	want := "npx -y @upstash/context7-mcp --api-key " + Mark + " --token=" + Mark + " API_KEY=" + Mark + " --verbose --secret --port 1"
	if got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
}

func TestOneRedactorServesManyGoroutines(t *testing.T) {
	var r Redactor
	var wg sync.WaitGroup
	for i := range 20 {
		wg.Go(func() {
			secret := strings.Repeat(string(rune('a'+i)), 10)
			r.Add(secret)
			if got := r.String(secret); got != Mark {
				t.Errorf("String(%q) = %q", secret, got)
			}
		})
	}
	wg.Wait()
}

func FuzzAKnownSecretNeverComesThrough(f *testing.F) {
	f.Add("before ", "hunter2hunter2", " after")
	f.Add("", "Bearer abcdefgh", "")
	f.Add("[redacte", "d][redacted]", "]")
	f.Fuzz(func(t *testing.T, before, secret, after string) {
		var r Redactor
		r.Add(secret)
		if _, rest, ok := cutScheme(secret); ok {
			secret = rest
		}
		if len(secret) < MinLength || strings.Contains(Mark, secret) {
			return
		}
		// What the mark itself contributes to is not the secret coming through.
		got := strings.ReplaceAll(r.String(before+secret+after), Mark, "\x00")
		if strings.Contains(got, secret) && !strings.Contains(secret, "\x00") {
			t.Errorf("%q came through: %q", secret, got)
		}
	})
}
