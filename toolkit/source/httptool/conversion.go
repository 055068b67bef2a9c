package httptool

import (
	"slices"

	"toolbench/toolkit/schema"
)

// A conversion turns schemas of a document into JSON Schema 2020-12, which
// OpenAPI 3.1 has as it is, but for the members that it adds. References become
// such to definitions under $defs.
type conversion struct {
	*definitions
	purpose purpose
	uses    []*definition
	err     error // the first reference that leads nowhere
}

// The keywords whose value is a schema, a list of schemas, or an object of them.
var (
	holdsSchema  = wordSet("items", "additionalProperties", "not", "if", "then", "else", "contains", "propertyNames", "unevaluatedItems", "unevaluatedProperties", "contentSchema", "additionalItems")
	holdsSchemas = wordSet("allOf", "anyOf", "oneOf", "prefixItems", "items")
	holdsNamed   = wordSet("properties", "patternProperties", "dependentSchemas")
	// annotating are the keywords that are kept beside a reference where
	// OpenAPI 3.0 has nothing count there.
	annotating = wordSet("title", "description", "default", "deprecated", "example", "examples")
	// dropped mean nothing to JSON Schema, or name places in the document that
	// a tool's schema does not have: what references lead to is gathered anew.
	dropped = wordSet("discriminator", "xml", "externalDocs", "nullable", "x-nullable", "example", "$schema", "$id", "id", "$anchor", "$defs", "definitions",
		// of a parameter of OpenAPI 2.0, which is a schema itself:
		"collectionFormat", "allowEmptyValue")
)

func wordSet(words ...string) map[string]bool {
	set := map[string]bool{}
	for _, w := range words {
		set[w] = true
	}
	return set
}

// schema converts one schema. A boolean is one too.
func (c *conversion) schema(n node) *schema.Value {
	if n.Kind() != schema.Object {
		if n.Kind() == schema.Boolean {
			return n.Value
		}
		return schema.NewObject()
	}
	if ref := n.Get("$ref"); ref.Kind() == schema.String {
		return c.reference(n, ref.Text())
	}
	out := make([]schema.Member, 0, len(n.Members()))
	hidden := c.hidden(n)
	for _, m := range n.Members() {
		if value, kept := c.member(n, m, hidden); kept {
			out = append(out, schema.Member{Name: m.Name, Value: value})
		}
	}
	converted := schema.NewObject(out...)
	converted = exemplified(converted, n)
	if c.older {
		converted = modernised(converted, n)
	}
	return converted
}

func (c *conversion) reference(n node, ref string) *schema.Value {
	d, err := c.define(n.file, ref, c.purpose)
	if err != nil {
		if c.err == nil {
			c.err = err
		}
		return schema.NewObject()
	}
	if !slices.Contains(c.uses, d) {
		c.uses = append(c.uses, d)
	}
	members := []schema.Member{{Name: "$ref", Value: text("#/$defs/" + d.name)}}
	for _, m := range n.Members() {
		if m.Name == "$ref" || c.older && !annotating[m.Name] {
			continue
		}
		if value, kept := c.member(n, m, nil); kept {
			members = append(members, schema.Member{Name: m.Name, Value: value})
		}
	}
	return exemplified(schema.NewObject(members...), n)
}

// member converts one keyword; kept is false when it is to be left out.
func (c *conversion) member(n node, m schema.Member, hidden map[string]bool) (value *schema.Value, kept bool) {
	switch {
	case m.Name == "required":
		return remaining(m.Value, hidden)
	case holdsNamed[m.Name] && m.Value.Kind() == schema.Object:
		return c.named(n, m, hidden), true
	case holdsSchemas[m.Name] && m.Value.Kind() == schema.Array:
		items := make([]*schema.Value, 0, len(m.Value.Items()))
		for _, item := range m.Value.Items() {
			items = append(items, c.schema(node{item, n.file}))
		}
		return schema.NewArray(items...), true
	case holdsSchema[m.Name] && (m.Value.Kind() == schema.Object || m.Value.Kind() == schema.Boolean):
		return c.schema(node{m.Value, n.file}), true
	case dropped[m.Name] || isExtension(m.Name):
		return nil, false
	}
	return m.Value, true
}

