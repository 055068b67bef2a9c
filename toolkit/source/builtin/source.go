package builtin

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"time"

	"toolbench/toolkit/source"
	"toolbench/toolkit/tool"
)

// A Source serves the built-in tools.
type Source struct {
	options Options

	mu      sync.Mutex
	session context.Context // ends with Close; nil while closed
	end     context.CancelFunc
	insist  chan struct{} // closed when no command gets any more time
	calls   *sync.WaitGroup
}

// mercy is how long commands that were told to end may take when the source is
// closed.
const mercy = 400 * time.Millisecond

type insistKey struct{}

// insistence is closed when a command that runs for ctx gets no more time; nil
// is never.
func insistence(ctx context.Context) <-chan struct{} {
	insist, _ := ctx.Value(insistKey{}).(<-chan struct{})
	return insist
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
	s.insist, s.calls = make(chan struct{}), new(sync.WaitGroup)
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
	end, insist, calls := s.end, s.insist, s.calls
	s.session, s.end, s.insist, s.calls = nil, nil, nil, nil
	s.mu.Unlock()
	if end != nil {
		end()
		timer := time.AfterFunc(mercy, func() { close(insist) })
		calls.Wait()
		timer.Stop()
	}
	return nil
}

var errClosed = errors.New("the built-in tools are closed; open the source again to call them")

// served is execute for as long as the source is open.
func (s *Source) served(execute tool.ExecuteFunc) tool.ExecuteFunc {
	return func(args map[string]any, ctx *tool.ToolContext) (tool.ToolResult, error) {
		session, insist, done := s.enter()
		if session == nil {
			return tool.ToolResult{}, s.lost()
		}
		defer done()
		bound, cancel := context.WithCancel(context.WithValue(ctx, insistKey{}, insist))
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
func (s *Source) enter() (session context.Context, insist <-chan struct{}, done func()) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.session == nil {
		return nil, nil, nil
	}
	calls := s.calls
	calls.Add(1)
	return s.session, s.insist, calls.Done
}

func (s *Source) lost() error { return &source.LostError{Info: s.Info(), Err: errClosed} }
