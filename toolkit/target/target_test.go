package target

import (
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"toolbench/toolkit/config"
	"toolbench/toolkit/source"
	"toolbench/toolkit/tool"
	"toolbench/toolkit/tooltest"
)

func TestAServerIsNamedByItsPackageOrProgram(t *testing.T) {
	for line, want := range map[string]string{
		"npx -y @modelcontextprotocol/server-everything":                   "everything",
		"npx --yes @modelcontextprotocol/server-filesystem@2025.1.1 /srv":  "filesystem",
		"npx -y -p some-package some-command":                              "some-command",
		"npx @playwright/mcp@latest":                                       "playwright",
		"npx -y @upstash/context7-mcp --api-key x":                         "context7",
		"npx -y mcp-remote https://example.com/sse":                        "remote",
		"pnpm dlx firecrawl-mcp":                                           "firecrawl",
		"bunx @scope/tool":                                                 "tool",
		"uvx mcp-server-git":                                               "git",
		"uvx mcp-server-time==1.0 --tz UTC":                                "time",
		"uvx awslabs.ecs-mcp-server@latest":                                "awslabs.ecs",
		"uvx --from git+https://github.com/oraios/serena serena start":     "serena",
		"uv run --directory /srv/x mcp-server-fetch":                       "fetch",
		"uv tool run arxiv-mcp-server":                                     "arxiv",
		"node dist/index.js":                                               "my-project",
		"node --env-file .env ./build/src/main.mjs":                        "my-project",
		"node /opt/weather-server/dist/index.js":                           "weather",
		"node weather.js":                                                  "weather",
		"python server.py":                                                 "my-project",
		"python3.12 -m mcp_server_git --repo .":                            "git",
		"python -u calc_server.py":                                         "calc",
		"deno run -A npm:@scope/thing":                                     "thing",
		"docker run -i --rm -e TOKEN -v a:/b mcp/sonarqube":                "sonarqube",
		"docker run -i --rm ghcr.io/github/github-mcp-server:latest stdio": "github",
		"go run ./cmd/notes-server":                                        "notes",
		"dotnet run --project src/Shop.McpServer":                          "Shop.McpServer",
		"env DEBUG=1 uvx mcp-server-git":                                   "git",
		`cmd /c npx -y @upstash/context7-mcp`:                              "context7",
		`C:\tools\weather.exe`:                                             "weather",
		"/usr/local/bin/github-mcp-server stdio":                           "github",
		"weather":                                                          "weather",
		"./server":                                                         "my-project",
		"npx":                                                              "npx",
		"mcp-server":                                                       "mcp-server",
		"node":                                                             "node",
		"npx -y @modelcontextprotocol/server-everything@2026.8.31 streamableHttp x": "everything",
	} {
		got, err := OfCommand(strings.Fields(line), Options{Dir: "/people/ann/my-project"})
		if err != nil || got.Name != want || got.Kind != Command {
			t.Errorf("%s: got %q (%v), want %q", line, got.Name, err, want)
		}
	}
}

func TestAnAddressAloneIsNoCommand(t *testing.T) {
	got, err := OfCommand([]string{"https://example.com/mcp"}, Options{})
	if err != nil || got.Kind != Endpoint || got.URL != "https://example.com/mcp" {
		t.Errorf("got %+v, %v", got, err)
	}
	if _, err := OfCommand([]string{"ftp://example.com"}, Options{}); err == nil || !strings.Contains(err.Error(), "not by ftp://") {
		t.Error(err)
	}
	if got, err := OfCommand([]string{"open", "https://example.com/mcp"}, Options{}); err != nil || got.Kind != Command {
		t.Errorf("got %+v, %v", got, err)
	}
}

func TestAnAddressIsNamedByItsHostOrPath(t *testing.T) {
	for word, want := range map[string]string{
		"https://mcp.context7.com/mcp":        "context7",
		"https://example.com/mcp":             "example",
		"https://api.githubcopilot.com/mcp/":  "githubcopilot",
		"https://learn.microsoft.com/api/mcp": "learn",
		"http://localhost:3000/mcp":           "localhost-3000",
		"http://127.0.0.1/weather/mcp":        "weather",
		"http://[::1]:8080/":                  "::1-8080",
		"HTTPS://MCP.EXAMPLE.COM":             "EXAMPLE",
		"http://intranet/mcp":                 "intranet",
	} {
		got, err := Recognise(word, Options{})
		if err != nil || got.Kind != Endpoint || got.Name != want || got.URL != word {
			t.Errorf("%s: got %+v (%v), want the name %q", word, got, err, want)
		}
	}
}

