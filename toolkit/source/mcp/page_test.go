package mcp

import (
	"context"
	"fmt"
	"net/http"
	"strings"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"toolbench/toolkit/source"
	"toolbench/toolkit/tool"
	"toolbench/toolkit/tooltest"
)

// locked is a server that wants a page opened so many times before it takes a
// call. said is told of each.
func locked(times int, said func(s *speaker, refused int)) Config {
	refused := 0
	return onCall(func(s *speaker, m heard) {
		if m.Method != "tools/call" {
			return
		}
		if refused++; refused > times {
			s.result(m, `{"content":[{"type":"text","text":"done"}]}`)
			return
		}
		s.say(`{"jsonrpc":"2.0","id":%s,"error":{"code":-32042,"message":"sign in","data":{"elicitations":[{"mode":"url","url":"https://example.com/in","message":"Sign in","elicitationId":"e"}]}}}`, m.ID)
		if said != nil {
			said(s, refused)
		}
	})
}

func TestAPageIsAskedForAgainUntilTheServerTakesTheCall(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		const times = 70
		_, listing, _ := open(t, locked(times, nil))
		host := &tooltest.CallHost{Answer: tooltest.Yes(nil)}
		begun := time.Now()
		r, err := host.Call(t.Context(), named(t, listing, "do"), `{}`)
		if err != nil || r.Output != "done" || len(host.Requests()) != times {
			t.Fatalf("it ended with %v, %v after %d requests", r, err, len(host.Requests()))
		}
		if first, second := host.Requests()[0], host.Requests()[1]; first.Prompt != "Sign in" || second.Prompt != "Sign in\nThe server still waits for this. Is it done?" {
			t.Errorf("it asked %q and then %q", first.Prompt, second.Prompt)
		}
		if took := time.Since(begun); took < time.Minute || took > times*5*time.Second {
			t.Errorf("%d calls were made in %s", times, took)
		}
	})
}

func TestAPageThatTheServerIsDoneWithNeedsNoAnswer(t *testing.T) {
	for name, refusals := range map[string]int{"while the person is asked": 1, "while the person is asked again": 2} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				_, listing, _ := open(t, locked(refusals, func(s *speaker, refused int) {
					if refused == refusals {
						s.say(`{"jsonrpc":"2.0","method":"notifications/elicitation/complete","params":{"elicitationId":"another"}}`)
						time.AfterFunc(time.Minute, func() {
							s.say(`{"jsonrpc":"2.0","method":"notifications/elicitation/complete","params":{"elicitationId":"e"}}`)
						})
					}
				}))
				asked := 0
				host := &tooltest.CallHost{Answer: func(ctx context.Context, _ tool.Request) (tool.Answer, error) {
					if asked++; asked < refusals {
						return tool.Answer{OK: true}, nil
					}
					<-ctx.Done()
					return tool.Answer{}, context.Cause(ctx)
				}}
				r, err := host.Call(t.Context(), named(t, listing, "do"), `{}`)
				if err != nil || r.Output != "done" || asked != refusals {
					t.Errorf("it ended with %v, %v after %d requests", r, err, asked)
				}
			})
		})
	}
}

func TestACallThatIsCancelledWhileAPageIsOpenEnds(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		_, listing, _ := open(t, locked(9, nil))
		ctx, cancel := context.WithCancel(t.Context())
		host := &tooltest.CallHost{Answer: func(ctx context.Context, _ tool.Request) (tool.Answer, error) {
			cancel()
			<-ctx.Done()
			return tool.Answer{}, ctx.Err()
		}}
		if _, err := host.Call(ctx, named(t, listing, "do"), `{}`); err != context.Canceled {
			t.Errorf("it ended with %v", err)
		}
	})
}

func TestASessionThatAServerForgotIsLost(t *testing.T) {
	var forgotten atomic.Bool
	config := web(t, overHTTPWithSessions(&forgotten))
	_, listing, host := open(t, config)
	forgotten.Store(true)
	_, err := named(t, listing, "do").Execute(nil, nil)
	if _, lost := err.(*source.LostError); !lost || !strings.Contains(err.Error(), "server s has forgotten the session; connect it again") {
		t.Errorf("the call ended with %T %v", err, err)
	}
	reason, err := host.AwaitLoss(t.Context())
	if err != nil || !strings.Contains(fmt.Sprint(reason), "has forgotten the session") {
		t.Errorf("the loss is %v, %v", reason, err)
	}
}

// overHTTPWithSessions is a server that gives its session an id, and answers 404
// once it has forgotten it.
func overHTTPWithSessions(forgotten *atomic.Bool) http.HandlerFunc {
	inner := overHTTP(answering(`{"content":[]}`))
	return func(w http.ResponseWriter, r *http.Request) {
		if forgotten.Load() {
			http.Error(w, "Session not found", http.StatusNotFound)
			return
		}
		w.Header().Set("Mcp-Session-Id", "one")
		inner(w, r)
	}
}
