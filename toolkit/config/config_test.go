package config

import (
	"errors"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"
)

func parse(t *testing.T, text string, env map[string]string) *File {
	t.Helper()
	file, err := Parse("mcp.json", []byte(text), lookupIn(env))
	if err != nil {
		t.Fatalf("Parse: %v", err)
	}
	return file
}

func lookupIn(env map[string]string) Lookup {
	return func(name string) (string, bool) { v, ok := env[name]; return v, ok }
}

func TestEveryClientsFormIsRead(t *testing.T) {
	for name, c := range map[string]struct {
		text string
		want Server
	}{
		"Claude": {
			`{"mcpServers":{"fs":{"command":"npx","args":["-y","server-fs","/srv"],"env":{"A":"1"},"cwd":"/srv"}}}`,
			Server{Name: "fs", Command: "npx", Args: []string{"-y", "server-fs", "/srv"}, Env: map[string]string{"A": "1"}, Dir: "/srv"},
		},
		"VS Code": {
			`{"inputs":[],"servers":{"fs":{"type":"http","url":"https://example.com/mcp","headers":{"X-A":"1"}}}}`,
			Server{Name: "fs", URL: "https://example.com/mcp", Headers: map[string]string{"X-A": "1"}, Transport: "http"},
		},
		"VS Code settings": {
			`{"mcp":{"inputs":[],"servers":{"fs":{"command":"a"}}}}`,
			Server{Name: "fs", Command: "a", Args: []string{}},
		},
		"seeds": {
			`{"mcp":{"fs":{"type":"local","command":["a","b"],"environment":{"A":"1"},"timeout":30000,"enabled":false,"tools":{"x":false,"y":true}}}}`,
			Server{Name: "fs", Command: "a", Args: []string{"b"}, Env: map[string]string{"A": "1"}, Timeout: 30 * time.Second, Disabled: true, Tools: map[string]bool{"x": false, "y": true}},
		},
		"a server called servers": {
			`{"mcp":{"servers":{"command":["a"]}}}`,
			Server{Name: "servers", Command: "a", Args: []string{}},
		},
		"Windsurf": {`{"mcpServers":{"fs":{"serverUrl":"http://localhost/mcp"}}}`, Server{Name: "fs", URL: "http://localhost/mcp"}},
		"Gemini":   {`{"mcpServers":{"fs":{"httpUrl":"http://localhost/mcp"}}}`, Server{Name: "fs", URL: "http://localhost/mcp"}},
		"Cline, whose timeouts are seconds": {
			`{"mcpServers":{"fs":{"command":"a","timeout":60,"disabled":true}}}`,
			Server{Name: "fs", Command: "a", Args: []string{}, Timeout: time.Minute, Disabled: true},
		},
		"Copilot, whose tools are a list": {
			`{"mcpServers":{"fs":{"command":"a","tools":["x"]}}}`,
			Server{Name: "fs", Command: "a", Args: []string{}, Tools: map[string]bool{"x": true}},
		},
		"Copilot, with all tools": {`{"mcpServers":{"fs":{"command":"a","tools":["*"]}}}`, Server{Name: "fs", Command: "a", Args: []string{}}},
		"Zed": {
			`{"context_servers":{"fs":{"source":"custom","command":"a","args":["b"],"env":{"A":"1"}}}}`,
			Server{Name: "fs", Command: "a", Args: []string{"b"}, Env: map[string]string{"A": "1"}},
		},
		"Zed, whose command is an object": {
			`{"context_servers":{"fs":{"command":{"path":"a","args":["b"],"env":{"A":"1"}},"settings":{}}}}`,
			Server{Name: "fs", Command: "a", Args: []string{"b"}, Env: map[string]string{"A": "1"}},
		},
		"opencode's second version": {
			`{"mcp":{"servers":{"fs":{"type":"remote","url":"https://example.com","timeout":{"startup":5000,"request":1},"oauth":{"client_id":"me","scope":"a b"}}}}}`,
			Server{Name: "fs", URL: "https://example.com", Timeout: 5 * time.Second, OAuth: &OAuth{ClientID: "me", Scopes: []string{"a", "b"}}},
		},
		"opencode, without signing in": {
			`{"mcp":{"fs":{"type":"remote","url":"https://example.com","oauth":false}}}`,
			Server{Name: "fs", URL: "https://example.com", OAuth: &OAuth{Off: true}},
		},
		"Claude Code's signing in": {
			`{"mcpServers":{"fs":{"type":"http","url":"https://example.com","oauth":{"clientId":"me","callbackPort":8080,"scopes":"read write"}}}}`,
			Server{Name: "fs", URL: "https://example.com", Transport: "http", OAuth: &OAuth{ClientID: "me", CallbackPort: 8080, Scopes: []string{"read", "write"}}},
		},
		"Cursor's signing in": {
			`{"mcpServers":{"fs":{"url":"https://example.com","auth":{"CLIENT_ID":"me","CLIENT_SECRET":"very-secret","scopes":["read"]}}}}`,
			Server{Name: "fs", URL: "https://example.com", OAuth: &OAuth{ClientID: "me", ClientSecret: "very-secret", Scopes: []string{"read"}}},
		},
		"Roo": {
			`{"mcpServers":{"fs":{"type":"streamable-http","url":"https://example.com","alwaysAllow":["x"],"disabledTools":["y"]}}}`,
			Server{Name: "fs", URL: "https://example.com", Transport: "http", Tools: map[string]bool{"y": false}},
		},
		"crush": {
			`{"mcp":{"fs":{"type":"sse","url":"https://example.com","disabled_tools":["y"]}}}`,
			Server{Name: "fs", URL: "https://example.com", Transport: "sse", Tools: map[string]bool{"y": false}},
		},
		"Gemini, with tools": {
			`{"mcpServers":{"fs":{"command":"a","includeTools":["x","y"],"excludeTools":["y"],"trust":true}}}`,
			Server{Name: "fs", Command: "a", Args: []string{}, Tools: map[string]bool{"x": true, "y": false}},
		},
		"a command and a url of which the type chooses": {
			`{"mcpServers":{"fs":{"type":"stdio","command":"a","url":"https://example.com"}}}`,
			Server{Name: "fs", Command: "a", Args: []string{}},
		},
		"a bare map":    {`{"_comment":"mine","fs":{"command":"a"}}`, Server{Name: "fs", Command: "a", Args: []string{}}},
		"a lone server": {`{"command":"a","args":["b"]}`, Server{Name: "mcp", Command: "a", Args: []string{"b"}}},
		"null members":  {`{"mcpServers":{"fs":{"command":"a","args":null,"env":null,"url":null}}}`, Server{Name: "fs", Command: "a", Args: []string{}}},
		"numbers as texts": {
			`{"mcpServers":{"fs":{"command":"a","args":["--port",8080],"env":{"PORT":8080,"DEBUG":true}}}}`,
			Server{Name: "fs", Command: "a", Args: []string{"--port", "8080"}, Env: map[string]string{"PORT": "8080", "DEBUG": "true"}},
		},
	} {
		t.Run(name, func(t *testing.T) {
			got := parse(t, c.text, nil).Servers
			if len(got) != 1 {
				t.Fatalf("got %d servers: %+v", len(got), got)
			}
			c.want.Line, c.want.Column = got[0].Line, got[0].Column
			if !reflect.DeepEqual(got[0], c.want) {
				t.Errorf("got  %+v\nwant %+v", got[0], c.want)
			}
		})
	}
}

