package lint

import (
	"fmt"
	"regexp"
	"slices"
	"strings"

	"toolbench/toolkit/schema"
)

// providers looks at what model providers would refuse. What they refuse is
// told by their answers more than by their documents.
func (c *check) providers() {
	if declared := c.root.Get("type"); declared.Text() != "object" {
		given := "there is no type"
		if declared != nil {
			given = "its type is " + schema.Given(declared)
		}
		c.report(RootNotObject, at("inputSchema"), `the input schema has to say "type": "object", which MCP, OpenAI and Anthropic demand; %s`, given)
	}
	for _, key := range []string{"oneOf", "anyOf", "allOf", "enum", "not"} {
		if c.root.Get(key) == nil {
			continue
		}
		who := "OpenAI and Anthropic refuse"
		if key == "enum" || key == "not" {
			who = "OpenAI refuses"
		}
		c.report(RootCombinator, at("inputSchema", key), "%s a schema with %s at its root", who, key)
	}
	for _, m := range c.root.Get("properties").Members() {
		if !anthropicProperty.MatchString(m.Name) {
			c.report(PropertyName, at("inputSchema", "properties", m.Name), "Anthropic refuses the property %.80q: it takes 1 to 64 letters, digits, _, . and -", m.Name)
		}
	}
	c.strict()
	c.gemini()
}

// anthropicProperty is what a property's name at the root has to match.
var anthropicProperty = regexp.MustCompile(`^[a-zA-Z0-9_.-]{1,64}$`)

// items looks at lists that do not say what they hold.
func (c *check) items(p place) {
	declared := p.schema.Get("type")
	if declared.Text() != "array" && !slices.Contains(declared.Strings(), "array") {
		return
	}
	if p.schema.Get("items") == nil && p.schema.Get("prefixItems") == nil {
		c.report(ArrayItems, p.path(), "OpenAI and Gemini refuse a list that does not say what its items are")
	}
}

// What OpenAI's strict mode does not take.
var unstrict = []string{"allOf", "oneOf", "not", "if", "then", "else", "dependentRequired", "dependentSchemas", "patternProperties", "propertyNames", "uniqueItems"}

// strict says why strict mode would refuse the schema: in it every object is
// closed and every property required, and some keywords are not taken.
func (c *check) strict() {
	var reasons []string
	note := func(pointer, reason string) {
		if pointer == "" {
			pointer = "the root"
		}
		reasons = append(reasons, pointer+" "+reason)
	}
	c.each(func(pointer string, s *schema.Value) {
		properties := s.Get("properties").Members()
		if s.Get("type").Text() == "object" || len(properties) > 0 {
			if !s.Get("additionalProperties").IsFalse() {
				note(pointer, "does not set additionalProperties to false")
			}
			required := s.Get("required").Strings()
			for _, m := range properties {
				if !slices.Contains(required, m.Name) {
					note(pointer, fmt.Sprintf("does not require %.60q", m.Name))
				}
			}
		}
		for _, key := range unstrict {
			if s.Get(key) != nil {
				note(pointer, "uses "+key)
			}
		}
	})
	switch n := len(reasons); {
	case n == 1:
		c.report(OpenAIStrict, at("inputSchema"), "OpenAI's strict mode would refuse the schema: %s", reasons[0])
	case n > 1:
		c.report(OpenAIStrict, at("inputSchema"), "OpenAI's strict mode would refuse the schema for %d reasons; the first is that %s", n, reasons[0])
	}
}

// geminiKnows are the keywords that Gemini's documents list for
// parametersJsonSchema, and those that make no demand.
var geminiKnows = []string{
	"$id", "$defs", "$ref", "$anchor", "type", "format", "title", "description", "enum", "items", "prefixItems", "minItems", "maxItems",
	"minimum", "maximum", "anyOf", "oneOf", "properties", "additionalProperties", "required", "propertyOrdering",
	"$schema", "$comment", "default", "example", "examples", "deprecated", "readOnly", "writeOnly", "contentEncoding", "contentMediaType",
}

// mostNamed is how many unknown keywords are named.
const mostNamed = 12

func (c *check) gemini() {
	var unknown []string
	c.each(func(_ string, s *schema.Value) {
		for _, m := range s.Members() {
			if !slices.Contains(geminiKnows, m.Name) && !slices.Contains(unknown, m.Name) && !strings.HasPrefix(m.Name, "x-") {
				unknown = append(unknown, m.Name)
			}
		}
	})
	names := strings.Join(unknown[:min(len(unknown), mostNamed)], ", ")
	switch more := len(unknown) - mostNamed; {
	case more > 0:
		c.report(GeminiOverlooked, at("inputSchema"), "Gemini does not list among the keywords that it knows: %s and %d more", names, more)
	case len(unknown) > 0:
		c.report(GeminiOverlooked, at("inputSchema"), "Gemini does not list among the keywords that it knows: %s", names)
	}
}

// each calls a function on every schema that was visited, in the order of the
// document.
func (c *check) each(do func(pointer string, s *schema.Value)) {
	var descend func(v *schema.Value, tokens []string)
	descend = func(v *schema.Value, tokens []string) {
		if c.visited[v] {
			do(schema.Pointer(tokens...), v)
		}
		for _, m := range v.Members() {
			descend(m.Value, append(slices.Clip(tokens), m.Name))
		}
		for i, item := range v.Items() {
			descend(item, append(slices.Clip(tokens), fmt.Sprint(i)))
		}
	}
	descend(c.root, nil)
}
