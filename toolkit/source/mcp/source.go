package mcp

import (
	"context"
	"errors"
	"slices"
	"sync"

	"toolbench/toolkit/lifetime"
	"toolbench/toolkit/redact"
	"toolbench/toolkit/source"
	"toolbench/toolkit/tool"
	traffic "toolbench/toolkit/wire"
)

// A Source is one MCP server. It implements [source.Source].
type Source struct {
	config Config
	hide   *redact.Redactor
	info   source.Info

	authorization *authorization

	sessions lifetime.Slot[*session]
	known    *way // how to speak to the server, where that had to be found out
	slow     bool // it took too long to say so, the last time

	mu         sync.Mutex
	prepared   Config // config with what the opening found out
	isPrepared bool   // prepared has that
	roots      []Root
	level      string          // of the log; "" was not set
	followed   map[string]bool // resources, by their URIs
}

// New is the source of one server. Nothing is started before it is opened.
func New(config Config) *Source {
	hide := config.redactor()
	return &Source{
		config: config, prepared: config, roots: slices.Clone(config.Roots),
		hide: hide, info: config.info(hide), authorization: newAuthorization(&config, hide),
	}
}

// Info implements [source.Source].
func (s *Source) Info() source.Info { return s.info }

// Open implements [source.Source]. An error is a [source.AuthorizationError]
// when the server wants the person to sign in first.
func (s *Source) Open(ctx context.Context, host source.Host) (source.Listing, error) {
	ctx, done := s.sessions.Begin(ctx, s.lost("was connected anew"))
	defer done()
	if err := s.prepare(ctx, host); err != nil {
		return source.Listing{}, s.hideIn(err)
	}
	ctx, limited := context.WithTimeout(ctx, s.config.timeout())
	defer limited()
	session, err := s.connect(ctx, host)
	if err != nil {
		return source.Listing{}, s.hideIn(err)
	}
	listing, err := session.list(ctx)
	if err != nil {
		session.abandon()
		return source.Listing{}, s.hideIn(session.openError(ctx, "tools/list", err))
	}
	listing.More = session.hasShelves()
	session.catalogue.tools, session.catalogue.more = listing, listing.More
	s.sessions.Set(session)
	session.serve(s.levelSet())
	return listing, nil
}

// prepare finds out what the configuration leaves open.
func (s *Source) prepare(ctx context.Context, host source.Host) error {
	if s.config.Prepare == nil {
		return nil
	}
	found, err := s.config.Prepare(ctx, func(ctx context.Context, request tool.Request) (tool.Answer, error) {
		if request.ID == "" {
			request.ID = tool.NewRequestID()
		}
		return host.Ask(ctx, request)
	})
	if err != nil {
		return err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	c := &s.prepared
	c.Command, c.Args, c.Env, c.Dir = found.Command, found.Args, found.Env, found.Dir
	c.URL, c.Headers, c.Secrets = found.URL, found.Headers, found.Secrets
	c.conceal(s.hide)
	s.isPrepared = true
	return nil
}

// Close implements [source.Source].
func (s *Source) Close() error {
	s.sessions.Close(s.lost("was disconnected"))
	return nil
}

// connected is the session that is open.
func (s *Source) connected() (*session, error) {
	n := s.sessions.Current()
	if n == nil {
		return nil, s.lost("is not connected; connect it again")
	}
	return n, nil
}

func (s *Source) lost(what string) error {
	return &source.LostError{Info: s.info, Err: errors.New(s.subject() + " " + what)}
}

// subject is the server as the subject of a sentence.
func (s *Source) subject() string { return "server " + s.config.Name }

// hideIn takes secrets out of an error's text. It keeps what the error is.
func (s *Source) hideIn(err error) error { return traffic.HideIn(err, s.hide) }