func TestCommentsTrailingCommasByteOrderMarksAndLineEndsAreForgiven(t *testing.T) {
	text := "\xef\xbb\xbf// mine\r\n{\r\n  \"mcpServers\": { /* two */\r\n    \"b\": {\"command\": \"x\",},\r\n    \"a\": {\"command\": \"y\"},\r\n  },\r\n}\r\n"
	got := parse(t, text, nil).Servers
	if len(got) != 2 || got[0].Name != "b" || got[1].Name != "a" {
		t.Fatalf("the order was not kept: %+v", got)
	}
	if got[1].Line != 5 || got[1].Column != 5 {
		t.Errorf("a is at %d:%d, want 5:5", got[1].Line, got[1].Column)
	}
}

func TestVariablesAreFilledIn(t *testing.T) {
	env := map[string]string{"TOKEN": "tok-12345678", "EMPTY": "", "NAME": "world"}
	for text, want := range map[string]string{
		"${NAME}":                "world",
		"${env:NAME}":            "world",
		"{env:NAME}":             "world",
		"hello ${NAME}, ${NAME}": "hello world, world",
		"${GONE:-there}":         "there",
		"${GONE:-}":              "",
		"${EMPTY:-there}":        "there",
		"${EMPTY}":               "",
		"$NAME":                  "$NAME",
		"$(NAME)":                "$(NAME)",
		"%NAME%":                 "%NAME%",
		"${}":                    "${}",
		"a${":                    "a${",
	} {
		file := parse(t, `{"servers":{"s":{"command":"c","env":{"X":"`+text+`"}}}}`, env)
		if got := file.Servers[0]; got.Problem != "" || got.Env["X"] != want {
			t.Errorf("%s: got %q (problem %q), want %q", text, got.Env["X"], got.Problem, want)
		}
	}
}

