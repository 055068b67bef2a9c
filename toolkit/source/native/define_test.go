package native_test

import (
	"context"
	"encoding/json"
	"errors"
	"log/slog"
	"math"
	"strings"
	"testing"
	"time"

	"toolbench/toolkit/source/native"
	"toolbench/toolkit/tool"
	"toolbench/toolkit/tooltest"
)

type place struct {
	Name string `json:"name" jsonschema_description:"A city, or two numbers"`
}

type tree struct {
	Label    string `json:"label"`
	Branches []tree `json:"branches,omitempty"`
}

func TestSchemasFollowTheGoTypes(t *testing.T) {
	type everything struct {
		Zebra  string            `json:"zebra"`
		Apple  place             `json:"apple"`
		Days   int8              `json:"days,omitempty" jsonschema:"minimum=1,maximum=14,default=3"`
		Units  string            `json:"units,omitzero" jsonschema:"enum=metric,enum=imperial"`
		When   time.Time         `json:"when,omitzero"`
		Exact  json.Number       `json:"exact,omitempty"`
		Free   json.RawMessage   `json:"free,omitempty"`
		Labels map[string]string `json:"labels,omitempty"`
		Hidden string            `json:"-"`
	}
	cases := []struct {
		name string
		tool tool.Tool
		want string
	}{
		{"a struct in its own order", define[everything](), `{"properties":{` +
			`"zebra":{"type":"string"},` +
			`"apple":{"properties":{"name":{"type":"string","description":"A city, or two numbers"}},"additionalProperties":false,"type":"object","required":["name"]},` +
			`"days":{"type":"integer","maximum":14,"minimum":1,"default":3},` +
			`"units":{"type":"string","enum":["metric","imperial"]},` +
			`"when":{"type":"string","format":"date-time"},` +
			`"exact":{"type":"number"},"free":true,` +
			`"labels":{"additionalProperties":{"type":"string"},"type":"object"}},` +
			`"additionalProperties":false,"type":"object","required":["zebra","apple"]}`},
		{"a pointer to a struct", define[*place](), `{"properties":{"name":{"type":"string","description":"A city, or two numbers"}},"additionalProperties":false,"type":"object","required":["name"]}`},
		{"a type that contains itself", define[tree](), `{"$defs":{"tree":{"properties":{"label":{"type":"string"},"branches":{"items":{"$ref":"#/$defs/tree"},"type":"array"}},"additionalProperties":false,"type":"object","required":["label"]}},` +
			`"properties":{"label":{"type":"string"},"branches":{"items":{"$ref":"#/$defs/tree"},"type":"array"}},"additionalProperties":false,"type":"object","required":["label"]}`},
		{"anything", define[any](), `{"type":"object"}`},
		{"a schema as JSON", define[any](native.WithRawInputSchema(json.RawMessage(`{"type":"object","properties":{"b":{},"a":{}}}`))), `{"type":"object","properties":{"b":{},"a":{}}}`},
		{"a schema as a map", define[json.RawMessage](native.WithInputSchema(map[string]any{"type": "object", "properties": map[string]any{"b": true, "a": true}})), `{"properties":{"a":true,"b":true},"type":"object"}`},
		{"a map", define[map[string]int](), `{"additionalProperties":{"type":"integer"},"type":"object"}`},
		{"nothing", define[struct{}](), `{"properties":{},"additionalProperties":false,"type":"object"}`},
	}
	for _, c := range cases {
		if got := string(c.tool.Schema()); got != c.want {
			t.Errorf("%s:\n got %s\nwant %s", c.name, got, c.want)
		}
	}
}

// define is a tool that takes an In and says nothing.
func define[In any](opts ...native.Option) tool.Tool {
	return native.DefineTool("a tool", "", func(*tool.ToolContext, In) (string, error) { return "", nil }, opts...)
}

