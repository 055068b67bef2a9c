package mcp

//lint:file-ignore SA1019 servers go on asking so

import (
	"context"
	"encoding/json"
	"errors"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"toolbench/toolkit/tool"
	"toolbench/toolkit/tooltest"
)

// asking is a server that makes a request while a call is in flight, and answers
// the call with what it was told.
func asking(method, params string) Config {
	var asked heard
	return onCall(func(s *speaker, m heard) {
		switch {
		case m.Method == "tools/call":
			asked = m
			s.say(`{"jsonrpc":"2.0","id":"q","method":%q,"params":%s}`, method, params)
		case m.Method == "" && string(m.ID) == `"q"`:
			told := m.Result
			if len(told) == 0 {
				told = m.Error
			}
			s.result(asked, `{"content":[],"structuredContent":`+string(told)+`}`)
		}
	})
}

const conversation = `{"messages":[{"role":"user","content":{"type":"text","text":"Tea?"}},{"role":"assistant","content":{"type":"image","mimeType":"image/png","data":"aGk="}}],` +
	`"systemPrompt":"Be brief.","maxTokens":7,"temperature":0.50,"stopSequences":["END"],"modelPreferences":{"hints":[{"name":"m"}]},"metadata":{"n":9007199254740993}}`

func TestAPersonAnswersInAModelsPlace(t *testing.T) {
	for name, c := range map[string]struct {
		answer func(context.Context, tool.Request) (tool.Answer, error)
		want   string
	}{
		"a text":       {tooltest.Yes(map[string]any{"text": "Yes."}), `{"content":{"type":"text","text":"Yes."},"model":"human","role":"assistant","stopReason":"endTurn"}`},
		"all there is": {tooltest.Yes(map[string]any{"text": "Yes.", "model": "m", "stopReason": "maxTokens"}), `{"content":{"type":"text","text":"Yes."},"model":"m","role":"assistant","stopReason":"maxTokens"}`},
		"declined":     {tooltest.No, `{"code":-1,"message":"User rejected sampling request"}`},
		"with a note": {func(context.Context, tool.Request) (tool.Answer, error) { return tool.Answer{Note: "not today"}, nil },
			`{"code":-1,"message":"User rejected sampling request: not today"}`},
		"nobody": {nil, `{"code":-1,"message":"User rejected sampling request: nobody is there to answer it"}`},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				config := asking(methodSample, conversation)
				config.Sampling = true
				_, listing, _ := open(t, config)
				host := &tooltest.CallHost{Answer: c.answer}
				r, err := host.Call(t.Context(), named(t, listing, "do"), `{}`)
				if err != nil || r.Output != c.want {
					t.Errorf("the server was told %s (%v), want %s", r.Output, err, c.want)
				}
				request := host.Requests()[0]
				const prompt = "The server asks for the next message of this conversation, in a language model's place.\n\nsystem: Be brief.\n\n" +
					"user: Tea?\n\nassistant: [image (image/png, 2 bytes)]\n\n(most tokens: 7, temperature: 0.50, stops at: [\"END\"], model: {\"hints\":[{\"name\":\"m\"}]})"
				if request.Kind != tool.KindSampling || request.Prompt != prompt || string(request.Schema()) != replySchema {
					t.Errorf("the request is %+v with the schema %s", request, request.Schema())
				}
				if raw, _ := request.Data["request"].(json.RawMessage); string(raw) != conversation {
					t.Errorf("what the server sent became %s", raw)
				}
			})
		})
	}
}

func TestWhatWasNotDeclaredIsRefused(t *testing.T) {
	for _, c := range []struct {
		method, params, want string
		sampling             bool
	}{
		{methodSample, conversation, `{"code":-32601,"message":"method not found: \"sampling/createMessage\""}`, false},
		{methodSample, `{"messages":[],"maxTokens":1,"tools":[]}`, `{"code":-32602,"message":"this client did not declare that it samples with tools"}`, true},
		{methodRoots, `{}`, `{"code":-32601,"message":"method not found: \"roots/list\""}`, false},
		{methodElicit, `{"mode":"url","message":"Sign in"}`, `{"code":-32602,"message":"the elicitation is of the mode url and has no url"}`, false},
	} {
		synctest.Test(t, func(t *testing.T) {
			config := asking(c.method, c.params)
			config.Sampling = c.sampling
			_, listing, _ := open(t, config)
			host := &tooltest.CallHost{Answer: tooltest.Yes(nil)}
			if r, err := host.Call(t.Context(), named(t, listing, "do"), `{}`); err != nil || r.Output != c.want || len(host.Requests()) > 0 {
				t.Errorf("%s: the server was told %s (%v)", c.method, r.Output, err)
			}
		})
	}
}