func write(t *testing.T, name, text string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), name)
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	return path
}

func TestAConfigurationIsRecognisedByItsKeys(t *testing.T) {
	for _, text := range []string{
		`{"mcpServers":{"a":{"command":"x"}}}`,
		`{"servers":{"a":{"command":"x"}}}`,
		`{"mcp":{"a":{"command":["x"]}}}`,
		"// mine\n{\"mcpServers\":{\"a\":{\"command\":\"x\",},},}",
	} {
		got, err := Recognise(write(t, "mcp.json", text), Options{})
		if err != nil || got.Kind != ConfigFile || len(got.Config.Servers) != 1 || got.Config.Servers[0].Command != "x" {
			t.Errorf("%s: got %+v, %v", text, got, err)
		}
	}
}

func TestARelativePathStartsInTheGivenFolder(t *testing.T) {
	path := write(t, "mcp.json", `{"mcpServers":{}}`)
	got, err := Recognise("mcp.json", Options{Dir: filepath.Dir(path)})
	if err != nil || got.Path != path {
		t.Errorf("got %+v, %v", got, err)
	}
}

func TestAFolderWithSkillsIsRecognised(t *testing.T) {
	skill := write(t, "skills/one/SKILL.md", "---\nname: one\n---\n")
	for _, word := range []string{filepath.Dir(filepath.Dir(skill)), filepath.Dir(skill), skill} {
		got, err := Recognise(word, Options{})
		if err != nil || got.Kind != SkillsFolder || got.Name == "" {
			t.Errorf("%s: got %+v, %v", word, got, err)
		}
	}
	empty := t.TempDir()
	if _, err := Recognise(empty, Options{}); err == nil || !strings.Contains(err.Error(), "holds no skill") {
		t.Errorf("got %v", err)
	}
}

func TestADocumentIsRecognisedByItsTopKeys(t *testing.T) {
	for name, c := range map[string]struct {
		text string
		kind Kind
	}{
		"api.json":       {`{"openapi":"3.1.0","servers":[],"paths":{}}`, OpenAPIDocument},
		"old.json":       {`{"swagger":"2.0","paths":{}}`, OpenAPIDocument},
		"api.yaml":       {"# ours\nopenapi: 3.1.0\n", OpenAPIDocument},
		"late.yaml":      {"components:\n  schemas: {}\nopenapi: '3.0.0'\n", OpenAPIDocument},
		"own.json":       {`{"openapi":{"pets":{"document":"pets.yaml"}}}`, ConfigFile},
		"named.json":     {`{"mcpServers":{},"openapi":{"pets":"pets.yaml"}}`, ConfigFile},
		"card.json":      {`{"name":"a","skills":[],"url":"https://example.com"}`, AgentCard},
		"card-1.json":    {`{"name":"a","skills":[],"supportedInterfaces":[]}`, AgentCard},
		"tools.json":     {`{"tools":[{"name":"a","inputSchema":{}}]}`, RecordedTools},
		"toolbench.json": {`{"tools":[{"name":"a","command":"date"}]}`, ConfigFile},
	} {
		path := write(t, name, c.text)
		got, err := Recognise(path, Options{})
		if err != nil || got.Kind != c.kind || got.Path != path {
			t.Errorf("%s: got %+v, %v; want the kind %d", name, got, err, c.kind)
		}
	}
}

func TestAFolderInWhichAGenkitAppWasStartedIsRecognised(t *testing.T) {
	file := write(t, "app/.genkit/runtimes/1.json", "{}")
	dir := filepath.Dir(filepath.Dir(filepath.Dir(file)))
	got, err := Recognise(dir, Options{})
	if err != nil || got.Kind != GenkitProject || got.Path != dir || got.Name != "app" {
		t.Errorf("got %+v, %v", got, err)
	}
}

