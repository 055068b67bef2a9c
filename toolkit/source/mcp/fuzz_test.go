package mcp

import (
	"context"
	"encoding/json"
	"testing"

	"toolbench/toolkit/source"
	"toolbench/toolkit/tool"
)

// FuzzReading reads what a server may answer as everything that it could be.
func FuzzReading(f *testing.F) {
	for _, seed := range []string{
		conversation,
		`{"contents":[{"uri":"a:b","blob":"aGk="},{"text":"t"},null]}`,
		`{"messages":[{"role":"user","content":[{"type":"image","data":"aGk=","mimeType":"image/png"}]},{"content":"x"}]}`,
		`{"uri":"a:b","uriTemplate":"x://{a}{?b*}{+c:3}","name":"n","arguments":[{"name":"a","required":true},null],"size":-1e99}`,
		`{"resultType":"input_required","inputRequests":{"a":{"method":"roots/list"},"b":7},"requestState":1}`,
		`{"mode":"url","url":"https://example.com","message":"m","requestedSchema":{"properties":{"a":{"default":1}}}}`,
		`{"resources":[1],"nextCursor":"x"}`,
	} {
		f.Add([]byte(seed))
	}
	yes := func(context.Context, tool.Request) (tool.Answer, error) { return tool.Answer{OK: true}, nil }
	s := New(Config{Name: "s", Sampling: true, Roots: []Root{}})
	f.Fuzz(func(t *testing.T, raw []byte) {
		if tooDeep(raw) || !json.Valid(raw) {
			return // it would not come this far
		}
		for _, read := range []func(json.RawMessage) (tool.ToolResult, error){readContents, readPrompt, readResult} {
			if r, err := read(raw); err == nil && tool.PendingOf(r) != nil {
				t.Errorf("it suspends the call: %s", raw)
			}
		}
		for _, kind := range []source.OfferKind{source.Resource, source.ResourceTemplate, source.Prompt} {
			o, problem := s.readOffer(kind, raw, true)
			if problem != "" {
				continue
			}
			if o.Read.Name == "" || !json.Valid(o.Read.Schema()) || (o.Read.Execute == nil) != (o.Read.Details.Uncallable != "") {
				t.Errorf("%s became %+v with %+v", raw, o, o.Read.Details)
			}
		}
		for _, method := range []string{methodElicit, methodSample, methodRoots} {
			answer, err := s.answer(t.Context(), question{Method: method, Params: raw}, yes)
			if (answer == nil) == (err == nil) {
				t.Errorf("%s is answered with %v and %v", method, answer, err)
			}
		}
		questionsIn(raw)
		readPage(raw, "resources")
	})
}

// FuzzTemplate fills templates in.
func FuzzTemplate(f *testing.F) {
	f.Add("x://{id}", "ä b")
	f.Add("x://{a,b*}/{+path:3}{?q}{&r}{#f}", "\x00\xff/")
	f.Add("{", "")
	f.Fuzz(func(t *testing.T, text, value string) {
		parsed, err := newTemplate(text)
		if err != nil {
			return
		}
		values := map[string]string{}
		for _, v := range parsed.variables {
			values[v.name] = value
		}
		if _, err := parsed.expand(values); err != nil && value != "" {
			t.Errorf("%q with %q: %v", text, value, err)
		}
	})
}
