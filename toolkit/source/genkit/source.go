package genkit

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"net/http"

	"toolbench/toolkit/lifetime"
	"toolbench/toolkit/redact"
	"toolbench/toolkit/source"
	"toolbench/toolkit/tool"
	"toolbench/toolkit/wire"
)

// A Source is one Genkit app. It implements [source.Source].
type Source struct {
	config   Config
	hide     *redact.Redactor
	info     source.Info
	sessions lifetime.Slot[*session]
}

// Info implements [source.Source].
func (s *Source) Info() source.Info { return s.info }

// Open implements [source.Source]. With a folder it looks anew for the app that
// runs there.
func (s *Source) Open(ctx context.Context, host source.Host) (source.Listing, error) {
	ctx, done := s.sessions.Begin(ctx, s.lost("was connected anew"))
	defer done()
	ctx, cancel := context.WithTimeout(ctx, cmp.Or(s.config.Timeout, defaultTimeout))
	defer cancel()
	n, listing, err := s.connect(ctx, host)
	if err != nil {
		return source.Listing{}, wire.HideIn(err, s.hide)
	}
	s.sessions.Set(n)
	return listing, nil
}

// Close implements [source.Source].
func (s *Source) Close() error {
	s.sessions.Close(s.lost("was disconnected"))
	return nil
}

// connect finds the app and lists what it has.
func (s *Source) connect(ctx context.Context, host source.Host) (*session, source.Listing, error) {
	n := &session{source: s, host: host}
	n.ctx, n.cancel = context.WithCancelCause(context.Background())
	n.client = client{subject: s.subject(), http: &http.Client{
		Transport: &wire.Recorder{Through: wire.Own(s.config.Through), Record: host.Exchanged, Hide: s.hide},
		// Headers may be secret: they go to the server that they are meant for.
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
	}}
	listing, err := n.list(ctx)
	if err != nil {
		n.End(err)
		return nil, source.Listing{}, err
	}
	return n, listing, nil
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
		n := s.sessions.Join((*session).begin)
		if n == nil {
			return tool.ToolResult{}, s.lost("is not connected; connect it again to call its tools")
		}
		defer n.calls.Done()
		result, err := n.call(ctx, a, input)
		return result, wire.HideIn(err, s.hide)
	}
}

func (s *Source) lost(what string) error {
	return &source.LostError{Info: s.info, Err: errors.New(s.subject() + " " + what)}
}

// subject is the app as the subject of a sentence.
func (s *Source) subject() string {
	if s.config.Name == "" {
		return "the Genkit app"
	}
	return "the Genkit app " + s.config.Name
}
