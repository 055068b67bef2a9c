package mcp

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"
	"testing"
	"testing/synctest"

	"toolbench/toolkit/tool"
	"toolbench/toolkit/tooltest"
)

// eliciting is a server that asks while a call is in flight, and answers the
// call with what it was told.
func eliciting(params string) Config {
	var asked heard
	return onCall(func(s *speaker, m heard) {
		switch {
		case m.Method == "tools/call":
			asked = m
			s.say(`{"jsonrpc":"2.0","id":"q","method":"elicitation/create","params":%s}`, params)
		case m.Method == "" && len(m.Result) > 0:
			s.result(asked, `{"content":[],"structuredContent":`+string(m.Result)+`}`)
		}
	})
}

func TestAQuestionInMidCallIsAsked(t *testing.T) {
	answer := func(a tool.Answer, err error) func(context.Context, tool.Request) (tool.Answer, error) {
		return func(context.Context, tool.Request) (tool.Answer, error) { return a, err }
	}
	for name, c := range map[string]struct {
		answer func(context.Context, tool.Request) (tool.Answer, error)
		want   string
	}{
		"answered":  {answer(tool.Answer{OK: true, Data: map[string]any{"zip": "1"}}, nil), `{"action":"accept","content":{"age":7,"zip":"1"}}`},
		"declined":  {answer(tool.Answer{Reason: tool.ReasonDeclined}, nil), `{"action":"decline"}`},
		"no reason": {answer(tool.Answer{}, nil), `{"action":"decline"}`},
		"cancelled": {answer(tool.Answer{Reason: tool.ReasonCancelled}, nil), `{"action":"cancel"}`},
		"expired":   {answer(tool.Answer{Reason: tool.ReasonExpired}, nil), `{"action":"cancel"}`},
		"nobody":    {nil, `{"action":"cancel"}`},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				const schema = `{"type":"object","properties":{"zip":{"type":"string"},"age":{"type":"integer","default":7}}}`
				_, listing, _ := open(t, eliciting(`{"message":"Who?","requestedSchema":`+schema+`}`))
				host := &tooltest.CallHost{Answer: c.answer}
				r, err := host.Call(t.Context(), named(t, listing, "do"), `{}`)
				if err != nil || r.Output != c.want {
					t.Errorf("the server was told %s (%v), want %s", r.Output, err, c.want)
				}
				request := host.Requests()[0]
				if request.Kind != tool.KindInput || request.Prompt != "Who?" || string(request.Schema()) != schema {
					t.Errorf("the request is %+v with the schema %s", request, request.Schema())
				}
				if s, ok := request.Data["schema"].(map[string]any); !ok || s["type"] != "object" {
					t.Errorf("its data is %v", request.Data)
				}
			})
		})
	}
}

func TestAQuestionWithAnOddSchemaIsAskedAllTheSame(t *testing.T) {
	for _, schema := range []string{
		`{"type":"object","properties":{"nested":{"type":"object","properties":{"a":{"type":"string"}}}}}`,
		`{"type":"object","properties":{"a":{"type":"string","format":"ipv6"},"b":{"type":"null"}}}`,
		`{"type":"string"}`,
		`"text"`,
		`null`,
	} {
		synctest.Test(t, func(t *testing.T) {
			_, listing, _ := open(t, eliciting(`{"message":"Who?","requestedSchema":`+schema+`}`))
			host := &tooltest.CallHost{Answer: tooltest.Yes(map[string]any{"a": "b"})}
			r, err := host.Call(t.Context(), named(t, listing, "do"), `{}`)
			if err != nil || r.Output != `{"action":"accept","content":{"a":"b"}}` {
				t.Errorf("%s: the server was told %s (%v)", schema, r.Output, err)
			}
			if got := string(host.Requests()[0].Schema()); got != schema && schema != "null" {
				t.Errorf("the schema %s became %s", schema, got)
			}
		})
	}
}

func TestAPageToOpenIsAnAuthorization(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		_, listing, _ := open(t, eliciting(`{"mode":"url","message":"Sign in","url":"https://example.com/in","elicitationId":"e"}`))
		host := &tooltest.CallHost{Answer: tooltest.Yes(nil)}
		r, err := host.Call(t.Context(), named(t, listing, "do"), `{}`)
		if err != nil || r.Output != `{"action":"accept"}` {
			t.Errorf("the server was told %s (%v)", r.Output, err)
		}
		if request := host.Requests()[0]; request.Kind != tool.KindAuthorization || request.URL != "https://example.com/in" {
			t.Errorf("the request is %+v", request)
		}
	})
}

func TestAQuestionWithoutACallIsCancelled(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		told := make(chan string, 1)
		open(t, onCall(func(s *speaker, m heard) {
			switch m.Method {
			case "notifications/initialized":
				s.say(`{"jsonrpc":"2.0","id":"q","method":"elicitation/create","params":{"message":"?"}}`)
			case "":
				told <- string(m.Result)
			}
		}))
		if got := <-told; got != `{"action":"cancel"}` {
			t.Errorf("the server was told %s", got)
		}
	})
}

