package mcp

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"toolbench/toolkit/source"
	"toolbench/toolkit/tool"
	"toolbench/toolkit/tooltest"
)

const everyCapability = `{"tools":{},"logging":{},"resources":{"subscribe":true,"listChanged":true},"prompts":{"listChanged":true}}`

// lists answers the listings of what a server has beside tools, by method.
func lists(results map[string]string, then script) script {
	return offering(everyCapability, func(s *speaker, m heard) {
		if result, ok := results[m.Method]; ok {
			s.result(m, result)
		} else if strings.HasSuffix(m.Method, "/list") {
			s.refuse(m, -32601, "Method not found")
		} else if then != nil {
			then(s, m)
		}
	})
}

// offersOf is what a source lists beside tools.
func offersOf(t *testing.T, config Config) (*Source, source.Listing, *tooltest.Host) {
	t.Helper()
	s, _, host := open(t, config)
	listing, err := host.AwaitChange(t.Context(), 1)
	if err != nil {
		t.Fatal(err)
	}
	return s, listing, host
}

func TestWhatAServerHasBesideToolsIsListedInOrder(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		const definition = `{"uri":"file:///a","name":"a","title":"A","description":"D","mimeType":"text/plain","size":12,"annotations":{"priority":1},"_meta":{"k":1}}`
		_, l, _ := offersOf(t, inMemory(lists(map[string]string{
			"resources/list":           `{"resources":[` + definition + `]}`,
			"resources/templates/list": `{"resourceTemplates":[{"uriTemplate":"x://{path}{?q}","name":"t"}]}`,
			"prompts/list":             `{"prompts":[{"name":"p","arguments":[{"name":"zeta","description":"Z","required":true},{"name":"alpha"}]}]}`,
		}, nil)))
		if len(l.Offers) != 3 || len(l.Tools) != 1 || len(l.Problems) != 0 || l.More || l.Facts.Server != "scripted" {
			t.Fatalf("the listing is %+v", l)
		}
		a, x, p := l.Offers[0], l.Offers[1], l.Offers[2]
		d := a.Read.Details
		if a.Kind != source.Resource || a.URI != "file:///a" || a.Read.Name != a.URI || a.Read.Title() != "A" || a.Read.Description != "D" || a.MimeType != "text/plain" || a.Size != 12 ||
			string(d.Definition) != definition || string(d.Meta) != `{"k":1}` || !a.Read.ReadOnly() || d.Server != "s" || a.Follow == nil {
			t.Errorf("the resource is %+v with %+v", a, d)
		}
		for got, want := range map[string]string{
			string(a.Read.Schema()): `{"type":"object","properties":{}}`,
			string(x.Read.Schema()): `{"type":"object","properties":{"path":{"type":"string"},"q":{"type":"string"}},"required":["path"]}`,
			string(p.Read.Schema()): `{"type":"object","properties":{"zeta":{"type":"string","description":"Z"},"alpha":{"type":"string"}},"required":["zeta"]}`,
		} {
			if got != want {
				t.Errorf("a schema is %s, want %s", got, want)
			}
		}
		if x.Kind != source.ResourceTemplate || x.Follow != nil || p.Kind != source.Prompt || p.Read.Name != "p" {
			t.Errorf("the others are %+v and %+v", x, p)
		}
	})
}

