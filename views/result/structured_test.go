package result

import (
	"encoding/json"
	"strings"
	"testing"

	"toolbench/toolkit/run"
	"toolbench/toolkit/tool"
	"toolbench/views"
)

func structured(kind run.Kind, output, value, schema string) *views.Record {
	r := tool.ToolResult{Output: output, IsError: kind == run.ToolError}
	if value != "" {
		r.SetMetadata(tool.MetadataStructured, json.RawMessage(value))
	}
	rec := ended(run.Outcome{Kind: kind, Result: r})
	if schema != "" {
		rec.Tool.Details = &tool.Details{OutputSchema: json.RawMessage(schema)}
	}
	return rec
}

const wantsOK = `{"type":"object","properties":{"ok":{"type":"boolean"}},"required":["ok"]}`

func TestWhatTheOutputSchemaSaysNeverTakesTheTextAway(t *testing.T) {
	s := shown(structured(run.ToolError, "disk full", `{"code":28}`, wantsOK), 60, 12)
	wantHas(t, title(s), "! the tool reported an error")
	if got := text(s); got != "disk full" {
		t.Errorf("the output page shows %q", got)
	}
	if got := s.View().Note; strings.Contains(got, "finding") {
		t.Errorf("an error is blamed for its structured content: %q", got)
	}
	turnTo(t, s, "Structured")
	wantHas(t, text(s), "1 finding", "ok: is needed", `"code": 28`)
}

func TestStructuredContentIsJudgedByTheOutputSchema(t *testing.T) {
	for name, c := range map[string]struct{ value, schema, want, note string }{
		"sound":          {`{"ok":true}`, wantsOK, "✓ as the tool's output schema says", ""},
		"not sound":      {`{"ok":1}`, wantsOK, "ok: 1 is not true or false", "1 finding against the output schema"},
		"no schema":      {`{"ok":1}`, "", "declares no output schema", ""},
		"odd schema":     {`{"ok":1}`, `"x"`, "not checked: the output schema can not be judged by", ""},
		"long numbers":   {`{"ok":true,"n":9007199254740993}`, wantsOK, "9007199254740993", ""},
		"nothing at all": {"", wantsOK, "", "no structured content"},
	} {
		t.Run(name, func(t *testing.T) {
			s := shown(structured(run.OK, "text", c.value, c.schema), 90, 12)
			wantHas(t, s.View().Note, c.note)
			if c.want != "" {
				turnTo(t, s, "Structured")
				wantHas(t, text(s), c.want)
			}
		})
	}
}

func TestStructuredContentAloneIsTheOutput(t *testing.T) {
	s := shown(structured(run.OK, "", `{"n":9007199254740993}`, ""), 60, 12)
	wantHas(t, text(s), "returned no text", `"n": 9007199254740993`)
}

func TestMetadataThatIsNotJSONSaysSo(t *testing.T) {
	r := tool.ToolResult{Output: "fine"}
	r.SetMetadata("channel", make(chan int))
	s := shown(ended(run.Outcome{Result: r}), 60, 12)
	turnTo(t, s, "Meta")
	wantHas(t, text(s), "can not be written as JSON")
	turnTo(t, s, "Raw")
	wantHas(t, text(s), "can not be written as JSON", `{"place":"Oslo"`)
}

func TestRawHasTheArgumentsByteForByte(t *testing.T) {
	rec := yielded("<b>&", tool.Bytes([]byte(strings.Repeat("x", 900)), "image/png"))
	rec.Arguments = json.RawMessage("{ \"z\":1.50,\"a\":  9007199254740993 }")
	s := shown(rec, 60, 20)
	turnTo(t, s, "Raw")
	wantHas(t, text(s), string(rec.Arguments), `"output": "<b>&"`, "more)")
}

func TestMShowsWhatEachProvidersModelIsHanded(t *testing.T) {
	s := shown(yielded("fine", tool.Bytes([]byte(strings.Repeat("x", 900)), "image/png")), 70, 30)
	turnTo(t, s, "Model")
	for _, want := range []string{"OpenAI, about ", "Anthropic, about ", "Gemini, about "} {
		wantHas(t, text(s), want, "fine", "more)")
		press(s, "m")
	}
	wantHas(t, text(s), "OpenAI, about ")
}
