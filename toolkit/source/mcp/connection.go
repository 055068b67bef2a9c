package mcp

import (
	"context"
	"io"
	"sync"
	"time"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	sdk "github.com/modelcontextprotocol/go-sdk/mcp"
)

const (
	// discoverLimit is how long a server may take to answer server/discover,
	// which servers that need initialize may never do.
	discoverLimit = 3 * time.Second
	// initializeLimit is how long a server that did not may take for initialize,
	// before server/discover is thought to have confused it.
	initializeLimit = 5 * time.Second
)

const (
	methodDiscover = "server/discover"
	methodListen   = "subscriptions/listen"
)

// A wire carries messages one by one: a process's streams, or a server in this
// process.
type wire interface {
	// read returns the next message. Its error says why there are no more.
	read() (frame, error)
	// write sends a message. It does not outlast ctx.
	write(ctx context.Context, msg jsonrpc.Message, raw []byte) error
	// unread is true while it is known that the server, which may still be
	// starting, has not taken all that was written.
	unread() bool
	// close makes read return.
	close()
}

// A frame is a message as it came. When it is too long to be taken, raw is only
// its beginning and tail its end.
type frame struct {
	raw, tail []byte
	size      int
	scattered bool // it came in several lines
}

// A connection puts a tap on a wire. It implements [sdk.Connection], and
// [sdk.Transport] by returning itself.
type connection struct {
	wire     wire
	tap      *tap
	incoming chan jsonrpc.Message
	closed   chan struct{}
	once     sync.Once
	pumped   chan struct{} // closed when nothing more comes in
	err      error         // why; set before pumped is closed

	mu    sync.Mutex
	probe *time.Timer // stands for the answer to server/discover, then for the next one
	asked jsonrpc.ID  // none when any answer will do

	// confused is called when a server that was asked for server/discover does
	// not answer initialize either. It may be nil.
	confused func()
}

func newConnection(w wire, t *tap) *connection {
	return &connection{
		wire: w, tap: t,
		incoming: make(chan jsonrpc.Message),
		closed:   make(chan struct{}),
		pumped:   make(chan struct{}),
	}
}

// Connect implements [sdk.Transport].
func (c *connection) Connect(context.Context) (sdk.Connection, error) {
	go c.pump()
	return c, nil
}

// SessionID implements [sdk.Connection].
func (c *connection) SessionID() string { return "" }

// Read implements [sdk.Connection].
func (c *connection) Read(ctx context.Context) (jsonrpc.Message, error) {
	select {
	case msg := <-c.incoming:
		return msg, nil
	case <-c.pumped:
		return nil, c.err
	case <-c.closed:
		return nil, io.EOF
	case <-ctx.Done():
		return nil, ctx.Err()
	}
}

// Write implements [sdk.Connection].
func (c *connection) Write(ctx context.Context, msg jsonrpc.Message) error {
	raw, err := jsonrpc.EncodeMessage(msg)
	if err != nil {
		return err
	}
	c.tap.sent(ctx, msg, raw)
	if request, ok := msg.(*jsonrpc.Request); ok && request.Method == methodDiscover {
		c.expectDiscovery(request.ID)
	}
	return c.wire.write(ctx, msg, raw)
}

// Close implements [sdk.Connection].
func (c *connection) Close() error {
	c.once.Do(func() {
		close(c.closed)
		c.stopProbe(jsonrpc.ID{})
		c.wire.close()
	})
	return nil
}

// pump hands on what comes in until there is no more.
func (c *connection) pump() {
	defer close(c.pumped)
	for {
		f, err := c.wire.read()
		if err != nil {
			c.err = err
			return
		}
		var msg jsonrpc.Message
		switch {
		case f.size > len(f.raw):
			var ok bool
			if msg, ok = c.tap.oversized(f.raw, f.tail, f.size); !ok {
				c.err = c.tap.tooLong(f.size)
				return
			}
		case f.scattered:
			msg = c.tap.scattered(f.raw)
		default:
			msg, _ = c.tap.received(f.raw, nil)
		}
		if msg != nil && !c.deliver(msg) {
			c.err = io.EOF
			return
		}
	}
}

func (c *connection) deliver(msg jsonrpc.Message) bool {
	if response, ok := msg.(*jsonrpc.Response); ok {
		c.stopProbe(response.ID)
	}
	select {
	case c.incoming <- msg:
		return true
	case <-c.closed:
		return false
	}
}

// expectDiscovery answers server/discover itself when the server does not: the
// SDK then goes on with initialize on the same connection, so that a server
// that swallows what it does not know need not be started anew.
func (c *connection) expectDiscovery(id jsonrpc.ID) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.asked = id
	c.probe = time.AfterFunc(discoverLimit, func() { c.undiscovered(id) })
}

// undiscovered is called when the time for server/discover is over.
func (c *connection) undiscovered(id jsonrpc.ID) {
	if !c.giveUp(id) {
		return
	}
	refusal := &jsonrpc.Response{ID: id, Error: &jsonrpc.Error{Code: jsonrpc.CodeMethodNotFound, Message: "no answer in time"}}
	select {
	case c.incoming <- refusal:
	case <-c.closed:
	case <-c.pumped:
	}
}

// giveUp ends the wait for the discovery with the given id, unless the server
// has still to take the question, or has just answered.
func (c *connection) giveUp(id jsonrpc.ID) bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	switch {
	case c.probe == nil:
		return false
	case c.wire.unread():
		c.probe.Reset(discoverLimit)
		return false
	}
	c.asked = jsonrpc.ID{}
	if c.confused != nil {
		c.probe = time.AfterFunc(initializeLimit, c.confused)
	}
	return true
}

// stopProbe gives up waiting for the discovery with the given id, or for any.
func (c *connection) stopProbe(id jsonrpc.ID) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.probe != nil && (id == c.asked || !id.IsValid() || !c.asked.IsValid()) {
		c.probe.Stop()
		c.probe = nil
	}
}
