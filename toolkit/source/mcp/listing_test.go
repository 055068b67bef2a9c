package mcp

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"
	"testing/synctest"

	"toolbench/toolkit/source"
)

// listed is what a source makes of a tools/list result.
func listed(t *testing.T, config func(*Config), pages ...string) source.Listing {
	t.Helper()
	c := inMemory(func(s *speaker, m heard) {
		var p struct{ Cursor string }
		_ = json.Unmarshal(m.Params, &p)
		page := 0
		_, _ = fmt.Sscan(p.Cursor, &page)
		server(pages[page], nil)(s, m)
	})
	if config != nil {
		config(&c)
	}
	s, listing, _ := open(t, c)
	_ = s.Close()
	return listing
}

func TestAMalformedToolCostsOnlyItself(t *testing.T) {
	const schema = `"inputSchema":{"type":"object"}`
	for _, c := range []struct{ entry, problem, lost string }{
		{`{"name":"x",` + schema + `}`, "", ""},
		{`{"name":"x",` + schema + `,"title":null,"icons":null,"annotations":null,"outputSchema":null,"_meta":null}`, "", ""},
		{`{"name":"x",` + schema + `,"annotations":{"readOnlyHint":"true"}}`, `Its annotations.readOnlyHint is "true"; MCP wants true or false. The hint is left out.`, ""},
		{`{"name":"x",` + schema + `,"annotations":[]}`, "Its annotations is []; MCP wants an object. They are left out.", ""},
		{`{"name":"x",` + schema + `,"icons":{}}`, "Its icons is {}; MCP wants a list of objects. They are left out.", ""},
		{`{"name":"x",` + schema + `,"icons":[{"src":"a","sizes":"32x32"}]}`, `Its icons.sizes is "32x32"; MCP wants a list of texts.`, ""},
		{`{"name":"x",` + schema + `,"description":5}`, "Its description is 5; MCP wants a text. It is left out.", ""},
		{`{"name":"x",` + schema + `,"outputSchema":true}`, "Its outputSchema is true;", ""},
		{`{"name":"x"}`, "Its inputSchema is missing; MCP wants an object that is a JSON Schema. The tool is taken to accept any object.", ""},
		{`{"name":"x","inputSchema":null}`, "Its inputSchema is null;", ""},
		{`{"name":"x","inputSchema":true}`, "Its inputSchema is true;", ""},
		{`{"name":"x","inputSchema":"{\"type\":\"object\"}"}`, "The text was read as one.", ""},
		{`{"name":"x",` + schema + `,"execution":{"taskSupport":"required"}}`, "It runs only as a task,", ""},
		{`null`, "", "The entry is null; MCP wants an object"},
		{`"x"`, "", `The entry is "x"; MCP wants an object`},
		{`{"title":"no name"}`, "", "The entry has no name; MCP wants a text"},
		{`{"name":7}`, "", "The entry has no name;"},
		{`{"name":"good"}`, "", "lists a tool of this name twice"},
	} {
		synctest.Test(t, func(t *testing.T) {
			listing := listed(t, nil, `{"tools":[{"name":"good",`+schema+`},`+c.entry+`]}`)
			if c.lost != "" {
				if len(listing.Tools) != 1 || len(listing.Problems) != 1 || string(listing.Problems[0].Raw) != c.entry {
					t.Fatalf("%s: %d tools, %+v", c.entry, len(listing.Tools), listing.Problems)
				}
				contains(t, listing.Problems[0].Reason, c.lost)
				return
			}
			if len(listing.Tools) != 2 || len(listing.Problems) != 0 {
				t.Fatalf("%s: %d tools, %+v", c.entry, len(listing.Tools), listing.Problems)
			}
			x := named(t, listing, "x")
			contains(t, x.Details.Problem, c.problem)
			if (x.Details.Problem == "") != (c.problem == "") || x.InputSchema == nil || x.Execute == nil {
				t.Errorf("%s: the tool is %+v", c.entry, x.Details)
			}
		})
	}
}

func TestAListThatIsNoListIsAProblem(t *testing.T) {
	for _, result := range []string{`[]`, `{}`, `{"tools":{}}`, `5`} {
		synctest.Test(t, func(t *testing.T) {
			if listing := listed(t, nil, result); len(listing.Problems) != 1 {
				t.Errorf("%s: %+v", result, listing.Problems)
			}
		})
	}
}

func TestADefinitionIsKeptAsTheServerWroteIt(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		const input = `{"type":"object","properties":{"zeta":{"type":"integer","maximum":9007199254740993},"alpha":{}}}`
		const definition = `{"name":"a.b/c","title":"T","description":"D","inputSchema":` + input + `,"outputSchema":{"z":1,"a":2},` +
			`"annotations":{"title":"unused","destructiveHint":true,"readOnlyHint":false},"icons":[{"src":"https://i","mimeType":"image/png","sizes":["1x1"]}],"_meta":{"k":1},"x-own":0}`
		x := listed(t, nil, `{"tools":[`+definition+`]}`).Tools[0]
		d := x.Details
		if x.Name != "s_a_b_c" || x.ShortName() != "a.b/c" || x.Title() != "T" || x.Description != "D" || x.Server() != "s" {
			t.Errorf("the tool is %+v", x)
		}
		if string(d.InputSchema) != input || string(d.OutputSchema) != `{"z":1,"a":2}` || string(d.Definition) != definition || string(d.Meta) != `{"k":1}` {
			t.Errorf("the bytes are %s, %s, %s, %s", d.InputSchema, d.OutputSchema, d.Definition, d.Meta)
		}
		if !x.Destructive() || x.ReadOnly() || len(d.Icons) != 1 || d.Icons[0].Sizes[0] != "1x1" {
			t.Errorf("the details are %+v", d)
		}
	})
}

