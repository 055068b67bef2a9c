package a2a

import (
	"context"
	"errors"
	"fmt"

	"toolbench/toolkit/lifetime"
	"toolbench/toolkit/redact"
	"toolbench/toolkit/source"
	"toolbench/toolkit/tool"
	"toolbench/toolkit/wire"
)

// A Source is one agent. It implements [source.Source].
type Source struct {
	config   Config
	hide     *redact.Redactor
	info     source.Info
	sessions lifetime.Slot[*session]
}

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
	ctx, done := s.sessions.Begin(ctx, s.lost(errors.New(s.subject()+" was connected anew")))
	defer done()
	ctx, cancel := context.WithTimeout(ctx, s.config.timeout())
	defer cancel()
	session, err := s.connect(ctx, host)
	if err != nil {
		return source.Listing{}, wire.HideIn(err, s.hide)
	}
	s.sessions.Set(session)
	return session.list(), nil
}

// Close implements [source.Source]. Tasks that the agent still works on are
// cancelled.
func (s *Source) Close() error {
	s.sessions.Close(s.lost(errors.New(s.subject() + " was disconnected")))
	return nil
}

// execute is how a skill of this source is called. It refers to the source, not
// to a session, so that it works again after the source was opened anew.
func (s *Source) execute(skill string) tool.ExecuteFunc {
	return func(args map[string]any, ctx *tool.ToolContext) (tool.ToolResult, error) {
		raw, err := tool.ArgumentsOf(args, ctx)
		if err != nil {
			return tool.ToolResult{}, fmt.Errorf("the arguments of %s can not be written as JSON: %w", skill, err)
		}
		session := s.sessions.Join((*session).begin)
		if session == nil {
			return tool.ToolResult{}, s.lost(errors.New(s.subject() + " is not connected; connect it again to call its skills"))
		}
		defer session.calls.Done()
		result, err := session.call(ctx, skill, raw)
		return result, wire.HideIn(err, s.hide)
	}
}

func (s *Source) lost(reason error) error { return &source.LostError{Info: s.info, Err: reason} }

// subject is the agent as the subject of a sentence.
func (s *Source) subject() string { return "agent " + s.info.Name }