func TestAMalformedOfferCostsOnlyItself(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		_, l, _ := offersOf(t, inMemory(lists(map[string]string{
			"resources/list":           `{"resources":[null,{"name":"no uri"},{"uri":"a:b"},{"uri":"a:b"},{"uri":"c:d","description":5}]}`,
			"resources/templates/list": `{"resourceTemplates":[{"uriTemplate":"x://{"}]}`,
			"prompts/list":             `{"prompts":[{"name":"p","arguments":{}},{"name":"q"}],"nextCursor":"again"}`,
		}, nil)))
		var names, reasons []string
		for _, o := range l.Offers {
			names = append(names, o.Read.Name)
		}
		for _, p := range l.Problems {
			reasons = append(reasons, p.Name+": "+p.Reason)
		}
		if want := []string{"a:b", "c:d", "x://{", "p", "q"}; !slices.Equal(names, want) {
			t.Errorf("there are %q", names)
		}
		contains(t, strings.Join(reasons, "\n"), "resources[0]: The entry is null", "resources[1]: The resource has no uri;", "a:b: the server lists this resource twice",
			`prompts/list: the server's list goes in a circle: page "again"`)
		contains(t, l.Offers[1].Read.Details.Problem, "Its description is 5; MCP wants a text.")
		contains(t, l.Offers[2].Read.Details.Uncallable, `"x://{" is not a URI template`)
		contains(t, l.Offers[3].Read.Details.Problem, "Its arguments is {}; MCP wants a list of objects.")
		if l.Offers[2].Read.Execute != nil {
			t.Error("a template that is none can be read")
		}
	})
}

func TestAListThatNeverComesIsAProblemThatIsSaid(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var r register
		others := lists(map[string]string{"prompts/list": `{"prompts":[{"name":"p"}]}`}, nil)
		_, _, host := open(t, r.config(func(s *speaker, m heard) {
			if m.Method != "resources/list" {
				others(s, m)
			}
		}))
		time.Sleep(time.Minute)
		all := host.Listings()
		if len(all) == 0 {
			t.Fatal("nothing was listed")
		}
		l := all[len(all)-1]
		if l.More || len(l.Offers) != 1 || len(l.Problems) != 1 {
			t.Fatalf("listed is %+v", l)
		}
		contains(t, l.Problems[0].Name+": "+l.Problems[0].Reason, "resources: the answer to resources/list could not be read")
	})
}

func TestAListThatNeverComesDoesNotHoldUpTheOthers(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		others := lists(map[string]string{"resources/list": `{"resources":[{"uri":"a:b"}]}`}, nil)
		began := time.Now()
		_, l, _ := offersOf(t, inMemory(func(s *speaker, m heard) {
			if m.Method != "prompts/list" {
				others(s, m)
			}
		}))
		if took := time.Since(began); took > 2*mostQuiet || len(l.Offers) != 1 || !l.More {
			t.Errorf("after %s there are %+v, and more: %t", took, l.Offers, l.More)
		}
	})
}

func TestNothingIsAskedOfAServerThatOffersNothing(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var r register
		_, listing, host := open(t, r.config(answering(`{}`)))
		time.Sleep(time.Hour)
		if listing.More {
			t.Error("it says that there is more")
		}
		if r.heard("resources/list")+r.heard("resources/templates/list")+r.heard("prompts/list") > 0 || len(host.Listings()) > 0 {
			t.Error("it was")
		}
	})
}

func TestACallThatComesAtOnceIsMadeBeforeTheRestIsListed(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var r register
		_, listing, _ := open(t, r.config(lists(map[string]string{"resources/list": `{"resources":[]}`}, func(s *speaker, m heard) {
			s.result(m, fmt.Sprintf(`{"content":[{"type":"text","text":"%d"}]}`, r.heard("resources/list")))
		})))
		synctest.Wait()
		if !listing.More {
			t.Error("it does not say that there is more")
		}
		if out, err := named(t, listing, "do").Execute(nil, nil); err != nil || out.Output != "0" {
			t.Errorf("%s lists came before it, %v", out.Output, err)
		}
	})
}