func TestNamesThatBecomeTheSameAreToldApart(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		tools := listed(t, nil, `{"tools":[{"name":"a.b"},{"name":"a b"}]}`).Tools
		if tools[0].Name != "s_a_b" || tools[1].Name != "s_a_b_2" {
			t.Errorf("they are %s and %s", tools[0].Name, tools[1].Name)
		}
	})
}

func TestAllPagesOfAListAreRead(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		listing := listed(t, nil, `{"tools":[{"name":"a"}],"nextCursor":"1"}`, `{"tools":[{"name":"b"}],"nextCursor":"2"}`, `{"tools":[{"name":"c"}]}`)
		if len(listing.Tools) != 3 || listing.Tools[2].Name != "s_c" || len(listing.Problems) != 0 {
			t.Errorf("the listing is %+v", listing)
		}
	})
}

func TestAListThatGoesInACircleIsCut(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		listing := listed(t, nil, `{"tools":[{"name":"a"}],"nextCursor":"1"}`, `{"tools":[{"name":"b"}],"nextCursor":"1"}`)
		if len(listing.Tools) != 2 || len(listing.Problems) == 0 || !strings.Contains(listing.Problems[0].Reason, "circle") {
			t.Errorf("the listing is %+v", listing)
		}
	})
}

func TestOnlyTheToolsThatAreWantedAreListed(t *testing.T) {
	for _, c := range []struct {
		wanted map[string]bool
		names  string
	}{
		{nil, "a b c"},
		{map[string]bool{"b": false}, "a c"},
		{map[string]bool{"b": true}, "b"},
		{map[string]bool{"a": false, "c": true}, "c"},
	} {
		synctest.Test(t, func(t *testing.T) {
			listing := listed(t, func(config *Config) { config.Tools = c.wanted }, `{"tools":[{"name":"a"},{"name":"b"},{"name":"c"}]}`)
			var names []string
			for _, one := range listing.Tools {
				names = append(names, one.ShortName())
			}
			if got := strings.Join(names, " "); got != c.names {
				t.Errorf("%v lists %s, want %s", c.wanted, got, c.names)
			}
		})
	}
}

func TestAServerWithoutToolsHasAnEmptyList(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		_, listing, _ := open(t, inMemory(func(s *speaker, m heard) {
			switch m.Method {
			case "initialize":
				s.result(m, `{"protocolVersion":"2025-11-25","capabilities":{"prompts":{}},"serverInfo":{"name":"n","version":"1"}}`)
			case "server/discover", "tools/list":
				s.refuse(m, -32601, "Method not found")
			}
		}))
		if len(listing.Tools) != 0 || listing.Facts.Server != "n" {
			t.Errorf("the listing is %+v", listing)
		}
	})
}

func FuzzAToolIsReadOrRefused(f *testing.F) {
	for _, seed := range []string{`{"name":"x","inputSchema":{"type":"object"}}`, `null`, `{"name":"x","icons":[{"sizes":"a b"}],"annotations":{"title":5}}`, `{"name":"x","inputSchema":"{}"}`, `{"name":"x","inputSchema":{"a\u00e9":[1,-2.5e3,null,true,false,"\n",[],{}],"b":{"c":{}}}}`, `[`} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, raw string) {
		x, problem := readTool(json.RawMessage(raw))
		if problem != "" {
			return
		}
		if x.Details.ShortName == "" || x.InputSchema == nil {
			t.Errorf("%q became %+v", raw, x)
		}
	})
}

// bigListing is a tools/list result of n tools.
func bigListing(n int) string {
	var b strings.Builder
	b.WriteString(`{"tools":[`)
	for i := range n {
		if i > 0 {
			b.WriteByte(',')
		}
		fmt.Fprintf(&b, `{"name":"tool_%05d","description":"Synthetic tool number %d. It echoes a message and adds numbers; used for scale tests.","inputSchema":{"type":"object","properties":{"message":{"type":"string","description":"text to echo"},"count":{"type":"integer","minimum":1,"maximum":10,"default":1},"mode":{"type":"string","enum":["a","b","c"]},"opts":{"type":"object","properties":{"deep":{"type":"boolean"},"tags":{"type":"array","items":{"type":"string"}}}}},"required":["message"]}}`, i, i)
	}
	b.WriteString(`]}`)
	return b.String()
}

// BenchmarkTenThousandTools reads a listing of 10,000 tools once the bytes have
// come.
func BenchmarkTenThousandTools(b *testing.B) {
	raw := json.RawMessage(bigListing(10_000))
	s := New(Config{Name: "s"})
	b.SetBytes(int64(len(raw)))
	b.ReportAllocs()
	for b.Loop() {
		l := lister{session: &session{source: s}, listed: map[string]bool{}, names: map[string]bool{}, pages: trail{}}
		l.page(raw, nil)
		if len(l.listing.Tools) != 10_000 {
			b.Fatal(len(l.listing.Tools))
		}
	}
}
