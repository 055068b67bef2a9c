package httptool

import (
	"io"
	"mime"
	"mime/multipart"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"toolbench/toolkit/tool"
	"toolbench/toolkit/tooltest"
)

// posting is the one tool of a document whose operation has this body.
func posting(t *testing.T, server *echo, body string) tool.Tool {
	t.Helper()
	document := operations(server.URL, "\n  /t/{id}: {post: {operationId: it, parameters: [{name: id, in: path, required: true, schema: {}}], requestBody: "+body+"}}\n")
	return toolsOf(t, OpenAPI(Document{Name: "d", Data: document}), &tooltest.Host{})["d_it"]
}

func TestBodiesAreWrittenByTheirMediaType(t *testing.T) {
	server := newEcho(t, nil)
	object := `schema: {type: object, properties: {b: {}, a: {}, o: {type: object}, l: {type: array}}}`
	for name, c := range map[string]struct{ body, args, kind, want string }{
		"JSON keeps digits and order":  {`{content: {application/json: {` + object + `}}}`, `{"z":1.10,"id":1,"b":12345678901234567890,"a":null}`, "application/json", `{"z":1.10,"b":12345678901234567890,"a":null}`},
		"JSON before the others":       {`{content: {text/plain: {schema: {type: string}}, application/vnd.tea+json: {` + object + `}}}`, `{"id":1,"b":2}`, "application/vnd.tea+json", `{"b":2}`},
		"any type is JSON":             {`{content: {'*/*': {` + object + `}}}`, `{"id":1,"b":2}`, "application/json", `{"b":2}`},
		"a whole body":                 {`{required: true, content: {application/json: {schema: {type: array}}}}`, `{"id":1,"body":[1,{"a":2}]}`, "application/json", `[1,{"a":2}]`},
		"no body":                      {`{content: {application/json: {` + object + `}}}`, `{"id":1}`, "", ""},
		"a required body of nothing":   {`{required: true, content: {application/json: {` + object + `}}}`, `{"id":1}`, "application/json", "{}"},
		"null as a body":               {`{content: {application/json: {schema: {type: ['null', array]}}}}`, `{"id":1,"body":null}`, "application/json", "null"},
		"a form":                       {`{content: {application/x-www-form-urlencoded: {` + object + `}}}`, `{"id":1,"b":"x&y z","l":[1,2],"o":{"p":"q"},"a":null}`, "application/x-www-form-urlencoded", "b=x%26y%20z&l=1&l=2&o=%7B%22p%22%3A%22q%22%7D"},
		"a form in a style of its own": {`{content: {application/x-www-form-urlencoded: {` + object + `, encoding: {o: {style: deepObject, explode: true}, l: {explode: false}, b: {contentType: application/json}}}}}`, `{"id":1,"o":{"p":{"q":1}},"l":[1,2],"b":"x"}`, "application/x-www-form-urlencoded", "o%5Bp%5D%5Bq%5D=1&l=1,2&b=%22x%22"},
		"a text":                       {`{content: {text/plain: {schema: {type: string}}}}`, `{"id":1,"body":"green\ntea"}`, "text/plain; charset=utf-8", "green\ntea"},
		"XML is a text":                {`{content: {application/xml: {schema: {type: object}}}}`, `{"id":1,"body":"<tea/>"}`, "application/xml", "<tea/>"},
	} {
		if result := run(t, posting(t, server, c.body), c.args); result.IsError {
			t.Errorf("%s: %s", name, result.Output)
			continue
		}
		if got := server.last(t); got.headers.Get("Content-Type") != c.kind || got.body != c.want {
			t.Errorf("%s: %s %q, want %s %q", name, got.headers.Get("Content-Type"), got.body, c.kind, c.want)
		}
	}
}