func TestOnlyWhatCanBeAnsweredIsDeclared(t *testing.T) {
	for want, config := range map[string]Config{
		`{"elicitation":{"form":{},"url":{}}}`:                               {},
		`{"sampling":{},"elicitation":{"form":{},"url":{}}}`:                 {Sampling: true},
		`{"elicitation":{"form":{},"url":{}},"roots":{"listChanged":true}}`:  {Roots: []Root{}},
		`{"elicitation":{"form":{},"url":{}},"roots":{"listChanged":true}} `: {Roots: []Root{{URI: "file:///a"}}},
	} {
		synctest.Test(t, func(t *testing.T) {
			declared := ""
			c := inMemory(func(s *speaker, m heard) {
				if m.Method == "initialize" {
					var p struct{ Capabilities json.RawMessage }
					_ = json.Unmarshal(m.Params, &p)
					declared = string(p.Capabilities)
				}
				answering(`{}`)(s, m)
			})
			c.Sampling, c.Roots = config.Sampling, config.Roots
			open(t, c)
			if declared != strings.TrimSpace(want) {
				t.Errorf("what is declared is %s, want %s", declared, want)
			}
		})
	}
}

func TestRootsAreListedAndTheirChangeIsTold(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		told := make(chan struct{}, 1)
		var asked heard
		config := onCall(func(s *speaker, m heard) {
			switch {
			case m.Method == "tools/call":
				asked = m
				s.say(`{"jsonrpc":"2.0","id":"q","method":"roots/list"}`)
			case m.Method == "notifications/roots/list_changed":
				told <- struct{}{}
			case m.Method == "" && string(m.ID) == `"q"`:
				s.result(asked, `{"content":[],"structuredContent":`+string(m.Result)+`}`)
			}
		})
		config.Roots = []Root{}
		s, listing, _ := open(t, config)
		list := func() string {
			r, err := named(t, listing, "do").Execute(nil, nil)
			if err != nil {
				t.Fatal(err)
			}
			return r.Output
		}
		if got := list(); got != `{"roots":[]}` {
			t.Errorf("the server was told %s", got)
		}
		s.SetRoots([]Root{{URI: "file:///b", Name: "B"}, {URI: "file:///a"}})
		<-told
		if got := list(); got != `{"roots":[{"name":"B","uri":"file:///b"},{"uri":"file:///a"}]}` {
			t.Errorf("after a change the server was told %s", got)
		}
	})
}

func TestAQuestionThatBelongsToNoCallIsTheSourcesOwn(t *testing.T) {
	for _, c := range []struct {
		method, params, want string
		kind                 string
	}{
		{methodElicit, `{"message":"Who?","requestedSchema":{"type":"object"}}`, `{"action":"accept","content":{"text":"Ada"}}`, tool.KindInput},
		{methodSample, conversation, `{"content":{"type":"text","text":"Ada"},"model":"human","role":"assistant","stopReason":"endTurn"}`, tool.KindSampling},
	} {
		synctest.Test(t, func(t *testing.T) {
			told := make(chan string, 1)
			config := onCall(func(s *speaker, m heard) {
				switch m.Method {
				case "notifications/initialized":
					s.say(`{"jsonrpc":"2.0","id":"q","method":%q,"params":%s}`, c.method, c.params)
				case "":
					told <- string(m.Result)
				}
			})
			config.Sampling = true
			host := &tooltest.Host{Answer: func(tool.Request) tool.Answer {
				return tool.Answer{OK: true, Data: map[string]any{"text": "Ada"}}
			}}
			s := New(config)
			defer s.Close()
			if _, err := s.Open(t.Context(), host); err != nil {
				t.Fatal(err)
			}
			if got := <-told; got != c.want {
				t.Errorf("the server was told %s", got)
			}
			if asked := host.Asked(); len(asked) != 1 || asked[0].Kind != c.kind || asked[0].ID == "" {
				t.Errorf("what was asked is %+v", asked)
			}
		})
	}
}

// A waiting host has somebody to ask who does not answer.
type waiting struct {
	tooltest.Host
	asked chan struct{}
}

