package mcp

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
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

	opening sync.Mutex // held while a session is opened or closed
	known   *way       // how to speak to the server, where that had to be found out

	mu      sync.Mutex
	session *session
	abort   context.CancelFunc // ends the opening that is under way
}

// New is the source of one server. Nothing is started before it is opened.
func New(config Config) *Source {
	hide := config.redactor()
	return &Source{config: config, hide: hide, info: config.info(hide)}
}

// Info implements [source.Source].
func (s *Source) Info() source.Info { return s.info }

// Open implements [source.Source]. An error is a [source.AuthorizationError]
// when the server wants the person to sign in first.
func (s *Source) Open(ctx context.Context, host source.Host) (source.Listing, error) {
	s.opening.Lock()
	defer s.opening.Unlock()
	s.closeSession(nil)

	ctx, cancel := context.WithTimeout(ctx, s.config.timeout())
	defer cancel()
	s.set(nil, cancel)
	session, err := s.connect(ctx, host)
	if err != nil {
		s.set(nil, nil)
		return source.Listing{}, s.hideIn(err)
	}
	listing, err := session.list(ctx)
	if err != nil {
		session.close(nil)
		s.set(nil, nil)
		return source.Listing{}, s.hideIn(session.openError(ctx, "tools/list", err))
	}
	s.set(session, nil)
	session.serve()
	return listing, nil
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

// execute is how a tool of this source is called. It refers to the source, not
// to a session, so that it works again after the source was opened anew.
func (s *Source) execute(name string) tool.ExecuteFunc {
	return func(args map[string]any, ctx *tool.ToolContext) (tool.ToolResult, error) {
		raw, err := tool.ArgumentsOf(args, ctx)
		if err != nil {
			return tool.ToolResult{}, fmt.Errorf("the arguments of %s can not be written as JSON: %w", name, err)
		}
		if !json.Valid(raw) {
			return tool.ToolResult{}, fmt.Errorf("the arguments of %s are not JSON: %.80q", name, raw)
		}
		s.mu.Lock()
		session := s.session
		s.mu.Unlock()
		if session == nil {
			return tool.ToolResult{}, &source.LostError{Info: s.info, Err: errors.New(s.subject() + " is not connected; connect it again to call its tools")}
		}
		result, err := session.call(ctx, name, raw)
		return result, s.hideIn(err)
	}
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
		return &source.AuthorizationError{URL: auth.URL, Err: clean}
	case errors.Is(err, context.Canceled), errors.Is(err, context.DeadlineExceeded):
		return err
	}
	return clean
}
