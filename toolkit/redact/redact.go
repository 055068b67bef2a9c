// Package redact keeps secrets out of this program's own traffic and records:
// the raw exchange, logs, error texts, histories and exported calls. What a
// tool itself outputs is never passed through it.
package redact

import (
	"encoding/json"
	"net/http"
	"net/url"
	"regexp"
	"slices"
	"strings"
	"sync"
)

// Mark stands where a secret was.
const Mark = "[redacted]"

// MinLength is the length in bytes below which a value is not taken for a
// secret: replacing short values would garble ordinary text.
const MinLength = 8

// A Redactor knows secret values and takes them out of texts. The zero value
// is ready: it knows no values but still finds credentials by their form. It is
// safe from any goroutine.
type Redactor struct {
	mu       sync.RWMutex
	secrets  []string
	replacer *strings.Replacer
}

// Add makes secrets known. Values shorter than [MinLength] are ignored. A value
// that starts with an authorization scheme ("Bearer x") makes known what follows.
func (r *Redactor) Add(secrets ...string) {
	for _, secret := range secrets {
		r.add(secret)
	}
}

// AddNamed makes those values known whose names say that they are secret: of
// headers, of variables.
func (r *Redactor) AddNamed(values map[string]string) {
	for name, value := range values {
		if IsSecretName(name) {
			r.add(value)
		}
	}
}

// AddURL makes a URL's password known, and the values of query parameters whose
// names say that they are secret.
func (r *Redactor) AddURL(text string) {
	u, err := url.Parse(text)
	if err != nil {
		return
	}
	password, _ := u.User.Password()
	r.add(password)
	for name, values := range u.Query() {
		if IsSecretName(name) {
			r.Add(values...)
		}
	}
}

func (r *Redactor) add(secret string) {
	if _, rest, ok := cutScheme(secret); ok {
		secret = rest
	}
	if len(secret) < MinLength {
		return
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	if slices.Contains(r.secrets, secret) {
		return
	}
	r.secrets = append(r.secrets, secret)
	r.replacer = replacer(r.secrets)
}

// String is s without the known secrets, also where they are escaped for JSON
// or a URL, and without credentials after an authorization scheme.
func (r *Redactor) String(s string) string {
	if r != nil {
		r.mu.RLock()
		known := r.replacer
		r.mu.RUnlock()
		if known != nil {
			s = known.Replace(s)
		}
	}
	return credentials.ReplaceAllString(s, "${1} "+Mark)
}

// Header is a copy of h in which the values of headers that carry secrets are
// replaced; an authorization scheme stays readable.
func (r *Redactor) Header(h http.Header) http.Header {
	out := make(http.Header, len(h))
	for name, values := range h {
		for _, value := range values {
			switch scheme, _, ok := cutScheme(value); {
			case !IsSecretName(name):
				value = r.String(value)
			case ok:
				value = scheme + " " + Mark
			default:
				value = Mark
			}
			out[name] = append(out[name], value)
		}
	}
	return out
}

// URL is the text of a URL without its password and without the values of
// query parameters whose names say that they are secret.
func (r *Redactor) URL(text string) string {
	u, err := url.Parse(text)
	if err != nil {
		return r.String(text)
	}
	if _, has := u.User.Password(); has {
		u.User = url.UserPassword(u.User.Username(), Mark)
	}
	pairs := strings.Split(u.RawQuery, "&")
	for i, pair := range pairs {
		if name, _, ok := strings.Cut(pair, "="); ok && IsSecretName(name) {
			pairs[i] = name + "=" + Mark
		}
	}
	u.RawQuery = strings.Join(pairs, "&")
	return r.String(strings.ReplaceAll(u.String(), url.QueryEscape(Mark), Mark))
}

// Words are a command line's words without the values of flags whose names say
// that they are secret: --api-key VALUE and --api-key=VALUE alike.
func (r *Redactor) Words(words []string) []string {
	out := make([]string, len(words))
	for i, word := range words {
		if name, secret := secretWord(words, i); secret != "" {
			out[i] = name + Mark
		} else {
			out[i] = r.String(word)
		}
	}
	return out
}

// SecretWords are the values that [Redactor.Words] replaces.
func SecretWords(words []string) []string {
	var secrets []string
	for i := range words {
		if _, secret := secretWord(words, i); secret != "" {
			secrets = append(secrets, secret)
		}
	}
	return secrets
}

// secretWord is the secret in a command line's word with what stands before it
// there; "" when there is none.
func secretWord(words []string, i int) (before, secret string) {
	name, value, joined := strings.Cut(words[i], "=")
	switch {
	case i > 0 && isSecretFlag(words[i-1]) && !strings.HasPrefix(words[i], "-"):
		return "", words[i]
	case joined && IsSecretName(strings.TrimLeft(name, "-")):
		return name + "=", value
	}
	return "", ""
}

func isSecretFlag(word string) bool {
	return strings.HasPrefix(word, "-") && !strings.Contains(word, "=") && IsSecretName(strings.TrimLeft(word, "-"))
}

var secretNames = regexp.MustCompile(`(?i)(^|[^a-z])(authorization|cookie|password|passwd|passphrase|secret|token|pat|api[-_]?key|access[-_]?key|private[-_]?key|key|credentials?|signature|sig|code)($|[^a-z])|authorization|cookie|password|secret|token|api[-_]?key|subscription-key`)

// notSecret are names that the pattern above takes for secret ones.
var notSecret = regexp.MustCompile(`(?i)^(max|min|num|count|total)[-_]?.*tokens?$|tokens$|^(error|status|zip|country|language|lang)[-_]?code$|tokenizer`)

// IsSecretName tells whether the value of a header, variable, flag or
// parameter of this name is likely a secret.
func IsSecretName(name string) bool {
	return secretNames.MatchString(name) && !notSecret.MatchString(name)
}

var schemes = regexp.MustCompile(`(?i)^(bearer|basic|digest|token|apikey|negotiate)\s+(.+)$`)

func cutScheme(value string) (scheme, rest string, ok bool) {
	m := schemes.FindStringSubmatch(value)
	if m == nil {
		return "", "", false
	}
	return m[1], m[2], true
}

// credentials are found by their form: the scheme, then a word long enough to
// be more than the next word of a sentence.
var credentials = regexp.MustCompile(`(?i)\b(bearer|basic) [A-Za-z0-9._~+/=-]{16,}`)

func replacer(secrets []string) *strings.Replacer {
	var forms []string
	for _, s := range secrets {
		forms = append(forms, s, url.QueryEscape(s), url.PathEscape(s), inJSON(s))
	}
	// The replacer prefers the earlier of two that match at one place: a
	// secret that begins with another must come before it.
	slices.SortFunc(forms, func(a, b string) int { return len(b) - len(a) })
	pairs := make([]string, 0, 2*len(forms))
	for _, form := range slices.Compact(forms) {
		pairs = append(pairs, form, Mark)
	}
	return strings.NewReplacer(pairs...)
}

func inJSON(s string) string {
	b, err := json.Marshal(s)
	if err != nil {
		return s
	}
	return string(b[1 : len(b)-1])
}
