package mcp

import (
	"context"
	"encoding/json"
	"io"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"

	"toolbench/toolkit/tooltest"
)

// A late is a wire to a server that takes nothing before it is up, like one that
// is still starting.
type late struct {
	up  atomic.Bool
	end chan struct{}
}

func (l *late) read() (frame, error) {
	<-l.end
	return frame{}, io.EOF
}
func (*late) write(context.Context, jsonrpc.Message, []byte) error { return nil }
func (l *late) unread() bool                                       { return !l.up.Load() }
func (l *late) close()                                             { close(l.end) }

func TestAServerThatIsStillStartingIsNotTakenForOneThatDiscoveryConfused(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		wire, confused := &late{end: make(chan struct{})}, make(chan struct{})
		c := newConnection(wire, &tap{host: &tooltest.Host{}})
		c.confused = func() { close(confused) }
		_, _ = c.Connect(t.Context())
		defer func() { _ = c.Close() }()
		id, _ := jsonrpc.MakeID(1.0)
		began := time.Now()
		if err := c.Write(t.Context(), &jsonrpc.Request{ID: id, Method: methodDiscover, Params: json.RawMessage(`{}`)}); err != nil {
			t.Fatal(err)
		}
		time.AfterFunc(20*time.Second, func() { wire.up.Store(true) }) // of the bubble's own time
		answer, err := c.Read(t.Context())
		took := time.Since(began)
		if err != nil || took < 20*time.Second || took > 20*time.Second+discoverLimit {
			t.Errorf("it was given up after %s with %v, %v", took, answer, err)
		}
		<-confused
		if more := time.Since(began) - took; more != initializeLimit {
			t.Errorf("it was thought confused %s later", more)
		}
	})
}

func TestAServerThatAnswersIsNotThoughtConfused(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var r register
		began := time.Now()
		open(t, r.config(func(s *speaker, m heard) {
			if m.Method == "initialize" {
				time.Sleep(20 * time.Second) // of the bubble's own time
			}
			answering(`{}`)(s, m)
		}))
		if took := time.Since(began); took != 20*time.Second || r.starts != 1 {
			t.Errorf("it took %s and %d starts", took, r.starts)
		}
	})
}
