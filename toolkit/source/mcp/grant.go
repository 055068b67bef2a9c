package mcp

import (
	"context"
	"sync"
	"time"

	"golang.org/x/oauth2"
)

// A TokenStore keeps what sign-ins yield, by the server's name and address. The
// values are secret. Its methods may be called from any goroutine.
type TokenStore interface {
	// Load is what was saved under key; nil when there is nothing.
	Load(ctx context.Context, key string) ([]byte, error)
	// Save replaces what is kept under key.
	Save(ctx context.Context, key string, value []byte) error
	// Delete forgets what is kept under key, if anything.
	Delete(ctx context.Context, key string) error
}

// A grant is what a sign-in yielded, as it is kept.
type grant struct {
	Token        *oauth2.Token `json:"token,omitempty"`
	Scopes       []string      `json:"scopes,omitempty"`
	Resource     string        `json:"resource,omitempty"` // what the token is for, as the authorization server was told
	Client       client        `json:"client"`
	Registration registration  `json:"registration,omitzero"`
}

// A client is what this program is to an authorization server.
type client struct {
	ID        string           `json:"id"`
	Secret    string           `json:"secret,omitempty"`
	TokenURL  string           `json:"tokenUrl"`
	RevokeURL string           `json:"revokeUrl,omitempty"` // where tokens are given back
	Style     oauth2.AuthStyle `json:"style"`
}

// access is the access token, unless its time is over. It may be used to the
// last moment: a server that does not take it any more says so.
func (g *grant) access() string {
	if g == nil || g.Token == nil || !g.Token.Expiry.IsZero() && time.Now().After(g.Token.Expiry) {
		return ""
	}
	return g.Token.AccessToken
}

func (g *grant) renewable() bool { return g != nil && g.Token != nil && g.Token.RefreshToken != "" }

// memory keeps tokens until the end of the process.
type memory struct {
	mu   sync.Mutex
	kept map[string][]byte
}

func (m *memory) Load(_ context.Context, key string) ([]byte, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.kept[key], nil
}

func (m *memory) Save(_ context.Context, key string, value []byte) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.kept == nil {
		m.kept = map[string][]byte{}
	}
	m.kept[key] = value
	return nil
}

func (m *memory) Delete(_ context.Context, key string) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	delete(m.kept, key)
	return nil
}
