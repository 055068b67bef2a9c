package lint

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"toolbench/toolkit/tool"
)

func subject(name, description, inputSchema string) Subject {
	return Subject{
		Tool: tool.Tool{Name: tool.Sanitize(name), Description: description, Source: tool.SourceMCP,
			Details: &tool.Details{ShortName: name, InputSchema: json.RawMessage(inputSchema)}},
		SourceID: "mcp:test",
	}
}

// found are the problems of one tool as "rule path", without the notes.
func found(problems []Problem) []string {
	var lines []string
	for _, p := range problems {
		if p.Severity != Info {
			lines = append(lines, p.Rule+" "+p.Path)
		}
	}
	return lines
}

func object(properties string) string {
	return `{"type":"object","properties":{` + properties + `}}`
}

func TestWhatIsWrongWithASchemaIsFoundInItsPlace(t *testing.T) {
	const at = "/inputSchema/properties/"
	for _, c := range []struct {
		what, schema string
		want         []string
	}{
		{"not JSON", `{"type":`, []string{"schema-json /inputSchema"}},
		{"a list", `[]`, []string{"schema-json /inputSchema"}},
		{"a key twice", `{"type":"object","type":"object"}`, []string{"schema-duplicate-key /inputSchema"}},
		{"an unknown draft", `{"$schema":"https://example.com/mine","type":"object"}`, []string{"schema-draft /inputSchema/$schema"}},

		{"a type that is none", object(`"a":{"type":"int"}`), []string{"schema-keyword " + at + "a/type"}},
		{"a bound as in draft 4", object(`"a":{"type":"integer","minimum":1,"exclusiveMinimum":true}`), []string{"schema-keyword " + at + "a/exclusiveMinimum"}},
		{"the same in draft 4", `{"$schema":"http://json-schema.org/draft-04/schema#",` + object(`"a":{"type":"integer","minimum":1,"exclusiveMinimum":true}`)[1:], nil},
		{"a tuple as in draft 7", object(`"a":{"type":"array","items":[{"type":"string"}]}`), []string{"schema-draft /inputSchema"}},
		{"the same in draft 7", `{"$schema":"http://json-schema.org/draft-07/schema#",` + object(`"a":{"type":"array","items":[{"type":"string"}]}`)[1:], nil},
		{"required as a boolean", object(`"a":{"type":"string","required":true}`), []string{"schema-keyword " + at + "a/required"}},

		{"a reference to nothing", object(`"a":{"$ref":"#/$defs/b"}`), []string{"reference-unresolved " + at + "a/$ref"}},
		{"a reference elsewhere", object(`"a":{"$ref":"https://example.com/b.json"}`), []string{"reference-unresolved " + at + "a/$ref"}},
		{"a reference into a property", object(`"a":{"type":"string"},"b":{"$ref":"#/properties/a"}`), nil},
		{"a recursion", `{"type":"object","properties":{"a":{"$ref":"#/$defs/n"}},"$defs":{"n":{"type":"object","properties":{"next":{"$ref":"#/$defs/n"}}}}}`, nil},
		{"a reference by anchor", `{"type":"object","properties":{"a":{"$ref":"#n"}},"$defs":{"n":{"$anchor":"n","type":"string"}}}`, nil},

		{"a default of another type", object(`"a":{"type":"string","default":null}`), []string{"default-invalid " + at + "a/default"}},
		{"a default that is no choice", object(`"a":{"type":"string","enum":["x","y"],"default":"z"}`), []string{"default-invalid " + at + "a/default"}},
		{"a default out of bounds", object(`"a":{"type":"integer","maximum":3,"default":4}`), []string{"default-invalid " + at + "a/default"}},
		{"a default against a reference", `{"type":"object","properties":{"a":{"$ref":"#/$defs/s","default":7}},"$defs":{"s":{"type":"string"}}}`, []string{"default-invalid " + at + "a/default"}},
		{"a default where null is taken", object(`"a":{"anyOf":[{"type":"string"},{"type":"null"}],"default":null}`), nil},
		{"a default named like a keyword", object(`"default":{"type":"string","default":"x"},"enum":{"type":"number"},"properties":{"type":"boolean"}`), nil},
		{"an example of another type", object(`"a":{"type":"integer","examples":[1,"two"]}`), []string{"example-invalid " + at + "a/examples/1"}},

		{"a pattern that is none", object(`"a":{"type":"string","pattern":"("}`), []string{"pattern-invalid " + at + "a/pattern"}},
		{"a pattern with lookahead", object(`"a":{"type":"string","pattern":"^(?!x)"}`), nil},
		{"a name's pattern that is none", object(`"a":{"type":"object","patternProperties":{"[":{}}}`), []string{"pattern-invalid " + at + "a/patternProperties/["}},

		{"required that names nothing", object(`"x":{"type":"object","properties":{"city":{}},"required":["citty"]}`), []string{"required-unknown " + at + "x/required/0"}},
		{"required that alternatives describe", `{"type":"object","properties":{"x":{"anyOf":[{"properties":{"a":{}}}],"required":["a"]}}}`, nil},
		{"alternatives that only require", object(`"x":{"type":"object","properties":{"a":{},"b":{}},"anyOf":[{"required":["a"]},{"required":["b"]}]}`), nil},
		{"required in a map", object(`"x":{"type":"object","additionalProperties":{"type":"string"},"required":["a"]}`), nil},
		{"required by pattern", object(`"x":{"type":"object","patternProperties":{"^a":{"type":"string"}},"additionalProperties":false,"required":["abc"]}`), nil},
		{"required of a definition that is mixed in", `{"type":"object","properties":{"x":{"properties":{"a":{}},"allOf":[{"$ref":"#/$defs/needsA"}]}},"$defs":{"needsA":{"required":["a"]}}}`, nil},
		{"what not requires", object(`"x":{"type":"object","properties":{"a":{}},"not":{"required":["b"]}}`), nil},

		{"no list's items", object(`"a":{"type":"array"}`), []string{"array-without-items " + at + "a"}},
		{"no type at the root", `{"properties":{}}`, []string{"root-not-object /inputSchema"}},
		{"alternatives at the root", `{"type":"object","properties":{"a":{},"b":{}},"anyOf":[{"required":["a"]},{"required":["b"]}]}`, []string{"root-combinator /inputSchema/anyOf"}},
		{"a name that Anthropic refuses", object(`"$top":{"type":"integer"},"in":{"type":"object","properties":{"$x":{}}}`), []string{"property-name " + at + "$top"}},
	} {
		report := Check([]Subject{subject("a", "Does something.", c.schema)})
		got := found(report.Tools[0].Problems)
		if !slices.Equal(got, c.want) {
			t.Errorf("%s: found\n\t%s\nwant\n\t%s", c.what, strings.Join(got, "\n\t"), strings.Join(c.want, "\n\t"))
		}
	}
}

