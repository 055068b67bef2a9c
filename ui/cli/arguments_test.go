package cli

import (
	"bytes"
	"encoding/json"
	"strings"
	"testing"

	"toolbench/toolkit/tool"
)

func TestArgumentsThatAreNotAllCheckedSaySo(t *testing.T) {
	for _, c := range []struct {
		schema string
		anyway bool
		said   string
	}{
		{`{"type":"object","properties":{"code":{"type":"string"}}}`, false, ""},
		{`{"type":"object","properties":{"code":{"type":"string","pattern":"(?<=x"}}}`, false, "not all was checked before the call: the pattern (?<=x is not a regular expression"},
		{`{"type":"object","properties":{"code":{"type":"string","pattern":"(?<=x"},"b":{"$ref":"#/gone"}}}`, false, "(lint names 1 more)"},
		{`{"type":"object","properties":{"code":{"type":"string","pattern":"(?<=x"}}}`, true, ""},
	} {
		var schema tool.JSONSchema
		if err := json.Unmarshal([]byte(c.schema), &schema); err != nil {
			t.Fatal(err)
		}
		var shown bytes.Buffer
		s := newSession(t.Context(), Streams{Err: &shown})
		args, err := argumentFlags{SendAnyway: c.anyway}.arguments(s, tool.Tool{Name: "try", InputSchema: schema}, []string{"code=x"})
		if err != nil || string(args) != `{"code":"x"}` {
			t.Errorf("%s: %s, %v", c.schema, args, err)
		}
		if !strings.Contains(shown.String(), c.said) || c.said == "" && shown.Len() > 0 {
			t.Errorf("%s: said %q, want %q", c.schema, &shown, c.said)
		}
	}
}