func TestAListThatChangedIsReadAgainAndOneThatFailsIsKept(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		changed := false
		var voice *speaker
		_, l, host := offersOf(t, inMemory(offering(everyCapability, func(s *speaker, m heard) {
			voice = s
			switch m.Method {
			case "resources/list":
				more := ""
				if changed {
					more = `,{"uri":"c:d"}`
				}
				s.result(m, `{"resources":[{"uri":"a:b"}`+more+`]}`)
			case "prompts/list":
				if changed {
					s.refuse(m, -32603, "not now")
					return
				}
				s.result(m, `{"prompts":[{"name":"p"}]}`)
			case "resources/templates/list":
				s.refuse(m, -32601, "Method not found")
			}
		})))
		if len(l.Offers) != 2 {
			t.Fatalf("there are %+v", l.Offers)
		}
		synctest.Wait()
		changed = true
		voice.say(`{"jsonrpc":"2.0","method":"notifications/prompts/list_changed"}`)
		l, err := host.AwaitChange(t.Context(), 2)
		if err != nil || len(l.Offers) != 3 {
			t.Errorf("after the change there are %+v, %v", l.Offers, err)
		}
		if err := host.AwaitLog(t.Context(), func(e tool.LogEntry) bool {
			return e.Level == "error" && strings.Contains(e.Message, "the answer to prompts/list could not be read: ")
		}); err != nil {
			t.Error(err)
		}
	})
}

func TestReadingTakesWhatItCan(t *testing.T) {
	for name, c := range map[string]struct {
		contents, output string
		parts            []string
		kept             bool
	}{
		"a text":         {`[{"uri":"a:b","mimeType":"text/plain","text":"tea"}]`, "tea", nil, false},
		"several":        {`[{"uri":"a:b","text":"tea"},{"uri":"a:c","text":"cups"}]`, "tea\ncups", nil, true},
		"a picture":      {`[{"uri":"a:b","mimeType":"image/png","blob":"aGk="}]`, "image (image/png, 2 bytes)", []string{"image"}, false},
		"a sound":        {`[{"uri":"a:b","mimeType":"audio/wav","blob":"aGk="}]`, "audio (audio/wav, 2 bytes)", []string{"audio"}, false},
		"bytes":          {`[{"uri":"a:b","blob":"aGk="}]`, "file (text/plain, 2 bytes)", []string{"file"}, false},
		"annotated":      {`[{"uri":"a:b","text":"tea","annotations":{"priority":1}}]`, "tea", nil, true},
		"no base64":      {`[{"uri":"a:b","blob":"!"}]`, "[the bytes of the resource a:b are not base64]", nil, true},
		"neither":        {`[{"uri":"a:b"}]`, "[a resource with neither text nor blob: a:b]", nil, true},
		"not an object":  {`[5]`, "[a resource that can not be read: 5]", nil, true},
		"not a list":     {`{}`, "[the contents of the resource are not a list: {}]", nil, true},
		"nothing at all": {`[]`, "", nil, false},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				_, l, _ := offersOf(t, inMemory(lists(map[string]string{"resources/list": `{"resources":[{"uri":"a:b"}]}`}, func(s *speaker, m heard) {
					s.result(m, `{"contents":`+c.contents+`}`)
				})))
				r, err := l.Offers[0].Read.Execute(nil, nil)
				if err != nil || r.Output != c.output || r.IsError {
					t.Errorf("it came as %+v, %v", r, err)
				}
				var parts []string
				for _, p := range r.Parts {
					parts = append(parts, p.Type)
				}
				if raw, kept := r.Metadata["contents"].(json.RawMessage); !slices.Equal(parts, c.parts) || kept != c.kept || kept && string(raw) != c.contents {
					t.Errorf("the parts are %v, what was kept is %s", parts, raw)
				}
			})
		})
	}
}

func TestAPromptIsATranscript(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		const messages = `[{"role":"user","content":{"type":"text","text":"Look:"}},` +
			`{"role":"user","content":{"type":"image","mimeType":"image/png","data":"aGk="}},` +
			`{"role":"assistant","content":[{"type":"text","text":"A cup."},{"type":"resource","resource":{"uri":"a:b","text":"of tea"}}]},` +
			`{"role":"user","content":{"type":"resource_link","uri":"a:c","name":"c"}},7,{"content":"plain"}]`
		var sent string
		_, l, _ := offersOf(t, inMemory(lists(map[string]string{"prompts/list": `{"prompts":[{"name":"p"}]}`}, func(s *speaker, m heard) {
			sent = string(m.Params)
			s.result(m, `{"description":"D","messages":`+messages+`,"_meta":{"n":1.0}}`)
		})))
		r, err := (&tooltest.CallHost{}).Call(t.Context(), l.Offers[0].Read, `{"n":1.50,"s":"x","none":null}`)
		const want = "user: Look:\n\nuser: [image (image/png, 2 bytes)]\n\nassistant: A cup.\nof tea\n\nuser: [link to a:c]\n\n[a message that is not an object: 7]\n\nnobody: plain"
		if err != nil || r.Output != want || len(r.Parts) != 2 {
			t.Errorf("it came as %q with %v, %v", r.Output, r.Parts, err)
		}
		if raw, _ := r.Metadata["messages"].(json.RawMessage); string(raw) != messages || r.Metadata["description"] != "D" || string(r.Meta()) != `{"n":1.0}` {
			t.Errorf("the metadata are %v", r.Metadata)
		}
		contains(t, sent, `"arguments":{"n":"1.50","s":"x"}`, `"name":"p"`)
	})
}

