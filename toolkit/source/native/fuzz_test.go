package native_test

import (
	"testing"

	"toolbench/toolkit/schema"
	"toolbench/toolkit/source/native"
	"toolbench/toolkit/tool"
)

func FuzzNoArgumentsReachTheFunctionThatDoNotFit(f *testing.F) {
	for _, seed := range []string{
		``, `null`, `{}`, `{"days":1}`, `{"days":300,"labels":{"a":"b"}}`, `{"days":1e2}`, `{"days":1.5}`,
		`{"Days":1}`, `{"days":1,"days":"x"}`, `{"days":1,"kin":{"days":2,"kin":{"days":null}}}`, "{\"days\":1,\"labels\":{\"\xff\":\"\xff\"}}",
	} {
		f.Add([]byte(seed))
	}
	type input struct {
		Days   int8              `json:"days" jsonschema:"minimum=0"`
		Labels map[string]string `json:"labels,omitempty"`
		Kin    *input            `json:"kin,omitempty"`
	}
	made := native.DefineTool("t", "", func(_ *tool.ToolContext, in input) (input, error) {
		if in.Days < 0 {
			f.Errorf("days is %d", in.Days)
		}
		return in, nil
	})
	f.Fuzz(func(t *testing.T, raw []byte) {
		result, err := made.Execute(nil, tool.NewToolContext(t.Context(), nil, raw))
		if err != nil {
			t.Fatalf("%q failed: %v", raw, err)
		}
		if result.IsError {
			if result.Output == "" {
				t.Errorf("%q was refused without a word", raw)
			}
			return
		}
		if problems := schema.Validate(made.OutputSchema(), result.Structured()); len(problems) > 0 {
			t.Errorf("%q became %s: %v", raw, result.Structured(), problems)
		}
	})
}
