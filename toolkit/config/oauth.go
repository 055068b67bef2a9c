package config

import (
	"strconv"
	"strings"
)

// OAuth is how to sign in to a server. All of it may be empty.
type OAuth struct {
	ClientID, ClientSecret string
	// ClientMetadataURL is where a client id metadata document lies.
	ClientMetadataURL string
	Scopes            []string
	// CallbackPort is the port that the browser comes back to; 0 for any.
	CallbackPort int
	// Off tells that the server does not want signing in.
	Off bool
}

// oauth reads what Claude Code and opencode call oauth, and Cursor auth.
func (e *entry) oauth() *OAuth {
	value, key, ok := e.find("oauth", "auth")
	if !ok {
		return nil
	}
	switch kind := value.Value.Kind(); {
	case kind == 'f':
		return &OAuth{Off: true}
	case kind == 't' || key == "auth" && kind == '"':
		return nil
	}
	inner, ok := e.inner(key)
	if !ok {
		return nil
	}
	o := &OAuth{
		ClientID:          inner.filled("clientId", "client_id", "CLIENT_ID"),
		ClientSecret:      inner.filled("clientSecret", "client_secret", "CLIENT_SECRET"),
		ClientMetadataURL: inner.filled("clientMetadataUrl", "client_metadata_url"),
		CallbackPort:      inner.port("callbackPort", "callback_port"),
		Off:               !inner.flag("enabled", true),
	}
	for _, scopes := range inner.words("scopes", "scope") {
		o.Scopes = append(o.Scopes, strings.Fields(scopes)...)
	}
	e.adopt(inner)
	if !placeholder.MatchString(o.ClientSecret) {
		e.hide(o.ClientSecret)
	}
	return o
}

func (e *entry) port(keys ...string) int {
	value, key, ok := e.find(keys...)
	if !ok {
		return 0
	}
	n, err := strconv.Atoi(textOf(value))
	if err != nil || n < 1 || n > 65535 {
		e.fail(value.StartOffset, "%s is %s; a number from 1 to 65535 would do", key, given(value))
	}
	return n
}