func TestAMistakenDefinitionSaysWhatIsWrong(t *testing.T) {
	cases := []struct {
		tool tool.Tool
		want string
	}{
		{define[string](), "the input type string is not a JSON object"},
		{define[struct{ C chan int }](), "unsupported type chan int"},
		{define[place](native.WithInputSchema(map[string]any{"type": "object"})), "which has one of its own"},
		{define[any](native.WithInputSchema(map[string]any{"default": math.NaN()})), "is not a JSON object"},
		{define[any](native.WithRawInputSchema(json.RawMessage(`[1]`))), "is not a JSON object"},
		{native.DefineTool("t", "", func(*tool.ToolContext, place) (func(), error) { return nil, nil }), "for the output"},
		{native.DefineResumableTool("t", "", func(*tool.ToolContext, place, *chan int) (string, error) { return "", nil }), "for the answer"},
	}
	for _, c := range cases {
		if c.tool.Execute != nil || !strings.Contains(c.tool.Details.Uncallable, c.want) {
			t.Errorf("Uncallable is %q, which does not say %q", c.tool.Details.Uncallable, c.want)
		}
	}
}

func TestANameIsMadeSafeAndKept(t *testing.T) {
	made := define[any](native.WithTitle("A title"), native.WithReadOnly())
	if made.Name != "a_tool" || made.ShortName() != "a tool" || made.Title() != "A title" || !made.ReadOnly() {
		t.Errorf("got %+v with %+v", made, made.Details)
	}
	if !define[any](native.WithDestructive()).Destructive() {
		t.Error("a destructive tool does not say so")
	}
}

func TestArgumentsThatDoNotFitAreRefusedWithTheFieldsName(t *testing.T) {
	type input struct {
		Days   int8     `json:"days" jsonschema:"maximum=1000"`
		Places []place  `json:"places,omitempty"`
		Ratio  *float64 `json:"ratio,omitempty"`
	}
	reached := false
	made := native.DefineTool("t", "", func(*tool.ToolContext, input) (string, error) {
		reached = true
		return "", nil
	})
	for args, want := range map[string]string{
		`{}`:                                  "days",
		`{"days":"three"}`:                    "days",
		`{"days":1001}`:                       "1000",
		`{"days":300}`:                        "int8",
		`{"days":3,"place":"Oslo"}`:           "place",
		`{"days":3,"places":[{"name":null}]}`: "name",
		`{"days":3,"ratio":true}`:             "ratio",
	} {
		result, err := (&tooltest.CallHost{}).Call(t.Context(), made, args)
		if err != nil || !result.IsError || !strings.Contains(result.Output, want) {
			t.Errorf("%s ended with %+v, %v; want a refusal that names %s", args, result, err, want)
		}
		if reached {
			t.Fatalf("%s reached the function", args)
		}
	}
	for _, raw := range []string{`[1]`, `{"days":`, `{"days":1}{}`, `7`} {
		ctx := tool.NewToolContext(t.Context(), nil, json.RawMessage(raw))
		if result, err := made.Execute(nil, ctx); err != nil || !result.IsError || reached {
			t.Errorf("%s ended with %+v, %v", raw, result, err)
		}
	}
}

func TestDigitsArriveExactly(t *testing.T) {
	const args = `{"id":9007199254740993,"price":0.10000000000000000001}`
	type input struct {
		ID    int64       `json:"id"`
		Price json.Number `json:"price"`
	}
	typed := native.DefineTool("t", "", func(_ *tool.ToolContext, in input) (input, error) { return in, nil })
	raw := native.DefineTool("t", "", func(_ *tool.ToolContext, in json.RawMessage) (json.RawMessage, error) { return in, nil })
	for _, made := range []tool.Tool{typed, raw} {
		result, err := (&tooltest.CallHost{}).Call(t.Context(), made, args)
		if err != nil || string(result.Structured()) != args {
			t.Errorf("got %+v, %v", result, err)
		}
	}
	open := native.DefineTool("t", "", func(_ *tool.ToolContext, in any) (string, error) {
		return string(in.(map[string]any)["id"].(json.Number)), nil
	}, native.WithInputSchema(map[string]any{"type": "object", "required": []string{"id"}}))
	if result, err := (&tooltest.CallHost{}).Call(t.Context(), open, args); err != nil || result.Output != "9007199254740993" {
		t.Errorf("got %+v, %v", result, err)
	}
	if result, _ := open.Execute(nil, nil); !result.IsError || !strings.Contains(result.Output, "id") {
		t.Errorf("the given schema was not heeded: %+v", result)
	}
}

