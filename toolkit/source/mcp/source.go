package mcp

import (
	"context"
	"errors"
	"slices"
	"sync"

	"toolbench/toolkit/redact"
	"toolbench/toolkit/source"
	"toolbench/toolkit/tool"
)

// A Source is one MCP server. It implements [source.Source].
type Source struct {
	config Config
	hide   *redact.Redactor
	info   source.Info

	authorization *authorization

	opening  sync.Mutex // held while a session is opened or closed
	known    *way       // how to speak to the server, where that had to be found out
	slow     bool       // it took too long to say so, the last time
	prepared Config     // config with what the opening found out

	isPrepared bool // prepared has that

	mu       sync.Mutex
	session  *session
	abort    context.CancelFunc // ends the opening that is under way
	roots    []Root
	level    string          // of the log; "" was not set
	followed map[string]bool // resources, by their URIs
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
	s.opening.Lock()
	defer s.opening.Unlock()
	s.closeSession(nil)

	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	s.set(nil, cancel)
	if err := s.prepare(ctx, host); err != nil {
		s.set(nil, nil)
		return source.Listing{}, s.hideIn(err)
	}
	ctx, limited := context.WithTimeout(ctx, s.config.timeout())
	defer limited()
	session, err := s.connect(ctx, host)
	if err != nil {
		s.set(nil, nil)
		return source.Listing{}, s.hideIn(err)
	}
	listing, err := session.list(ctx)
	if err != nil {
		session.abandon()
		s.set(nil, nil)
		return source.Listing{}, s.hideIn(session.openError(ctx, "tools/list", err))
	}
	listing.More = session.hasShelves()
	session.catalogue.tools, session.catalogue.more = listing, listing.More
	s.set(session, nil)
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
	c := &s.prepared
	c.Command, c.Args, c.Env, c.Dir = found.Command, found.Args, found.Env, found.Dir
	c.URL, c.Headers, c.Secrets = found.URL, found.Headers, found.Secrets
	c.conceal(s.hide)
	s.isPrepared = true
	return nil
}

// Close implements [source.Source].
func (s *Source) Close() error {
	s.mu.Lock()
	if s.abort != nil {
		s.abort()
	}
	s.mu.Unlock()
	s.opening.Lock()
	defer s.opening.Unlock()
	s.closeSession(errors.New(s.subject() + " was disconnected"))
	return nil
}

func (s *Source) set(session *session, abort context.CancelFunc) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.session, s.abort = session, abort
}

// closeSession ends the session that is there; reason is what its calls fail with.
func (s *Source) closeSession(reason error) {
	s.mu.Lock()
	session := s.session
	s.session = nil
	s.mu.Unlock()
	if session == nil {
		return
	}
	if reason == nil {
		reason = errors.New(s.subject() + " was connected anew")
	}
	session.close(reason)
}

// connected is the session that is open.
func (s *Source) connected() (*session, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.session == nil {
		return nil, &source.LostError{Info: s.info, Err: errors.New(s.subject() + " is not connected; connect it again")}
	}
	return s.session, nil
}

// subject is the server as the subject of a sentence.
func (s *Source) subject() string { return "server " + s.config.Name }

// hideIn takes secrets out of an error's text. It keeps what the error is.
func (s *Source) hideIn(err error) error {
	if err == nil {
		return nil
	}
	text := err.Error()
	hidden := s.hide.String(text)
	if hidden == text {
		return err
	}
	clean := errors.New(hidden)
	var lost *source.LostError
	var auth *source.AuthorizationError
	switch {
	case errors.As(err, &lost):
		return &source.LostError{Info: lost.Info, Err: clean}
	case errors.As(err, &auth):
		return &source.AuthorizationError{URL: auth.URL, Err: clean, SignIn: auth.SignIn}
	case errors.Is(err, context.Canceled), errors.Is(err, context.DeadlineExceeded):
		return err
	}
	return clean
}
