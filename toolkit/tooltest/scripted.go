package tooltest

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"

	"toolbench/toolkit/source"
	"toolbench/toolkit/tool"
)

// A Scripted is a source that does as it is told. Its exported fields are set
// before it is used.
type Scripted struct {
	// About is what Info says.
	About source.Info
	// Tools are what it lists, until Change.
	Tools []tool.Tool
	// Problems and Facts go into its listings.
	Problems []source.Problem
	Facts    source.Facts
	// Opening, when set, runs at each opening, counted from 1, before the
	// listing. It may wait, and its error is the opening's.
	Opening func(ctx context.Context, time int) error

	mu       sync.Mutex
	openings int
	host     source.Host
	session  context.Context // ends with Close and Lose; nil before Open
	end      context.CancelCauseFunc
}

// Info implements [source.Source].
func (s *Scripted) Info() source.Info { return s.About }

// Open implements [source.Source].
func (s *Scripted) Open(ctx context.Context, host source.Host) (source.Listing, error) {
	_ = s.Close()
	s.mu.Lock()
	s.openings++
	time := s.openings
	s.mu.Unlock()
	if s.Opening != nil {
		if err := s.Opening(ctx, time); err != nil {
			return source.Listing{}, err
		}
	}
	if err := ctx.Err(); err != nil {
		return source.Listing{}, fmt.Errorf("opening %s: %w", s.About.ID(), err)
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.host = host
	s.session, s.end = context.WithCancelCause(context.Background())
	return s.listing(), nil
}

// Close implements [source.Source].
func (s *Scripted) Close() error {
	s.stop(errors.New("the scripted source is closed; open it again to call its tools"))
	return nil
}

// Openings is how often the source was opened.
func (s *Scripted) Openings() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.openings
}

// Change makes the tools others, and tells the host.
func (s *Scripted) Change(tools ...tool.Tool) {
	s.mu.Lock()
	s.Tools = tools
	host, listing := s.host, s.listing()
	s.mu.Unlock()
	if host != nil {
		host.Changed(listing)
	}
}

// Lose ends every call with a [source.LostError] that wraps err, and tells the
// host.
func (s *Scripted) Lose(err error) {
	if host := s.stop(err); host != nil {
		host.Lost(err)
	}
}

// Say adds a line to the source's log.
func (s *Scripted) Say(e tool.LogEntry) {
	s.mu.Lock()
	host := s.host
	s.mu.Unlock()
	if host != nil {
		host.Log(e)
	}
}

// stop ends the session because of err, and lets go of the host that it had.
func (s *Scripted) stop(err error) source.Host {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.end != nil {
		s.end(err)
	}
	host := s.host
	s.host = nil
	return host
}

func (s *Scripted) listing() source.Listing {
	tools := slices.Clone(s.Tools)
	for i, t := range tools {
		if t.Execute != nil {
			tools[i].Execute = s.served(t.Execute)
		}
	}
	return source.Listing{Tools: tools, Problems: s.Problems, Facts: s.Facts}
}

// served is execute for as long as the source is open, with panics made into
// errors.
func (s *Scripted) served(execute tool.ExecuteFunc) tool.ExecuteFunc {
	return func(args map[string]any, ctx *tool.ToolContext) (result tool.ToolResult, err error) {
		s.mu.Lock()
		session := s.session
		s.mu.Unlock()
		bound, cancel := context.WithCancel(ctx)
		defer cancel()
		defer context.AfterFunc(session, cancel)()
		defer func() {
			if v := recover(); v != nil {
				result, err = tool.ToolResult{}, errors.New("tool panicked")
			}
			if session.Err() != nil {
				result, err = tool.ToolResult{}, &source.LostError{Info: s.About, Err: context.Cause(session)}
			}
		}()
		if session.Err() != nil {
			return tool.ToolResult{}, nil // the deferred function says so
		}
		call := ctx.WithHost(ctx.Host())
		call.Ctx = bound
		return execute(args, call)
	}
}

// Tool is a tool that takes any arguments and does as execute says.
func Tool(kind tool.ToolSource, name string, execute tool.ExecuteFunc) tool.Tool {
	return tool.Tool{
		Name:        tool.Sanitize(name),
		Description: "Does what the test says.",
		InputSchema: tool.JSONSchema{"type": "object"},
		Source:      kind,
		Execute:     execute,
		Details:     &tool.Details{ShortName: name},
	}
}
