package a2a

import (
	"encoding/base64"
	"encoding/json"
	"fmt"
	"maps"
	"net/http"
	"slices"
	"strings"
)

// A scheme is how an agent wants its callers to identify themselves: a security
// scheme of its card.
type scheme struct {
	Type   string // apiKey, http, oauth2, openIdConnect or mutualTLS, as OpenAPI names them
	Scheme string // of http: bearer, basic …
	In     string // of apiKey: header, query or cookie
	Name   string // of apiKey: the header, parameter or cookie
	URL    string // of oauth2 and openIdConnect: where it is described, if the card says
}

// UnmarshalJSON reads a scheme as 1.0 writes it, in a member named after its
// type, and as 0.3 does, like OpenAPI.
func (s *scheme) UnmarshalJSON(raw []byte) error {
	var wire struct {
		APIKey json.RawMessage `json:"apiKeySecurityScheme"`
		HTTP   json.RawMessage `json:"httpAuthSecurityScheme"`
		OAuth2 json.RawMessage `json:"oauth2SecurityScheme"`
		OpenID json.RawMessage `json:"openIdConnectSecurityScheme"`
		Mutual json.RawMessage `json:"mtlsSecurityScheme"`
		Type   string          `json:"type"`
	}
	if err := decode(raw, &wire); err != nil {
		return err
	}
	kind, members := wire.Type, raw
	for _, named := range []struct {
		kind string
		raw  json.RawMessage
	}{{"apiKey", wire.APIKey}, {"http", wire.HTTP}, {"oauth2", wire.OAuth2}, {"openIdConnect", wire.OpenID}, {"mutualTLS", wire.Mutual}} {
		if begins(named.raw, '{') {
			kind, members = named.kind, named.raw
		}
	}
	var m schemeMembers
	if err := decode(members, &m); err != nil {
		return err
	}
	*s = scheme{Type: kind, Scheme: m.Scheme, In: m.In + m.Location, Name: m.Name, URL: m.OpenIDURL + m.MetadataURL}
	return nil
}

// schemeMembers are what schemes of all types are made of, in either version.
type schemeMembers struct {
	Scheme      string `json:"scheme"`
	In          string `json:"in"`
	Location    string `json:"location"`
	Name        string `json:"name"`
	OpenIDURL   string `json:"openIdConnectUrl"`
	MetadataURL string `json:"oauth2MetadataUrl"`
}

func (s *scheme) String() string {
	switch {
	case s == nil || s.Type == "":
		return "of an unknown type"
	case s.Type == "apiKey":
		return fmt.Sprintf("an API key in the %s %s", s.In, s.Name)
	case s.Type == "http":
		return "HTTP " + s.Scheme
	case s.URL != "":
		return s.Type + " at " + s.URL
	}
	return s.Type
}

// put makes a request carry a value for the scheme. It tells whether it could.
func (s *scheme) put(request *http.Request, value string) bool {
	switch {
	case s == nil:
		return false
	case s.Type == "apiKey" && s.In == "query":
		query := request.URL.Query()
		query.Set(s.Name, value)
		request.URL.RawQuery = query.Encode()
	case s.Type == "apiKey" && s.In == "cookie":
		request.AddCookie(&http.Cookie{Name: s.Name, Value: value})
	case s.Type == "apiKey" && s.Name != "":
		request.Header.Set(s.Name, value)
	case s.Type == "http" && strings.EqualFold(s.Scheme, "basic"):
		if strings.Contains(value, ":") {
			value = base64.StdEncoding.EncodeToString([]byte(value))
		}
		request.Header.Set("Authorization", "Basic "+value)
	case s.Type == "http", s.Type == "oauth2", s.Type == "openIdConnect":
		request.Header.Set("Authorization", "Bearer "+value)
	default:
		return false
	}
	return true
}

// schemes are the card's security schemes in words, by their names.
func (c card) schemes() []string {
	var words []string
	for _, name := range slices.Sorted(maps.Keys(c.Schemes)) {
		words = append(words, fmt.Sprintf("%s (%s)", name, c.Schemes[name]))
	}
	return words
}
