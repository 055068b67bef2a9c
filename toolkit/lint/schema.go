package lint

import (
	"slices"
	"sync"

	"toolbench/toolkit/schema"
)

// inputSchema looks at the whole of the input schema.
func (c *check) inputSchema() {
	if d := c.subject.Details; d != nil && d.Problem != "" {
		c.report(Definition, nil, "%s", d.Problem)
	}
	root, err := schema.Parse(c.subject.Schema())
	if err != nil {
		c.report(SchemaJSON, at("inputSchema"), "the input schema is not JSON: %s", err)
		return
	}
	if kind := root.Kind(); kind != schema.Object {
		c.report(SchemaJSON, at("inputSchema"), "the input schema should be an object, given is %s", schema.Given(root))
		return
	}
	c.root, c.document = root, schema.NewDocument(root)
	c.visited, c.spoken = map[*schema.Value]bool{}, map[*schema.Value]described{}
	for _, name := range root.Duplicates() {
		c.report(SchemaKey, at("inputSchema"), "the key %s stands twice in one object; the last one counts", name)
	}
	c.metaSchema()
	c.judge = sync.OnceValues(func() (*schema.Validator, error) { return schema.Compile(root) })
	c.walk(place{schema: root})
	c.providers()
}

// visit looks at one schema.
func (c *check) visit(p place) {
	c.parameters(p)
	c.patterns(p)
	c.required(p)
	c.values(p)
	c.satisfiable(p)
	c.items(p)
}

// metaSchema judges the schema by the draft that it names. Many servers write
// draft 7 without saying so, which validators that expect it take.
func (c *check) metaSchema() {
	draft, known := schema.Draft(c.root)
	if !known {
		c.report(SchemaDraft, at("inputSchema", "$schema"), "$schema names no draft of JSON Schema that is known: %s; the schema is read as 2020-12", schema.Given(c.root.Get("$schema")))
	}
	broken := breaks(c.root, draft)
	if len(broken) > 0 && c.root.Get("$schema") == nil && len(breaks(c.root, "7")) == 0 {
		where := schema.Pointer(append(at("inputSchema"), schema.Tokens(broken[0].Pointer)...)...)
		c.report(SchemaDraft, at("inputSchema"), "the schema names no draft and is read as 2020-12, whose rules %s breaks; it keeps those of draft 7, which $schema should name", where)
		return
	}
	for _, problem := range broken {
		tokens := append(at("inputSchema"), schema.Tokens(problem.Pointer)...)
		c.report(SchemaKeyword, tokens, "%s breaks the rules of draft %s: %s", tokens[len(tokens)-1], draft, problem.Message)
	}
}

// breaks is what the meta-schema of a draft has against a schema, one problem
// for each place.
func breaks(root *schema.Value, draft string) []schema.Problem {
	judge := drafts[draft]()
	if judge == nil {
		return nil
	}
	problems, _ := judge.Validate(root)
	return slices.CompactFunc(problems, func(a, b schema.Problem) bool { return a.Pointer == b.Pointer })
}

// drafts are the meta-schemas, which the validator carries with it.
var drafts = map[string]func() *schema.Validator{
	"4":       meta("http://json-schema.org/draft-04/schema#"),
	"6":       meta("http://json-schema.org/draft-06/schema#"),
	"7":       meta("http://json-schema.org/draft-07/schema#"),
	"2019-09": meta("https://json-schema.org/draft/2019-09/schema"),
	"2020-12": meta("https://json-schema.org/draft/2020-12/schema"),
}

func meta(url string) func() *schema.Validator {
	return sync.OnceValue(func() *schema.Validator {
		name := schema.NewString(url)
		validator, _ := schema.Compile(schema.NewObject(schema.Member{Name: "$schema", Value: name}, schema.Member{Name: "$ref", Value: name}))
		return validator
	})
}
