package mcp

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"toolbench/toolkit/source"
	"toolbench/toolkit/tooltest"
)

// A register notes the methods that a script hears, and how often it was started.
type register struct {
	mu      sync.Mutex
	methods []string
	starts  int
}

func (r *register) script(inner script) script {
	return func(s *speaker, m heard) {
		r.mu.Lock()
		r.methods = append(r.methods, m.Method)
		r.mu.Unlock()
		inner(s, m)
	}
}

func (r *register) config(inner script) Config {
	config := inMemory(r.script(inner))
	start := config.Transport
	config.Transport = func() sdk.Transport {
		r.mu.Lock()
		r.starts++
		r.mu.Unlock()
		return start()
	}
	return config
}

func (r *register) heard(method string) int {
	r.mu.Lock()
	defer r.mu.Unlock()
	n := 0
	for _, m := range r.methods {
		if m == method {
			n++
		}
	}
	return n
}

func TestAServerThatRefusesDiscoveryIsAskedForInitializeAtOnce(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var r register
		began := time.Now()
		_, listing, _ := open(t, r.config(answering(`{}`)))
		if took := time.Since(began); took != 0 || r.starts != 1 {
			t.Errorf("it took %s and %d starts", took, r.starts)
		}
		if want := []string{"logging", "tools"}; !slices.Equal(listing.Facts.Capabilities, want) || listing.Facts.Server != "scripted" {
			t.Errorf("the facts are %+v", listing.Facts)
		}
	})
}

func TestAServerThatSwallowsDiscoveryIsAskedForInitializeInTheSameProcess(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var r register
		began := time.Now()
		open(t, r.config(func(s *speaker, m heard) {
			if m.Method != methodDiscover {
				answering(`{}`)(s, m)
			}
		}))
		if took := time.Since(began); took != discoverLimit || r.starts != 1 {
			t.Errorf("it took %s and %d starts", took, r.starts)
		}
	})
}

func TestAServerThatDiscoveryConfusesIsStartedAnewAndThatIsRemembered(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var r register
		var confused atomic.Bool
		s, _, host := open(t, r.config(func(s *speaker, m heard) {
			switch {
			case m.Method == methodDiscover:
				confused.Store(true)
			case m.Method == "initialize" && r.heard("initialize") == 2:
				confused.Store(false)
			}
			if !confused.Load() {
				answering(`{}`)(s, m)
			}
		}))
		if r.starts != 2 {
			t.Errorf("it was started %d times", r.starts)
		}
		if _, err := s.Open(t.Context(), host); err != nil {
			t.Fatal(err)
		}
		if r.starts != 3 || r.heard(methodDiscover) != 1 {
			t.Errorf("opened again, it was started %d times and asked %d times for discovery", r.starts, r.heard(methodDiscover))
		}
	})
}

func TestWhatWasRememberedIsGivenUpWhenItDoesNotWorkAnyMore(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		modern := false
		old, new := inMemory(answering(`{}`)), inProcessLibrary()
		config := Config{Name: "s", Transport: func() sdk.Transport {
			if modern {
				return new.Transport()
			}
			return old.Transport()
		}}
		s, _, host := open(t, config)
		if s.known == nil {
			t.Error("it was not remembered that the server needs initialize")
		}
		modern = true
		if _, err := s.Open(t.Context(), host); err != nil {
			t.Error(err)
		}
	})
}

func TestAServerThatNeverAnswersEndsWithASentenceInTime(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		began := time.Now()
		config := inMemory(func(*speaker, heard) {})
		config.Timeout = 12 * time.Second
		err := openError(t, config)
		contains(t, err.Error(), "server s did not answer initialize within 12s")
		if took := time.Since(began); took != config.Timeout {
			t.Errorf("it took %s", took)
		}
	})
}

func TestAServerThatRefusesInitializeSaysWhy(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		err := openError(t, inMemory(func(s *speaker, m heard) { s.refuse(m, -32000, "no licence") }))
		contains(t, err.Error(), "server s refused initialize: no licence (JSON-RPC error -32000)")
	})
}