func TestWhatNoValueFitsIsAnErrorAndInAnAlternativeAWarning(t *testing.T) {
	for _, c := range []struct{ what, property, at string }{
		{"const against type", `{"type":"string","const":1}`, "/const"},
		{"enum against type", `{"type":"integer","enum":["a","b"]}`, "/enum"},
		{"enum against pattern", `{"type":"string","enum":["a","b"],"pattern":"^c"}`, "/enum"},
		{"const against enum", `{"enum":["a"],"const":"b"}`, "/const"},
		{"an empty enum", `{"type":"string","enum":[]}`, ""},
		{"minimum above maximum", `{"type":"number","minimum":2,"maximum":1.5}`, ""},
		{"open bounds that touch", `{"type":"integer","exclusiveMinimum":3,"maximum":3}`, ""},
		{"bounds that differ in the last digit", `{"type":"integer","minimum":9007199254740993,"maximum":9007199254740992}`, ""},
		{"minLength above maxLength", `{"type":"string","minLength":5,"maxLength":4}`, ""},
		{"minItems above maxItems", `{"type":"array","items":{},"minItems":2,"maxItems":1}`, ""},
		{"minProperties above maxProperties", `{"type":"object","minProperties":2,"maxProperties":1}`, ""},
		{"a required property that is false", `{"type":"object","properties":{"a":false},"required":["a"]}`, "/required/0"},
		{"a required property of a closed object", `{"type":"object","properties":{"b":{}},"additionalProperties":false,"required":["a"]}`, "/required/0"},
		{"types of an allOf", `{"allOf":[{"type":"string"},{"type":["integer","null"]}]}`, ""},
		{"types beside an anyOf", `{"type":"string","anyOf":[{"type":"integer"},{"type":"null"}]}`, "/anyOf"},
		{"choices beside a type", `{"type":"object","oneOf":[{"const":1},{"const":2}]}`, "/oneOf"},
		{"bounds of an allOf", `{"type":"integer","minimum":5,"allOf":[{"maximum":4}]}`, ""},
	} {
		for _, where := range []struct{ schema, at, rule string }{
			{object(`"x":` + c.property), "/inputSchema/properties/x", "contradiction"},
			{object(`"x":{"anyOf":[` + c.property + `,{"type":"boolean"}]}`), "/inputSchema/properties/x/anyOf/0", "dead-alternative"},
		} {
			report := Check([]Subject{subject("a", "Does something.", where.schema)})
			want := []string{where.rule + " " + where.at + c.at}
			if got := found(report.Tools[0].Problems); !slices.Contains(got, want[0]) {
				t.Errorf("%s: found %q, want %q in it", c.what, got, want)
			}
		}
	}
}

