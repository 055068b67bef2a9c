package schema

import (
	"encoding/json"
	"strings"
	"testing"
)

func found(t *testing.T, schema, value string) string {
	t.Helper()
	for _, raw := range []string{schema, value} {
		if !json.Valid([]byte(raw)) {
			t.Fatalf("the test's JSON is none: %s", raw)
		}
	}
	var all []string
	for _, p := range Validate(json.RawMessage(schema), json.RawMessage(value)) {
		all = append(all, p.String())
	}
	return strings.Join(all, " | ")
}

func TestAProblemSaysWhatWasGivenAndWhatWouldDo(t *testing.T) {
	const person = `{"type":"object","properties":{"name":{"type":"string"}},"required":["name"],"additionalProperties":false}`
	for _, c := range []struct{ schema, value, want string }{
		{`{"minimum":1,"maximum":14}`, `99`, "99 is above 14; 1 to 14 would do"},
		{`{"minimum":1}`, `0`, "0 is below 1; at least 1 would do"},
		{`{"exclusiveMinimum":0}`, `0`, "0 is not above 0; above 0 would do"},
		{`{"maximum":9007199254740993}`, `9007199254740994`, "9007199254740994 is above 9007199254740993"},
		{`{"multipleOf":0.1}`, `0.25`, "0.25 is not a multiple of 0.1"},
		{`{"type":"integer"}`, `1.5`, "1.5 is not an integer"},
		{`{"type":["integer","null"]}`, `"x"`, `"x" is not null or an integer`},
		{`{"minLength":3,"maxLength":5}`, `"ABCDEFG9"`, "has 8 characters; 3 to 5 would do"},
		{`{"minLength":1}`, `""`, "is empty; at least 1 would do"},
		{`{"pattern":"^[a-z]+$"}`, `"A"`, `"A" does not match ^[a-z]+$`},
		{`{"pattern":"^(?!a)"}`, `"ab"`, `"ab" does not match ^(?!a)`},
		{`{"format":"email"}`, `"ada@"`, `"ada@" is not an e-mail address such as ada@example.com`},
		{`{"format":"date"}`, `"30.11."`, `"30.11." is not a date such as 2026-11-30`},
		{`{"type":"integer","format":"int32"}`, `2147483648`, "2147483648 is not a 32-bit integer"},
		{`{"format":"float"}`, `1`, ""},
		{`{"enum":["metric","imperial"]}`, `"kelvin"`, `"kelvin" is not a choice; "metric" or "imperial" would do`},
		{`{"enum":["a1","b2","c3","d4","e5","f6","Oslo"]}`, `"oslo"`, `"oslo" is none of the 7 choices; did you mean "Oslo"?`},
		{`{"const":3}`, `4`, "4 is not 3, the only value that would do"},
		{`{"minItems":1}`, `[]`, "is empty; at least 1 would do"},
		{`{"uniqueItems":true}`, `[1,2,1.0]`, "items 1 and 3 are the same"},
		{`{"contains":{"const":1}}`, `[2]`, "has no 1 among its items; one is needed"},
		{person, `{}`, "name: is needed"},
		{person, `{"name":"a","nmae":1}`, "nmae: is not a property that is taken here; did you mean name?"},
		{`{"properties":{"alerts":{"items":{"properties":{"a.b":{"type":"null"}}}}}}`, `{"alerts":[{},{"a.b":1}]}`, `alerts[1]["a.b"]: 1 is not null`},
		{`{"propertyNames":{"maxLength":2}}`, `{"abc":1}`, "abc: this name is not taken: has 3 characters; at most 2 would do"},
		{`{"dependentRequired":{"a":["b"]}}`, `{"a":1}`, "b: is needed when a is given"},
		{`{"not":{"type":"string"}}`, `"x"`, `"x" is ruled out: it must not be text`},
		{`{"anyOf":[{"type":"string","minLength":3},{"type":"null"}]}`, `"x"`, "has 1 character; at least 3 would do"},
		{`{"anyOf":[{"type":"string"},{"type":"integer"}]}`, `true`, "true is not text or an integer"},
		{`{"oneOf":[{"properties":{"k":{"const":"a"}},"required":["k","x"]},{"properties":{"k":{"const":"b"}},"required":["y"]}]}`, `{"k":"a"}`, "x: is needed"},
		{`{"oneOf":[{"minimum":1},{"maximum":5}]}`, `3`, "fits shapes 1 and 2 where exactly one must fit"},
		{`{"anyOf":[{"required":["a"]},{"required":["b"]}]}`, `{}`, "fits none of 2 shapes: a is needed; or b is needed"},
		{`{"if":{"properties":{"t":{"const":1}}},"then":{"required":["e"]}}`, `{"t":1}`, "e: is needed"},
		{`{"type":"string","nullable":true,"enum":["a"]}`, `null`, ""},
		{`{"minimum":1,"exclusiveMinimum":true}`, `1`, "1 is not above 1; above 1 would do"},
		{`false`, `1`, "nothing is taken here"},
		{`{"properties":{"a":{"$ref":"#/properties/a"}}}`, `{"a":1}`, "a: the schema refers to itself without end here"},
	} {
		if got := found(t, c.schema, c.value); got != c.want {
			t.Errorf("%s for %s: %q, want %q", c.schema, c.value, got, c.want)
		}
	}
}

