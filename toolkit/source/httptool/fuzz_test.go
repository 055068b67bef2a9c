package httptool

import (
	"encoding/json"
	"testing"

	"toolbench/toolkit/tooltest"
)

func FuzzAnyBytesAsADocument(f *testing.F) {
	for _, seed := range []string{
		"", "{", "openapi: 3.0.0", `{"openapi":"3.0.0","paths":null}`, `{"swagger":"2.0","paths":{"/a":{"get":null,"post":[],"put":{"parameters":{"a":1}}}}}`,
		"openapi: 3.1.0\npaths: &p {/a: {get: &g {x: *p}}}", "openapi: 3.1.0\n<<: {paths: {/a: {get: {}}}}\n", "openapi: 3.0.0\nx: [&a [1], *a]\n? [k]\n: v\n",
		`{"openapi":"3.1.0","servers":[{"url":"https://{a"}],"paths":{"/{a}/{a}{":{"get":{"parameters":[{"name":"a","in":"path","schema":{"$ref":"#"}}],"requestBody":{"content":{"multipart/form-data":{"schema":{"$ref":"#/paths"}}}},"responses":{"200":{"content":{"*/*":{"schema":true}}}},"security":[{"s":1}]}}},"components":{"securitySchemes":{"s":7}}}`,
		"openapi: 3.0.0\npaths:\n  /a: {$ref: '#/paths/~1b'}\n  /b: {$ref: '#/paths/~1a'}\n", "openapi: 3.0.0\na: .inf\nb: 0x1f\nc: 1_000\nd: 2001-01-01\ne: !!binary aGk=\n",
	} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		s := OpenAPI(Document{Name: "d", Data: data, Lookup: nothingSet})
		defer s.Close()
		listing, err := s.Open(t.Context(), &tooltest.Host{})
		if err != nil {
			if err.Error() == "" {
				t.Error("it fails without a word")
			}
			return
		}
		seen := map[string]bool{}
		for _, one := range listing.Tools {
			if seen[one.Name] {
				t.Errorf("%s is listed twice", one.Name)
			}
			seen[one.Name] = true
			if !json.Valid(one.Schema()) || one.InputSchema == nil || one.OutputSchema() != nil && !json.Valid(one.OutputSchema()) {
				t.Errorf("%s has a schema that is not JSON: %s and %s", one.Name, one.Schema(), one.OutputSchema())
			}
			if one.Execute != nil {
				_, _ = one.Execute(nil, cancelled(t))
			}
		}
	})
}

func FuzzAnyArguments(f *testing.F) {
	const document = `{"openapi":"3.1.0","servers":[{"url":"http://127.0.0.1:1"}],"paths":{"/a/{p}{m}":{"post":{"operationId":"it","parameters":[
	{"name":"p","in":"path","style":"label","explode":true,"schema":{}},{"name":"m","in":"path","style":"matrix","schema":{}},{"name":"q","in":"query","style":"deepObject","schema":{}},{"name":"h","in":"header","schema":{}},{"name":"c","in":"cookie","schema":{}}],
	"requestBody":{"content":{"multipart/form-data":{"schema":{"type":"object","properties":{"f":{"type":"string","format":"binary"},"x":{}}}}}}}}}}`
	for _, seed := range []string{`{}`, `{"p":1,"m":2}`, `{"p":[],"m":{}}`, `{"p":{"a":[1]},"m":["\u0000"],"q":{"a":[{}]},"h":"\n","c":";","f":"/nowhere","x":[[null]]}`, `[`, `{"p":"%","m":"/../"}`} {
		f.Add([]byte(seed))
	}
	s := OpenAPI(Document{Name: "d", Data: []byte(document)})
	listing, err := s.Open(f.Context(), &tooltest.Host{})
	if err != nil {
		f.Fatal(err)
	}
	f.Cleanup(func() { _ = s.Close() })
	f.Fuzz(func(t *testing.T, args []byte) {
		ctx := cancelled(t)
		ctx.Arguments = args
		result, err := listing.Tools[0].Execute(nil, ctx)
		if err == nil && !result.IsError {
			t.Error("a call that was cancelled before succeeded")
		}
	})
}