// leaf is a file to send.
func leaf(t *testing.T, name, content string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), name)
	if err := os.WriteFile(path, []byte(content), 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

func TestAFileIsSentByItsPath(t *testing.T) {
	server := newEcho(t, nil)
	path := leaf(t, "leaf.png", "\x89PNG\x00leaf")
	it := posting(t, server, `{required: true, content: {image/*: {schema: {}}}}`)
	if result := run(t, it, `{"id":1,"body":"`+filepath.ToSlash(path)+`"}`); result.IsError {
		t.Fatal(result.Output)
	}
	if got := server.last(t); got.body != "\x89PNG\x00leaf" || got.headers.Get("Content-Type") != "application/octet-stream" || got.headers.Get("Content-Length") != "9" {
		t.Errorf("%v %q", got.headers, got.body)
	}
}

func TestAMultipartBodyHasAPartForEachArgument(t *testing.T) {
	server := newEcho(t, nil)
	it := posting(t, server, `{required: true, content: {multipart/form-data: {schema: {type: object, properties: {
	  note: {type: string}, 'odd "name"': {type: string}, o: {type: object}, l: {type: array, items: {type: integer}}, leaf: {type: string, format: binary}, more: {type: array, items: {type: string, format: binary}}}},
	  encoding: {leaf: {contentType: image/x-leaf}}}}}`)
	a, b := leaf(t, "a.bin", "first"), leaf(t, "b.pdf", strings.Repeat("second", 10_000))
	args := `{"id":1,"note":"ünder","odd \"name\"":"x","o":{"z":1.10,"a":2},"l":[1,2],"leaf":"` + filepath.ToSlash(a) + `","more":["` + filepath.ToSlash(b) + `","` + filepath.ToSlash(a) + `"],"gone":null}`
	if result := run(t, it, args); result.IsError {
		t.Fatal(result.Output)
	}
	got := server.last(t)
	_, parameters, err := mime.ParseMediaType(got.headers.Get("Content-Type"))
	if err != nil {
		t.Fatal(err)
	}
	var parts []string
	for r := multipart.NewReader(strings.NewReader(got.body), parameters["boundary"]); ; {
		p, err := r.NextPart()
		if err == io.EOF {
			break
		}
		if err != nil {
			t.Fatal(err)
		}
		content, _ := io.ReadAll(p)
		parts = append(parts, strings.Join([]string{p.FormName(), p.FileName(), p.Header.Get("Content-Type"), string(content[:min(8, len(content))])}, "|"))
	}
	want := []string{"note|||ünder", "odd %22name%22|||x", `o||application/json|{"z":1.1`, "l|||1", "l|||2",
		"leaf|a.bin|image/x-leaf|first", "more|b.pdf|application/pdf|secondse", "more|a.bin|application/octet-stream|first"}
	if strings.Join(parts, "\n") != strings.Join(want, "\n") {
		t.Errorf("the parts are\n%s\nwant\n%s", strings.Join(parts, "\n"), strings.Join(want, "\n"))
	}
	if got.headers.Get("Content-Length") == "" {
		t.Error("the body has no length")
	}
}

func TestAFileThatCanNotBeSentIsNamed(t *testing.T) {
	server := newEcho(t, nil)
	it := posting(t, server, `{required: true, content: {multipart/form-data: {schema: {type: object, properties: {leaf: {type: string, format: binary}}}}}}`)
	dir := filepath.ToSlash(t.TempDir())
	for args, want := range map[string]string{
		`{"id":1,"leaf":"` + dir + `/none"}`: `the argument "leaf" names the file ` + dir + `/none, which does not exist`,
		`{"id":1,"leaf":"` + dir + `"}`:      `the argument "leaf" names ` + dir + `, which is no regular file`,
		`{"id":1,"leaf":7}`:                  `it has to be the path of a file`,
	} {
		if result := run(t, it, args); !result.IsError || !strings.Contains(result.Output, want) {
			t.Errorf("%s: %q, want %q", args, result.Output, want)
		}
	}
	if server.count() != 0 {
		t.Error("something was sent")
	}
}

func TestAFormOf20IsSentAsItsFieldsSay(t *testing.T) {
	server := newEcho(t, nil)
	document := `{"swagger":"2.0","host":"` + strings.TrimPrefix(server.URL, "http://") + `","schemes":["http"],"paths":{"/t":{"post":{"operationId":"it","parameters":[
	{"name":"a","in":"formData","type":"string"},{"name":"l","in":"formData","type":"array","items":{"type":"string"},"collectionFormat":"pipes"}]}}}}`
	it := toolsOf(t, OpenAPI(Document{Name: "d", Data: []byte(document)}), &tooltest.Host{})["d_it"]
	run(t, it, `{"l":["x","y z"],"a":"1 2"}`)
	if got := server.last(t); got.body != "l=x%7Cy%20z&a=1%202" || got.headers.Get("Content-Type") != formType {
		t.Errorf("%s %q", got.headers.Get("Content-Type"), got.body)
	}
}