func TestWhatCanNotBeOpenedIsRefusedWithASentence(t *testing.T) {
	verbs := []string{"list", "show", "call", "demo", "version", "completion"}
	for word, part := range map[string]string{
		"lsit":                             `did you mean the verb list?`,
		"weather":                          `neither a verb, a file, a folder nor a URL; to start a server write -- weather`,
		"./gone":                           "there is no file or folder ./gone",
		"gone.json":                        "there is no file or folder gone.json",
		"":                                 "an empty word",
		"ftp://example.com":                "not by ftp://",
		"https://":                         "no complete URL",
		"http://[::1":                      "no complete URL",
		write(t, "x.toml", "[mcp]\n"):      "is TOML",
		write(t, "x.yml", "a: 1\n"):        "is YAML but no OpenAPI document",
		write(t, "x.json", `{"a":1}`):      "no configuration of servers",
		write(t, "y.json", `"text"`):       "neither a configuration nor a list",
		write(t, "z.json", "{\n \"a\": }"): "z.json:2:7: a value is missing before }",
		write(t, "e.json", ""):             "the file is empty",
		write(t, "t.json", `{"tools":{}}`): "no configuration of servers",
		write(t, "p.png", "\x89PNG\r\n\x1a\n\x00"): "this is not JSON",
	} {
		got, err := Recognise(word, Options{Verbs: verbs})
		var refused *Error
		if err == nil || !errors.As(err, &refused) || refused.Word != word || !strings.Contains(err.Error(), part) {
			t.Errorf("%q: got %+v, %v\nwant an error with %q", word, got, err, part)
		}
	}
	if _, err := OfCommand(nil, Options{}); err == nil || !strings.Contains(err.Error(), "after -- comes the command") {
		t.Errorf("got %v", err)
	}
}

func recordedTools(t *testing.T, text string) source.Listing {
	t.Helper()
	got, err := Recognise(write(t, "recorded.json", text), Options{})
	if err != nil || got.Kind != RecordedTools || got.Name != "recorded" {
		t.Fatalf("got %+v, %v", got, err)
	}
	l, err := got.Recorded(got.Name).Open(t.Context(), nil)
	if err != nil {
		t.Fatal(err)
	}
	return l
}

func TestARecordedListIsReadInEveryWrapping(t *testing.T) {
	const entry = `{"name":"get sum","title":"Sum","description":"Adds","inputSchema":{"type":"object","properties":{"b":{},"a":{}}},"annotations":{"readOnlyHint":true,"destructiveHint":"no"}}`
	for _, text := range []string{
		`{"tools":[` + entry + `]}`,
		`{"jsonrpc":"2.0","id":1,"result":{"tools":[` + entry + `],"nextCursor":"x"}}`,
		`[` + entry + `]`,
		"// recorded\n{\"tools\":[" + entry + ",]}",
	} {
		l := recordedTools(t, text)
		if len(l.Tools) != 1 {
			t.Fatalf("%s: got %+v", text, l)
		}
		got := l.Tools[0]
		if got.Name != "get_sum" || got.ShortName() != "get sum" || got.Title() != "Sum" || got.Server() != "recorded" || got.Source != tool.SourceMCP {
			t.Errorf("got %+v, %+v", got, got.Details)
		}
		if string(got.Schema()) != `{"type":"object","properties":{"b":{},"a":{}}}` {
			t.Errorf("the schema's bytes were not kept: %s", got.Schema())
		}
		if !got.ReadOnly() || got.Details.Annotations.Destructive != nil {
			t.Errorf("annotations: %+v", got.Details.Annotations)
		}
		if got.Execute != nil || !strings.Contains(got.Details.Uncallable, "only its server could run it") {
			t.Errorf("it does not say that it can not be called: %+v", got.Details)
		}
	}
}

func TestAListThatThisProgramPrintedKeepsItsSources(t *testing.T) {
	l := recordedTools(t, `{"tools":[{"name":"my_server_get-sum","server":"my server","source":"mcp","inputSchema":{},"problem":"It is odd."},{"name":"bash","source":"builtin","inputSchema":{}}]}`)
	if got := l.Tools[0]; got.Name != "my_server_get-sum" || got.ShortName() != "get-sum" || got.Server() != "my server" || got.Details.Problem != "It is odd." {
		t.Errorf("got %+v, %+v", got, got.Details)
	}
	if got := l.Tools[1]; got.Source != tool.SourceBuiltin {
		t.Errorf("got %+v", got)
	}
}

