package lint

import (
	"strings"
	"unicode/utf8"

	"toolbench/toolkit/schema"
)

// Of 4,841 tools of 153 servers, 300 had a description of over a thousand
// characters and 46 one of over four thousand.
const (
	longDescription = 1024
	hugeDescription = 4096
)

func (c *check) description() {
	text := c.subject.Description
	if strings.TrimSpace(text) == "" {
		c.report(DescriptionMissing, at("description"), "the tool has no description; a model has only its name to go by")
		return
	}
	c.length(text, at("description"))
}

func (c *check) length(text string, path []string) {
	switch n := utf8.RuneCountInString(text); {
	case n > hugeDescription:
		c.report(DescriptionHuge, path, "the description has %d characters, which every request pays for", n)
	case n > longDescription:
		c.report(DescriptionLong, path, "the description has %d characters; OpenAI and services that follow it have refused more than %d", n, longDescription)
	}
}

// parameters looks at how the properties of a schema are described.
func (c *check) parameters(p place) {
	for _, m := range p.schema.Get("properties").Members() {
		path := p.path("properties", m.Name)
		if text := c.told(m.Value, 0); strings.TrimSpace(text) == "" && m.Value.Get("const") == nil && !m.Value.IsFalse() {
			c.report(ParameterUntold, path, "the parameter %s has no description", m.Name)
		}
		c.length(m.Value.Get("description").Text(), append(path, "description"))
	}
}

// told is how a schema is described: by itself, by what it refers to, or by one
// of its alternatives.
func (c *check) told(s *schema.Value, depth int) string {
	if text := s.Get("description").Text(); text != "" || depth > deepest {
		return text
	}
	if ref := s.Get("$ref").Text(); ref != "" {
		if target, err := c.document.Resolve(ref); err == nil {
			return c.told(target, depth+1)
		}
	}
	for _, key := range []string{"allOf", "anyOf", "oneOf"} {
		for _, part := range s.Get(key).Items() {
			if text := c.told(part, depth+1); text != "" {
				return text
			}
		}
	}
	return ""
}
