package config

import (
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"
)

func own(t *testing.T, text string, env map[string]string) *File {
	t.Helper()
	file, err := Reader{Lookup: lookupIn(env), Home: "/home/ann", Dir: "/elsewhere"}.Parse("/home/ann/project/toolbench.json", []byte(text))
	if err != nil {
		t.Fatalf("Parse: %v", err)
	}
	return file
}

func TestAnOwnFileDeclaresEveryKindOfSource(t *testing.T) {
	data, err := os.ReadFile(filepath.Join("testdata", "example.json"))
	if err != nil {
		t.Fatal(err)
	}
	file := own(t, string(data), map[string]string{"STATION_TOKEN": "station-secret"})
	yes := true
	want := &File{
		Path: "/home/ann/project/toolbench.json", Client: Toolbench,
		Servers: []Server{{Name: "files", Command: "npx", Args: []string{"-y", "server-fs", "/home/ann/project"}, Dir: "/home/ann/project", Timeout: 500 * time.Millisecond}},
		HTTP: []HTTPTool{{
			Declaration: Declaration{Name: "weather"}, Hints: Hints{ReadOnly: &yes}, Description: "Weather at a place",
			Method: "GET", URL: "https://example.com/v1/{place}", Query: []string{"units"},
			Headers:     map[string]string{"Authorization": "Bearer station-secret"},
			InputSchema: []byte(`{"type":"object","properties":{"place":{"type":"string"},"at":{"type":"integer","maximum":12345678901234567890}},"required":["place"]}`),
			Result:      "json", Timeout: 250 * time.Millisecond,
		}},
		OpenAPI: []OpenAPI{
			{Declaration: Declaration{Name: "pets"}, Document: "/home/ann/project/pets.yaml", Server: "https://example.com/api", Credentials: map[string]string{"api_key": "sk-pets-12345"}},
			{Declaration: Declaration{Name: "shop"}, Document: "https://example.com/openapi.json"},
		},
		Agents: []Agent{
			{Declaration: Declaration{Name: "planner"}, URL: "https://example.com/.well-known/agent-card.json", Timeout: 5 * time.Minute},
			{Declaration: Declaration{Name: "quick", Disabled: true}, URL: "https://example.com/quick"},
		},
		Commands: []Command{{
			Declaration: Declaration{Name: "words"}, Command: "wc", Args: []string{"-w"}, Dir: "/home/ann/project/texts",
			Env: map[string]string{"LANG": "C"}, Input: "json", Output: "text",
		}},
		Apps:   []App{{Declaration: Declaration{Name: "flows"}, Dir: "/home/ann/project/flows"}, {Declaration: Declaration{Name: "remote"}, URL: "http://localhost:3100"}},
		Skills: []string{"/home/ann/skills", "/home/ann/project/skills"}, Roots: []string{"/home/ann/project"},
		Builtins: &Builtins{On: true, Off: []string{"bash"}}, Disabled: []string{"mcp:files"},
		Secrets:   []string{"station-secret", "Bearer station-secret", "sk-pets-12345"},
		Workspace: "/home/ann/project",
	}
	withoutPlaces(file)
	if !reflect.DeepEqual(file, want) {
		t.Errorf("got  %+v\nwant %+v", file, want)
	}
}

func withoutPlaces(file *File) {
	for i := range file.Servers {
		file.Servers[i].Line, file.Servers[i].Column = 0, 0
	}
	for _, d := range declarations(file) {
		d.Line, d.Column = 0, 0
	}
}

func declarations(file *File) (all []*Declaration) {
	for i := range file.HTTP {
		all = append(all, &file.HTTP[i].Declaration)
	}
	for i := range file.OpenAPI {
		all = append(all, &file.OpenAPI[i].Declaration)
	}
	for i := range file.Agents {
		all = append(all, &file.Agents[i].Declaration)
	}
	for i := range file.Commands {
		all = append(all, &file.Commands[i].Declaration)
	}
	for i := range file.Apps {
		all = append(all, &file.Apps[i].Declaration)
	}
	return all
}