func TestATemplateIsFilledIn(t *testing.T) {
	for _, c := range []struct{ template, values, want string }{
		{"x://{id}", `{"id":"7"}`, "x://7"},
		{"x://{id}", `{"id":7}`, "x://7"},
		{"x://{a}/{+path}{?q,r}", `{"a":"ä b","path":"c/d","r":"1"}`, "x://%C3%A4%20b/c/d?r=1"},
		{"x://{a:2}{/a:1,a,b.c:3}{?b.c:1}", `{"a":"äöü","b.c":"€"}`, "x://%C3%A4%C3%B6/%C3%A4/%C3%A4%C3%B6%C3%BC/%E2%82%AC?b.c=%E2%82%AC"},
		{"x://{a:4}", `{"a":"日本語日本語"}`, "x://%E6%97%A5%E6%9C%AC%E8%AA%9E%E6%97%A5"},
		{"x://{id}", `{}`, "the template x://{id} can not be filled in: it has no value for id"},
		{"x://{id}", `{"id":""}`, "the template x://{id} can not be filled in: it has no value for id"},
	} {
		synctest.Test(t, func(t *testing.T) {
			_, l, _ := offersOf(t, inMemory(lists(map[string]string{"resources/templates/list": `{"resourceTemplates":[{"uriTemplate":"` + c.template + `"}]}`}, func(s *speaker, m heard) {
				var p struct{ URI string }
				_ = json.Unmarshal(m.Params, &p)
				s.result(m, `{"contents":[{"uri":"","text":"`+p.URI+`"}]}`)
			})))
			r, err := (&tooltest.CallHost{}).Call(t.Context(), l.Offers[0].Read, c.values)
			if err != nil || r.Output != c.want || r.IsError == strings.HasPrefix(c.want, "x:") {
				t.Errorf("%s with %s is %v, %v", c.template, c.values, r, err)
			}
		})
	}
}