func TestAnOpeningThatIsStoppedLeavesNothing(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := New(inMemory(func(*speaker, heard) {}))
		opened := make(chan error)
		go func() {
			_, err := s.Open(context.Background(), &tooltest.Host{})
			opened <- err
		}()
		synctest.Wait()
		_ = s.Close()
		if err := <-opened; err == nil || !errors.Is(err, context.Canceled) {
			t.Errorf("Open ended with %v", err)
		}
	})
}

func TestAConfigThatNamesNoServerSaysSo(t *testing.T) {
	contains(t, openError(t, Config{Name: "s"}).Error(), "server s has neither a command nor a url")
	contains(t, openError(t, Config{Name: "s", URL: "ftp://x"}).Error(), `the url "ftp://x"`, "https://")
}

func TestToolsWorkAgainWhenTheSourceIsOpenedAgain(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s, listing, host := open(t, inMemory(answering(`{"content":[{"type":"text","text":"done"}]}`)))
		do := named(t, listing, "do")
		_ = s.Close()
		_, err := do.Execute(nil, nil)
		if _, lost := errors.AsType[*source.LostError](err); !lost {
			t.Errorf("closed, the call ended with %v", err)
		}
		if _, err := s.Open(t.Context(), host); err != nil {
			t.Fatal(err)
		}
		if r, err := do.Execute(nil, nil); err != nil || r.Output != "done" {
			t.Errorf("opened again, the call ended with %v, %v", r, err)
		}
	})
}

func TestAListIsReadAgainOnceTheServerHasBeenQuiet(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var r register
		_, _, host := open(t, r.config(server(oneTool, func(s *speaker, m heard) {
			if m.Method == "notifications/initialized" {
				for range 5 {
					s.say(`{"jsonrpc":"2.0","method":"notifications/tools/list_changed"}`)
					time.Sleep(quiet / 2)
				}
			}
		})))
		if _, err := host.AwaitChange(t.Context(), 1); err != nil {
			t.Fatal(err)
		}
		synctest.Wait()
		if n := r.heard("tools/list"); n > 2 || len(host.Listings()) != 1 {
			t.Errorf("the list was read %d times and reported %d times", n, len(host.Listings()))
		}
	})
}

func TestAListIsReadAgainAlthoughTheServerIsNeverQuiet(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		over := make(chan struct{})
		var r register
		_, _, host := open(t, r.config(server(oneTool, func(s *speaker, m heard) {
			if m.Method == "notifications/initialized" {
				go func() {
					for {
						select {
						case <-over:
							return
						case <-time.After(quiet / 2):
							s.say(`{"jsonrpc":"2.0","method":"notifications/tools/list_changed"}`)
						}
					}
				}()
			}
		})))
		defer close(over)
		ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
		defer cancel()
		if _, err := host.AwaitChange(ctx, 3); err != nil {
			t.Fatalf("it was read again %d times in a minute", len(host.Listings()))
		}
		if n := r.heard("tools/list"); n > 5 {
			t.Errorf("the list was read %d times for 3 changes", n)
		}
	})
}

func TestTheExchangeIsRecordedWithoutSecrets(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		config := inMemory(answering(fmt.Sprintf(`{"content":[{"type":"text","text":"hunter2hunter2 %0100000d"}]}`, 7)))
		config.Secrets = []string{"hunter2hunter2"}
		_, listing, host := open(t, config)
		if r, err := named(t, listing, "do").Execute(nil, nil); err != nil || len(r.Output) < 100_000 {
			t.Fatalf("the call ended with %v", err)
		}
		messages := host.Messages()
		long := slices.IndexFunc(messages, func(m source.Message) bool { return m.Size > 100_000 })
		if long < 0 || messages[long].Direction != source.Received || len(messages[long].Body) > maxRecorded {
			t.Fatalf("the long message is number %d of %d", long, len(messages))
		}
		contains(t, string(messages[long].Body), "[redacted] 000")
		contains(t, string(messages[0].Body), `"method":"server/discover"`)
	})
}