func TestAWorkspaceIsTheFolderAroundTheClientsOwn(t *testing.T) {
	file, err := Parse("/people/ann/project/.vscode/mcp.json", []byte(`{"servers":{"s":{"command":"${workspaceFolder}/run"}}}`), lookupIn(nil))
	if err != nil {
		t.Fatal(err)
	}
	if got := file.Servers[0].Command; got != "/people/ann/project/run" {
		t.Errorf("got %q", got)
	}
}

func TestAMissingVariableIsTheServersProblem(t *testing.T) {
	file := parse(t, "{\"mcpServers\":{\n \"bad\":{\"url\":\"https://example.com\",\"headers\":{\"Authorization\":\"Bearer ${GONE}\"}},\n \"good\":{\"command\":\"x\"}}}", nil)
	if got, want := file.Servers[0].Problem, "mcp.json:2:64: the environment variable GONE is not set; set it, or give a default as ${GONE:-value}"; got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
	if file.Servers[0].URL != "" {
		t.Error("a server with a problem can still be opened")
	}
	if file.Servers[1].Problem != "" || file.Servers[1].Command != "x" {
		t.Errorf("the other server suffered: %+v", file.Servers[1])
	}
}

func TestOneBadServerCostsOnlyItself(t *testing.T) {
	for entry, reason := range map[string]string{
		`5`:                                    `mcp.json:3:11: the server "bad" is a number; an object with a command or a url would do`,
		`null`:                                 `mcp.json:3:11: the server "bad" is null; an object with a command or a url would do`,
		`{}`:                                   `mcp.json:3:4: neither a command nor a url is given; one of them would do`,
		`{"command":""}`:                       `mcp.json:3:22: the command is empty`,
		`{"command":[]}`:                       `mcp.json:3:22: the command is empty`,
		`{"command":{}}`:                       `mcp.json:3:22: command holds an object; only texts would do`,
		`{"command":"a","args":[["b"]]}`:       `mcp.json:3:34: args holds a list; only texts would do`,
		`{"command":"a","url":"http://b"}`:     `mcp.json:3:32: both a command and a url are given; one of them would do`,
		`{"url":"ftp://b"}`:                    `mcp.json:3:18: the url is not one that starts with http:// or https:// and names a host`,
		`{"url":5}`:                            `mcp.json:3:18: url is a number; a text would do`,
		`{"command":"a","env":[]}`:             `mcp.json:3:32: env is a list; an object of texts would do`,
		`{"command":"a","env":{"A":[]}}`:       `mcp.json:3:37: env.A is a list; a text would do`,
		`{"command":"a","timeout":"soon"}`:     `mcp.json:3:36: timeout is "soon"; a number of milliseconds up to a day would do`,
		`{"command":"a","maxMessage":"large"}`: `mcp.json:3:39: maxMessage is "large"; a size from 1KiB to 1GiB would do, such as 64MiB`,
		`{"command":"a","maxMessage":12}`:      `mcp.json:3:39: maxMessage is 12; a size from 1KiB to 1GiB would do, such as 64MiB`,
		`{"command":"a","disabled":"no"}`:      `mcp.json:3:37: disabled is a text; true or false would do`,
		`{"command":"a","tools":{"x":"no"}}`:   `mcp.json:3:39: tools.x is a text; true or false would do`,
		`{"command":"a","tools":5}`:            `mcp.json:3:34: tools is a number; an object of names with true or false would do`,
		`{"args":[],"comand":"a"}`:             `mcp.json:3:22: neither a command nor a url is given; did you mean command where comand stands?`,
		`{"type":"websocket"}`:                 `mcp.json:3:4: neither a command nor a url is given, and servers of the type "websocket" are not known; stdio, http and sse are`,
		`{"source":"extension","settings":{}}`: `mcp.json:3:4: an extension of Zed starts this server, and only it knows how; a command would do`,
		`{"command":"a","oauth":5}`:            `mcp.json:3:34: oauth is a number; an object would do`,
		`{"url":"http://b","oauth":{"callbackPort":70000}}`: `mcp.json:3:53: callbackPort is 70000; a number from 1 to 65535 would do`,
	} {
		file := parse(t, "{\"mcpServers\":{\n  \"good\": {\"command\":\"x\"},\n   \"bad\": "+entry+"}}", nil)
		if got := file.Servers[1]; got.Problem != reason || got.Command != "" || got.URL != "" {
			t.Errorf("%s:\n got %s\nwant %s (%+v)", entry, got.Problem, reason, got)
		}
		if got := file.Servers[0]; got.Problem != "" {
			t.Errorf("%s: the good server suffered: %s", entry, got.Problem)
		}
	}
}

