package mcp

import (
	"context"
	"errors"
	"fmt"
	"io"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"

	"toolbench/toolkit/source"
)

// firstAttempt bounds the attempt over HTTP that leaves the version open. It is
// long enough for a server that swallows server/discover to be asked for
// initialize in the same attempt.
const firstAttempt = discoverLimit + initializeLimit

// A finalError is one that another attempt in the same way would only repeat.
type finalError struct {
	error
	older bool // it may be a server over the older HTTP transport
}

func (e *finalError) Unwrap() error { return e.error }

// A way is how to speak to a server.
type way struct {
	version string // "" leaves it to the two sides
	older   bool   // over the HTTP transport of 2024-11-05
	patient bool   // server/discover may take as long as the opening
	first   bool   // there is another way, for a server that does not survive this one
}

// connect finds out how to speak to the server, and remembers it.
func (s *Source) connect(ctx context.Context, host source.Host) (*session, error) {
	if known := s.known; known != nil {
		n, err := s.attempt(ctx, host, *known)
		if err == nil || ctx.Err() != nil {
			return n, err
		}
		s.known = nil // the server may be another one by now
	}
	return s.search(ctx, host)
}

// search first leaves the version to the two sides. Some servers do not survive
// to be asked, or hang: these are started anew and spoken to as servers that
// need initialize. A server that was too slow to be asked, and does not take
// that, is given the time. A URL that does not take messages may be one of the
// older HTTP transport.
func (s *Source) search(ctx context.Context, host source.Host) (*session, error) {
	pinned := s.config.Protocol
	s.slow = false
	n, err := s.attempt(ctx, host, way{version: pinned, first: pinned == ""})
	if err != nil && pinned == "" && !isFinal(err) && ctx.Err() == nil {
		n, err = s.attempt(ctx, host, way{version: legacy})
	}
	if err != nil && s.slow && !needsSignIn(err) && ctx.Err() == nil { // it may know nothing but server/discover
		if n, err := s.attempt(ctx, host, way{patient: true}); err == nil {
			return n, nil
		}
	}
	if final, ok := errors.AsType[*finalError](err); ok && final.older && ctx.Err() == nil {
		if n, err := s.attempt(ctx, host, way{version: legacy, older: true}); err == nil {
			return n, nil
		}
	}
	return n, err
}

// attempt connects once, in a process or HTTP session of its own.
func (s *Source) attempt(ctx context.Context, host source.Host, w way) (*session, error) {
	n, err := s.newSession(ctx, host, w)
	if err != nil {
		return nil, err
	}
	if w.first {
		var done context.CancelFunc
		ctx, done = n.limited(ctx)
		defer done()
	}
	err = n.connect(ctx, w.version)
	s.slow = s.slow || n.http != nil && n.http.slow.Load()
	if err != nil {
		err = n.openError(ctx, "initialize", err)
		n.abandon()
		return nil, err
	}
	s.known = nil
	if !n.modern() && s.config.Protocol == "" {
		s.known = &way{version: legacy, older: w.older}
	}
	return n, nil
}

// limited bounds an attempt by what says that the server was confused: a process
// that takes long to start was not, and would do so again.
func (n *session) limited(ctx context.Context) (context.Context, context.CancelFunc) {
	if n.connection == nil {
		return context.WithTimeout(ctx, firstAttempt)
	}
	limited, cancel := context.WithCancelCause(ctx)
	n.connection.confused = func() { cancel(context.DeadlineExceeded) }
	return limited, func() { cancel(nil) }
}

// abandon ends a session that never came to be. There is nothing that the
// server could want to finish, so it is not waited for.
func (n *session) abandon() {
	if n.process != nil {
		n.process.close()
		terminateGroup(n.process.cmd)
	}
	n.End(io.EOF)
}

// openError is the sentence for an opening that failed while the server was
// asked for method.
func (n *session) openError(ctx context.Context, method string, err error) error {
	var exit *exitError
	var refused *jsonrpc.Error
	switch {
	case errors.As(err, &exit):
		return errors.New(exit.when("before it answered"))
	case ctx.Err() != nil && errors.Is(context.Cause(ctx), context.DeadlineExceeded):
		return n.silent(method)
	case ctx.Err() != nil:
		return fmt.Errorf("connecting to %s was stopped: %w", n.tap.subject, context.Cause(ctx))
	case n.http != nil:
		return n.http.openError(err)
	case errors.As(err, &refused) && refused.Code == rejected:
		return &finalError{error: errors.New(refused.Message)}
	case errors.As(err, &refused):
		return fmt.Errorf("%s refused %s: %s", n.tap.subject, method, wordsOf(refused))
	}
	return fmt.Errorf("%s can not be connected to: %w", n.tap.subject, err)
}

// silent is the sentence for a server that does not answer.
func (n *session) silent(method string) error {
	text := fmt.Sprintf("%s did not answer %s within %s", n.tap.subject, method, n.source.config.timeout())
	if n.process != nil {
		if last := n.process.lastLine(); last != "" {
			return errors.New(text + "; the last line of its stderr is: " + last)
		}
		if stray := n.process.lastStray(); stray != "" {
			return errors.New(text + "; what it wrote to stdout is no message, each of which has to be one line of JSON-RPC: " + stray)
		}
		return errors.New(text + "; is it an MCP server that speaks on its standard streams?")
	}
	return errors.New(text)
}

func isFinal(err error) bool {
	var final *finalError
	return errors.As(err, &final) || needsSignIn(err)
}

func needsSignIn(err error) bool {
	var auth *source.AuthorizationError
	return errors.As(err, &auth)
}
