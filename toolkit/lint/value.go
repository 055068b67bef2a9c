package lint

import (
	"slices"
	"strconv"
	"strings"
	"sync"

	"toolbench/toolkit/schema"
)

// mostJudged bounds how many bytes of schema are compiled to judge the values
// that one schema offers.
const mostJudged = 64 << 20

// values looks at the values that a schema offers: defaults, examples, choices.
func (c *check) values(p place) {
	against := c.against(p)
	c.offered(p, against, DefaultInvalid, p.schema.Get("default"), "default")
	c.offered(p, against, ExampleInvalid, p.schema.Get("example"), "example")
	for i, example := range p.schema.Get("examples").Items() {
		c.offered(p, against, ExampleInvalid, example, "examples", strconv.Itoa(i))
	}
	c.choices(p, against)
}

func (c *check) offered(p place, against func(*schema.Value) string, rule Rule, value *schema.Value, tokens ...string) {
	if value == nil || plainly(p.schema, value) && among(p.schema, value) {
		return
	}
	if problem := against(value); problem != "" {
		c.report(rule, p.path(tokens...), "%s %s does not fit: %s", strings.TrimSuffix(tokens[0], "s"), schema.Given(value), problem)
	}
}

// choices looks at an enum and a const beside the rest of their schema.
func (c *check) choices(p place, against func(*schema.Value) string) {
	choices := p.schema.Get("enum").Items()
	key := "enum"
	if constant := p.schema.Get("const"); constant != nil {
		choices, key = []*schema.Value{constant}, "const"
	}
	bad := map[int]string{}
	for i, choice := range choices {
		if plainly(p.schema, choice) && (key == "enum" || among(p.schema, choice)) {
			continue
		}
		if problem := against(choice); problem != "" {
			bad[i] = problem
		}
	}
	switch {
	case len(bad) == 0:
	case len(bad) == len(choices):
		c.contradiction(p, at(key), "no value fits: "+schema.Given(choices[0])+" of "+key+" does not fit the schema beside it: "+bad[0])
	default:
		for i := range choices {
			if bad[i] != "" {
				c.report(EnumValue, p.path(key, strconv.Itoa(i)), "the choice %s does not fit: %s", schema.Given(choices[i]), bad[i])
			}
		}
	}
}

// among tells whether a value is one that enum and const leave.
func among(s, value *schema.Value) bool {
	enum, constant := s.Get("enum"), s.Get("const")
	return (constant == nil || schema.Equal(constant, value)) &&
		(enum == nil || slices.ContainsFunc(enum.Items(), func(choice *schema.Value) bool { return schema.Equal(choice, value) }))
}

// silent are the keywords that make no demand beside the choice itself.
var silent = []string{"type", "enum", "const", "title", "description", "default", "examples", "example", "deprecated", "readOnly", "writeOnly", "$comment", "$schema"}

// plainly tells whether a value fits at a glance, enum and const aside, which
// nearly all do.
func plainly(s, value *schema.Value) bool {
	for _, m := range s.Members() {
		if !slices.Contains(silent, m.Name) && !strings.HasPrefix(m.Name, "x-") {
			return false
		}
	}
	switch declared := s.Get("type"); {
	case declared == nil:
		return true
	case value.Kind() == schema.Number:
		return declared.Text() == "number" || declared.Text() == "integer" && !strings.ContainsAny(value.Literal(), ".eE")
	default:
		return declared.Text() == kindNames[value.Kind()]
	}
}

var kindNames = map[schema.Kind]string{
	schema.Null: "null", schema.Boolean: "boolean", schema.Number: "number", schema.String: "string", schema.Array: "array", schema.Object: "object",
}

// against is what the schema at a place has against a value: "" when it is
// nothing, or when that can not be told. The schema is compiled when it is
// first asked.
func (c *check) against(p place) func(*schema.Value) string {
	judge := sync.OnceValue(func() *schema.Validator {
		whole, err := c.judge()
		// A part may take the whole document with it.
		if c.judged += len(c.subject.Schema()); err != nil || c.judged > mostJudged {
			return nil
		}
		part, _ := whole.Part(p.schema)
		return part
	})
	return func(value *schema.Value) string {
		if judge() == nil {
			return ""
		}
		problems, err := judge().Validate(value)
		if err != nil || len(problems) == 0 {
			return ""
		}
		return problems[0].String()
	}
}
