package cli

import (
	"bytes"
	"encoding/json"
	"strings"
	"testing"

	"toolbench/toolkit/tool"
)

// The schema has what is not answered by one word: groups, shapes, places, lists
// of objects, and a field that another one brings.
const askedOrder = `{"type":"object","required":["customer","items"],"properties":{
	"customer":{"type":"object","required":["name"],"properties":{"name":{"type":"string"},"contact":{"oneOf":[
		{"title":"by e-mail","type":"object","required":["kind","address"],"properties":{"kind":{"const":"mail"},"address":{"type":"string"}}},
		{"title":"by phone","type":"object","required":["kind","number"],"properties":{"kind":{"const":"phone"},"number":{"type":"string"}}}]}}},
	"items":{"type":"array","items":{"type":"object","required":["sku"],"properties":{"sku":{"type":"string"},"count":{"type":["integer","null"]}}}},
	"at":{"type":"array","prefixItems":[{"type":"number","title":"east"},{"type":"number"}],"items":false},
	"address":{"type":"object","properties":{"street":{"type":"string"}}},
	"tags":{"type":"array","items":{"type":"string"}},
	"gift":{"type":"boolean"}},
	"if":{"properties":{"gift":{"const":true}},"required":["gift"]},"then":{"required":["card"],"properties":{"card":{"type":"string"}}}}`

func TestANestedFormIsAskedForInPlainLines(t *testing.T) {
	for name, c := range map[string]struct {
		typed []string
		sent  string // "" for nothing
		shown []string
	}{
		"everything": {
			[]string{"Ada", "by phone", "+47 1", "y", "W-1", "2", "y", "W-2", "null", "", "y", "10.5", "59", "yes", "Main St", "a, b", "true", "Hi", "y"},
			`{"customer":{"name":"Ada","contact":{"kind":"phone","number":"+47 1"}},"items":[{"sku":"W-1","count":2},{"sku":"W-2","count":null}],"at":[10.5,59],"address":{"street":"Main St"},"tags":["a","b"],"gift":true,"card":"Hi"}`,
			[]string{"customer.name* (text):", "  1) by e-mail", "items, item 2", "items[0].count (integer or null):", "address (object;", "at (list of number, number;", "card* (text):"},
		},
		"as little as will do": {
			[]string{"Ada", "", "y", "W-1", "", "", "", "", "", "", "y"},
			`{"customer":{"name":"Ada"},"items":[{"sku":"W-1"}]}`, nil,
		},
		"what is not taken is asked again": {
			[]string{"Ada", "3", "1", "", "ada@x.org", `[{"sku":1}]`, `[{"sku":"W-1"}]`, "[1,2]", `{"street":`, `{"street":"x"}`, "", "perhaps", "false", "y"},
			`{"customer":{"name":"Ada","contact":{"kind":"mail","address":"ada@x.org"}},"items":[{"sku":"W-1"}],"at":[1,2],"address":{"street":"x"},"gift":false}`,
			[]string{`there is no "3"; 1 to 2 would do`, "it is needed", "items[0].sku: 1 is not text", `"perhaps" is not true or false`},
		},
		"the end of the input": {[]string{"Ada"}, "", nil},
	} {
		t.Run(name, func(t *testing.T) {
			var shown bytes.Buffer
			s := newSession(t.Context(), Streams{In: strings.NewReader(strings.Join(c.typed, "\n") + "\n"), Err: &shown, InTerminal: true, ErrTerminal: true})
			answer := s.ask(t.Context(), tool.Tool{Name: "shop"}, tool.Request{Kind: tool.KindInput, Prompt: "What?", Data: map[string]any{"schema": json.RawMessage(askedOrder)}})
			if answer.OK != (c.sent != "") {
				t.Fatalf("answered %v:\n%s", answer.OK, &shown)
			}
			if c.sent != "" && !strings.Contains(shown.String(), "Send "+c.sent+"? ") {
				t.Errorf("it does not send %s:\n%s", c.sent, &shown)
			}
			for _, part := range c.shown {
				if !strings.Contains(shown.String(), part) {
					t.Errorf("%q is not shown:\n%s", part, &shown)
				}
			}
		})
	}
}

func TestAnAnswerThatIsNotTakenLeavesTheFieldAsItWas(t *testing.T) {
	const schema = `{"type":"object","properties":{"n":{"type":"integer"},"of":{"type":"array","items":{"type":"object","required":["x"],"properties":{"x":{"type":"number"}}}},"c":{"type":"integer","default":3}}}`
	var shown bytes.Buffer
	s := newSession(t.Context(), Streams{In: strings.NewReader("many\n\ny\n1\n[2]\n\nx\n\ny\n"), Err: &shown, InTerminal: true, ErrTerminal: true})
	answer := s.ask(t.Context(), tool.Tool{Name: "shop"}, tool.Request{Kind: tool.KindInput, Prompt: "What?", Data: map[string]any{"schema": json.RawMessage(schema)}})
	if !answer.OK || !strings.Contains(shown.String(), `Send {"of":[{"x":1}],"c":3}? `) {
		t.Errorf("answered %v:\n%s", answer, &shown)
	}
}

func TestTheShapeOfTheWholeIsAskedFor(t *testing.T) {
	const schema = `{"oneOf":[{"title":"a place","type":"object","required":["x"],"properties":{"x":{"type":"number"}}},{"title":"a name","type":"object","required":["y"],"properties":{"y":{"type":"string"}}}]}`
	var shown bytes.Buffer
	s := newSession(t.Context(), Streams{In: strings.NewReader("2\nOslo\ny\n"), Err: &shown, InTerminal: true, ErrTerminal: true})
	answer := s.ask(t.Context(), tool.Tool{Name: "shop"}, tool.Request{Kind: tool.KindInput, Prompt: "Where?", Data: map[string]any{"schema": json.RawMessage(schema)}})
	if !answer.OK || answer.Data["y"] != "Oslo" {
		t.Errorf("answered %v:\n%s", answer, &shown)
	}
}
