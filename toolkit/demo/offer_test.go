package demo

import (
	"regexp"
	"strings"
	"testing"
	"testing/synctest"

	"toolbench/toolkit/source"
	"toolbench/toolkit/tooltest"
)

// opened is one of the demo's MCP servers, with all that it has.
func opened(t *testing.T, id string) (*tooltest.Host, source.Listing) {
	t.Helper()
	s, host := named(t, id), &tooltest.Host{}
	t.Cleanup(func() { _ = s.Close() })
	listing, err := s.Open(t.Context(), host)
	if err != nil {
		t.Fatal(err)
	}
	for n := 1; listing.More; n++ {
		if listing, err = host.AwaitChange(t.Context(), n); err != nil {
			t.Fatal(err)
		}
	}
	return host, listing
}

func offer(t *testing.T, l source.Listing, name string) source.Offer {
	t.Helper()
	for _, o := range l.Offers {
		if o.Read.Name == name {
			return o
		}
	}
	t.Fatalf("there is no %s among %d offers", name, len(l.Offers))
	return source.Offer{}
}

func TestTheServersOfferWhatTheySay(t *testing.T) {
	for _, c := range []struct {
		id, name string
		kind     source.OfferKind
		args     string
		output   string
		parts    int
		fails    bool
	}{
		{id: "mcp:weather", name: "weather://about", kind: source.Resource, output: `^# This weather\n`},
		{id: "mcp:weather", name: "weather://radar/oslo.png", kind: source.Resource, output: `image/png`, parts: 1},
		{id: "mcp:weather", name: "weather://forecast/{place}", kind: source.ResourceTemplate, args: `{"place":"New York"}`, output: `^## New York, next 3 days`},
		{id: "mcp:weather", name: "weather://forecast/{place}", kind: source.ResourceTemplate, args: `{"place":"Osol"}`, output: `did you mean Oslo\?`, fails: true},
		{id: "mcp:weather", name: "clothes", kind: source.Prompt, output: `What should I wear today\?`},
		{id: "mcp:weather", name: "briefing", kind: source.Prompt, args: `{"place":"Lima","days":"2","audience":"sailors"}`, output: `## Lima, next 2 days[\s\S]*for sailors\.`, parts: 1},
		{id: "mcp:weather", name: "briefing", kind: source.Prompt, args: `{"place":"Lima","days":"many"}`, output: `days: "many" is not one of 1 to 14`, fails: true},
		{id: "mcp:stations", name: "stations://register", kind: source.Resource, output: `"hakodate"`},
	} {
		t.Run(strings.ReplaceAll(c.name, "/", ":"), func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				_, listing := opened(t, c.id)
				o := offer(t, listing, c.name)
				result, err := (&tooltest.CallHost{}).Call(t.Context(), o.Read, c.args)
				said := result.Output
				if err != nil {
					said = err.Error()
				}
				if o.Kind != c.kind || (err != nil) != c.fails || len(result.Parts) != c.parts || !regexp.MustCompile(c.output).MatchString(said) {
					t.Errorf("the %s came to %d parts and %s", o.Kind, len(result.Parts), said)
				}
			})
		})
	}
}

func TestTheRegisterTellsOfItsChanges(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		host, listing := opened(t, "mcp:stations")
		if err := offer(t, listing, registerURI).Follow(t.Context(), true); err != nil {
			t.Fatal(err)
		}
		for _, one := range listing.Tools {
			if one.Destructive() {
				if _, err := (&tooltest.CallHost{}).Call(t.Context(), one, `{"name":"alta"}`); err != nil {
					t.Fatal(err)
				}
			}
		}
		for n := 1; ; n++ {
			changed, err := host.AwaitChange(t.Context(), n)
			if err != nil {
				t.Fatal(err)
			}
			if changed.More || offer(t, changed, registerURI).Updated.IsZero() {
				continue
			}
			break
		}
		result, err := (&tooltest.CallHost{}).Call(t.Context(), offer(t, listing, registerURI).Read, "")
		if err != nil || strings.Contains(result.Output, "alta") {
			t.Errorf("the register reads %s, %v", result.Output, err)
		}
	})
}