func TestOneBadRecordedToolCostsOnlyItself(t *testing.T) {
	l := recordedTools(t, `{"tools":[null,5,{},{"name":"","inputSchema":{}},{"name":"odd","inputSchema":true},{"name":"bare"},{"name":"good","inputSchema":{"type":"object"},"description":5,"annotations":[]}]}`)
	if len(l.Problems) != 4 || len(l.Tools) != 3 {
		t.Fatalf("got %d problems and %d tools: %+v", len(l.Problems), len(l.Tools), l)
	}
	if got := l.Tools[0].Details.Problem; got != "its inputSchema should be an object, given is true" {
		t.Errorf("got %q", got)
	}
	if got := l.Tools[1].Details.Problem; got != "its inputSchema should be an object, given is nothing" {
		t.Errorf("got %q", got)
	}
	if l.Tools[2].Details.Problem != "" {
		t.Errorf("got %+v", l.Tools[2].Details)
	}
}

// TestEveryRecordedRealListOpens reads the tool lists of servers that nobody
// here wrote.
func TestEveryRecordedRealListOpens(t *testing.T) {
	files, err := filepath.Glob(filepath.Join(tooltest.Shared(t, "corpus", "tools"), "*.json"))
	if err != nil || len(files) == 0 {
		t.Fatalf("no recorded tools (%v)", err)
	}
	count := 0
	for _, file := range files {
		got, err := Recognise(file, Options{})
		if err != nil {
			t.Errorf("%s: %v", file, err)
			continue
		}
		l, err := got.Recorded(got.Name).Open(t.Context(), nil)
		if err != nil || len(l.Problems) > 0 || len(l.Tools) == 0 {
			t.Errorf("%s: %d tools, problems %+v, %v", file, len(l.Tools), l.Problems, err)
		}
		for _, tl := range l.Tools {
			if !json.Valid(tl.Schema()) {
				t.Errorf("%s: %s: its schema is no JSON", file, tl.Name)
			}
		}
		count += len(l.Tools)
	}
	t.Logf("%d tools in %d files", count, len(files))
}

func FuzzAnyFileIsATargetOrASentence(f *testing.F) {
	for _, seed := range []string{
		`{"tools":[null,{"name":"a","inputSchema":{},"annotations":5}]}`, `{"mcpServers":{"a":{"command":["x"]}}}`, `{"result":{"tools":[]}}`,
		"openapi: 3.1.0", "// x\n[]", `{"skills":1,"url":2}`, "\xef\xbb\xbf{}", "{\"servers\":[]}", "\x00",
	} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		path := filepath.Join(t.TempDir(), "f.json")
		if err := os.WriteFile(path, data, 0o644); err != nil {
			t.Fatal(err)
		}
		got, err := Recognise(path, Options{Reader: config.Reader{Lookup: func(string) (string, bool) { return "", false }}})
		var refused *Error
		switch {
		case err != nil && !errors.As(err, &refused):
			t.Fatalf("an error without a word: %v", err)
		case err == nil && got.Kind == RecordedTools:
			l, err := got.Recorded("f").Open(t.Context(), nil)
			if err != nil {
				t.Fatal(err)
			}
			for _, tl := range l.Tools {
				if tl.Name == "" || !json.Valid(tl.Schema()) {
					t.Fatalf("no sound tool: %+v", tl)
				}
			}
		case err == nil && got.Kind != ConfigFile && got.Kind != OpenAPIDocument && got.Kind != AgentCard:
			t.Fatalf("a file became %+v", got)
		}
	})
}

func FuzzEveryCommandHasAName(f *testing.F) {
	f.Add("npx -y @modelcontextprotocol/server-everything")
	f.Add("cmd /c cmd /c cmd")
	f.Add("docker run -e")
	f.Add("uv run --directory / -m")
	f.Add("/ // ..")
	f.Fuzz(func(t *testing.T, line string) {
		words := strings.Fields(line)
		if len(words) == 0 || len(words) == 1 && strings.Contains(line, "://") { // an address
			return
		}
		if got, err := OfCommand(words, Options{Dir: "/srv"}); err != nil || got.Name == "" {
			t.Fatalf("%q: %+v, %v", line, got, err)
		}
	})
}
