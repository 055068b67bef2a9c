package peers

import (
	"context"
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"toolbench/toolkit/source"
	"toolbench/toolkit/source/mcp"
	"toolbench/toolkit/tool"
	"toolbench/toolkit/tooltest"
)

// A peer is server-everything while it is open.
type peer struct {
	*mcp.Source
	host   *tooltest.Host
	tools  map[string]tool.Tool
	offers map[string]source.Offer
}

// openPeer opens a source and waits for what it has beside tools.
func openPeer(t *testing.T, config mcp.Config) peer {
	t.Helper()
	p := peer{mcp.New(config), &tooltest.Host{}, map[string]tool.Tool{}, map[string]source.Offer{}}
	t.Cleanup(func() { _ = p.Close() })
	if _, err := p.Open(t.Context(), p.host); err != nil {
		t.Fatal(err)
	}
	listing := p.await(t, func(l source.Listing) bool { return len(l.Offers) > 0 && len(l.Tools) > 16 })
	if len(listing.Problems) > 0 {
		t.Errorf("the listing has problems: %+v", listing.Problems)
	}
	for _, one := range listing.Tools {
		p.tools[one.ShortName()] = one
	}
	for _, o := range listing.Offers {
		p.offers[o.Read.Name] = o
	}
	return p
}

// await blocks until there is a listing with which wanted agrees.
func (p peer) await(t *testing.T, wanted func(source.Listing) bool) source.Listing {
	t.Helper()
	for n := 1; ; n++ {
		l, err := p.host.AwaitChange(t.Context(), n)
		if err != nil {
			t.Fatal(err)
		}
		if wanted(l) {
			return l
		}
	}
}

// output calls a tool of the server's.
func (p peer) output(t *testing.T, host *tooltest.CallHost, name, args string) string {
	t.Helper()
	one, ok := p.tools[name]
	if !ok {
		t.Fatalf("the server has no tool %s", name)
	}
	r, err := host.Call(t.Context(), one, args)
	if err != nil {
		t.Fatalf("%s: %v", name, err)
	}
	return r.Output
}

func TestWhatServerEverythingAsksForIsAnswered(t *testing.T) {
	for name, start := range transports {
		t.Run(name, func(t *testing.T) {
			p := openPeer(t, start(t))
			t.Run("sampling", func(t *testing.T) { samples(t, p) })
			t.Run("sampling refused", func(t *testing.T) { samplesNot(t, p) })
			t.Run("roots", func(t *testing.T) { listsRoots(t, p) })
			t.Run("a page to open", func(t *testing.T) { opensPages(t, p) })
			t.Run("a log with a level", func(t *testing.T) { logs(t, p) })
		})
	}
}

func samples(t *testing.T, p peer) {
	host := &tooltest.CallHost{Answer: tooltest.Yes(map[string]any{"text": "Earl Grey"})}
	out := p.output(t, host, "trigger-sampling-request", `{"prompt":"Which tea?","maxTokens":7}`)
	for _, want := range []string{`"text": "Earl Grey"`, `"model": "human"`, `"stopReason": "endTurn"`, `"role": "assistant"`} {
		if !strings.Contains(out, want) {
			t.Errorf("%s is missing in what the server got: %s", want, out)
		}
	}
	request := host.Requests()[0]
	if request.Kind != tool.KindSampling {
		t.Errorf("the request is of the kind %s", request.Kind)
	}
	for _, want := range []string{"system: You are a helpful test server.", "user: Resource trigger-sampling-request context: Which tea?", "most tokens: 7", "temperature: 0.7"} {
		if !strings.Contains(request.Prompt, want) {
			t.Errorf("%q is missing in the prompt: %s", want, request.Prompt)
		}
	}
}

func samplesNot(t *testing.T, p peer) {
	r, err := (&tooltest.CallHost{Answer: tooltest.No}).Call(t.Context(), p.tools["trigger-sampling-request"], `{"prompt":"Which tea?"}`)
	if err != nil || !r.IsError || !strings.Contains(r.Output, "User rejected sampling request") {
		t.Errorf("a refused request ended with %v, %v", r, err)
	}
}

func listsRoots(t *testing.T, p peer) {
	if out := p.output(t, &tooltest.CallHost{}, "get-roots-list", `{}`); !strings.Contains(out, "1. tea\n   URI: file:///home/ada/tea") {
		t.Errorf("the server knows the roots as %s", out)
	}
	p.SetRoots([]mcp.Root{theRoot, {URI: "file:///home/ada/cups", Name: "cups"}})
	if err := p.host.AwaitLog(t.Context(), func(e tool.LogEntry) bool { return strings.Contains(e.Message, "Roots updated: 2 root(s)") }); err != nil {
		t.Fatal(err)
	}
	if out := p.output(t, &tooltest.CallHost{}, "get-roots-list", `{}`); !strings.Contains(out, "2. cups\n   URI: file:///home/ada/cups") {
		t.Errorf("after a change the server knows the roots as %s", out)
	}
}