func TestAReadIsACallLikeAnyOther(t *testing.T) {
	read := func(t *testing.T, then script) (*Source, tool.Tool) {
		t.Helper()
		s, l, _ := offersOf(t, inMemory(lists(map[string]string{"resources/list": `{"resources":[{"uri":"a:b"}]}`}, then)))
		return s, l.Offers[0].Read
	}
	t.Run("refused", func(t *testing.T) {
		synctest.Test(t, func(t *testing.T) {
			_, one := read(t, func(s *speaker, m heard) { s.refuse(m, -32002, "Resource not found") })
			if _, err := one.Execute(nil, nil); err == nil || err.Error() != "server s refused the reading of a:b: Resource not found (JSON-RPC error -32002)" {
				t.Errorf("it ended with %v", err)
			}
		})
	})
	t.Run("asking", func(t *testing.T) {
		synctest.Test(t, func(t *testing.T) {
			_, one := read(t, func(s *speaker, m heard) {
				if !strings.Contains(string(m.Params), "inputResponses") {
					s.result(m, `{"resultType":"input_required","requestState":"st","inputRequests":{"q":{"method":"elicitation/create","params":{"message":"Who?"}}}}`)
					return
				}
				s.result(m, `{"contents":[{"uri":"a:b","text":"for you"}]}`)
			})
			host := &tooltest.CallHost{Answer: tooltest.Yes(map[string]any{"name": "Ada"})}
			if r, err := host.Call(t.Context(), one, `{}`); err != nil || r.Output != "for you" || len(host.Requests()) != 1 {
				t.Errorf("it ended with %v, %v after %v", r, err, host.Requests())
			}
		})
	})
	t.Run("cancelled", func(t *testing.T) {
		synctest.Test(t, func(t *testing.T) {
			told := make(chan string, 1)
			_, one := read(t, func(_ *speaker, m heard) {
				if m.Method == "notifications/cancelled" {
					told <- string(m.Params)
				}
			})
			ctx, cancel := context.WithCancel(t.Context())
			time.AfterFunc(time.Second, cancel)
			if _, err := (&tooltest.CallHost{}).Call(ctx, one, `{}`); err != context.Canceled {
				t.Errorf("it ended with %v", err)
			}
			<-told
		})
	})
	t.Run("closed", func(t *testing.T) {
		synctest.Test(t, func(t *testing.T) {
			s, one := read(t, func(s *speaker, m heard) { s.result(m, `{"contents":[]}`) })
			_ = s.Close()
			if _, err := one.Execute(nil, nil); err == nil || !strings.Contains(err.Error(), "server s is not connected; connect it again") {
				t.Errorf("after Close it ended with %v", err)
			}
			if _, err := s.Open(t.Context(), &tooltest.Host{}); err != nil {
				t.Fatal(err)
			}
			if _, err := one.Execute(nil, nil); err != nil {
				t.Errorf("opened again it ended with %v", err)
			}
		})
	})
}

func TestAResourceIsFollowedOverEveryProtocol(t *testing.T) {
	for _, version := range []string{"", legacy} {
		t.Run("protocol "+version, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				var server *sdk.Server
				subscribed := make(chan string, 4)
				config := inProcessServer(func(s *sdk.Server) {
					server = s
					s.AddResource(&sdk.Resource{URI: "a:b", Name: "b"}, func(context.Context, *sdk.ReadResourceRequest) (*sdk.ReadResourceResult, error) {
						return &sdk.ReadResourceResult{Contents: []*sdk.ResourceContents{{URI: "a:b", Text: "tea"}}}, nil
					})
				}, &sdk.ServerOptions{
					SubscribeHandler:   func(_ context.Context, r *sdk.SubscribeRequest) error { subscribed <- "+" + r.Params.URI; return nil },
					UnsubscribeHandler: func(_ context.Context, r *sdk.UnsubscribeRequest) error { subscribed <- "-" + r.Params.URI; return nil },
				})
				config.Protocol = version
				s, l, host := offersOf(t, config)
				if err := l.Offers[0].Follow(t.Context(), true); err != nil {
					t.Fatal(err)
				}
				if got := <-subscribed; got != "+a:b" {
					t.Errorf("the server was told %s", got)
				}
				l, _ = host.AwaitChange(t.Context(), 2)
				if !l.Offers[0].Followed {
					t.Error("it does not say that it is followed")
				}
				synctest.Wait()
				for range 3 {
					_ = server.ResourceUpdated(t.Context(), &sdk.ResourceUpdatedNotificationParams{URI: "a:b"})
				}
				l, _ = host.AwaitChange(t.Context(), 3)
				if l.Offers[0].Updated.IsZero() {
					t.Error("it does not say that it changed")
				}
				if err := host.AwaitLog(t.Context(), func(e tool.LogEntry) bool { return e.Message == "the resource a:b changed 3 times" }); err != nil {
					t.Error(err)
				}
				again := &tooltest.Host{}
				if _, err := s.Open(t.Context(), again); err != nil {
					t.Fatal(err)
				}
				for got := ""; got != "+a:b"; got = <-subscribed { // the session before may say that it goes
				}
				l, _ = again.AwaitChange(t.Context(), 2)
				if !l.Offers[0].Followed {
					t.Error("opened anew, it is not followed")
				}
				if err := l.Offers[0].Follow(t.Context(), false); err != nil {
					t.Fatal(err)
				}
				if l, _ = again.AwaitChange(t.Context(), 3); l.Offers[0].Followed {
					t.Error("it is followed still")
				}
				last := &tooltest.Host{}
				if _, err := s.Open(t.Context(), last); err != nil {
					t.Fatal(err)
				}
				time.Sleep(time.Hour)
				if all := last.Listings(); len(all) != 1 || all[0].Offers[0].Followed {
					t.Error("opened once more, it is followed again")
				}
			})
		})
	}
}

