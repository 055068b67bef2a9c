package a2a

import (
	"context"
	"fmt"
	"maps"
	"net/http"
	"net/url"
	"slices"
	"sync"
	"time"

	protocol "github.com/a2aproject/a2a-go/v2/a2a"
	"github.com/a2aproject/a2a-go/v2/a2aclient"

	"toolbench/toolkit/source"
	"toolbench/toolkit/tool"
)

// A session is one agent from its opening to its end. Nothing is connected
// while no call is in flight.
type session struct {
	source   *Source
	host     source.Host
	card     card
	place    place
	client   *a2aclient.Client
	endpoint *endpoint

	ctx     context.Context // ends when the session is closed
	cancel  context.CancelCauseFunc
	last    context.Context // of the last requests, made while it is closing
	endLast context.CancelFunc

	calls sync.WaitGroup

	mu   sync.Mutex
	over bool           // nothing may be left behind any more
	work sync.WaitGroup // what calls left behind
}

// connect finds the agent's card and prepares to call it.
func (s *Source) connect(ctx context.Context, host source.Host) (*session, error) {
	if err := ctx.Err(); err != nil {
		return nil, fmt.Errorf("connecting %s was given up: %w", s.subject(), err)
	}
	n := &session{source: s, host: host, endpoint: newEndpoint(s, host)}
	var from *url.URL
	var err error
	if n.card, from, err = s.locate(ctx, &http.Client{Transport: n.endpoint}); err == nil {
		err = n.prepare(from)
	}
	if err == nil {
		n.extend(ctx)
	}
	if err != nil {
		n.endpoint.CloseIdleConnections()
		return nil, err
	}
	n.ctx, n.cancel = context.WithCancelCause(context.WithoutCancel(ctx))
	n.last, n.endLast = context.WithCancel(context.WithoutCancel(ctx))
	return n, nil
}

// prepare chooses how to speak to the agent.
func (n *session) prepare(from *url.URL) error {
	var err error
	if n.place, err = n.card.choose(from); err != nil {
		return fmt.Errorf("%s can not be called: %w", n.source.subject(), err)
	}
	u, _ := webURL(n.place.URL)
	trusted := n.endpoint.settle(n.card, u)
	n.warn(u, trusted)
	over := func(d dialect) *http.Client {
		d.through = n.endpoint
		return &http.Client{Transport: &d}
	}
	older := a2aclient.TransportFactoryFn(func(_ context.Context, _ *protocol.AgentCard, at *protocol.AgentInterface) (a2aclient.Transport, error) {
		return a2aclient.NewJSONRPCTransport(at.URL, over(dialect{older: true})), nil
	})
	at := &protocol.AgentInterface{URL: n.place.URL, ProtocolBinding: protocol.TransportProtocol(n.place.Binding),
		ProtocolVersion: protocol.ProtocolVersion(n.place.Version), Tenant: n.place.Tenant}
	n.client, err = a2aclient.NewFromEndpoints(context.Background(), []*protocol.AgentInterface{at},
		a2aclient.WithJSONRPCTransport(over(dialect{})),
		a2aclient.WithRESTTransport(over(dialect{rest: true})),
		a2aclient.WithCompatTransport(olderVersion, protocol.TransportProtocolJSONRPC, older))
	if err != nil {
		return fmt.Errorf("%s can not be called at %s: %w", n.source.subject(), n.source.hide.URL(n.place.URL), err)
	}
	return nil
}

// warn says in the source's log what a person may not expect of the card.
func (n *session) warn(u *url.URL, trusted bool) {
	config := &n.source.config
	identified := len(config.Headers)+len(config.Credentials) > 0
	if home := n.endpoint.home; home.Host != u.Host && home.Hostname() != u.Hostname() {
		n.log("warning", fmt.Sprintf("the card of %s, from %s, has it called at another host, %s", n.source.subject(), home.Host, u.Host))
	}
	if identified && !trusted {
		n.log("warning", fmt.Sprintf("headers and credentials are not sent to %s: they are meant for %s", u.Host, n.endpoint.home.Host))
	}
	for _, name := range slices.Sorted(maps.Keys(config.Credentials)) {
		if n.card.Schemes[name] == nil {
			n.log("warning", fmt.Sprintf("the credential %q is not used: the card has no security scheme of this name", name))
		}
	}
	for _, extension := range n.card.Capabilities.Extensions {
		if extension.Required {
			n.log("warning", fmt.Sprintf("%s requires the extension %s, which this program does not know; it may refuse to be called", n.source.subject(), extension.URI))
		}
	}
}

func (n *session) log(level, message string) {
	n.host.Log(tool.LogEntry{Time: time.Now(), Level: level, Message: n.source.hide.String(message)})
}

// begin counts a call as in flight.
func (n *session) begin() { n.calls.Add(1) }

// leave has something done that outlasts a call, though not the session. It
// tells whether it could.
func (n *session) leave(do func(ctx context.Context)) bool {
	n.mu.Lock()
	defer n.mu.Unlock()
	if n.over {
		return false
	}
	n.work.Go(func() {
		ctx, cancel := context.WithTimeout(n.last, goodbye)
		defer cancel()
		do(ctx)
	})
	return true
}

const (
	// patience is how long the end of a call waits for the agent to take note.
	patience = 300 * time.Millisecond
	// goodbye bounds what outlasts a call.
	goodbye = time.Second
)

// End implements [lifetime.Session].
func (n *session) End(reason error) {
	n.cancel(reason)
	ended := make(chan struct{})
	go func() { n.calls.Wait(); close(ended) }()
	slow := time.NewTimer(goodbye - patience)
	defer slow.Stop()
	select {
	case <-ended:
	case <-slow.C:
	}
	n.mu.Lock()
	n.over = true
	n.mu.Unlock()
	n.endLast()
	n.work.Wait()
	n.endpoint.CloseIdleConnections()
}

// facts is what the card says of the agent.
func (n *session) facts() source.Facts {
	c := n.card
	facts := source.Facts{Server: c.Name, Version: c.Version, Instructions: c.Description,
		Protocol: fmt.Sprintf("A2A %s, %s", n.place.Version, n.place.Binding)}
	for _, capability := range []struct {
		has  bool
		name string
	}{
		{c.Capabilities.Streaming, "streaming"},
		{c.Capabilities.PushNotifications, "push notifications"},
		{c.ExtendedCard || c.Capabilities.ExtendedCard, "extended card"},
	} {
		if capability.has {
			facts.Capabilities = append(facts.Capabilities, capability.name)
		}
	}
	for _, extension := range c.Capabilities.Extensions {
		facts.Capabilities = append(facts.Capabilities, "extension "+extension.URI)
	}
	for _, words := range c.schemes() {
		facts.Capabilities = append(facts.Capabilities, "security scheme "+words)
	}
	return facts
}