func TestSoundLimitsAreNoContradiction(t *testing.T) {
	for _, property := range []string{
		`{"type":"integer","minimum":3,"maximum":3}`,
		`{"type":"number","exclusiveMinimum":2.9,"maximum":3}`,
		`{"type":"string","minLength":4,"maxLength":4}`,
		`{"type":"string","nullable":true,"enum":["a",null]}`,
		`{"type":["string","null"],"enum":["a",null]}`,
		`{"type":"integer","enum":[1,2.0]}`,
		`{"const":null}`,
		`{"type":"object","properties":{"a":false}}`,
		`{"allOf":[{"type":"number"},{"type":"integer"}]}`,
		`{"allOf":[{"type":["string","null"]},{"type":["null","integer"]}]}`,
		`{"not":{"type":"string","const":1}}`,
		`{"type":"object","properties":{"kind":{"const":"a"}},"if":{"properties":{"kind":{"const":"b"}}},"then":{"required":["kind"]}}`,
	} {
		report := Check([]Subject{subject("a", "Does something.", object(`"x":`+property))})
		if got := found(report.Tools[0].Problems); len(got) > 0 {
			t.Errorf("%s: found %q", property, got)
		}
	}
}

func TestAnAlternativeThatIsRuledOutBesideItIsAWarning(t *testing.T) {
	report := Check([]Subject{subject("a", "Does something.", object(`"x":{"type":"string","anyOf":[{"minLength":1},{"type":"null"}]}`))})
	if got := found(report.Tools[0].Problems); !slices.Equal(got, []string{"dead-alternative /inputSchema/properties/x/anyOf/1"}) {
		t.Errorf("found %q", got)
	}
}

func TestAChoiceThatCanNotBeMadeIsAWarning(t *testing.T) {
	report := Check([]Subject{subject("a", "Does something.", object(`"x":{"type":"string","enum":["a",null,"c"]}`))})
	if got := found(report.Tools[0].Problems); !slices.Equal(got, []string{"enum-value-invalid /inputSchema/properties/x/enum/1"}) {
		t.Errorf("found %q", got)
	}
}
