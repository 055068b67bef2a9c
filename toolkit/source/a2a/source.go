package a2a

import (
	"context"
	"errors"
	"fmt"
	"sync"

	"toolbench/toolkit/redact"
	"toolbench/toolkit/source"
	"toolbench/toolkit/tool"
)

// A Source is one agent. It implements [source.Source].
type Source struct {
	config Config
	hide   *redact.Redactor
	info   source.Info

	opening sync.Mutex // held while a session is opened or closed

	mu      sync.Mutex
	session *session
	abort   context.CancelCauseFunc // ends the opening that is under way
}

var errClosed = errors.New("closed")

// New is the source of one agent. Nothing is sent before it is opened.
func New(config Config) *Source {
	hide := config.redactor()
	return &Source{config: config, hide: hide, info: config.info(hide)}
}

// Info implements [source.Source].
func (s *Source) Info() source.Info { return s.info }

// Open implements [source.Source]. It reads the agent's card; the agent itself
// is first spoken to in a call. An error is a [source.AuthorizationError] when
// the agent shows its card to known callers only.
func (s *Source) Open(ctx context.Context, host source.Host) (source.Listing, error) {
	s.opening.Lock()
	defer s.opening.Unlock()
	s.end(errors.New(s.subject() + " was connected anew"))

	ctx, cancel := context.WithTimeout(ctx, s.config.timeout())
	defer cancel()
	ctx, abort := context.WithCancelCause(ctx)
	defer abort(nil)
	s.set(nil, abort)
	session, err := s.connect(ctx, host)
	s.set(session, nil)
	if err != nil {
		return source.Listing{}, s.hideIn(err)
	}
	return session.list(), nil
}

// Close implements [source.Source]. Tasks that the agent still works on are
// cancelled.
func (s *Source) Close() error {
	s.mu.Lock()
	if s.abort != nil {
		s.abort(errClosed)
	}
	s.mu.Unlock()
	s.opening.Lock()
	defer s.opening.Unlock()
	s.end(errors.New(s.subject() + " was disconnected"))
	return nil
}

func (s *Source) set(session *session, abort context.CancelCauseFunc) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.session, s.abort = session, abort
}

// end closes the session that is there; reason is what its calls fail with.
func (s *Source) end(reason error) {
	s.mu.Lock()
	session := s.session
	s.session = nil
	s.mu.Unlock()
	if session != nil {
		session.close(&source.LostError{Info: s.info, Err: reason})
	}
}

// execute is how a skill of this source is called. It refers to the source, not
// to a session, so that it works again after the source was opened anew.
func (s *Source) execute(skill string) tool.ExecuteFunc {
	return func(args map[string]any, ctx *tool.ToolContext) (tool.ToolResult, error) {
		raw, err := tool.ArgumentsOf(args, ctx)
		if err != nil {
			return tool.ToolResult{}, fmt.Errorf("the arguments of %s can not be written as JSON: %w", skill, err)
		}
		s.mu.Lock()
		session := s.session
		s.mu.Unlock()
		if session == nil {
			return tool.ToolResult{}, s.lost(errors.New(s.subject() + " is not connected; connect it again to call its skills"))
		}
		result, err := session.call(ctx, skill, raw)
		return result, s.hideIn(err)
	}
}

func (s *Source) lost(reason error) error { return &source.LostError{Info: s.info, Err: reason} }

// subject is the agent as the subject of a sentence.
func (s *Source) subject() string { return "agent " + s.info.Name }

// hideIn takes secrets out of an error's text. It keeps what the error is.
func (s *Source) hideIn(err error) error {
	if err == nil {
		return nil
	}
	hidden := s.hide.String(err.Error())
	if hidden == err.Error() {
		return err
	}
	clean := errors.New(hidden)
	if lost, ok := errors.AsType[*source.LostError](err); ok {
		return &source.LostError{Info: lost.Info, Err: clean}
	}
	if wanted, ok := errors.AsType[*source.AuthorizationError](err); ok {
		return &source.AuthorizationError{URL: wanted.URL, Err: clean}
	}
	return clean
}