func TestTheSeedsFormIsAnOwnFile(t *testing.T) {
	for text, want := range map[string]*Builtins{
		`{"mcpServers":{"a":{"command":["x"]}},"builtins":false}`:                    {On: false},
		`{"mcpServers":{"a":{"command":["x"]}},"builtins":true}`:                     {On: true},
		`{"mcp":{"a":{"command":["x"]}},"builtins":{"disabled":true}}`:               {On: false},
		`{"mcp":{"a":{"command":["x"]}},"builtins":{"enabled":false}}`:               {On: false},
		`{"a":{"command":["x"]},"builtins":{"tools":{"bash":false,"read":true}}}`:    {On: true, Off: []string{"bash"}},
		`{"a":{"command":["x"]},"builtins":{"bash":false,"write":false}}`:            {On: true, Off: []string{"bash", "write"}},
		`{"a":{"command":["x"]},"agents":{"b":{"card":"https://example.com"}}}`:      nil,
		`{"a":{"command":["x"]},"agents":{"b":"https://example.com"},"a2a":{"n":1}}`: nil,
	} {
		file, err := Parse("mcp.json", []byte(text), lookupIn(nil))
		if err != nil {
			t.Errorf("%s: %v", text, err)
			continue
		}
		if file.Client != Toolbench || len(file.Servers) != 1 || file.Servers[0].Command != "x" || len(file.Notes) > 0 {
			t.Errorf("%s: got %+v", text, file)
		}
		if !reflect.DeepEqual(file.Builtins, want) {
			t.Errorf("%s: got %+v", text, file.Builtins)
		}
	}
}

func TestDeclarationsMayBeAList(t *testing.T) {
	file := own(t, `{"tools":[{"name":"a","command":"x"},{"name":"b","command":["y","z"]},{"command":"w"},{"name":"a","command":"v"}]}`, nil)
	var got []string
	for _, c := range file.Commands {
		got = append(got, c.Name+": "+c.Command+strings.TrimPrefix(c.Problem, "/home/ann/project/toolbench.json:"))
	}
	want := []string{"a: x", "b: y", ": 1:71: a declaration in tools has no name", "a: 1:87: the name \"a\" is given twice in tools"}
	if !slices.Equal(got, want) {
		t.Errorf("got %q", got)
	}
}

func TestOneBadDeclarationCostsOnlyItself(t *testing.T) {
	for entry, reason := range map[string]string{
		`"http":{"bad":5}`:                                              `2:15: http.bad is a number; an object would do`,
		`"http":{"bad":{}}`:                                             `2:9: no url is given`,
		`"http":{"bad":{"url":"example.com"}}`:                          `2:22: the url is not one that starts with http:// or https:// and names a host`,
		`"http":{"bad":{"url":"https://${GONE}"}}`:                      `2:22: the environment variable GONE is not set; set it, or give a default as ${GONE:-value}`,
		`"http":{"bad":{"url":"https://${input:k}"}}`:                   `2:22: it wants the input "k", which only MCP servers can ask for; ${VAR} would do, for one from the environment`,
		`"http":{"bad":{"url":"https://a","method":"GET /"}}`:           `2:43: method is "GET /"; a word like GET or POST would do`,
		`"http":{"bad":{"url":"https://a","body":"xml"}}`:               `2:41: body is "xml"; json, form or raw would do`,
		`"http":{"bad":{"url":"https://a","inputSchema":true}}`:         `2:48: inputSchema is true or false; an object would do`,
		`"http":{"bad":{"url":"https://a","timeout":"1s"}}`:             `2:44: timeout is "1s"; a number of milliseconds up to a day would do`,
		`"http":{"bad":{"url":"https://a","annotations":{"title":1}}}`:  `2:57: title is a number; a text would do`,
		`"openapi":{"bad":{}}`:                                          `2:12: no document is given; a path or a URL would do`,
		`"openapi":{"bad":{"document":"a.yaml","credentials":"x"}}`:     `2:53: credentials is a text; an object of texts would do`,
		`"agents":{"bad":"somewhere"}`:                                  `2:17: the url is not one that starts with http:// or https:// and names a host`,
		`"tools":{"bad":{"command":"a","input":"stdin"}}`:               `2:39: input is "stdin"; json or args would do`,
		`"tools":{"bad":{"command":""}}`:                                `2:27: the command is empty`,
		`"tools":{"bad":{"description":"x"}}`:                           `2:10: no command is given`,
		`"genkit":{"bad":{"headers":{}}}`:                               `2:11: neither a url nor a dir is given; one of them would do`,
		`"genkit":{"bad":{"dir":"x","headers":{"A":["b"]}}}`:            `2:43: headers.A is a list; a text would do`,
		`"genkit":{"bad":{"dir":"x","disabled":"yes"}}`:                 `2:39: disabled is a text; true or false would do`,
		`"tools":{"bad":{"command":"a","annotations":{"readOnlyHint":1`: "",
	} {
		if reason == "" {
			continue
		}
		file := own(t, "{\n"+entry+",\n\"mcpServers\":{\"good\":{\"command\":\"x\"}}}", nil)
		found := declarations(file)
		if len(found) != 1 {
			t.Errorf("%s: got %d declarations", entry, len(found))
			continue
		}
		if got := strings.TrimPrefix(found[0].Problem, "/home/ann/project/toolbench.json:"); got != reason || found[0].Name != "bad" {
			t.Errorf("%s:\n got %s\nwant %s", entry, got, reason)
		}
		if file.Servers[0].Problem != "" {
			t.Errorf("%s: the server suffered: %s", entry, file.Servers[0].Problem)
		}
	}
}

