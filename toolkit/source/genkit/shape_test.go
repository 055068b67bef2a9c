package genkit

import (
	"encoding/json"
	"strings"
	"testing"

	"toolbench/toolkit/schema"
	"toolbench/toolkit/tool"
)

func TestTheArgumentsTakeTheShapeOfTheInput(t *testing.T) {
	for _, test := range []struct {
		name, input, tool, flow string // an empty flow is as the tool
	}{
		{"None", ``, `{"type":"object"}`, `{"type":"object","properties":{"input":{}}}`},
		{"Anything", `true`, `{"type":"object"}`, `{"type":"object","properties":{"input":{}}}`},
		{"AnObject", `{"type":"object","properties":{"b":{},"a":{}}}`, `{"type":"object","properties":{"b":{},"a":{}}}`, ""},
		{"RequiredFirst", `{"properties":{"a":{},"b":{},"c":{},"d":{}},"required":["d","b"],"type":"object"}`, `{"properties":{"d":{},"b":{},"a":{},"c":{}},"required":["d","b"],"type":"object"}`, ""},
		{"AnOrderOfItsOwn", `{"type":"object","properties":{"b":{},"a":{}},"required":["a"]}`, `{"type":"object","properties":{"b":{},"a":{}},"required":["a"]}`, ""},
		{"InnerObjects", `{"type":"object","properties":{"x":{"items":{"type":"object","properties":{"a":{},"b":{}},"required":["b"]}}},"required":["x"]}`,
			`{"type":"object","properties":{"x":{"items":{"type":"object","properties":{"b":{},"a":{}},"required":["b"]}}},"required":["x"]}`, ""},
		{"ADefaultIsNoSchema", `{"type":"object","default":{"properties":{"a":1,"b":2},"required":["b"]},"properties":{"required":{"const":["b"]},"type":{}}}`,
			`{"type":"object","default":{"properties":{"a":1,"b":2},"required":["b"]},"properties":{"required":{"const":["b"]},"type":{}}}`, ""},
		{"AText", `{"type":"string"}`, `{"type":"object","properties":{"input":{"type":"string"}},"required":["input"]}`, ""},
		{"AChoice", `{"anyOf":[{"type":"object"},{"type":"string"}]}`, `{"type":"object","properties":{"input":{"anyOf":[{"type":"object"},{"type":"string"}]}},"required":["input"]}`, ""},
		{"AChoiceOfObjects", `{"oneOf":[{"type":"object"},{"properties":{"a":{}}}]}`, `{"oneOf":[{"type":"object"},{"properties":{"a":{}}}]}`, ""},
		{"AReference", `{"$ref":"#/$defs/a","$defs":{"a":{"type":"object"}}}`, `{"$ref":"#/$defs/a","$defs":{"a":{"type":"object"}}}`, ""},
		{"AReferenceToAList", `{"$ref":"#/$defs/a","$defs":{"a":{"type":"array","items":{"$ref":"#"}}}}`,
			`{"type":"object","properties":{"input":{"$ref":"#/properties/input/$defs/a","$defs":{"a":{"type":"array","items":{"$ref":"#/properties/input"}}}}},"required":["input"]}`, ""},
		{"ACircle", `{"$ref":"#"}`, `{"type":"object","properties":{"input":{"$ref":"#/properties/input"}},"required":["input"]}`, ""},
	} {
		t.Run(test.name, func(t *testing.T) {
			input, _ := schema.Parse([]byte(test.input)) // nil when there is none
			if got := string((&action{}).shape(input)); got != test.tool {
				t.Errorf("of a tool it is\n%s, not\n%s", got, test.tool)
			}
			if test.flow == "" {
				test.flow = test.tool
			}
			if got := string((&action{flow: true}).shape(input)); got != test.flow {
				t.Errorf("of a flow it is\n%s, not\n%s", got, test.flow)
			}
		})
	}
}

func TestAWrappedInputIsSentAlone(t *testing.T) {
	a := &action{wrapped: true}
	for args, want := range map[string]string{`{"input": [1.0, 2]}`: `[1.0,2]`, `{}`: "", `{"input":null}`: "null"} {
		if got, err := a.input(json.RawMessage(args)); err != nil || string(got) != want {
			t.Errorf("%s is sent as %s (%v)", args, got, err)
		}
	}
	for args, want := range map[string]string{
		`{"x":1}`: `there is no argument "x"; what is given to it is the one argument "input"`,
		`[1]`:     "the arguments are not a JSON object: [1]",
	} {
		if _, err := a.input(json.RawMessage(args)); err == nil || err.Error() != want {
			t.Errorf("%s: %v", args, err)
		}
	}
}