func (c *conversion) named(n node, m schema.Member, hidden map[string]bool) *schema.Value {
	out := make([]schema.Member, 0, len(m.Value.Members()))
	for _, p := range m.Value.Members() {
		if m.Name != "properties" || !hidden[p.Name] {
			out = append(out, schema.Member{Name: p.Name, Value: c.schema(node{p.Value, n.file})})
		}
	}
	return schema.NewObject(out...)
}

// hidden are the properties that are none for this purpose.
func (c *conversion) hidden(n node) map[string]bool {
	mark := "readOnly"
	if c.purpose == forAnswer {
		mark = "writeOnly"
	}
	var hidden map[string]bool
	for _, p := range n.Get("properties").Members() {
		if p.Value.Get(mark).IsTrue() {
			if hidden == nil {
				hidden = map[string]bool{}
			}
			hidden[p.Name] = true
		}
	}
	return hidden
}

// remaining is a list of required names without the hidden ones. In OpenAPI 2.0
// and 3.0 documents a stray required: true stands where a list belongs.
func remaining(required *schema.Value, hidden map[string]bool) (*schema.Value, bool) {
	if required.Kind() != schema.Array {
		return nil, false
	}
	if len(hidden) == 0 {
		return required, true
	}
	var left []*schema.Value
	for _, name := range required.Items() {
		if !hidden[name.Text()] {
			left = append(left, name)
		}
	}
	return schema.NewArray(left...), len(left) > 0
}

// exemplified makes the one example that OpenAPI has the list that JSON Schema has.
func exemplified(converted *schema.Value, n node) *schema.Value {
	example := n.Get("example")
	if example == nil || n.Get("examples").Kind() == schema.Array {
		return converted
	}
	return with(converted, "examples", schema.NewArray(example))
}

// modernised is what the schemas of OpenAPI 2.0 and 3.0 say in other words than
// JSON Schema 2020-12.
func modernised(s *schema.Value, n node) *schema.Value {
	for _, bound := range [][2]string{{"exclusiveMinimum", "minimum"}, {"exclusiveMaximum", "maximum"}} {
		switch exclusive := s.Get(bound[0]); {
		case exclusive.IsTrue() && s.Get(bound[1]) != nil:
			s = with(without(s, bound[1:]), bound[0], s.Get(bound[1]))
		case exclusive.Kind() == schema.Boolean:
			s = without(s, bound[:1])
		}
	}
	if items := s.Get("items"); items.Kind() == schema.Array {
		s = with(without(s, []string{"items"}), "prefixItems", items)
	}
	if s.Get("type").Text() == "file" {
		s = with(with(s, "type", text("string")), "format", text("binary"))
	}
	if n.Get("nullable").IsTrue() || n.Get("x-nullable").IsTrue() {
		s = nullable(s)
	}
	return s
}

// nullable also takes null: by the type when there is one, else beside all that
// the schema says otherwise.
func nullable(s *schema.Value) *schema.Value {
	if enum := s.Get("enum"); enum.Kind() == schema.Array && !slices.ContainsFunc(enum.Items(), isNull) {
		s = with(s, "enum", schema.NewArray(append(slices.Clone(enum.Items()), schema.NewNull())...))
	}
	if !combines(s) {
		if name := s.Get("type"); name.Kind() == schema.String {
			return with(s, "type", schema.NewArray(name, text("null")))
		}
		if s.Get("enum") != nil {
			return s
		}
	}
	var about, rest []schema.Member
	for _, m := range s.Members() {
		if annotating[m.Name] {
			about = append(about, m)
		} else {
			rest = append(rest, m)
		}
	}
	if len(rest) == 0 {
		return s
	}
	either := schema.NewArray(schema.NewObject(rest...), object("type", text("null")))
	return schema.NewObject(append(about, schema.Member{Name: "anyOf", Value: either})...)
}

// combines tells whether a schema brings other ones in.
func combines(s *schema.Value) bool {
	return slices.ContainsFunc([]string{"allOf", "anyOf", "oneOf", "not", "if", "$ref"}, func(word string) bool { return s.Get(word) != nil })
}

func isNull(v *schema.Value) bool { return v.Kind() == schema.Null }