func (w *waiting) Ask(ctx context.Context, _ tool.Request) (tool.Answer, error) {
	close(w.asked)
	<-ctx.Done()
	return tool.Answer{}, ctx.Err()
}

func TestASourceIsClosedWhileItAsks(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		host := &waiting{asked: make(chan struct{})}
		s := New(onCall(func(s *speaker, m heard) {
			if m.Method == "notifications/initialized" {
				s.say(`{"jsonrpc":"2.0","id":"q","method":"elicitation/create","params":{"message":"?"}}`)
			}
		}))
		if _, err := s.Open(t.Context(), host); err != nil {
			t.Fatal(err)
		}
		<-host.asked
		begun := time.Now()
		_ = s.Close()
		if took := time.Since(begun); took > time.Second {
			t.Errorf("it took %s", took)
		}
	})
}

func TestAllQuestionsWithinAnAnswerAreAnswered(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		const asks = `{"resultType":"input_required","requestState":"st","inputRequests":{` +
			`"page":{"method":"elicitation/create","params":{"mode":"url","message":"Sign in","url":"https://example.com"}},` +
			`"form":{"method":"elicitation/create","params":{"message":"Who?"}},` +
			`"model":{"method":"sampling/createMessage","params":` + conversation + `},` +
			`"roots":{"method":"roots/list"}}}`
		last := ""
		config := onCall(func(s *speaker, m heard) {
			if m.Method != "tools/call" {
				return
			}
			if last == "" {
				last = "asked"
				s.result(m, asks)
				return
			}
			last = string(m.Params)
			s.result(m, `{"content":[]}`)
		})
		config.Sampling, config.Roots = true, []Root{{URI: "file:///a"}}
		_, listing, _ := open(t, config)
		host := &tooltest.CallHost{Answer: tooltest.Yes(map[string]any{"text": "Ada"})}
		if _, err := host.Call(t.Context(), named(t, listing, "do"), `{}`); err != nil {
			t.Fatal(err)
		}
		contains(t, last, `"requestState":"st"`, `"page":{"action":"accept"}`, `"form":{"action":"accept","content":{"text":"Ada"}}`,
			`"model":{"content":{"type":"text","text":"Ada"},"model":"human","role":"assistant","stopReason":"endTurn"}`, `"roots":{"roots":[{"uri":"file:///a"}]}`)
		if kinds := len(host.Requests()); kinds != 3 {
			t.Errorf("%d questions were asked", kinds)
		}
	})
}

func TestARefusedQuestionWithinAnAnswerEndsTheCall(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		config := answering(`{"resultType":"input_required","inputRequests":{"a":{"method":"sampling/createMessage","params":` + conversation + `}}}`)
		c := inMemory(config)
		c.Sampling = true
		_, listing, _ := open(t, c)
		for note, want := range map[string]string{"": "", "too long": " (too long)"} {
			person := &tooltest.CallHost{Answer: func(context.Context, tool.Request) (tool.Answer, error) {
				return tool.Answer{Reason: tool.ReasonDeclined, Note: note}, nil
			}}
			r, err := person.Call(t.Context(), named(t, listing, "do"), `{}`)
			want = "declined" + want + `: server s asked for "sampling/createMessage" before it goes on with the call of do`
			if err != nil || !r.IsError || r.Output != want {
				t.Errorf("it ended with %v, %v", r, err)
			}
		}
		r, err := new(tooltest.CallHost).Call(t.Context(), named(t, listing, "do"), `{}`)
		const want = `server s asked for "sampling/createMessage" before it goes on with the call of do: nobody is there to answer`
		if !errors.Is(err, tool.ErrNobodyToAsk) || err.Error() != want {
			t.Errorf("with nobody there it ended with %v, %v", r, err)
		}
	})
}

func TestABusyServerIsGivenTime(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var came []time.Time
		_, listing, _ := open(t, onCall(func(s *speaker, m heard) {
			if m.Method != "tools/call" {
				return
			}
			if came = append(came, time.Now()); len(came) < 4 {
				s.result(m, `{"resultType":"input_required","requestState":"busy"}`)
				return
			}
			s.result(m, `{"content":[{"type":"text","text":"done"}]}`)
		}))
		if r, err := named(t, listing, "do").Execute(nil, nil); err != nil || r.Output != "done" {
			t.Fatalf("it ended with %v, %v", r, err)
		}
		for i := 2; i < len(came); i++ {
			if first, second := came[i-1].Sub(came[i-2]), came[i].Sub(came[i-1]); first <= 0 || second <= first {
				t.Errorf("it was given %s and then %s", first, second)
			}
		}
	})
}

