package lint

import (
	"fmt"
	"slices"
	"strconv"

	"toolbench/toolkit/schema"
)

// deepest bounds how far references are followed, in a chain.
const deepest = 16

// A check is the examination of one tool.
type check struct {
	subject  *Subject
	root     *schema.Value
	document *schema.Document
	judge    func() (*schema.Validator, error) // compiles the input schema, once
	judged   int                               // bytes, see mostJudged
	visited  map[*schema.Value]bool
	spoken   map[*schema.Value]described
	problems []Problem
}

func at(tokens ...string) []string { return tokens }

func (c *check) report(rule Rule, path []string, format string, args ...any) {
	c.problems = append(c.problems, Problem{rule.Severity, rule.ID, schema.Pointer(path...), fmt.Sprintf(format, args...)})
}

// A place is a schema within the input schema.
type place struct {
	// at are the tokens of the JSON Pointer to it, from the input schema's root.
	at     []string
	schema *schema.Value
	// around are the schemas that judge the same value and hold this one: the
	// object of an allOf or anyOf for its members.
	around []*schema.Value
	// alternative says that a value need not fit here: it is below an anyOf or
	// the like.
	alternative bool
	// shared says that it is a definition, which may be used beside others.
	shared bool
}

// path is a JSON Pointer's tokens into the tool's definition.
func (p place) path(tokens ...string) []string {
	return slices.Concat([]string{"inputSchema"}, p.at, tokens)
}

// beside is the place of a schema that judges the same value.
func (p place) beside(s *schema.Value, alternative bool, tokens ...string) place {
	return place{
		at: slices.Concat(p.at, tokens), schema: s, around: append(slices.Clip(p.around), p.schema),
		alternative: p.alternative || alternative, shared: p.shared,
	}
}

// below is the place of a schema that judges a part of the value.
func (p place) below(s *schema.Value, tokens ...string) place {
	return place{at: slices.Concat(p.at, tokens), schema: s, alternative: p.alternative}
}

// Where a schema holds further ones for parts of the value. What is below not
// and if is no demand, and is not looked at.
var (
	partKeys = []string{"items", "additionalItems", "additionalProperties", "unevaluatedItems", "unevaluatedProperties", "contains", "propertyNames"}
	partMaps = []string{"properties", "patternProperties"}
)

// walk visits every schema once.
func (c *check) walk(p place) {
	if p.schema.Kind() != schema.Object || c.visited[p.schema] {
		return
	}
	c.visited[p.schema] = true
	c.visit(p)
	c.references(p)
	for i, part := range p.schema.Get("allOf").Items() {
		c.walk(p.beside(part, false, "allOf", strconv.Itoa(i)))
	}
	for _, key := range []string{"anyOf", "oneOf"} {
		for i, part := range p.schema.Get(key).Items() {
			c.walk(p.beside(part, true, key, strconv.Itoa(i)))
		}
	}
	for _, key := range []string{"then", "else"} {
		c.walk(p.beside(p.schema.Get(key), true, key))
	}
	for _, key := range []string{"dependentSchemas", "dependencies"} {
		for _, m := range p.schema.Get(key).Members() {
			c.walk(p.beside(m.Value, true, key, m.Name))
		}
	}
	c.parts(p)
	for _, key := range []string{"$defs", "definitions"} {
		for _, m := range p.schema.Get(key).Members() {
			c.walk(place{at: slices.Concat(p.at, at(key, m.Name)), schema: m.Value, alternative: true, shared: true})
		}
	}
}

func (c *check) parts(p place) {
	for _, key := range partMaps {
		for _, m := range p.schema.Get(key).Members() {
			c.walk(p.below(m.Value, key, m.Name))
		}
	}
	for _, key := range partKeys {
		c.walk(p.below(p.schema.Get(key), key))
	}
	for _, key := range []string{"prefixItems", "items"} {
		for i, item := range p.schema.Get(key).Items() {
			c.walk(p.below(item, key, strconv.Itoa(i)))
		}
	}
}

// references says which lead nowhere, and visits what others lead to, for that
// may lie where no keyword leads.
func (c *check) references(p place) {
	for _, key := range []string{"$ref", "$dynamicRef", "$recursiveRef"} {
		ref := p.schema.Get(key)
		if ref.Kind() != schema.String {
			continue
		}
		target, err := c.document.Resolve(ref.Text())
		switch {
		case err == nil:
			if tokens, local := pointer(ref.Text()); local {
				c.walk(place{at: tokens, schema: target, alternative: p.alternative, shared: true})
			}
		case !c.sound(): // the validator follows some that Resolve does not
			c.report(Reference, p.path(key), "%s", err)
		}
	}
}

// sound tells whether all of the input schema can be judged by.
func (c *check) sound() bool {
	validator, err := c.judge()
	return err == nil && len(validator.Warnings()) == 0
}

func pointer(ref string) (tokens []string, local bool) {
	if len(ref) < 2 || ref[:2] != "#/" {
		return nil, false
	}
	return schema.Tokens(ref[1:]), true
}
