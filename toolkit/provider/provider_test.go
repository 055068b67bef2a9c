package provider

import (
	"encoding/json"
	"strings"
	"testing"

	"toolbench/toolkit/tool"
)

var forecast = tool.Tool{
	Name: "weather_forecast", Description: "Forecast <for> a place",
	Details: &tool.Details{InputSchema: json.RawMessage("{\n \"type\": \"object\",\n \"properties\": {\"place\": {\"type\": \"string\"}, \"days\": {\"maximum\": 9007199254740993}}\n}")},
}

const schema = `{"type":"object","properties":{"place":{"type":"string"},"days":{"maximum":9007199254740993}}}`

func TestADefinitionIsWhatTheProviderTakes(t *testing.T) {
	for format, want := range map[Format]string{
		OpenAI:    `{"type":"function","function":{"name":"weather_forecast","description":"Forecast <for> a place","parameters":` + schema + `}}`,
		Anthropic: `{"name":"weather_forecast","description":"Forecast <for> a place","input_schema":` + schema + `}`,
		Gemini:    `{"name":"weather_forecast","description":"Forecast <for> a place","parametersJsonSchema":` + schema + `}`,
	} {
		if got := string(Definition(format, forecast)); got != want {
			t.Errorf("%s takes %s, want %s", format, got, want)
		}
	}
}

func TestACatalogueIsTheValueOfTools(t *testing.T) {
	tools := []tool.Tool{forecast, {Name: "x y", Details: &tool.Details{InputSchema: json.RawMessage(`{`)}}}
	for format, want := range map[Format]string{
		OpenAI:    `,{"type":"function","function":{"name":"x_y","parameters":{"type":"object"}}}]`,
		Anthropic: `,{"name":"x_y","input_schema":{"type":"object"}}]`,
		Gemini:    `,{"name":"x_y","parametersJsonSchema":{"type":"object"}}]}]`,
	} {
		got := string(Tools(format, tools))
		if !json.Valid([]byte(got)) || !strings.HasSuffix(got, want) || !strings.HasPrefix(got, "[") {
			t.Errorf("%s takes %s, want …%s", format, got, want)
		}
	}
	if got := string(Tools(Anthropic, nil)); got != "[]" {
		t.Errorf("no tools are %s", got)
	}
}

func TestANameFitsTheProvidersRules(t *testing.T) {
	long := strings.Repeat("a", 100)
	for _, c := range []struct {
		format     Format
		name, want string
	}{
		{OpenAI, "github.search/code", "github_search_code"},
		{Gemini, "github.search/code", "github.search_code"},
		{Gemini, "9lives", "_9lives"},
		{Anthropic, "", "_"},
		{Gemini, "", "_"},
		{Gemini, long, long},
	} {
		if got := Name(c.format, c.name); got != c.want {
			t.Errorf("%s: %q is %q, want %q", c.format, c.name, got, c.want)
		}
	}
	a, b := Name(OpenAI, long+"a"), Name(OpenAI, long+"b")
	if len(a) != 64 || len(b) != 64 || a == b {
		t.Errorf("two long names became %s and %s", a, b)
	}
}

func TestAResultIsWhatTheModelIsHanded(t *testing.T) {
	image := tool.ContentPart{Type: tool.PartImage, MimeType: "image/png", Data: "aGk="}
	link := tool.ContentPart{Type: tool.PartFile, MimeType: "application/pdf", URL: "https://example.com/a.pdf"}
	sound := tool.ContentPart{Type: tool.PartAudio, MimeType: "audio/wav", Data: "aGk="}
	note := tool.Text("note")
	for _, c := range []struct {
		what   string
		format Format
		result tool.ToolResult
		want   string
	}{
		{"text", OpenAI, tool.ToolResult{Output: "a<b"}, `[{"role":"tool","tool_call_id":"c1","content":"a<b"}]`},
		{"text", Anthropic, tool.ToolResult{Output: "a"}, `[{"role":"user","content":[{"content":"a","tool_use_id":"c1","type":"tool_result"}]}]`},
		{"text", Gemini, tool.ToolResult{Output: "a"}, `[{"role":"user","parts":[{"functionResponse":{"id":"c1","name":"weather_forecast","response":{"output":"a"}}}]}]`},
		{"error", Anthropic, tool.ToolResult{Output: "a", IsError: true}, `[{"role":"user","content":[{"content":"a","is_error":true,"tool_use_id":"c1","type":"tool_result"}]}]`},
		{"error", Gemini, tool.ToolResult{Output: "a", IsError: true}, `[{"role":"user","parts":[{"functionResponse":{"id":"c1","name":"weather_forecast","response":{"error":"a"}}}]}]`},
		{"parts", OpenAI, tool.ToolResult{Output: "a", Parts: []tool.ContentPart{image, note, link, sound}},
			`[{"role":"tool","tool_call_id":"c1","content":[{"text":"a","type":"text"},{"text":"note","type":"text"},{"text":"[unsupported file part (application/pdf, 0 bytes)]","type":"text"}]},` +
				`{"role":"user","content":[{"text":"Output of tool weather_forecast (c1):","type":"text"},{"image_url":{"url":"data:image/png;base64,aGk="},"type":"image_url"},{"input_audio":{"data":"aGk=","format":"wav"},"type":"input_audio"}]}]`},
		{"parts", Anthropic, tool.ToolResult{Parts: []tool.ContentPart{image, link, sound}},
			`[{"role":"user","content":[{"content":[{"source":{"data":"aGk=","media_type":"image/png","type":"base64"},"type":"image"},{"source":{"type":"url","url":"https://example.com/a.pdf"},"type":"document"},{"text":"[unsupported audio part (audio/wav, 2 bytes)]","type":"text"}],"tool_use_id":"c1","type":"tool_result"}]}]`},
		{"parts", Gemini, tool.ToolResult{Output: "a", Parts: []tool.ContentPart{image, link, note}},
			`[{"role":"user","parts":[{"functionResponse":{"id":"c1","name":"weather_forecast","parts":[{"inlineData":{"data":"aGk=","mimeType":"image/png"}},{"fileData":{"fileUri":"https://example.com/a.pdf","mimeType":"application/pdf"}}],"response":{"output":"a\nnote"}}}]}]`},
	} {
		if got := string(Result(c.format, "c1", forecast, c.result)); got != c.want {
			t.Errorf("%s for %s is\n%s\nwant\n%s", c.what, c.format, got, c.want)
		}
	}
}

func TestTokensGrowWithTheText(t *testing.T) {
	for raw, want := range map[string]int{
		``:                            0,
		`{}`:                          1,
		`{"type":"object"}`:           5,
		`"the quick brown fox jumps"`: 7,
		`1234567`:                     3,
		`"天気予報"`:                      6,
		`                    `:        0,
		`"Погода"`:                    5,
	} {
		if got := Tokens(json.RawMessage(raw)); got != want {
			t.Errorf("%s costs %d, want %d", raw, got, want)
		}
	}
	english := strings.Repeat(`{"description":"The maximum number of results to return for each page of the query."},`, 20)
	if perToken := float64(len(english)) / float64(Tokens(json.RawMessage(english))); perToken < 3.5 || perToken > 5.5 {
		t.Errorf("%.1f characters a token", perToken)
	}
}