func TestANameGivenTwiceIsAProblemOfTheSecond(t *testing.T) {
	file := parse(t, `{"mcpServers":{"a":{"command":"x"},"a":{"command":"y"},"":{"command":"z"}}}`, nil)
	if file.Servers[0].Problem != "" || !strings.Contains(file.Servers[1].Problem, "twice") || !strings.Contains(file.Servers[2].Problem, "empty name") {
		t.Errorf("got %+v", file.Servers)
	}
}

func TestAFileThatCanNotBeReadSaysWhere(t *testing.T) {
	for text, want := range map[string]string{
		"":                         "mcp.json:1:1: the file is empty",
		" \n\n":                    "mcp.json:3:1: the file is empty",
		"[]":                       "mcp.json:1:1: a configuration is a JSON object, this is a list",
		"{\"a\":1}":                "mcp.json:1:1: it declares no servers: none of the keys mcpServers, servers, mcp, context_servers is there",
		"\n  {\"mcpServers\": []}": "mcp.json:2:18: mcpServers is a list; an object of servers by name would do",
		"#mine\n{}":                "mcp.json:1:1: a line that begins with # is no comment in JSON; // would do",
	} {
		_, err := Parse("mcp.json", []byte(text), lookupIn(nil))
		if err == nil || err.Error() != want {
			t.Errorf("%q:\n got %v\nwant %s", text, err, want)
		}
	}
	_, err := Parse("mcp.json", []byte("{\n  \"mcpServers\": {\n    \"a\" {}\n}}"), lookupIn(nil))
	var at *Error
	if !errors.As(err, &at) || at.Line != 3 || at.Column != 9 {
		t.Errorf("got %v, want an error at 3:9", err)
	}
	_, err = Parse("mcp.json", []byte("{\n  \"mcpServers\": {"), lookupIn(nil))
	if !errors.As(err, &at) || at.Line != 2 || !strings.Contains(at.Reason, "ends in the middle") {
		t.Errorf("got %v", err)
	}
}

