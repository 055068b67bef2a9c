package mcp

import (
	"context"
	"encoding/json"
	"errors"
	"io"
	"maps"
	"slices"
	"sync"
	"time"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"toolbench/toolkit/source"
)

// A session is one connection to a server, from its opening to its end.
type session struct {
	source *Source
	tap    *tap
	client *sdk.Client
	sdk    *sdk.ClientSession

	transport  sdk.Transport
	http       *endpoint   // over HTTP
	process    *process    // over standard streams
	connection *connection // but over HTTP
	shut       func()      // closes the wire, where the SDK may not have

	ctx    context.Context // ends when the session is closed
	cancel context.CancelFunc
	alive  context.Context // ends also when the server is lost
	die    context.CancelFunc
	work   sync.WaitGroup
	once   sync.Once

	catalogue                                 catalogue
	toolsChanged, offersChanged, rootsChanged bell
}

// newSession prepares a connection: for a process, it starts it.
func (s *Source) newSession(ctx context.Context, host source.Host, w way) (*session, error) {
	t := &tap{
		subject: s.subject(),
		host:    host,
		hide:    s.hide,
		limit:   s.config.maxFrame(),
		pending: map[jsonrpc.ID]*reply{},
		cancels: map[jsonrpc.ID]chan struct{}{},
		streams: map[jsonrpc.ID]bool{},
	}
	n := &session{source: s, tap: t, shut: func() {}, toolsChanged: newBell(), offersChanged: newBell(), rootsChanged: newBell()}
	t.updates.bell = newBell()
	n.ctx, n.cancel = context.WithCancel(context.WithoutCancel(ctx))
	n.alive, n.die = context.WithCancel(n.ctx)
	config := s.prepared
	var err error
	switch {
	case s.config.Transport != nil:
		var server inProcess
		if server, err = openInProcess(n.ctx, s.config.Transport()); err == nil {
			n.over(server)
		}
	case config.URL != "":
		if n.http, err = newEndpoint(n.ctx, &config, t, w, s.authorization); err == nil {
			n.transport, n.shut = n.http.transport(), n.http.close
		}
	case config.Command != "":
		if n.process, err = startProcess(&config, t); err == nil {
			n.over(n.process)
		}
	default:
		err = errors.New(s.subject() + " has neither a command nor a url; give it one of them")
	}
	if err != nil {
		n.cancel()
		return nil, &finalError{error: err}
	}
	return n, nil
}

// over makes the session go over a wire.
func (n *session) over(w wire) {
	c := newConnection(w, n.tap)
	n.connection, n.transport, n.shut = c, c, func() { _ = c.Close() }
}

// connect begins the protocol. An empty version leaves it to the two sides.
func (n *session) connect(ctx context.Context, version string) error {
	n.client = sdk.NewClient(&sdk.Implementation{Name: "toolbench", Version: "1"}, &sdk.ClientOptions{
		Capabilities:               n.source.config.capabilities(),
		MultiRoundTrip:             &sdk.MultiRoundTripOptions{Disabled: true},
		ToolListChangedHandler:     func(context.Context, *sdk.ToolListChangedRequest) { n.toolsChanged.ring() },
		ResourceListChangedHandler: func(context.Context, *sdk.ResourceListChangedRequest) { n.offersChanged.ring() },
		PromptListChangedHandler:   func(context.Context, *sdk.PromptListChangedRequest) { n.offersChanged.ring() },
	})
	n.client.AddReceivingMiddleware(n.answering)
	var err error
	n.sdk, err = n.client.Connect(ctx, n.transport, &sdk.ClientSessionOptions{ProtocolVersion: version})
	return err
}