func TestAPageThatACallNeedsOpenIsAskedForAndTheCallMadeAgain(t *testing.T) {
	for _, c := range []struct {
		answer func(context.Context, tool.Request) (tool.Answer, error)
		want   string
	}{
		{tooltest.Yes(nil), "done"},
		{tooltest.No, "the server wants https://example.com/in to be opened first, and it was not: Sign in"},
	} {
		synctest.Test(t, func(t *testing.T) {
			calls := 0
			_, listing, _ := open(t, onCall(func(s *speaker, m heard) {
				if m.Method != "tools/call" {
					return
				}
				if calls++; calls == 1 {
					s.say(`{"jsonrpc":"2.0","id":%s,"error":{"code":-32042,"message":"sign in","data":{"elicitations":[{"mode":"url","url":"https://example.com/in","message":"Sign in","elicitationId":"e"}]}}}`, m.ID)
					return
				}
				s.result(m, `{"content":[{"type":"text","text":"done"}]}`)
			}))
			host := &tooltest.CallHost{Answer: c.answer}
			r, err := host.Call(t.Context(), named(t, listing, "do"), `{}`)
			if err != nil || r.Output != c.want || len(host.Requests()) != 1 || host.Requests()[0].Kind != tool.KindAuthorization {
				t.Errorf("it ended with %v, %v after %+v", r, err, host.Requests())
			}
		})
	}
}

func TestAnAnswerThatAsksIsAnsweredAndTheCallMadeAgain(t *testing.T) {
	for name, c := range map[string]struct {
		asks, want string
		rounds     int
	}{
		"once":       {`{"resultType":"input_required","requestState":"st","inputRequests":{"b":{"method":"elicitation/create","params":{"message":"B?","requestedSchema":{"type":"object"}}},"a":{"method":"elicitation/create","params":{"message":"A?"}}}}`, "done", 1},
		"state only": {`{"resultType":"input_required","requestState":"st"}`, "done", 1},
		"for ever":   {`{"resultType":"input_required","requestState":"st"}`, "server s asked more than 10 times before it answered the call of do, and was given up", 99},
		"sampling":   {`{"resultType":"input_required","inputRequests":{"a":{"method":"sampling/createMessage","params":{}}}}`, `server s asked for "sampling/createMessage" before it goes on with the call of do, and that was refused: this client did not declare that it answers sampling/createMessage`, 1},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				calls := 0
				last := ""
				_, listing, _ := open(t, onCall(func(s *speaker, m heard) {
					if m.Method != "tools/call" {
						return
					}
					if calls++; calls <= c.rounds {
						s.result(m, c.asks)
						return
					}
					last = string(m.Params)
					s.result(m, `{"resultType":"complete","content":[{"type":"text","text":"done"}]}`)
				}))
				host := &tooltest.CallHost{Answer: tooltest.Yes(map[string]any{"x": json.Number("9007199254740993")})}
				r, err := host.Call(t.Context(), named(t, listing, "do"), `{"k":1}`)
				if err != nil || r.Output != c.want {
					t.Fatalf("it ended with %v, %v", r, err)
				}
				if name == "once" {
					contains(t, last, `"requestState":"st"`, `"arguments":{"k":1}`, `"b":{"action":"accept","content":{"x":9007199254740993}}`)
					if requests := host.Requests(); len(requests) != 2 || requests[0].Prompt != "B?" {
						t.Errorf("what was asked is %+v", requests)
					}
				}
			})
		})
	}
}

func TestACallThatIsCancelledWhileItAsksEnds(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		_, listing, _ := open(t, eliciting(`{"message":"Who?"}`))
		ctx, cancel := context.WithCancel(t.Context())
		host := &tooltest.CallHost{Answer: func(ctx context.Context, _ tool.Request) (tool.Answer, error) {
			cancel()
			<-ctx.Done()
			return tool.Answer{}, ctx.Err()
		}}
		_, err := host.Call(ctx, named(t, listing, "do"), `{}`)
		if err != context.Canceled {
			t.Errorf("it ended with %v", err)
		}
	})
}

func TestAQuestionOutlivesTheOtherCallThatItWasTakenFor(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var calls []heard
		_, listing, _ := open(t, onCall(func(s *speaker, m heard) {
			switch {
			case m.Method == "tools/call":
				if calls = append(calls, m); len(calls) == 2 {
					s.say(`{"jsonrpc":"2.0","id":"q","method":"elicitation/create","params":{"message":"Who?"}}`)
				}
			case m.Method == "" && len(m.ID) > 0: // the answer
				s.result(calls[0], `{"content":[],"structuredContent":{"told":`+string(m.Result)+`}}`)
			}
		}))
		do := named(t, listing, "do")
		first := &tooltest.CallHost{Answer: tooltest.Yes(map[string]any{"name": "x"})}
		asked := make(chan struct{})
		second := &tooltest.CallHost{Answer: func(ctx context.Context, _ tool.Request) (tool.Answer, error) {
			close(asked)
			<-ctx.Done()
			return tool.Answer{}, ctx.Err()
		}}
		ended := make(chan string, 1)
		go func() {
			r, err := first.Call(t.Context(), do, `{}`)
			ended <- fmt.Sprint(r.Output, err)
		}()
		synctest.Wait()
		ctx, cancel := context.WithCancel(t.Context())
		go second.Call(ctx, do, `{}`)
		<-asked
		cancel()
		if got, want := <-ended, `{"told":{"action":"accept","content":{"name":"x"}}}<nil>`; got != want {
			t.Errorf("the call that asked ended with %s, want %s", got, want)
		}
	})
}

func TestMembersComeInTheirOrder(t *testing.T) {
	var got []string
	for name, value := range members(json.RawMessage(`{"z":1,"a":{"b":[2]},"m":null}`)) {
		got = append(got, fmt.Sprintf("%s=%s", name, value))
	}
	if s := strings.Join(got, " "); s != `z=1 a={"b":[2]} m=null` {
		t.Errorf("the members are %s", s)
	}
	for range members(json.RawMessage(`[1]`)) {
		t.Error("a list has members")
	}
}
