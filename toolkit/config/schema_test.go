package config

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/tailscale/hujson"

	"toolbench/toolkit/schema"
)

// judge is what the JSON Schema and the parser say of a document.
func judge(t *testing.T, text string) (bySchema []schema.Problem, byParser []string) {
	t.Helper()
	standard, err := hujson.Standardize([]byte(text))
	if err != nil {
		t.Fatalf("%s: %v", text, err)
	}
	bySchema = schema.Validate(JSONSchema(), standard)
	file, err := Parse("toolbench.json", []byte(text), func(string) (string, bool) { return "http://value", true })
	if err != nil {
		return bySchema, []string{err.Error()}
	}
	byParser = file.Notes
	for _, s := range file.Servers {
		if s.Problem != "" {
			byParser = append(byParser, s.Problem)
		}
	}
	for _, d := range declarations(file) {
		if d.Problem != "" {
			byParser = append(byParser, d.Problem)
		}
	}
	return bySchema, byParser
}

func TestTheSchemaAndTheParserAgree(t *testing.T) {
	example, err := os.ReadFile(filepath.Join("testdata", "example.json"))
	if err != nil {
		t.Fatal(err)
	}
	good := []string{
		string(example), `{}`, `{"$schema":"x","_comment":"mine"}`,
		`{"mcpServers":{"a":{"command":"x","args":[1,"y"],"env":{"A":1,"B":true},"tools":["*"],"autoApprove":[]}}}`,
		`{"mcpServers":{"a":{"command":"x","maxMessage":67108864},"b":{"command":"x","maxMessage":"64MiB"},"c":{"command":"x","maxMessage":"0.5 gb"}}}`,
		`{"mcpServers":{"a":{"url":"https://a","oauth":{"clientId":"x","scopes":["a"],"callbackPort":80}}}}`,
		`{"mcpServers":{"a":{"url":"${ADDRESS:-http://b}","oauth":false}}}`,
		`{"inputs":[{"id":"k","password":true}],"mcpServers":{"a":{"command":["x","${input:k}"]}}}`,
		`{"builtins":true}`, `{"builtins":{"enabled":true,"tools":{"bash":false}}}`,
		`{"http":{"a":{"url":"http://b/{c}","timeout":0,"headers":{"X":1}}}}`, `{"http":[{"name":"a","url":"http://b"}]}`,
		`{"openapi":{"a":"x.json","b":{"document":"y.yaml","variables":{"v":"1"}}}}`,
		`{"agents":{"a":"http://b","c":{"card":"http://d","pollEvery":1000,"disabled":true}},"a2a":{},"mcpServer":{}}`,
		`{"tools":{"a":{"command":"x","args":["{b}"],"annotations":{"readOnlyHint":true,"title":"A"}}}}`,
		`{"genkit":{"a":"http://localhost:1","b":"folder","c":{"dir":"x"}}}`, `{"skills":"a","roots":["b"],"disabled":["mcp:x"]}`,
	}
	bad := []string{
		`{"mcpserver":{}}`, `{"skils":[]}`, `{"mcpServers":[]}`, `{"mcpServers":{"a":{}}}`, `{"mcpServers":{"a":5}}`, `{"mcpServers":{"":{"command":"x"}}}`,
		`{"mcpServers":{"a":{"command":"x","url":"http://b"}}}`, `{"mcpServers":{"a":{"url":"ftp://b"}}}`, `{"mcpServers":{"a":{"command":[]}}}`,
		`{"mcpServers":{"a":{"command":"x","env":[]}}}`, `{"mcpServers":{"a":{"command":"x","env":{"A":[]}}}}`, `{"mcpServers":{"a":{"command":"x","timeout":"5"}}}`,
		`{"mcpServers":{"a":{"command":"x","timeout":86400001}}}`, `{"mcpServers":{"a":{"command":"x","disabled":1}}}`, `{"mcpServers":{"a":{"command":"x","oauth":{"callbackPort":0}}}}`,
		`{"mcpServers":{"a":{"command":"x","maxMessage":0}}}`, `{"mcpServers":{"a":{"command":"x","maxMessage":1e12}}}`, `{"mcpServers":{"a":{"command":"x","maxMessage":"much"}}}`,
		`{"mcpServers":{"a":{"command":"x","maxMessage":-1}}}`, `{"mcpServers":{"a":{"command":"x","maxMessage":true}}}`, `{"mcpServers":{"a":{"command":"x","maxMessage":"64TB"}}}`,
		`{"inputs":[{"type":"promptString"}],"mcpServers":{}}`, `{"builtins":1}`, `{"builtins":{"bash":"no"}}`,
		`{"http":{"a":{}}}`, `{"http":{"a":"http://b"}}`, `{"http":[{"url":"http://b"}]}`, `{"http":{"a":{"url":"http://b","metod":"GET"}}}`, `{"http":{"a":{"url":"http://b","body":"xml"}}}`,
		`{"http":{"a":{"url":"http://b","inputSchema":[]}}}`, `{"http":{"a":{"url":"http://b","annotations":{"readOnly":true}}}}`, `{"http":{"a":{"url":"http://b","method":"A B"}}}`, `{"http":5}`,
		`{"openapi":{"a":{}}}`, `{"openapi":{"a":""}}`, `{"openapi":{"a":{"document":"x","server":"y"}}}`, `{"agents":{"a":"b"}}`, `{"agents":{"a":{"headers":{}}}}`,
		`{"tools":{"a":{"command":""}}}`, `{"tools":{"a":{"command":"x","input":"y"}}}`, `{"tools":{"a":{"command":"x","output":"png"}}}`, `{"tools":{"a":{"command":"x","timeout":-1}}}`,
		`{"genkit":{"a":{}}}`, `{"genkit":{"a":{"dir":"x","port":1}}}`, `{"skills":{}}`, `{"disabled":[[]]}`, `[]`,
	}
	for _, text := range good {
		if bySchema, byParser := judge(t, text); len(bySchema)+len(byParser) > 0 {
			t.Errorf("%.80s\nby the schema: %v\nby the parser: %q", text, bySchema, byParser)
		}
	}
	for _, text := range bad {
		if bySchema, byParser := judge(t, text); len(bySchema) == 0 || len(byParser) == 0 {
			t.Errorf("%s\nby the schema: %v\nby the parser: %q", text, bySchema, byParser)
		}
	}
}

func TestTheSchemaNamesEveryTopKeyThatIsRead(t *testing.T) {
	root, err := schema.Parse(JSONSchema())
	if err != nil {
		t.Fatal(err)
	}
	for _, key := range ownKeys {
		if root.At("properties", key) == nil {
			t.Errorf("%s is not in the schema", key)
		}
	}
	if strings.Contains(string(JSONSchema()), "\t") {
		t.Error("the schema is indented with tabs")
	}
}
