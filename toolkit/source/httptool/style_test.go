package httptool

import (
	"strings"
	"testing"

	"github.com/yosida95/uritemplate/v3"

	"toolbench/toolkit/schema"
	"toolbench/toolkit/tooltest"
)

func parsed(t testing.TB, text string) *schema.Value {
	t.Helper()
	v, err := schema.Parse([]byte(text))
	if err != nil {
		t.Fatal(err)
	}
	return v
}

// The values of the table of styles in OpenAPI's specification, and awkward ones.
var styledValues = map[string]string{
	"empty": `""`, "text": `"blue"`, "list": `["blue","black","brown"]`, "object": `{"R":100,"G":200,"B":150}`,
	"awkward text": `"a b/c?d&e=f,g;h.%"`, "awkward list": `["a,b","c d","e;f"]`, "awkward object": `{"ab":"c,d","e":"f=g h"}`,
}

// The templates are evaluated by a library that nobody here wrote. What it does
// not follow RFC 6570 in is not among the values: it writes letters outside ASCII
// as Latin-1, and the names of members as they are.
func TestStylesOfRFC6570AreWrittenAsALibraryWritesThem(t *testing.T) {
	for _, c := range []struct {
		style    string
		explode  bool
		template string
	}{
		{"simple", false, "{color}"}, {"simple", true, "{color*}"},
		{"label", false, "{.color}"}, {"label", true, "{.color*}"},
		{"matrix", false, "{;color}"}, {"matrix", true, "{;color*}"},
		{"form", false, "{?color}"}, {"form", true, "{?color*}"},
	} {
		for name, text := range styledValues {
			value := parsed(t, text)
			s := styled{style: c.style, explode: c.explode}
			got := s.pathText("color", value)
			if c.style == "form" {
				got = "?" + strings.Join(s.queryPairs("color", value), "&")
			}
			want, err := uritemplate.MustNew(c.template).Expand(uritemplate.Values{"color": templated(value)})
			if err != nil {
				t.Fatal(err)
			}
			if got != want {
				t.Errorf("%s, explode %t, %s: %s, want %s", c.style, c.explode, name, got, want)
			}
		}
	}
}

func templated(v *schema.Value) uritemplate.Value {
	as := func(text string) string { return text }
	switch v.Kind() {
	case schema.Array:
		return uritemplate.List(flat(v, as)...)
	case schema.Object:
		return uritemplate.KV(flat(v, as)...)
	}
	return uritemplate.String(plainText(v))
}

func TestStylesOfOpenAPIAloneAreWrittenAsItsTableHasThem(t *testing.T) {
	for _, c := range []struct {
		style   string
		explode bool
		value   string
		want    string
	}{
		{"spaceDelimited", false, "list", "color=blue%20black%20brown"},
		{"spaceDelimited", false, "object", "color=R%20100%20G%20200%20B%20150"},
		{"pipeDelimited", false, "list", "color=blue%7Cblack%7Cbrown"},
		{"pipeDelimited", false, "object", "color=R%7C100%7CG%7C200%7CB%7C150"},
		{"pipeDelimited", true, "list", "color=blue&color=black&color=brown"},
		{"deepObject", true, "object", "color%5BR%5D=100&color%5BG%5D=200&color%5BB%5D=150"},
		{"deepObject", true, "list", "color%5B0%5D=blue&color%5B1%5D=black&color%5B2%5D=brown"},
		{"tabDelimited", false, "list", "color=blue%09black%09brown"},
	} {
		s := styled{style: c.style, explode: c.explode}
		if got := strings.Join(s.queryPairs("color", parsed(t, styledValues[c.value])), "&"); got != c.want {
			t.Errorf("%s, explode %t, %s: %s, want %s", c.style, c.explode, c.value, got, c.want)
		}
	}
	deep := strings.Join(styled{style: "deepObject"}.queryPairs("f", parsed(t, `{"a":{"b":[1,{"c":true}]},"d":null}`)), "&")
	if want := "f%5Ba%5D%5Bb%5D%5B0%5D=1&f%5Ba%5D%5Bb%5D%5B1%5D%5Bc%5D=true&f%5Bd%5D="; deep != want {
		t.Errorf("a deep object is %s, want %s", deep, want)
	}
	reserved := styled{style: "form", reserved: true}
	if got, want := reserved.queryPairs("u", parsed(t, `"https://x/y?z=1&a#b %20 50%"`))[0], "u=https://x/y?z=1%26a%23b%20%20%2050%25"; got != want {
		t.Errorf("reserved characters are kept as %s, want %s", got, want)
	}
}

