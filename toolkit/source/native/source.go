package native

import (
	"context"
	"errors"
	"fmt"
	"sync"

	"toolbench/toolkit/source"
	"toolbench/toolkit/tool"
)

// A Source serves the tools that a Go program made.
type Source struct {
	name  string
	tools []tool.Tool

	mu      sync.Mutex
	session context.Context // ends with Close; nil while closed
	end     context.CancelFunc
}

// New is a source of the given tools, in their order.
func New(tools ...tool.Tool) *Source { return &Source{tools: tools} }

// Named is [New] with a name, for a program that has several sources of its own.
func Named(name string, tools ...tool.Tool) *Source { return &Source{name: name, tools: tools} }

// Info implements [source.Source].
func (s *Source) Info() source.Info {
	return source.Info{Kind: tool.SourceNative, Name: s.name, Target: "this program", Origin: "program"}
}

// Open implements [source.Source].
func (s *Source) Open(ctx context.Context, _ source.Host) (source.Listing, error) {
	if err := ctx.Err(); err != nil {
		return source.Listing{}, fmt.Errorf("opening the program's own tools: %w", err)
	}
	_ = s.Close()
	s.mu.Lock()
	s.session, s.end = context.WithCancel(context.Background())
	s.mu.Unlock()
	var listing source.Listing
	for i, t := range s.tools {
		if t.Name == "" {
			listing.Problems = append(listing.Problems, source.Problem{Name: fmt.Sprintf("tool %d", i+1), Reason: "The tool has no name; a name of letters, digits, _ and - would do."})
			continue
		}
		if t.Execute != nil {
			t.Execute = s.served(t.Execute)
		}
		listing.Tools = append(listing.Tools, t)
	}
	return listing, nil
}

// Close implements [source.Source]. It cancels the calls in flight; they run in
// their callers' goroutines and end there.
func (s *Source) Close() error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.end != nil {
		s.end()
	}
	s.session, s.end = nil, nil
	return nil
}

var errClosed = errors.New("the program's own tools are closed; open the source again to call them")

// served is execute for as long as the source is open.
func (s *Source) served(execute tool.ExecuteFunc) tool.ExecuteFunc {
	return func(args map[string]any, ctx *tool.ToolContext) (tool.ToolResult, error) {
		s.mu.Lock()
		session := s.session
		s.mu.Unlock()
		if session == nil {
			return tool.ToolResult{}, s.lost()
		}
		bound, cancel := context.WithCancel(ctx)
		defer cancel()
		defer context.AfterFunc(session, cancel)()
		call := ctx.WithHost(ctx.Host())
		call.Ctx = bound
		result, err := execute(args, call)
		if err != nil && session.Err() != nil {
			return tool.ToolResult{}, s.lost()
		}
		return result, err
	}
}

func (s *Source) lost() error { return &source.LostError{Info: s.Info(), Err: errClosed} }