func TestTheOutputFollowsItsType(t *testing.T) {
	type word string
	cases := []struct {
		name           string
		tool           tool.Tool
		output, schema string
		structured     string
	}{
		{"text", yields("as <it> is"), "as <it> is", "", ""},
		{"a named text", yields(word("as it is")), "as it is", "", ""},
		{"a moment", yields(time.Date(2026, 1, 2, 0, 0, 0, 0, time.UTC)), "2026-01-02T00:00:00Z", "", ""},
		{"a result", yields(tool.ToolResult{Output: "whole"}), "whole", "", ""},
		{"a pointer to a result", yields(&tool.ToolResult{Output: "whole"}), "whole", "", ""},
		{"no result", yields((*tool.ToolResult)(nil)), "", "", ""},
		{"a struct", yields(place{"A < B"}), `{"name":"A < B"}`, `{"properties":{"name":{"type":"string","description":"A city, or two numbers"}},"additionalProperties":false,"type":"object","required":["name"]}`, `{"name":"A < B"}`},
		{"a number", yields(42), "42", `{"type":"integer"}`, "42"},
		{"a result with structured content", native.DefineTool("t", "", func(*tool.ToolContext, struct{}) (tool.ToolResult, error) {
			return native.Structured("in words", []int{1})
		}, native.WithStructured[[]int]()), "in words", `{"items":{"type":"integer"},"type":"array"}`, "[1]"},
		{"anything", yields(any([]int{1})), "[1]", "", "[1]"},
	}
	for _, c := range cases {
		result, err := c.tool.Execute(nil, nil)
		if err != nil || result.IsError {
			t.Fatalf("%s ended with %+v, %v", c.name, result, err)
		}
		if result.Output != c.output || string(result.Structured()) != c.structured || string(c.tool.OutputSchema()) != c.schema {
			t.Errorf("%s: got %q, structured %s, schema %s", c.name, result.Output, result.Structured(), c.tool.OutputSchema())
		}
	}
	if _, err := yields(math.Inf(1)).Execute(nil, nil); err == nil {
		t.Error("an output that JSON can not hold was no error")
	}
}

func yields[Out any](out Out) tool.Tool {
	return native.DefineTool("t", "", func(*tool.ToolContext, struct{}) (Out, error) { return out, nil })
}

func TestAnErrorIsForTheModelOnlyWhenItWasMadeSo(t *testing.T) {
	cause := errors.New("station offline")
	fails := func(err error) []tool.Tool {
		return []tool.Tool{
			native.DefineTool("t", "", func(*tool.ToolContext, struct{}) (string, error) { return "", err }),
			native.NativeTool("t", "", nil, func(context.Context, map[string]any) (string, error) { return "", err }),
		}
	}
	for _, made := range fails(tool.Fail(t.Context(), cause)) {
		result, err := made.Execute(nil, nil)
		if err != nil || !result.IsError || result.Output != "station offline" {
			t.Errorf("a Fail ended with %+v, %v", result, err)
		}
	}
	for _, made := range fails(cause) {
		if result, err := made.Execute(nil, nil); !errors.Is(err, cause) || result.Output != "" {
			t.Errorf("an error ended with %+v, %v", result, err)
		}
	}
}

func TestAPanicTellsItsStackToTheLogAlone(t *testing.T) {
	var log strings.Builder
	defer slog.SetDefault(slog.Default())
	slog.SetDefault(slog.New(slog.NewTextHandler(&log, nil)))
	made := native.DefineTool("explode", "", func(ctx *tool.ToolContext, _ struct{}) (string, error) {
		ctx.AttachParts(tool.Text("part"))
		panic("the secret at hand")
	})
	result, err := made.Execute(nil, nil)
	if err == nil || err.Error() != "tool panicked" || len(result.Parts) != 0 {
		t.Errorf("got %+v, %v", result, err)
	}
	for _, want := range []string{"explode", "the secret at hand", "define_test.go"} {
		if !strings.Contains(log.String(), want) {
			t.Errorf("the log lacks %q: %s", want, &log)
		}
	}
}