func TestAResourceThatCanNotBeFollowedSaysWhy(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s, l, _ := offersOf(t, inMemory(lists(map[string]string{"resources/list": `{"resources":[{"uri":"a:b"}]}`}, func(s *speaker, m heard) {
			s.refuse(m, -32603, "too many")
		})))
		if err := l.Offers[0].Follow(t.Context(), true); err == nil || err.Error() != "server s refused to have a:b followed: too many (JSON-RPC error -32603)" {
			t.Errorf("it ended with %v", err)
		}
		_ = s.Close()
		if err := l.Offers[0].Follow(t.Context(), true); err == nil || !strings.Contains(err.Error(), "is not connected") {
			t.Errorf("after Close it ended with %v", err)
		}
	})
}

func TestAResourceIsFollowedOverHTTP(t *testing.T) {
	for name, options := range map[string]*sdk.StreamableHTTPOptions{"stateful": {}, "stateless": {Stateless: true}} {
		t.Run(name, func(t *testing.T) {
			server := sdk.NewServer(&sdk.Implementation{Name: "library", Version: "1"}, &sdk.ServerOptions{
				SubscribeHandler:   func(context.Context, *sdk.SubscribeRequest) error { return nil },
				UnsubscribeHandler: func(context.Context, *sdk.UnsubscribeRequest) error { return nil },
			})
			server.AddResource(&sdk.Resource{URI: "a:b", Name: "b"}, func(context.Context, *sdk.ReadResourceRequest) (*sdk.ReadResourceResult, error) {
				return &sdk.ReadResourceResult{Contents: []*sdk.ResourceContents{{URI: "a:b", Text: "tea"}}}, nil
			})
			config := web(t, sdk.NewStreamableHTTPHandler(func(*http.Request) *sdk.Server { return server }, options).ServeHTTP)
			_, l, host := offersOf(t, config)
			if r, err := l.Offers[0].Read.Execute(nil, nil); err != nil || r.Output != "tea" {
				t.Errorf("it was read as %v, %v", r, err)
			}
			if err := l.Offers[0].Follow(t.Context(), true); err != nil {
				t.Fatal(err)
			}
			over := make(chan struct{})
			defer close(over)
			go func() { // the server takes up what it was asked for in its own time
				for {
					select {
					case <-over:
						return
					case <-time.After(quiet):
						_ = server.ResourceUpdated(context.Background(), &sdk.ResourceUpdatedNotificationParams{URI: "a:b"})
					}
				}
			}()
			if err := host.AwaitLog(t.Context(), func(e tool.LogEntry) bool { return strings.HasPrefix(e.Message, "the resource a:b changed") }); err != nil {
				t.Error(err)
			}
		})
	}
}

func TestAServerThatRefusesToTellOfChangesSaysSoInItsLog(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		_, _, host := open(t, inMemory(func(s *speaker, m heard) {
			switch m.Method {
			case methodDiscover:
				s.result(m, `{"supportedVersions":["2026-07-28"],"capabilities":{"tools":{"listChanged":true}},"ttlMs":0,"cacheScope":"private"}`)
			case "tools/list":
				s.result(m, oneTool)
			default:
				s.refuse(m, -32601, "no streams here")
			}
		}))
		if err := host.AwaitLog(t.Context(), func(e tool.LogEntry) bool {
			return e.Level == "warning" && strings.Contains(e.Message, "refused to tell of changes with subscriptions/listen (no streams here")
		}); err != nil {
			t.Errorf("%v; the log is %v", err, host.Logs())
		}
	})
}
