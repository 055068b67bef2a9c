package forms

import (
	"encoding/json"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"toolbench/toolkit/schema"
)

func TestASampleIsValid(t *testing.T) {
	for raw, want := range map[string]string{
		`{"type":"object"}`: `{}`,
		forecast:            `{"place":"text","days":3}`,
		contact:             `{"name":"text"}`,
		account:             `{"kind":"person"}`,
		`{"type":"object","required":["n"],"properties":{"n":{"type":"integer","exclusiveMinimum":3,"multipleOf":5}}}`:                                                 `{"n":5}`,
		`{"type":"object","required":["s"],"properties":{"s":{"type":"string","pattern":"^[A-Z]-\\d{3}$"}}}`:                                                           `{"s":"A-000"}`,
		`{"type":"object","required":["l"],"properties":{"l":{"type":"array","minItems":2,"uniqueItems":true,"items":{"enum":["a","b","c"]}}}}`:                        `{"l":["a","b"]}`,
		`{"type":"object","properties":{"a":{"type":"string"},"b":{"type":"string"}},"anyOf":[{"required":["b"]},{"required":["a"]}]}`:                                 `{"b":"text"}`,
		`{"type":"object","properties":{"a":{"type":"string"},"b":{"type":"string"}},"minProperties":1,"oneOf":[{"required":["a","b"]},{"required":["b"]}]}`:           "",
		`{"type":"object","minProperties":2,"additionalProperties":{"type":"integer"}}`:                                                                                `{"key1":1,"key2":1}`,
		`{"type":"object","required":["l"],"properties":{"l":{"type":"array","contains":{"const":7},"minContains":2}}}`:                                                `{"l":[7,7]}`,
		`{"type":"object","required":["t"],"properties":{"t":{"type":"array","prefixItems":[{"type":"integer"},{"type":"boolean"}],"minItems":2}}}`:                    `{"t":[1,false]}`,
		`{"type":"object","required":["kind"],"properties":{"kind":{"const":"firm"}},"if":{"properties":{"kind":{"const":"firm"}}},"then":{"required":["vat"]}}`:       "",
		`{"$defs":{"n":{"type":"object","required":["v"],"properties":{"v":{"anyOf":[{"$ref":"#/$defs/n"},{"type":"null"},{"type":"integer"}]}}}},"$ref":"#/$defs/n"}`: "",
		`{"type":"object","required":["u"],"properties":{"u":{"type":"string","not":{"const":"text"}}}}`:                                                               `{"u":"a"}`,
	} {
		checkSample(t, Sample, raw, want)
	}
}

// checkSample fails when a schema's sample is not valid, or not the one that is
// wanted; "" is any.
func checkSample(t *testing.T, sample func(json.RawMessage) (json.RawMessage, error), raw, want string) {
	t.Helper()
	got, err := sample([]byte(raw))
	if err != nil {
		t.Errorf("%s: %v", raw, err)
		return
	}
	if problems := schema.Validate([]byte(raw), got); len(problems) > 0 {
		t.Errorf("%s: %s is not valid: %v", raw, got, problems)
	}
	if want != "" && string(got) != want {
		t.Errorf("%s: made %s, want %s", raw, got, want)
	}
}

func TestWhereThereIsNoSampleTheErrorSaysWhy(t *testing.T) {
	for raw, want := range map[string]string{
		`{"type":"object","required":["n"],"properties":{"n":{"type":"integer","minimum":5,"maximum":3}}}`:                                   "is above 3",
		`{"type":"object","required":["n"],"properties":{"n":false}}`:                                                                        "n:",
		`{"type":"object","required":["n"],"properties":{"n":{"$ref":"#"}}}`:                                                                 "is needed",
		`{"allOf":[{"$ref":"#/$defs/x"}],"$defs":{"x":{"required":["x"],"properties":{"x":{"allOf":[{"$ref":"#"},{"$ref":"#/$defs/x"}]}}}}}`: "n",
		`{"type":`: "the schema can not be read",
	} {
		if got, err := Sample([]byte(raw)); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %s, %v", raw, got, err)
		}
	}
}

