package builtin

import (
	"context"
	"errors"
	"fmt"
	"sync"

	"toolbench/toolkit/source"
	"toolbench/toolkit/tool"
)

// A Source serves the built-in tools.
type Source struct {
	options Options

	mu      sync.Mutex
	session context.Context // ends with Close; nil while closed
	end     context.CancelFunc
	calls   *sync.WaitGroup
}

// New is a source of the built-in tools that o does not disable.
func New(o Options) *Source { return &Source{options: o} }

// Info implements [source.Source].
func (s *Source) Info() source.Info {
	target := s.options.BaseDir
	if target == "" {
		target = "the working folder"
	}
	return source.Info{Kind: tool.SourceBuiltin, Target: target, Origin: "program"}
}

// Open implements [source.Source].
func (s *Source) Open(ctx context.Context, _ source.Host) (source.Listing, error) {
	if err := ctx.Err(); err != nil {
		return source.Listing{}, fmt.Errorf("opening the built-in tools: %w", err)
	}
	_ = s.Close()
	s.mu.Lock()
	s.session, s.end = context.WithCancel(context.Background())
	s.calls = new(sync.WaitGroup)
	s.mu.Unlock()
	tools := Tools(s.options)
	for i := range tools {
		tools[i].Execute = s.served(tools[i].Execute)
	}
	return source.Listing{Tools: tools}, nil
}

// Close implements [source.Source]. It returns when the calls in flight, and
// the processes that they started, have ended.
func (s *Source) Close() error {
	s.mu.Lock()
	end, calls := s.end, s.calls
	s.session, s.end, s.calls = nil, nil, nil
	s.mu.Unlock()
	if end != nil {
		end()
		calls.Wait()
	}
	return nil
}

var errClosed = errors.New("the built-in tools are closed; open the source again to call them")

// served is execute for as long as the source is open.
func (s *Source) served(execute tool.ExecuteFunc) tool.ExecuteFunc {
	return func(args map[string]any, ctx *tool.ToolContext) (tool.ToolResult, error) {
		session, done := s.enter()
		if session == nil {
			return tool.ToolResult{}, s.lost()
		}
		defer done()
		bound, cancel := context.WithCancel(ctx)
		defer cancel()
		defer context.AfterFunc(session, cancel)()
		call := ctx.WithHost(ctx.Host())
		call.Ctx = bound
		result, err := execute(args, call)
		if session.Err() != nil && ctx.Err() == nil && result.IsError {
			return tool.ToolResult{}, s.lost()
		}
		return result, err
	}
}

// enter begins a call, which done ends. The session is nil while closed.
func (s *Source) enter() (session context.Context, done func()) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.session == nil {
		return nil, nil
	}
	calls := s.calls
	calls.Add(1)
	return s.session, calls.Done
}

func (s *Source) lost() error { return &source.LostError{Info: s.Info(), Err: errClosed} }
