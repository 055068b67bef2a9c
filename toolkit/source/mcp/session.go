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

// quiet is how long a server must not have said that its list changed before
// the list is read again: servers say it once for every tool.
const quiet = 100 * time.Millisecond

// mostQuiet is how long that is waited for: a server may never be quiet.
const mostQuiet = time.Second

// logLevel is how much servers are asked to log.
const logLevel = "info"

// A session is one connection to a server, from its opening to its end.
type session struct {
	source *Source
	tap    *tap
	sdk    *sdk.ClientSession

	transport sdk.Transport
	http      *endpoint // over HTTP
	process   *process  // over standard streams
	shut      func()    // closes the wire, where the SDK may not have

	ctx     context.Context // ends when the session is closed
	cancel  context.CancelFunc
	changed chan struct{} // the server said that its list changed
	work    sync.WaitGroup
	once    sync.Once
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
	}
	n := &session{source: s, tap: t, changed: make(chan struct{}, 1), shut: func() {}}
	n.ctx, n.cancel = context.WithCancel(context.WithoutCancel(ctx))
	var err error
	switch {
	case s.config.Transport != nil:
		var server inProcess
		if server, err = openInProcess(n.ctx, s.config.Transport()); err == nil {
			n.over(server)
		}
	case s.config.URL != "":
		if n.http, err = newEndpoint(n.ctx, &s.config, t, w.older); err == nil {
			n.transport, n.shut = n.http.transport(), n.http.close
		}
	case s.config.Command != "":
		if n.process, err = startProcess(&s.config, t); err == nil {
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
	n.transport, n.shut = c, func() { _ = c.Close() }
}

// connect begins the protocol. An empty version leaves it to the two sides.
func (n *session) connect(ctx context.Context, version string) error {
	client := sdk.NewClient(&sdk.Implementation{Name: "toolbench", Version: "1"}, &sdk.ClientOptions{
		Capabilities: &sdk.ClientCapabilities{
			// What is not declared here can not be answered here.
			Elicitation: &sdk.ElicitationCapabilities{Form: &sdk.FormElicitationCapabilities{}},
		},
		MultiRoundTrip: &sdk.MultiRoundTripOptions{Disabled: true},
		ToolListChangedHandler: func(context.Context, *sdk.ToolListChangedRequest) {
			select {
			case n.changed <- struct{}{}:
			default:
			}
		},
	})
	client.AddReceivingMiddleware(n.answerElicitation)
	var err error
	n.sdk, err = client.Connect(ctx, n.transport, &sdk.ClientSessionOptions{ProtocolVersion: version})
	return err
}

// serve starts what goes on by itself while the session is open.
func (n *session) serve() {
	n.work.Go(n.watch)
	n.work.Go(n.follow)
	if !n.modern() {
		n.work.Go(n.askForLog)
	}
}

// askForLog has a server that can log do so. Newer servers are asked with each
// call.
func (n *session) askForLog() {
	//lint:ignore SA1019 servers with initialize log only when they are asked so
	caps, level := n.sdk.InitializeResult().Capabilities, &sdk.SetLoggingLevelParams{Level: logLevel}
	//lint:ignore SA1019 see above
	if caps != nil && caps.Logging != nil {
		_ = n.sdk.SetLoggingLevel(n.ctx, level) //lint:ignore SA1019 see above
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
	reason := n.lossOf(err, "")
	n.tap.calls.close(n.lossOf(err, "in mid-call"), reason)
	if n.process != nil {
		n.process.stop(n.source.config.grace())
	}
	n.tap.host.Lost(n.source.hideIn(reason))
}

// follow lists anew, once the server has been quiet, when it said that its
// list changed.
func (n *session) follow() {
	for {
		select {
		case <-n.changed:
		case <-n.ctx.Done():
			return
		}
		latest := time.After(mostQuiet)
		for settled := false; !settled; {
			select {
			case <-n.changed:
			case <-time.After(quiet):
				settled = true
			case <-latest:
				settled = true
			case <-n.ctx.Done():
				return
			}
		}
		ctx, cancel := context.WithTimeout(n.ctx, n.source.config.timeout())
		listing, err := n.list(ctx)
		cancel()
		switch {
		case err == nil:
			n.tap.host.Changed(listing)
		case n.ctx.Err() == nil:
			n.tap.log("error", "the list of tools changed but could not be read again: "+err.Error())
		}
	}
}

// close ends the session, its calls with reason, and leaves nothing behind.
func (n *session) close(reason error) {
	n.once.Do(func() {
		if reason == nil {
			reason = io.EOF
		}
		lost := &source.LostError{Info: n.source.info, Err: reason}
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
