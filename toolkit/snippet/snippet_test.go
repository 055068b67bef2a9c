package snippet_test

import (
	"encoding/json"
	"go/parser"
	"slices"
	"strings"
	"testing"

	"toolbench/toolkit/snippet"
	"toolbench/toolkit/source"
	"toolbench/toolkit/tool"
)

func sum(short string) tool.Tool {
	return tool.Tool{Name: "my_server_" + tool.Sanitize(short), Details: &tool.Details{ShortName: short, Server: "my.server"}}
}

var (
	started  = source.Info{Kind: tool.SourceMCP, Name: "my.server", Target: "npx -y some-server", Origin: "command line"}
	declared = source.Info{Kind: tool.SourceMCP, Name: "my.server", Target: "npx -y some-server", Origin: "conf dir/mcp.json"}
	online   = source.Info{Kind: tool.SourceMCP, Name: "my.server", Target: "https://example.com/mcp?a=1&b=2", Origin: "command line"}
	recorded = source.Info{Kind: tool.SourceMCP, Name: "my.server", Target: "tools.json", Origin: "recorded list"}
	inDemo   = source.Info{Kind: tool.SourceNative, Target: "this program", Origin: "demo"}
	inMemory = source.Info{Kind: tool.SourceMCP, Name: "weather", Target: "weather", Origin: "demo"}
	ownTools = source.Info{Kind: tool.SourceNative, Target: "this program", Origin: "program"}
	builtin  = source.Info{Kind: tool.SourceBuiltin, Target: "/home/me", Origin: "program"}
	skills   = source.Info{Kind: tool.SourceSkill, Target: "skills, more skills", Origin: "command line"}
)

func TestACallIsWrittenAsACommandLineThatFindsTheToolAgain(t *testing.T) {
	for _, c := range []struct {
		source     source.Info
		tool       tool.Tool
		args, want string
	}{
		{started, sum("get-sum"), `{"a":2}`, `toolbench call get-sum --args '{"a":2}' -- npx -y some-server`},
		{started, sum("get-sum"), `{}`, `toolbench call get-sum -- npx -y some-server`},
		{started, sum("get-sum"), ``, `toolbench call get-sum -- npx -y some-server`},
		{started, sum("get-sum"), `not JSON`, `toolbench call get-sum -- npx -y some-server`},
		{started, sum("get sum"), `{}`, `toolbench call 'get sum' -- npx -y some-server`},
		{started, sum("-x"), `{}`, `toolbench call my_server_-x -- npx -y some-server`},
		{declared, sum("get-sum"), `{}`, `toolbench call my_server_get-sum -t 'conf dir/mcp.json'`},
		{online, sum("get-sum"), `{}`, `toolbench call get-sum -t 'https://example.com/mcp?a=1&b=2'`},
		{recorded, sum("get-sum"), `{}`, `toolbench call my_server_get-sum -t tools.json`},
		{inDemo, tool.Tool{Name: "deploy"}, `{}`, `toolbench call deploy --demo`},
		{inMemory, sum("forecast"), `{}`, `toolbench call my_server_forecast --demo`},
		{builtin, tool.Tool{Name: "bash"}, `{"command":"ls"}`, `toolbench call bash --args '{"command":"ls"}'`},
		{skills, tool.Tool{Name: "skill"}, `{}`, `toolbench call skill -t skills -t 'more skills'`},
		{builtin, tool.Tool{Name: "bash"}, "{\n \"command\": \"echo 'it'\"}", `toolbench call bash --args '{"command":"echo '\''it'\''"}'`},
		{builtin, tool.Tool{Name: "bash"}, "{\"x\":\"\u202e\u009b\x7f\U000e0041ü\"}", `toolbench call bash --args '{"x":"\u202e\u009b\u007f\udb40\udc41ü"}'`},
		{builtin, tool.Tool{Name: "bash"}, `{"x":12345678901234567890.10}`, `toolbench call bash --args '{"x":12345678901234567890.10}'`},
	} {
		call := snippet.Call{Tool: c.tool, Source: c.source, Arguments: json.RawMessage(c.args)}
		if got := call.In(snippet.Shell); got != c.want+"\n" {
			t.Errorf("%s of %s:\ngot  %swant %s", c.args, c.source.ID(), got, c.want)
		}
	}
}

func TestEachKindOfSourceHasTheLanguagesThatReachIt(t *testing.T) {
	for _, c := range []struct {
		source source.Info
		want   []snippet.Language
	}{
		{started, []snippet.Language{snippet.Shell, snippet.JSONRPC, snippet.Go}},
		{online, []snippet.Language{snippet.Shell, snippet.JSONRPC, snippet.Curl, snippet.Go}},
		{builtin, []snippet.Language{snippet.Shell, snippet.Go}},
		{inDemo, []snippet.Language{snippet.Shell, snippet.Go}},
		{ownTools, []snippet.Language{snippet.Go}},
	} {
		if got := (snippet.Call{Source: c.source}).Languages(); !slices.Equal(got, c.want) {
			t.Errorf("%s %s: got %v, want %v", c.source.ID(), c.source.Target, got, c.want)
		}
	}
}