func TestParametersArriveWhereTheyBelong(t *testing.T) {
	server := newEcho(t, nil)
	for name, c := range map[string]struct {
		path, parameters, args string
		line                   string
		headers                map[string]string
	}{
		"defaults": {"/t/{p}", `{name: p, in: path, required: true, schema: {}}, {name: q, in: query, schema: {}}, {name: X-H, in: header, schema: {}}, {name: c, in: cookie, schema: {}}`,
			`{"q":["a b",2],"p":[1,"/"],"X-H":{"a":1,"b":"c d"},"c":"v w"}`, "/t/1,%2F?q=a%20b&q=2", map[string]string{"X-H": "a,1,b,c d", "Cookie": "c=v%20w"}},
		"two cookies":        {"/t", `{name: a, in: cookie, schema: {}}, {name: b, in: cookie, schema: {}}`, `{"b":1,"a":2}`, "/t", map[string]string{"Cookie": "a=2; b=1"}},
		"an exploded header": {"/t", `{name: X-H, in: header, explode: true, schema: {}}`, `{"X-H":{"a":1,"b":2}}`, "/t", map[string]string{"X-H": "a=1,b=2"}},
		"label and matrix": {"/t{p}/u{m}", `{name: p, in: path, style: label, required: true, schema: {}}, {name: m, in: path, style: matrix, explode: true, required: true, schema: {}}`,
			`{"p":"x","m":["y","z"]}`, "/t.x/u;m=y;m=z", nil},
		"JSON by its media type":       {"/t", `{name: q, in: query, content: {application/json: {schema: {}}}}`, `{"q":{"a":[1.10]}}`, "/t?q=%7B%22a%22%3A%5B1.10%5D%7D", nil},
		"null is left out":             {"/t", `{name: q, in: query, schema: {}}, {name: r, in: query, schema: {}}`, `{"q":null,"r":""}`, "/t?r=", nil},
		"digits stay":                  {"/t", `{name: q, in: query, schema: {}}`, `{"q":12345678901234567890.10}`, "/t?q=12345678901234567890.10", nil},
		"part of a segment":            {"/t/{a}.{b}:go", `{name: a, in: path, required: true, schema: {}}, {name: b, in: path, required: true, schema: {}}`, `{"a":"{b}","b":"json"}`, "/t/%7Bb%7D.json:go", nil},
		"a fragment tells paths apart": {"/t#other", ``, `{}`, "/t", nil},
		"a query in the path":          {"/t?action=brew", `{name: q, in: query, schema: {}}`, `{"q":1}`, "/t?action=brew&q=1", nil},
	} {
		document := operations(server.URL+"/base/", "\n  '"+c.path+"': {get: {operationId: it, parameters: ["+c.parameters+"]}}\n")
		tools := toolsOf(t, OpenAPI(Document{Name: "d", Data: document}), &tooltest.Host{})
		if result := run(t, tools["d_it"], c.args); result.IsError {
			t.Errorf("%s: %s", name, result.Output)
			continue
		}
		got := server.last(t)
		if want := "GET /base" + c.line; got.line != want {
			t.Errorf("%s: %s, want %s", name, got.line, want)
		}
		for header, want := range c.headers {
			if got.headers.Get(header) != want {
				t.Errorf("%s: the header %s is %q, want %q", name, header, got.headers.Get(header), want)
			}
		}
	}
}

func TestCollectionFormatsOf20(t *testing.T) {
	server := newEcho(t, nil)
	for format, want := range map[string]string{"": "q=a,b%20c", "csv": "q=a,b%20c", "ssv": "q=a%20b%20c", "tsv": "q=a%09b%20c", "pipes": "q=a%7Cb%20c", "multi": "q=a&q=b%20c"} {
		document := `{"swagger":"2.0","host":"` + strings.TrimPrefix(server.URL, "http://") + `","schemes":["http"],"paths":{"/t":{"get":{"operationId":"it","parameters":[{"name":"q","in":"query","type":"array","items":{"type":"string"},"collectionFormat":"` + format + `"}]}}}}`
		tools := toolsOf(t, OpenAPI(Document{Name: "d", Data: []byte(document)}), &tooltest.Host{})
		run(t, tools["d_it"], `{"q":["a","b c"]}`)
		if got := server.last(t).line; got != "GET /t?"+want {
			t.Errorf("%q: %s, want %s", format, got, want)
		}
	}
}

func TestArgumentsOfAnOperationAreRefusedBeforeAnythingIsSent(t *testing.T) {
	server := newEcho(t, nil)
	tools := toolsOf(t, OpenAPI(Document{Name: "d", Data: operations(server.URL, `
  /t/{id}:
    get: {operationId: it, parameters: [{name: id, in: path, required: true, schema: {}}, {name: limit, in: query, required: true, schema: {}}, {name: X-H, in: header, schema: {}}]}
  /open/{a}: {get: {operationId: open, parameters: [{name: a, in: path, required: true, allowReserved: true, schema: {}}]}}
  /none: {get: {operationId: none}}
`)}), &tooltest.Host{})
	for _, c := range []struct{ tool, args, want string }{
		{"it", `{"id":[".."],"limit":1}`, `the arguments make the address /t/.., which would lead to another one`},
		{"open", `{"a":"x/../../admin"}`, `the arguments make the address /open/x/../../admin, which would lead to another one`},
		{"it", `{"id":1}`, `the argument "limit" is missing`},
		{"it", `{"id":null,"limit":1}`, `the argument "id" is null; it is a part of the address`},
		{"it", `{"id":"..","limit":1}`, `the argument "id" is "..", which would lead to another address`},
		{"it", `{"id":[],"limit":1}`, `the argument "id" is empty; it is a part of the address`},
		{"it", `{"id":1,"limit":1,"limits":2}`, `there is no argument "limits"; did you mean "limit"?`},
		{"it", `{"id":1,"limit":1,"X-H":"a\r\nX-Evil: 1"}`, `the argument "X-H" has a line end or another control character, which a header can not have`},
		{"none", `{"a":1}`, `there is no argument "a"; the operation takes none`},
	} {
		if result := run(t, tools["d_"+c.tool], c.args); !result.IsError || result.Output != c.want {
			t.Errorf("%s: %q, want %q", c.args, result.Output, c.want)
		}
	}
	if n := server.count(); n != 0 {
		t.Errorf("%d requests were sent", n)
	}
}