// capabilities are what servers may ask for. What is not declared here can not
// be answered.
func (c *Config) capabilities() *sdk.ClientCapabilities {
	declared := &sdk.ClientCapabilities{
		Elicitation: &sdk.ElicitationCapabilities{Form: &sdk.FormElicitationCapabilities{}, URL: &sdk.URLElicitationCapabilities{}},
	}
	if c.Sampling {
		declared.Sampling = &sdk.SamplingCapabilities{} //lint:ignore SA1019 servers go on asking for it
	}
	if c.Roots != nil {
		declared.RootsV2 = &sdk.RootCapabilities{ListChanged: true} //lint:ignore SA1019 servers go on asking for them
	}
	return declared
}

// serve starts what goes on by itself while the session is open.
func (n *session) serve(level string) {
	n.work.Go(n.watch)
	n.work.Go(n.keepTools)
	if caps := n.sdk.InitializeResult().Capabilities; hasResources(caps) || hasPrompts(caps) {
		n.work.Go(n.keepOffers)
		n.work.Go(n.tellUpdates)
	}
	if n.source.config.Roots != nil && !n.modern() {
		n.work.Go(n.tellRoots)
	}
	if level != "" {
		n.work.Go(func() { n.logAgain(level) })
	}
}

// modern tells whether the session goes without initialize.
func (n *session) modern() bool { return n.sdk.InitializeResult().ProtocolVersion > legacy }

// watch says so when the server is lost.
func (n *session) watch() {
	err := n.sdk.Wait()
	if n.ctx.Err() != nil {
		return
	}
	n.die()
	reason := n.lossOf(err, "")
	n.tap.calls.close(n.lossOf(err, "in mid-call"), reason)
	if n.process != nil {
		n.process.stop(n.source.config.grace())
	}
	n.tap.host.Lost(n.source.hideIn(reason))
}

// End implements [lifetime.Session].
func (n *session) End(lost error) {
	n.once.Do(func() {
		gone := n.tap.calls.close(lost, lost)
		n.cancel()
		if n.sdk != nil && n.http != nil {
			n.settle(gone)
			_ = n.sdk.Close() // says goodbye, so the wire must still be there
		}
		n.shut()
		if n.process != nil {
			n.process.stop(n.source.config.grace())
		}
		if n.sdk != nil {
			_ = n.sdk.Close()
		}
		n.work.Wait()
	})
}

// settle waits a moment until a server that lives on was told which calls it
// need not answer any more: the SDK tells it in the background, and no more
// once the session is closing.
func (n *session) settle(gone <-chan struct{}) {
	patience := time.NewTimer(goodbye)
	defer patience.Stop()
	select {
	case <-gone:
	case <-patience.C:
		return
	}
	n.tap.mu.Lock()
	owed := n.tap.owed
	n.tap.mu.Unlock()
	for _, told := range owed {
		select {
		case <-told:
		case <-patience.C:
			return
		}
	}
}

// lossOf is the error for a session that broke with err, at a moment.
func (n *session) lossOf(err error, moment string) *source.LostError {
	var exit *exitError
	switch {
	case errors.As(err, &exit):
		err = errors.New(exit.when(moment))
	case errors.Is(err, sdk.ErrSessionMissing):
		err = errors.New(n.tap.subject + " has forgotten the session; connect it again")
	case n.http != nil:
		err = n.http.explain(err)
	case err == nil, errors.Is(err, io.EOF), errors.Is(err, sdk.ErrConnectionClosed):
		err = errors.New(n.tap.subject + " closed the connection")
	default:
		err = errors.New(n.tap.subject + " was lost: " + err.Error())
	}
	return &source.LostError{Info: n.source.info, Err: err}
}

func (n *session) facts() source.Facts {
	init := n.sdk.InitializeResult()
	facts := source.Facts{Protocol: "MCP " + init.ProtocolVersion, Instructions: init.Instructions}
	if init.ServerInfo != nil {
		facts.Server, facts.Version = init.ServerInfo.Name, init.ServerInfo.Version
	}
	raw, err := json.Marshal(init.Capabilities)
	var names map[string]json.RawMessage
	if err == nil && json.Unmarshal(raw, &names) == nil {
		facts.Capabilities = slices.Sorted(maps.Keys(names))
	}
	return facts
}