func TestASectionOfTheWrongKindIsTheFilesError(t *testing.T) {
	for text, want := range map[string]string{
		`{"http":5}`:                `toolbench.json:1:9: http is a number; an object of declarations by name would do`,
		`{"skills":{}}`:             `toolbench.json:1:11: skills holds an object; only texts would do`,
		`{"builtins":"no"}`:         `toolbench.json:1:13: builtins is a text; true, false, or an object of names with true or false would do`,
		`{"builtins":{"bash":0}}`:   `toolbench.json:1:21: builtins.bash is a number; true or false would do`,
		`{"roots":["${GONE_DIR}"]}`: `toolbench.json:1:11: the environment variable GONE_DIR is not set; set it, or give a default as ${GONE_DIR:-value}`,
		`{"mcpServers":[]}`:         `toolbench.json:1:15: mcpServers is a list; an object of servers by name would do`,
	} {
		_, err := Parse("toolbench.json", []byte(text), lookupIn(nil))
		if err == nil || err.Error() != want {
			t.Errorf("%s:\n got %v\nwant %s", text, err, want)
		}
	}
}

func TestUnknownKeysAreNotedWithTheNearest(t *testing.T) {
	file := own(t, "{\"mcpServer\":{},\n\"_comment\":\"mine\",\n\"skils\":[],\n\"zzz\":1,\n\"http\":{\"a\":{\"url\":\"https://a\",\"metod\":\"GET\"}}}", nil)
	want := []string{
		"5:32: metod is not known here and not read; did you mean method?",
		"3:1: skils is not known here and not read; did you mean skills?",
		"4:1: zzz is not known here and not read",
	}
	for i, note := range file.Notes {
		file.Notes[i] = strings.TrimPrefix(note, "/home/ann/project/toolbench.json:")
	}
	if !slices.Equal(file.Notes, want) {
		t.Errorf("got %q", file.Notes)
	}
}

func TestAnEmptyOwnFileDeclaresNothing(t *testing.T) {
	if file := own(t, "{}", nil); len(file.Servers) != 0 || len(file.Notes) != 0 {
		t.Errorf("got %+v", file)
	}
}

func TestConfigurationsAreRecognisedAndOtherDocumentsAreNot(t *testing.T) {
	for text, want := range map[string]bool{
		`{"mcpServers":{}}`:                                   true,
		`{"mcpServers":[]}`:                                   true, // which Parse then refuses with the reason
		"// mine\n{\"context_servers\":{},}":                  true,
		`{"servers":{"a":{"url":"http://b"}}}`:                true,
		`{"a":{"command":"x"}}`:                               true,
		`{"command":"x"}`:                                     true,
		`{"builtins":true}`:                                   true,
		`{"http":{"a":{"url":"http://b"}}}`:                   true,
		`{"tools":[{"name":"a","command":"x"}]}`:              true,
		`{"skills":["skills"]}`:                               true,
		`{"$schema":"https://opencode.ai/config.json"}`:       true,
		`{"tools":[{"name":"a","inputSchema":{}}]}`:           false,
		`{"name":"a","url":"http://b","skills":[{"id":"c"}]}`: false,
		`{"server":"a","command":"npx a","tools":[{"name":"b","inputSchema":{}}]}`: false,
		`{"openapi":"3.1.0","paths":{}}`:                                           false,
		`{"name":"package","scripts":{}}`:                                          false,
		`[]`:                                                                       false,
		`{`:                                                                        false,
	} {
		if got := Recognised([]byte(text)); got != want {
			t.Errorf("%s: got %t", text, got)
		}
	}
}
