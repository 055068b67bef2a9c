package mcp

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"sync"
	"testing"
	"testing/synctest"

	"toolbench/toolkit/tool"
	"toolbench/toolkit/tooltest"
)

// onCall configures a source whose tool "do" is a script.
func onCall(then func(s *speaker, m heard)) Config {
	return inMemory(server(oneTool, then))
}

func TestArgumentsAndResultsKeepTheirDigits(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		_, listing, _ := open(t, onCall(func(s *speaker, m heard) {
			if m.Method == "tools/call" {
				s.result(m, `{"content":[],"structuredContent":`+string(m.Params)+`}`)
			}
		}))
		const args = `{"z":9007199254740993,"a":1.10,"e":1e400,"html":"<&>"}`
		host := &tooltest.CallHost{}
		raw := json.RawMessage(args)
		r, err := named(t, listing, "do").Execute(nil, tool.NewToolContext(t.Context(), host, raw))
		if err != nil {
			t.Fatal(err)
		}
		contains(t, r.Output, `"arguments":`+args)
		contains(t, string(r.Structured()), `"arguments":`+args)
	})
}

func TestArgumentsThatAreMissingAreAnEmptyObject(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		_, listing, _ := open(t, onCall(func(s *speaker, m heard) { s.result(m, `{"content":[],"structuredContent":`+string(m.Params)+`}`) }))
		do := named(t, listing, "do")
		for _, args := range []string{"", "null"} {
			r, err := do.Execute(nil, &tool.ToolContext{Arguments: json.RawMessage(args)})
			if err != nil {
				t.Fatal(err)
			}
			contains(t, r.Output, `"arguments":{}`)
		}
		_, err := do.Execute(nil, &tool.ToolContext{Arguments: json.RawMessage(`{"a":`)})
		contains(t, fmt.Sprint(err), "the arguments of do are not JSON")
	})
}

func TestARefusedCallIsAnErrorThatSaysWhy(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		_, listing, _ := open(t, onCall(func(s *speaker, m heard) {
			if strings.Contains(string(m.Params), "odd") {
				s.say(`{"jsonrpc":"2.0","id":%s,"error":"just a text"}`, m.ID)
				return
			}
			if m.Method != "tools/call" {
				return
			}
			s.say(`{"jsonrpc":"2.0","id":%s,"error":{"code":-32602,"message":"Unknown tool: do","data":{"did":"you"}}}`, m.ID)
		}))
		host := &tooltest.CallHost{}
		_, err := host.Call(t.Context(), named(t, listing, "do"), `{}`)
		contains(t, fmt.Sprint(err), `server s refused the call of do: Unknown tool: do (JSON-RPC error -32602), with {"did":"you"}`)
		_, err = host.Call(t.Context(), named(t, listing, "do"), `{"odd":1}`)
		contains(t, fmt.Sprint(err), "just a text")
	})
}

func TestProgressThatComesBeforeTheResultIsNeverLost(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		_, listing, _ := open(t, onCall(func(s *speaker, m heard) {
			if m.Method != "tools/call" {
				return
			}
			var p struct {
				Meta struct{ ProgressToken string } `json:"_meta"`
			}
			_ = json.Unmarshal(m.Params, &p)
			s.say(`{"jsonrpc":"2.0","method":"notifications/progress","params":{"progressToken":"another","progress":9}}`)
			for i := range 50 {
				s.say(`{"jsonrpc":"2.0","method":"notifications/progress","params":{"progressToken":%q,"progress":%d,"total":50,"message":"m"}}`, p.Meta.ProgressToken, i+1)
			}
			s.say(`{"jsonrpc":"2.0","method":"notifications/message","params":{"level":"notice","logger":"l","data":{"a":1}}}`)
			s.result(m, `{"content":[]}`)
			s.say(`{"jsonrpc":"2.0","method":"notifications/progress","params":{"progressToken":%q,"progress":99}}`, p.Meta.ProgressToken)
		}))
		host := &tooltest.CallHost{}
		if _, err := host.Call(t.Context(), named(t, listing, "do"), `{}`); err != nil {
			t.Fatal(err)
		}
		reports := host.Reports()
		synctest.Wait()
		if len(reports) != 50 || reports[49] != (tool.Progress{Progress: 50, Total: 50, Message: "m"}) || len(host.Reports()) != 50 {
			t.Errorf("%d reports came in time and %d in all", len(reports), len(host.Reports()))
		}
		if logs := host.Logs(); len(logs) != 1 || logs[0].Level != "notice" || logs[0].Message != `l: {"a":1}` {
			t.Errorf("the call's log is %+v", logs)
		}
	})
}

func TestACancelledCallEndsAtOnceAndTheServerIsTold(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var mu sync.Mutex
		var called, cancelled json.RawMessage
		_, listing, _ := open(t, onCall(func(_ *speaker, m heard) {
			mu.Lock()
			defer mu.Unlock()
			switch m.Method {
			case "tools/call":
				called = m.ID
			case "notifications/cancelled":
				cancelled = m.Params
			}
		}))
		ctx, cancel := context.WithCancel(t.Context())
		ended := make(chan error)
		go func() {
			_, err := (&tooltest.CallHost{}).Call(ctx, named(t, listing, "do"), `{}`)
			ended <- err
		}()
		synctest.Wait()
		cancel()
		if err := <-ended; !errors.Is(err, context.Canceled) {
			t.Errorf("it ended with %v", err)
		}
		synctest.Wait()
		mu.Lock()
		defer mu.Unlock()
		contains(t, string(cancelled), `"requestId":`+string(called))
	})
}

func TestAServerThatDoesNotReadHoldsUpNoCallPastItsEnd(t *testing.T) {
	_, listing, _ := open(t, asProcess(t, "not reading"))
	do := named(t, listing, "do")
	ctx, cancel := context.WithCancel(t.Context())
	host := &tooltest.CallHost{}
	ended := make(chan error)
	call := func() {
		_, err := host.Call(ctx, do, `{"large":"`+strings.Repeat("x", 1<<20)+`"}`)
		ended <- err
	}
	go call()
	if err := host.AwaitProgress(t.Context(), 1); err != nil {
		t.Fatal(err)
	}
	const more = 20 // than are kept until they can be sent
	for range more {
		go call()
	}
	cancel()
	for range 1 + more {
		if err := <-ended; !errors.Is(err, context.Canceled) {
			t.Errorf("it ended with %v", err)
		}
	}
}

func TestAMessageThatAnswersNothingHarmsNothing(t *testing.T) {
	_, listing, host := open(t, asProcess(t, "answering nothing"))
	r, err := named(t, listing, "do").Execute(nil, nil)
	if err != nil || r.Output != "done" {
		t.Errorf("the call ended with %v, %v", r, err)
	}
	if len(host.Losses()) != 0 {
		t.Errorf("the source was lost: %v", host.Losses())
	}
	contains(t, fmt.Sprint(host.Logs()), "a message that can not be read (it has neither a method nor an id)", "(it is nested more than 1000 deep)")
}
