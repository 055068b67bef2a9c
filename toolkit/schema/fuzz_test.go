package schema

import (
	"encoding/json"
	"strings"
	"testing"
)

func FuzzValidate(f *testing.F) {
	f.Add([]byte(`{"type":"object","required":["a"],"properties":{"a":{"type":"integer","maximum":3}}}`), []byte(`{"a":4,"b":1}`))
	f.Add([]byte(`{"$ref":"#"}`), []byte(`1`))
	f.Add([]byte(`{"$schema":"http://json-schema.org/draft-04/schema#","minimum":1,"exclusiveMinimum":true}`), []byte(`1`))
	f.Add([]byte(`{"anyOf":[{"const":1},{"type":"object","properties":{"x":{"$ref":"#"}}}]}`), []byte(`{"x":2}`))
	f.Add([]byte(`{"$id":"urn:x","$defs":{"a":{"$anchor":"a","not":{"type":"null"}}},"$ref":"#a"}`), []byte(`null`))
	f.Add([]byte(`{"pattern":"(?=a)(","patternProperties":{"[":true}}`), []byte(`"a"`))
	f.Add([]byte(`{"multipleOf":1e-999999,"maximum":1e999999999}`), []byte(`1e999999999`))
	f.Add([]byte(`{"type":5,"properties":{"a":7},"items":[[]],"enum":{},"required":[1]}`), []byte(`{"a":[]}`))
	f.Add([]byte(`{"$schema":"https://example.com/x","$dynamicRef":"#x","unevaluatedProperties":false}`), []byte(`{"a":1}`))
	f.Fuzz(func(t *testing.T, schema, value []byte) {
		for _, p := range Validate(json.RawMessage(schema), json.RawMessage(value)) {
			if p.Message == "" {
				t.Errorf("a problem without words: %+v", p)
			}
		}
	})
}

func TestAlternativesWithoutEndAreGivenUp(t *testing.T) {
	var b strings.Builder
	b.WriteString(`{"$ref":"#/$defs/0","$defs":{`)
	for i := range 40 {
		next := string(AppendString(nil, "#/$defs/"+strings.Repeat("n", i+1)))
		name := string(AppendString(nil, strings.Repeat("n", i)))
		if i == 0 {
			name = `"0"`
		}
		b.WriteString(name + `:{"allOf":[{"$ref":` + next + `},{"$ref":` + next + `}]},`)
	}
	b.WriteString(`"` + strings.Repeat("n", 40) + `":{"type":"string"}}}`)
	root, err := Parse([]byte(b.String()))
	if err != nil {
		t.Fatal(err)
	}
	v, err := Compile(root)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := v.Validate(NewNull()); err == nil || !strings.Contains(err.Error(), "too long") {
		t.Errorf("judging ends with %v", err)
	}
}
