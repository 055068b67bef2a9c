package lint

import (
	"regexp"

	"toolbench/toolkit/schema"
)

// patterns looks at the regular expressions of a schema.
func (c *check) patterns(p place) {
	if pattern := p.schema.Get("pattern"); pattern.Kind() == schema.String {
		c.pattern(pattern.Text(), p.path("pattern"))
	}
	for _, m := range p.schema.Get("patternProperties").Members() {
		c.pattern(m.Name, p.path("patternProperties", m.Name))
	}
}

func (c *check) pattern(source string, path []string) {
	_, err := regexp.Compile(source)
	if err == nil {
		return
	}
	alone, compileErr := schema.Compile(schema.NewObject(schema.Member{Name: "pattern", Value: schema.NewString(source)}))
	if compileErr == nil && len(alone.Warnings()) > 0 {
		c.report(PatternInvalid, path, "%s", alone.Warnings()[0])
		return
	}
	c.report(PatternRE2, path, "%.80s is not taken by an engine of linear time: %s", source, err)
}