func opensPages(t *testing.T, p peer) {
	for _, c := range []struct {
		args, want string
		answer     func(context.Context, tool.Request) (tool.Answer, error)
		pages      []string
	}{
		{`{"url":"https://example.com/a","message":"Sign in"}`, "User completed", tooltest.Yes(nil), []string{"https://example.com/a"}},
		{`{"url":"https://example.com/b","message":"Sign in"}`, "User declined", tooltest.No, []string{"https://example.com/b"}},
		{`{"url":"https://example.com/c","message":"Sign in","errorPath":true}`, "User completed", tooltest.Yes(nil), []string{"https://modelcontextprotocol.io", "https://example.com/c"}},
		{`{"url":"https://example.com/d","message":"Sign in","errorPath":true}`, "https://modelcontextprotocol.io to be opened first, and it was not", tooltest.No, []string{"https://modelcontextprotocol.io"}},
	} {
		host := &tooltest.CallHost{Answer: c.answer}
		if out := p.output(t, host, "trigger-url-elicitation", c.args); !strings.Contains(out, c.want) {
			t.Errorf("%s ended with %s", c.args, out)
		}
		var pages []string
		for _, request := range host.Requests() {
			if request.Kind != tool.KindAuthorization {
				t.Errorf("it asks for %s", request.Kind)
			}
			pages = append(pages, request.URL)
		}
		if !slices.Equal(pages, c.pages) {
			t.Errorf("%s asked for %v to be opened", c.args, pages)
		}
	}
}

func logs(t *testing.T, p peer) {
	if err := p.SetLogLevel(t.Context(), "debug"); err != nil {
		t.Fatal(err)
	}
	p.output(t, &tooltest.CallHost{}, "toggle-simulated-logging", `{}`)
	if err := p.host.AwaitLog(t.Context(), func(e tool.LogEntry) bool {
		return strings.Contains(e.Message, "evel") && strings.Contains(e.Message, "essage")
	}); err != nil {
		t.Error(err)
	}
	p.output(t, &tooltest.CallHost{}, "toggle-simulated-logging", `{}`)
	if err := p.SetLogLevel(t.Context(), "loud"); err == nil || !strings.Contains(err.Error(), "debug, info") {
		t.Errorf("a level that is none is met with %v", err)
	}
}

func TestWhatServerEverythingHasBesideToolsIsRead(t *testing.T) {
	for name, start := range transports {
		t.Run(name, func(t *testing.T) {
			p := openPeer(t, start(t))
			if l := len(p.offers); l != 13 {
				t.Errorf("there are %d offers", l)
			}
			for _, c := range []struct {
				name, args, output string
				check              func(*testing.T, tool.ToolResult)
			}{
				{"demo://resource/static/document/features.md", `{}`, "# Everything Server - Features", noParts},
				{"demo://resource/dynamic/text/{resourceId}", `{"resourceId":"7"}`, "Resource 7: This is a plaintext resource", noParts},
				{"demo://resource/dynamic/blob/{resourceId}", `{"resourceId":"7"}`, "file (text/plain, ", aFile},
				{"simple-prompt", `{}`, "user: This is a simple prompt without arguments.", noParts},
				{"args-prompt", `{"city":"Zürich","state":"ZH"}`, "user: What's weather in Zürich, ZH?", noParts},
				{"resource-prompt", `{"resourceType":"Text","resourceId":"3"}`, "\n\nuser: Resource 3: This is a plaintext resource", noParts},
				{"resource-prompt", `{"resourceType":"Blob","resourceId":"3"}`, "\n\nuser: [file (text/plain, ", aFile},
			} {
				r, err := (&tooltest.CallHost{}).Call(t.Context(), p.offers[c.name].Read, c.args)
				if err != nil || !strings.Contains(r.Output, c.output) {
					t.Errorf("%s %s came as %.300q, %v", c.name, c.args, r.Output, err)
					continue
				}
				c.check(t, r)
			}
			t.Run("without a variable", func(t *testing.T) {
				r, err := (&tooltest.CallHost{}).Call(t.Context(), p.offers["demo://resource/dynamic/text/{resourceId}"].Read, `{}`)
				if err != nil || !r.IsError || !strings.Contains(r.Output, "no value for resourceId") {
					t.Errorf("it ended with %v, %v", r, err)
				}
			})
			t.Run("messages as they came", func(t *testing.T) {
				r, _ := (&tooltest.CallHost{}).Call(t.Context(), p.offers["simple-prompt"].Read, `{}`)
				if raw, _ := r.Metadata["messages"].(json.RawMessage); !strings.Contains(string(raw), `"role":"user"`) {
					t.Errorf("they are %s", raw)
				}
			})
		})
	}
}

func TestChangesOfAResourceOfServerEverythingAreTold(t *testing.T) {
	for name, start := range transports {
		t.Run(name, func(t *testing.T) {
			const uri = "demo://resource/static/document/startup.md"
			p := openPeer(t, start(t))
			followed := func(l source.Listing) source.Offer {
				for _, o := range l.Offers {
					if o.URI == uri {
						return o
					}
				}
				return source.Offer{}
			}
			if err := p.offers[uri].Follow(t.Context(), true); err != nil {
				t.Fatal(err)
			}
			p.await(t, func(l source.Listing) bool { return followed(l).Followed })
			p.output(t, &tooltest.CallHost{}, "toggle-subscriber-updates", `{}`)
			p.await(t, func(l source.Listing) bool { return !followed(l).Updated.IsZero() })
			if err := p.host.AwaitLog(t.Context(), func(e tool.LogEntry) bool { return strings.HasPrefix(e.Message, "the resource "+uri+" changed") }); err != nil {
				t.Error(err)
			}
			if err := p.offers[uri].Follow(t.Context(), false); err != nil {
				t.Fatal(err)
			}
			if all := p.host.Listings(); followed(all[len(all)-1]).Followed {
				t.Error("it is followed still")
			}
		})
	}
}