func TestSecretsAreGatheredAndOrdinaryValuesAreNot(t *testing.T) {
	env := map[string]string{"GH": "ghp_from_env", "HOME": "/people/somebody", "SHORT": "abc", "API_KEY": "key-in-an-argument"}
	file := parse(t, `{"mcpServers":{"a":{"command":"x","args":["${HOME}","--key","${API_KEY}"],
		"env":{"T":"${GH}","S":"${SHORT}","DEFAULTED":"${NONE:-a long default}","MY_TOKEN":"literal-token","MODE":"production"}},
		"b":{"url":"https://example.com","headers":{"Authorization":"Bearer literal-bearer","Accept":"application/json"}}}}`, env)
	want := []string{"key-in-an-argument", "ghp_from_env", "literal-token", "Bearer literal-bearer"}
	if !reflect.DeepEqual(file.Secrets, want) {
		t.Errorf("got  %q\nwant %q", file.Secrets, want)
	}
}

func FuzzAnyBytesGiveServersOrASentence(f *testing.F) {
	f.Add([]byte(`{"mcpServers":{"a":{"command":["x","${Y:-z}"],"env":{"A":"${B}"},"timeout":1e400,"tools":["*"]}}}`), "")
	f.Add([]byte("{\"mcp\":{\"servers\":{\"a\":{\"url\":\"http://[::1\"}}}}"), "opencode.json")
	f.Add([]byte("\xef\xbb\xbf{\"servers\":{\"\\u0000\":{}}} //"), ".vscode/mcp.json")
	f.Add([]byte("/*"), "crush.json")
	f.Add([]byte(`{"inputs":[{"id":"k"}],"servers":{"a":{"url":"${input:k}","headers":{"X":"${input:l}"}}}}`), ".vscode/mcp.json")
	f.Add([]byte(`{"context_servers":{"a":{"command":{"path":"x","args":["$(echo $B)"]},"oauth":{"scope":"a"}}}}`), ".zed/settings.json")
	f.Add([]byte(`{"http":[{"name":"a","url":"http://b/{c}","annotations":{}}],"tools":{"t":{"command":"x"}},"builtins":{"tools":{"a":false}},"agents":{"a":"${B}"}}`), "toolbench.json")
	f.Add([]byte(`{"projects":{"/":{"mcpServers":{"a":{}}}}}`), ".claude.json")
	f.Fuzz(func(t *testing.T, data []byte, path string) {
		reader := Reader{Lookup: lookupIn(map[string]string{"B": "value-of-b"}), Home: "/people/ann", Dir: "/people/ann/code"}
		file, err := reader.Parse(path, data)
		if err != nil {
			var at *Error
			if !errors.As(err, &at) || at.Line < 1 || at.Column < 1 {
				t.Fatalf("an error without a place: %v", err)
			}
			return
		}
		for _, s := range file.Servers {
			if ready := s.Command != "" || s.URL != ""; ready == (s.Problem != "") {
				t.Fatalf("neither usable nor a problem, or both: %+v", s)
			}
			if filled := s.Fill(map[string]string{"k": "value-of-k"}); slices.Contains(filled.Inputs, "k") {
				t.Fatalf("not filled in: %+v", filled)
			}
		}
		for _, d := range declarations(file) {
			if d.Line < 1 || d.Column < 1 || d.Name == "" && d.Problem == "" {
				t.Fatalf("a declaration without a name or a place: %+v", d)
			}
		}
	})
}
