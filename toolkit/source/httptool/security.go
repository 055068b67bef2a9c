package httptool

import (
	"encoding/base64"
	"fmt"
	"net/http"
	"regexp"
	"strings"

	"toolbench/toolkit/schema"
)

// A scheme is one of a document's security schemes, and its value.
type scheme struct {
	name string
	// kind is the type: apiKey, basic, bearer, another scheme of HTTP, or
	// what of the others is sent as a bearer token.
	kind      string
	sentAs    string // for people
	in        string // of an API key: header, query or cookie
	parameter string // its name there
	variable  string // of the environment
	value     string
}

var notWord = regexp.MustCompile(`[^A-Za-z0-9]+`)

// variableOf is the variable of the environment that serves a scheme: see
// [Document].
func variableOf(document, scheme string) string {
	return strings.ToUpper(strings.Trim(notWord.ReplaceAllString(document+"_"+scheme, "_"), "_"))
}

// readSchemes are the document's schemes by name, with the values that there are.
func (c *catalogue) readSchemes() map[string]*scheme {
	all := map[string]*scheme{}
	for _, m := range c.writtenSchemes().Members() {
		n, err := node{m.Value, c.root.file}.resolved()
		if err != nil {
			continue
		}
		s := &scheme{name: m.Name, variable: variableOf(c.source.document.Name, m.Name)}
		s.read(n.Value)
		value, given := c.source.document.Credentials[m.Name]
		if found, ok := c.source.document.Lookup(s.variable); ok && !given {
			value = found
		}
		s.value = strings.TrimSpace(value)
		c.source.hide.Add(s.value, basic(s.value))
		if _, password, ok := strings.Cut(s.value, ":"); ok {
			c.source.hide.Add(password)
		}
		all[m.Name] = s
	}
	return all
}

func (c *catalogue) writtenSchemes() *schema.Value {
	if c.swagger {
		return c.root.Get("securityDefinitions")
	}
	return c.root.Get("components").Get("securitySchemes")
}

// schemesInOrder are the schemes as the document has them.
func (c *catalogue) schemesInOrder() []*scheme {
	var all []*scheme
	for _, m := range c.writtenSchemes().Members() {
		if s := c.schemes[m.Name]; s != nil {
			all = append(all, s)
		}
	}
	return all
}

func (s *scheme) read(n *schema.Value) {
	s.kind = n.Get("type").Text()
	switch s.kind {
	case "apiKey":
		s.in, s.parameter = n.Get("in").Text(), n.Get("name").Text()
		s.sentAs = fmt.Sprintf("an API key in the %s %s", s.in, s.parameter)
		if s.in == "query" {
			s.sentAs = "an API key in the query's " + s.parameter
		}
	case "http":
		s.kind = strings.ToLower(n.Get("scheme").Text())
		fallthrough
	case "basic":
		switch s.kind {
		case "basic":
			s.sentAs = "user:password for HTTP basic"
		case "bearer":
			s.sentAs = "a bearer token"
		default:
			s.sentAs = "credentials for HTTP " + s.kind
		}
	case "oauth2", "openIdConnect":
		s.sentAs = map[string]string{"oauth2": "a token of OAuth 2", "openIdConnect": "a token of OpenID Connect"}[s.kind]
		s.kind = "bearer"
	default:
		s.sentAs = s.kind + ", which can not be given by a value"
	}
}

// summary is the scheme among the names of what the document declares.
func (s *scheme) summary() string {
	state := "not set"
	if s.value != "" {
		state = "set"
	}
	return fmt.Sprintf("security %s: %s, from %s (%s)", s.name, s.sentAs, s.variable, state)
}

// A signature is what of a request says who sends it.
type signature struct {
	query   []string
	headers http.Header
	cookies []string
}

func (sig *signature) sign(request *http.Request) {
	for name, values := range sig.headers {
		request.Header[name] = values
	}
	for _, pair := range sig.cookies {
		addCookie(request, pair)
	}
}

func basic(value string) string { return base64.StdEncoding.EncodeToString([]byte(value)) }

func (s *scheme) add(sig *signature) {
	authorization := ""
	switch {
	case s.kind == "apiKey" && s.in == "query":
		sig.query = append(sig.query, escape(s.parameter)+"="+escape(s.value))
	case s.kind == "apiKey" && s.in == "cookie":
		sig.cookies = append(sig.cookies, escape(s.parameter)+"="+escape(s.value))
	case s.kind == "apiKey":
		sig.headers.Set(s.parameter, s.value)
	case s.kind == "basic":
		authorization = "Basic " + basic(s.value)
	case s.kind == "bearer":
		authorization = "Bearer " + strings.TrimPrefix(strings.TrimPrefix(s.value, "Bearer "), "bearer ")
	default:
		authorization = s.kind + " " + s.value
	}
	if authorization != "" {
		sig.headers.Set("Authorization", authorization)
	}
}

// readSecurity are the ways to sign an operation's requests, any one of which
// does: its own, else the document's. A way with no scheme needs no signing.
func (c *catalogue) readSecurity(written *schema.Value) [][]*scheme {
	wanted := written.Get("security")
	if wanted == nil {
		wanted = c.root.Get("security")
	}
	var ways [][]*scheme
	for _, requirement := range wanted.Items() {
		way := []*scheme{}
		for _, m := range requirement.Members() {
			if s := c.schemes[m.Name]; s != nil {
				way = append(way, s)
			}
		}
		ways = append(ways, way)
	}
	return ways
}

// signature signs in the first way of which every value is there. Without one
// the request goes out unsigned, and the server says what it makes of that.
func (o *operation) signature() (*signature, bool) {
	for _, way := range o.security {
		sig := &signature{headers: http.Header{}}
		complete := len(way) > 0
		for _, s := range way {
			if s.value == "" {
				complete = false
				break
			}
			s.add(sig)
		}
		if complete {
			return sig, true
		}
	}
	return nil, false
}

// unsigned is a sentence on the values that would have signed the request;
// empty when it was signed or there is no way to.
func (o *operation) unsigned() string {
	if _, ok := o.signature(); ok {
		return ""
	}
	var ways []string
	for _, way := range o.security {
		var words []string
		for _, s := range way {
			if s.value == "" {
				words = append(words, fmt.Sprintf("%s (%s)", s.variable, s.sentAs))
			}
		}
		if len(words) > 0 {
			ways = append(ways, strings.Join(words, " and "))
		}
	}
	if len(ways) == 0 {
		return ""
	}
	return "The request carried no credentials; the environment variable " + strings.Join(ways, ", or ") + " would give them."
}

// sentence says where a scheme's value is taken from.
func (s *scheme) sentence() string {
	if s.value != "" {
		return ""
	}
	return fmt.Sprintf("The security scheme %s takes %s from the environment variable %s, which is not set.", s.name, s.sentAs, s.variable)
}
