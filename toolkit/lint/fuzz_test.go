package lint

import (
	"strings"
	"testing"
)

func FuzzAnySchemaIsChecked(f *testing.F) {
	f.Add("a", "x", `{"type":"object","properties":{"a":{"$ref":"#"}},"required":["a","b"]}`)
	f.Add("a.b", "", `{"allOf":[{"$ref":"#/$defs/x"}],"$defs":{"x":{"allOf":[{"$ref":"#"},{"minimum":1e400,"maximum":0}]}}}`)
	f.Add("", "\x1b", `{"type":["int",3],"required":[1,"a"],"enum":{},"properties":[],"items":[[]],"anyOf":{},"patternProperties":{"(":1}}`)
	f.Add("é", "x", `{"$schema":3,"$ref":7,"default":1,"examples":[{}],"oneOf":[true,false,{"const":1,"type":"string"}],"if":{},"then":{"required":["x"]}}`)
	f.Fuzz(func(t *testing.T, name, description, inputSchema string) {
		report := Check([]Subject{subject(name, description, inputSchema), subject(name, description, inputSchema)})
		for _, one := range report.Tools {
			for _, p := range one.Problems {
				if p.Message == "" || p.Rule == "" || p.Path != "" && p.Path[0] != '/' {
					t.Errorf("%q: %+v", inputSchema, p)
				}
			}
		}
	})
}

// Each of these would take very long if work grew with the square of its size.
func TestLargeSchemasAreCheckedToTheirEnd(t *testing.T) {
	const many = 2000
	repeat := func(one string) string { return strings.TrimSuffix(strings.Repeat(one+",", many), ",") }
	for _, c := range []struct {
		what, property string
		rule           Rule
		want           int
	}{
		{"alternatives that require", `{"anyOf":[` + repeat(`{"required":["a"]}`) + `]}`, RequiredUnknown, many},
		{"alternatives beside an allOf", `{"allOf":[` + repeat(`{}`) + `],"anyOf":[` + repeat(`{"minimum":2,"maximum":1}`) + `]}`, DeadAlternative, many},
		{"choices beside a pattern", `{"type":"string","pattern":"a","enum":["a",` + repeat(`"b"`) + `]}`, EnumValue, many},
		{"a deep nest", strings.Repeat(`{"allOf":[`, 400) + `{"required":["a"]}` + strings.Repeat(`]}`, 400), RequiredUnknown, 1},
	} {
		report := Check([]Subject{subject("a", "x", object(`"x":`+c.property))})
		if got := report.Totals.Rules[c.rule.ID]; got != c.want {
			t.Errorf("%s: found %d times %s, want %d", c.what, got, c.rule.ID, c.want)
		}
	}
}