func TestOneSlipLeavesTheRestOfASchemaJudged(t *testing.T) {
	for _, c := range []struct{ slip, warning string }{
		{`{"$ref":"#/components/X"}`, "/properties/x: #/components/X leads nowhere in this schema; it is not checked"},
		{`{"$ref":"https://example.com/x.json"}`, "/properties/x: the reference to https://example.com/x.json is outside this schema and is not loaded; it is not checked"},
		{`{"$id":"https://example.com/a","$ref":"b#/c"}`, "/properties/x: the reference to b#/c is outside this schema and is not loaded; it is not checked"},
		{`{"type":"date"}`, "/properties/x/type: this breaks the rules of JSON Schema; it is not checked"},
		{`{"required":"x"}`, "/properties/x/required: this breaks the rules of JSON Schema; it is not checked"},
		{`5`, "/properties/x: this breaks the rules of JSON Schema; it is not checked"},
		{`{"pattern":"("}`, "the pattern ( is not a regular expression"},
		{`{"items":{"$schema":"http://example.com/dialect"}}`, ""},
	} {
		raw := `{"type":"object","properties":{"x":` + c.slip + `,"n":{"type":"integer"}}}`
		root, err := Parse([]byte(raw))
		if err != nil {
			t.Fatal(err)
		}
		v, err := Compile(root)
		if err != nil {
			t.Errorf("%s: %v", c.slip, err)
			continue
		}
		if got := strings.Join(v.Warnings(), " | "); !strings.HasPrefix(got, c.warning) || c.warning == "" && got != "" {
			t.Errorf("%s warns %q, want %q", c.slip, got, c.warning)
		}
		if got := found(t, raw, `{"x":"y","n":"z"}`); got != `n: "z" is not an integer` {
			t.Errorf("%s leaves the problems %q", c.slip, got)
		}
	}
}

func TestASchemaThatIsNoneDoesNotBlock(t *testing.T) {
	for _, raw := range []string{`[]`, `5`, `"x"`, `null`} {
		root, err := Parse([]byte(raw))
		if err != nil {
			t.Fatal(err)
		}
		if v, err := Compile(root); v != nil || err == nil || !strings.Contains(err.Error(), "a schema is an object or a boolean") {
			t.Errorf("%s: %v, %v", raw, v, err)
		}
		if got := found(t, raw, `1`); got != "" {
			t.Errorf("%s: %s", raw, got)
		}
	}
}

func TestPropertiesNamedLikeKeywordsAreLeftAlone(t *testing.T) {
	const raw = `{"type":"object","properties":{"$ref":{"type":"string"},"nullable":{"const":true},"exclusiveMinimum":{"type":"boolean"}},"default":{"$ref":"#/nowhere"}}`
	root, _ := Parse([]byte(raw))
	v, err := Compile(root)
	if err != nil || len(v.Warnings()) > 0 {
		t.Errorf("%v %v", err, v.Warnings())
	}
	if got := found(t, raw, `{"$ref":1,"nullable":true,"exclusiveMinimum":true}`); got != `["$ref"]: 1 is not text` && got != `$ref: 1 is not text` {
		t.Errorf("problems %q", got)
	}
}