func TestContentBecomesParts(t *testing.T) {
	for _, test := range []struct{ content, want string }{
		{`[{"text":"a"}]`, `{"output":"a","isError":false,"parts":[{"type":"text","text":"a"}]}`},
		{`[{"media":{"url":"data:audio/wav;base64,AAAA"}}]`, `{"output":"audio (audio/wav, 3 bytes)","isError":false,"parts":[{"type":"audio","mimeType":"audio/wav","data":"AAAA"}]}`},
		{`[{"media":{"url":"data:text/plain,a%20b,c"}}]`, `{"output":"file (text/plain, 5 bytes)","isError":false,"parts":[{"type":"file","mimeType":"text/plain","data":"YSBiLGM="}]}`},
		{`[{"media":{"url":"https://example.com/a.png","contentType":"image/png"}}]`, `{"output":"image (image/png, 0 bytes)","isError":false,"parts":[{"type":"image","mimeType":"image/png","url":"https://example.com/a.png"}]}`},
		{`[{"media":{"url":"data:image/png;base64,!"}}]`, `{"output":"[media (image/png) whose data is not base64]","isError":false,"parts":[{"type":"text","text":"[media (image/png) whose data is not base64]"}]}`},
		{`[{"media":{"contentType":"image/png"}}]`, `{"output":"[media (image/png) that can not be read: {type:image, mimeType:image/png, bytes:0} has neither data nor url]","isError":false,"parts":[{"type":"text","text":"[media (image/png) that can not be read: {type:image, mimeType:image/png, bytes:0} has neither data nor url]"}]}`},
		{`[{"resource":{"uri":"x:y"}}]`, `{"output":"{\"resource\":{\"uri\":\"x:y\"}}","isError":false,"parts":[{"type":"text","text":"{\"resource\":{\"uri\":\"x:y\"}}"}],"metadata":{"content":[{"resource":{"uri":"x:y"}}]}}`},
		{`7`, `{"output":"{\"content\":7}","isError":false,"metadata":{"structuredContent":{"content":7}}}`},
	} {
		r := (&action{multipart: true}).result(json.RawMessage(`{"content":` + test.content + `}`))
		if got, _ := json.Marshal(r); string(got) != test.want {
			t.Errorf("%s\ngot  %s\nwant %s", test.content, got, test.want)
		}
	}
}

func FuzzAnyResultIsRead(f *testing.F) {
	f.Add(`{"output":1,"content":[{"media":{"url":"data:,x"}},{"text":null}],"metadata":{}}`)
	f.Add(`[]`)
	f.Add(`null`)
	f.Fuzz(func(t *testing.T, returned string) {
		if !json.Valid([]byte(returned)) {
			return
		}
		for _, multipart := range []bool{false, true} {
			r := (&action{multipart: multipart}).result(json.RawMessage(returned))
			if tool.PendingOf(r) != nil {
				t.Errorf("%s forges a suspension", returned)
			}
			for _, p := range r.Parts {
				if err := p.Validate(0); err != nil {
					t.Error(err)
				}
			}
		}
	})
}

func FuzzAnySchemaTakesShape(f *testing.F) {
	f.Add(`{"type":"object","properties":{"a":{"$ref":"#"},"b":{}},"required":["b"]}`)
	f.Add(`{"anyOf":[{"$ref":"#/anyOf/0"}]}`)
	f.Fuzz(func(t *testing.T, input string) {
		v, err := schema.Parse([]byte(input))
		if err != nil {
			return
		}
		a := &action{}
		shaped := a.shape(v)
		var decoded tool.JSONSchema
		if err := json.Unmarshal(shaped, &decoded); err != nil && !strings.Contains(err.Error(), "exceeded max depth") {
			t.Errorf("%s became %s: %v", input, shaped, err)
		}
		if !a.wrapped && len(shaped) != len(v.JSON()) && string(shaped) != anyObject {
			t.Errorf("%s lost something: %s", input, shaped)
		}
	})
}