func TestAConfigurationThatLeavesSomethingOpenAsksForIt(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		host := &tooltest.Host{Answer: func(r tool.Request) tool.Answer {
			return tool.Answer{OK: r.Prompt == "Which token?", Data: map[string]any{"token": "hunter2hunter2"}}
		}}
		config := Config{Name: "s", Command: "${input:program}", Prepare: func(ctx context.Context, ask func(context.Context, tool.Request) (tool.Answer, error)) (Config, error) {
			answer, err := ask(ctx, tool.Request{Kind: tool.KindInput, Prompt: "Which token?"})
			if err != nil || !answer.OK {
				return Config{}, errors.New("the token was not given")
			}
			token := answer.Data["token"].(string)
			return Config{Command: "no-such-program-" + token, Secrets: []string{token}}, nil
		}}
		s := New(config)
		before := s.Info()
		_, err := s.Open(t.Context(), host)
		if err == nil || !strings.Contains(err.Error(), `there is no command "no-such-program-[redacted]"`) {
			t.Errorf("it ended with %v", err)
		}
		if s.Info() != before || len(host.Asked()) != 1 || host.Asked()[0].ID == "" {
			t.Errorf("the info became %+v after %+v", s.Info(), host.Asked())
		}
		if _, err = s.Open(t.Context(), &tooltest.Host{}); err == nil || err.Error() != "the token was not given" {
			t.Errorf("with nobody to ask it ended with %v", err)
		}
	})
}

func TestWhatWasPreparedIsUsed(t *testing.T) {
	config := asProcess(t, "sound")
	found := config
	config.Command, config.Env = "${input:program}", nil
	config.Prepare = func(context.Context, func(context.Context, tool.Request) (tool.Answer, error)) (Config, error) {
		return found, nil
	}
	_, listing, _ := open(t, config)
	if r, err := named(t, listing, "do").Execute(nil, nil); err != nil || r.Output != "done" {
		t.Errorf("it ended with %v, %v", r, err)
	}
}

func TestAnOpeningThatAsksCanBeStopped(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		host := &waiting{asked: make(chan struct{})}
		config := inMemory(answering(`{}`))
		config.Prepare = func(ctx context.Context, ask func(context.Context, tool.Request) (tool.Answer, error)) (Config, error) {
			_, err := ask(ctx, tool.Request{Kind: tool.KindInput})
			return config, err
		}
		s := New(config)
		ended := make(chan error)
		go func() {
			_, err := s.Open(t.Context(), host)
			ended <- err
		}()
		<-host.asked
		time.Sleep(time.Hour) // a person may take longer than a server
		go s.Close()
		if err := <-ended; !errors.Is(err, context.Canceled) {
			t.Errorf("it ended with %v", err)
		}
	})
}

func TestAServerMadeWithTheSDKAsksOverBothProtocols(t *testing.T) {
	for _, version := range []string{"", legacy} {
		t.Run("protocol "+version, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				config := inProcessServer(func(s *sdk.Server) {
					s.AddTool(&sdk.Tool{Name: "do", InputSchema: json.RawMessage(`{"type":"object"}`)}, func(_ context.Context, r *sdk.CallToolRequest) (*sdk.CallToolResult, error) {
						if len(r.Params.InputResponses) == 0 {
							return &sdk.CallToolResult{RequestState: "st", InputRequests: sdk.InputRequestMap{
								"model": &sdk.CreateMessageParams{MaxTokens: 5, Messages: []*sdk.SamplingMessage{{Role: "user", Content: &sdk.TextContent{Text: "Tea?"}}}},
								"roots": &sdk.ListRootsParams{},
							}}, nil
						}
						raw, err := json.Marshal(r.Params.InputResponses)
						return said(string(raw)), err
					})
				}, nil)
				config.Protocol, config.Sampling, config.Roots = version, true, []Root{{URI: "file:///a"}}
				_, listing, _ := open(t, config)
				host := &tooltest.CallHost{Answer: tooltest.Yes(map[string]any{"text": "Yes."})}
				r, err := host.Call(t.Context(), named(t, listing, "do"), `{}`)
				if err != nil {
					t.Fatal(err)
				}
				contains(t, r.Output, `"text":"Yes."`, `"uri":"file:///a"`)
				contains(t, host.Requests()[0].Prompt, "user: Tea?")
			})
		})
	}
}