// others are schemas that were written to test form generators.
func others(t testing.TB) map[string][]byte {
	t.Helper()
	all := map[string][]byte{}
	for _, folder := range []string{"rjsf", "jsonforms"} {
		files, _ := filepath.Glob(filepath.Join(corpus(t), folder, "*.json"))
		for _, file := range files {
			raw, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			var wrapped struct{ Schema json.RawMessage }
			if err := json.Unmarshal(raw, &wrapped); err != nil {
				t.Fatal(err)
			}
			all[folder+"/"+filepath.Base(file)] = wrapped.Schema
		}
	}
	return all
}

// contradictory are the real tools whose schema no value satisfies: each says that
// a property is an object and that it is one of some numbers.
var contradictory = []string{"crt-auto-moderation-rule", "crt-guild-scheduled-event", "crt-interaction-resp"}

func TestEveryRealToolHasASample(t *testing.T) {
	var without []string
	for _, d := range definitions(t) {
		got, err := Sample(d.InputSchema)
		if err != nil {
			without = append(without, d.Name)
			t.Logf("%s: %v", d.Name, err)
			continue
		}
		var value any
		if err := json.Unmarshal(got, &value); err != nil {
			t.Fatal(err)
		}
		if other, err := judge(d.InputSchema); err == nil {
			if err := other.Validate(value); err != nil {
				t.Errorf("%s: %s: %v", d.Name, got, err)
			}
		} else if problems := schema.Validate(d.InputSchema, got); len(problems) > 0 {
			t.Errorf("%s: %s: %v", d.Name, got, problems)
		}
	}
	if !slices.Equal(slices.Sorted(slices.Values(without)), contradictory) {
		t.Errorf("there is no sample for %q, want none for %q", without, contradictory)
	}
}

func TestEverySchemaOfOtherFormGeneratorsHasAFormAndASample(t *testing.T) {
	for _, name := range slices.Sorted(maps.Keys(others(t))) {
		raw := others(t)[name]
		for _, fallback := range New(raw).Coverage().Fallbacks {
			t.Errorf("%s: %s: %s", name, fallback.Path, fallback.Reason)
		}
		got, err := Sample(raw)
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		f := New(raw)
		if err := f.SetJSON(got); err != nil || string(f.JSON()) != string(got) {
			t.Errorf("%s: %s became %s: %v", name, got, f.JSON(), err)
		}
	}
}

func TestAFullSampleFillsWhatGoesTogether(t *testing.T) {
	for raw, want := range map[string]string{
		forecast: "",
		`{"type":"object","required":["a"],"properties":{"a":{"type":"string"},"o":{"type":"object","properties":{"n":{"type":"integer"},"l":{"type":"array","items":{"type":"boolean"}}}}}}`:             `{"a":"text","o":{"n":1,"l":[false]}}`,
		`{"type":"object","properties":{"a":{"type":"string"},"b":{"type":"string"}},"oneOf":[{"required":["a"]},{"required":["b"]}]}`:                                                                    `{"a":"text"}`,
		`{"type":"object","properties":{"v":{"type":"integer"},"next":{"$ref":"#"}}}`:                                                                                                                     `{"v":1}`,
		`{"type":"object","properties":{"to":{"anyOf":[{"type":"object","required":["mail"],"properties":{"mail":{"type":"string"}}},{"type":"object","properties":{"phone":{}}}]},"never":false}}`:       `{"to":{"mail":"text"}}`,
		`{"type":"object","properties":{"n":{"type":"integer","minimum":5,"maximum":3},"m":{"type":"array","maxItems":0,"items":{"type":"string"}},"e":{"enum":["x","y"]}},"additionalProperties":false}`: `{"m":[],"e":"x"}`,
	} {
		checkSample(t, FullSample, raw, want)
	}
}

func TestAFullSampleOfARealToolIsValid(t *testing.T) {
	for i, d := range definitions(t) {
		if i%7 != 0 {
			continue
		}
		got, err := FullSample(d.InputSchema)
		if err != nil {
			continue // there is no small one either, which another test tells
		}
		if problems := schema.Validate(d.InputSchema, got); len(problems) > 0 {
			t.Errorf("%s: %s: %v", d.Name, got, problems)
		}
	}
}
