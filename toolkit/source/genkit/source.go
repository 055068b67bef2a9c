package genkit

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"sync"

	"toolbench/toolkit/redact"
	"toolbench/toolkit/source"
	"toolbench/toolkit/tool"
	"toolbench/toolkit/wire"
)

// A Source is one Genkit app. It implements [source.Source].
type Source struct {
	config Config
	hide   *redact.Redactor
	info   source.Info

	opening sync.Mutex // held while a session is opened or closed

	mu      sync.Mutex
	session *session           // nil while closed
	abort   context.CancelFunc // ends the opening that is under way
}

// Info implements [source.Source].
func (s *Source) Info() source.Info { return s.info }

// Open implements [source.Source]. With a folder it looks anew for the app that
// runs there.
func (s *Source) Open(ctx context.Context, host source.Host) (source.Listing, error) {
	s.opening.Lock()
	defer s.opening.Unlock()
	s.end(errors.New(s.subject() + " was connected anew"))
	timeout := s.config.Timeout
	if timeout == 0 {
		timeout = defaultTimeout
	}
	ctx, cancel := context.WithTimeout(ctx, timeout)
	defer cancel()
	s.set(nil, cancel)
	n, listing, err := s.connect(ctx, host)
	if err != nil {
		s.set(nil, nil)
		return source.Listing{}, s.hideIn(err)
	}
	s.set(n, nil)
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
	s.end(errors.New(s.subject() + " was disconnected"))
	return nil
}

func (s *Source) set(n *session, abort context.CancelFunc) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.session, s.abort = n, abort
}

// end ends the session that is there; reason is what its calls fail with.
func (s *Source) end(reason error) {
	s.mu.Lock()
	n := s.session
	s.session = nil
	s.mu.Unlock()
	if n != nil {
		n.close(&source.LostError{Info: s.info, Err: reason})
	}
}

// connect finds the app and lists what it has.
func (s *Source) connect(ctx context.Context, host source.Host) (*session, source.Listing, error) {
	n := &session{source: s, host: host, through: s.transport()}
	n.ctx, n.cancel = context.WithCancelCause(context.Background())
	n.client = client{subject: s.subject(), http: &http.Client{
		Transport: &wire.Recorder{Through: n.through, Record: host.Exchanged, Hide: s.hide},
		// Headers may be secret: they go to the server that they are meant for.
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
	}}
	listing, err := n.list(ctx)
	if err != nil {
		n.close(err)
		return nil, source.Listing{}, err
	}
	return n, listing, nil
}

// transport is what a session's requests go through. It is a copy where that can
// be had, so that closing the session can close its connections.
func (s *Source) transport() http.RoundTripper {
	through := s.config.Through
	if through == nil {
		through = http.DefaultTransport
	}
	if t, ok := through.(*http.Transport); ok {
		return t.Clone()
	}
	return through
}

// find is where the app's reflection server is.
func (s *Source) find(ctx context.Context, n *session) (Runtime, error) {
	switch {
	case s.config.URL != "":
		return Runtime{URL: s.config.URL}, nil
	case s.config.Dir == "":
		return Runtime{}, fmt.Errorf("%s has neither a url nor a folder; give it one of them", s.subject())
	}
	running, err := Runtimes(s.config.Dir)
	if err != nil {
		return Runtime{}, err
	}
	err = fmt.Errorf("no Genkit app runs in %s; start it with GENKIT_ENV=dev, then it leaves a file below .genkit/runtimes that says where it is", s.config.Dir)
	for _, r := range running {
		n.use(r)
		if err = n.client.health(ctx, r.id()); err == nil {
			return r, nil
		}
	}
	return Runtime{}, err
}

// execute is how an action of this source is called. It refers to the source,
// not to a session, so that it works again after the source was opened anew.
func (s *Source) execute(a *action) tool.ExecuteFunc {
	return func(args map[string]any, ctx *tool.ToolContext) (tool.ToolResult, error) {
		raw, err := tool.ArgumentsOf(args, ctx)
		if err != nil {
			return tool.ToolResult{}, fmt.Errorf("the arguments of %s can not be written as JSON: %w", a.name, err)
		}
		input, err := a.input(raw)
		if err != nil {
			return tool.ErrorResult(a.name + ": " + err.Error() + "."), nil
		}
		s.mu.Lock()
		n := s.session
		var begun bool
		if n != nil {
			begun = n.begin()
		}
		s.mu.Unlock()
		if !begun {
			return tool.ToolResult{}, &source.LostError{Info: s.info, Err: errors.New(s.subject() + " is not connected; connect it again to call its tools")}
		}
		defer n.calls.Done()
		result, err := n.call(ctx, a, input)
		return result, s.hideIn(err)
	}
}

// subject is the app as the subject of a sentence.
func (s *Source) subject() string {
	if s.config.Name == "" {
		return "the Genkit app"
	}
	return "the Genkit app " + s.config.Name
}

// hideIn takes secrets out of an error's text. It keeps what the error is.
func (s *Source) hideIn(err error) error {
	if err == nil {
		return nil
	}
	hidden := s.hide.String(err.Error())
	// What a tool asks is its own output, which is shown as it is.
	if hidden == err.Error() || errors.Is(err, tool.ErrNobodyToAsk) {
		return err
	}
	if lost, ok := errors.AsType[*source.LostError](err); ok {
		return &source.LostError{Info: lost.Info, Err: errors.New(hidden)}
	}
	return errors.New(hidden)
}