func TestAMessageKeepsTheArgumentsAsTheyAre(t *testing.T) {
	call := snippet.Call{Tool: sum(`a "name"`), Source: online, Arguments: json.RawMessage(`{"n":9007199254740993,"it":"it's"}`)}
	var message struct {
		Method string
		Params struct {
			Name      string
			Arguments json.RawMessage
		}
	}
	if err := json.Unmarshal([]byte(call.In(snippet.JSONRPC)), &message); err != nil {
		t.Fatal(err)
	}
	if message.Method != "tools/call" || message.Params.Name != `a "name"` || !strings.Contains(string(message.Params.Arguments), "9007199254740993") {
		t.Errorf("got %+v", message)
	}
	curl := call.In(snippet.Curl)
	for _, part := range []string{"curl -sS 'https://example.com/mcp?a=1&b=2' \\\n", `"it":"it'\''s"`, "Accept: application/json, text/event-stream"} {
		if !strings.Contains(curl, part) {
			t.Errorf("%q is missing in\n%s", part, curl)
		}
	}
}

func TestTheGoCodeCanBeParsed(t *testing.T) {
	for _, from := range []source.Info{started, online, builtin, skills, inDemo, ownTools} {
		call := snippet.Call{Tool: sum("get-sum"), Source: from, Arguments: json.RawMessage("{\"x\":\"`\\u0000\"}")}
		code := call.In(snippet.Go)
		if _, err := parser.ParseExpr("func() error {\n" + code + "return nil\n}"); err != nil {
			t.Errorf("%s: %v\n%s", from.ID(), err, code)
		}
	}
}

func TestAQuotedWordIsOneWord(t *testing.T) {
	for word, want := range map[string]string{
		"":                 "''",
		"plain-1.2/x@y":    "plain-1.2/x@y",
		"two words":        "'two words'",
		"it's":             `'it'\''s'`,
		"$HOME `id` \\ \"": "'$HOME `id` \\ \"'",
		"~":                "'~'",
		"ü":                "'ü'",
	} {
		if got := source.Quote(word); got != want {
			t.Errorf("%q: got %s, want %s", word, got, want)
		}
	}
}

func TestWhatAServerHasBesideToolsIsWrittenWithItsOwnVerb(t *testing.T) {
	offer := func(name, method string) tool.Tool {
		return tool.Tool{Name: name, Details: &tool.Details{ShortName: name, Server: "my.server", Method: method}}
	}
	for _, c := range []struct {
		tool                 tool.Tool
		args, shell, message string
	}{
		{offer("book://moby dick", "resources/read"), `{}`, `toolbench read 'book://moby dick' -- npx -y some-server`, `"uri": "book://moby dick"`},
		{offer("shelf://{shelf}/{n}", "resources/read"), `{"shelf":"a b","n":"7"}`, `toolbench read shelf://a%20b/7 -- npx -y some-server`, `"uri": "shelf://a%20b/7"`},
		{offer("summary", "prompts/get"), `{"book":"Emma"}`, `toolbench prompt summary --args '{"book":"Emma"}' -- npx -y some-server`, `"method": "prompts/get"`},
	} {
		call := snippet.Call{Tool: c.tool, Source: started, Arguments: json.RawMessage(c.args)}
		if got := call.In(snippet.Shell); got != c.shell+"\n" {
			t.Errorf("got  %swant %s", got, c.shell)
		}
		if got := call.In(snippet.JSONRPC); !strings.Contains(got, c.message) {
			t.Errorf("%s: the message is %s", c.tool.Name, got)
		}
		if slices.Contains(call.Languages(), snippet.Go) {
			t.Errorf("%s is written in Go", c.tool.Name)
		}
	}
}

func TestASourceOfEachKindIsGivenAsItWasOpened(t *testing.T) {
	for _, c := range []struct{ info, want string }{
		{"http", `toolbench call pets -t https://example.com/openapi.json`},
		{"a2a", `toolbench call pets -t https://example.com/openapi.json`},
		{"custom", `toolbench call pets -t https://example.com/openapi.json`},
	} {
		call := snippet.Call{
			Tool:   tool.Tool{Name: "shop_pets", Details: &tool.Details{ShortName: "pets"}},
			Source: source.Info{Kind: tool.ToolSource(c.info), Name: "shop", Target: "https://example.com/openapi.json", Origin: "command line"},
		}
		if got := call.In(snippet.Shell); got != c.want+"\n" {
			t.Errorf("got  %swant %s", got, c.want)
		}
		if _, err := parser.ParseExpr("func() error {\n" + call.In(snippet.Go) + "return nil }"); err != nil {
			t.Errorf("%s: %v in\n%s", c.info, err, call.In(snippet.Go))
		}
	}
}
