package lint

import (
	"fmt"
	"math/big"
	"slices"
	"strconv"

	"toolbench/toolkit/schema"
)

// contradiction reports what no value fits. Below an alternative others may
// fit.
func (c *check) contradiction(p place, tokens []string, message string) {
	rule := Contradiction
	if p.alternative {
		rule = DeadAlternative
	}
	c.report(rule, p.path(tokens...), "%s", message)
}

// satisfiable looks for limits that rule each other out, in one schema and in
// those that it takes along by allOf and $ref.
func (c *check) satisfiable(p place) {
	if message, all := conflict(p.schema); message != "" {
		c.conflict(p, message, all)
		return
	}
	together := c.together(p.schema, nil, 0)
	if slices.ContainsFunc(together, conflicts) {
		return // said where it is
	}
	if message, all := conflict(together...); message != "" {
		c.conflict(p, message+", with what allOf and $ref add", all)
		return
	}
	for _, key := range []string{"anyOf", "oneOf"} {
		c.branches(p, key, together)
	}
}

// conflicts tells whether a schema rules itself out, which is said where it is.
func conflicts(s *schema.Value) bool {
	message, _ := conflict(s)
	return message != "" || len(types([]*schema.Value{s}, true)) == 0
}

// mostCompared bounds how often alternatives are held against what stands
// beside them.
const mostCompared = 100_000

// branches looks for alternatives that the schemas beside them rule out.
func (c *check) branches(p place, key string, beside []*schema.Value) {
	dead := map[int]string{}
	branches := p.schema.Get(key).Items()
	if len(branches)*len(beside) > mostCompared {
		return
	}
	for i, branch := range branches {
		parts := c.together(branch, slices.Clone(beside), 0)
		if slices.ContainsFunc(parts, conflicts) {
			continue
		}
		if message, all := conflict(parts...); all {
			dead[i] = message
		}
	}
	if len(dead) > 0 && len(dead) == len(branches) {
		c.contradiction(p, at(key), "no value fits: each alternative is ruled out by what stands beside it: "+dead[0])
		return
	}
	for i := range branches {
		if dead[i] != "" {
			c.report(DeadAlternative, p.path(key, strconv.Itoa(i)), "no value fits the alternative and what stands beside it: %s", dead[i])
		}
	}
}

func (c *check) conflict(p place, message string, all bool) {
	if all {
		c.contradiction(p, nil, "no value fits: "+message)
	} else {
		c.report(DeadAlternative, p.path(), "%s", message)
	}
}

// together are the schemas that a value has to fit at once.
func (c *check) together(s *schema.Value, found []*schema.Value, depth int) []*schema.Value {
	if s == nil || depth > deepest || slices.Contains(found, s) {
		return found
	}
	found = append(found, s)
	if ref := s.Get("$ref"); ref.Kind() == schema.String {
		if target, err := c.document.Resolve(ref.Text()); err == nil {
			found = c.together(target, found, depth+1)
		}
	}
	for _, part := range s.Get("allOf").Items() {
		found = c.together(part, found, depth+1)
	}
	return found
}

var allTypes = []string{"null", "boolean", "number", "string", "array", "object"}

// conflict says why no value, or none of one of the types that they name, fits
// all of some schemas; "" when nothing tells so.
func conflict(schemas ...*schema.Value) (message string, all bool) {
	for _, s := range schemas {
		switch {
		case s.IsFalse() && len(schemas) > 1:
			return "a schema among them is false", true
		case s.Get("enum").Kind() == schema.Array && len(s.Get("enum").Items()) == 0:
			return "enum has no choice", true
		}
	}
	left := types(schemas, len(schemas) > 1) // how choices fit their own schema is told of them
	if len(left) == 0 {
		return "the types rule each other out", true
	}
	dead := 0
	for _, name := range left {
		if reason := deadType(name, schemas); reason != "" {
			dead++
			message = reason
		}
	}
	return message, dead == len(left)
}

// types are those that all schemas take, also by their choices where these
// count. Number stands for integer too.
func types(schemas []*schema.Value, choices bool) []string {
	left := allTypes
	for _, s := range schemas {
		if kinds := kindsOf(s); choices && kinds != nil {
			left = slices.DeleteFunc(slices.Clone(left), func(name string) bool { return !kinds[name] })
		}
		declared := s.Get("type")
		var names []string
		switch declared.Kind() {
		case schema.String:
			names = []string{declared.Text()}
		case schema.Array:
			names = declared.Strings()
		default:
			continue
		}
		if slices.ContainsFunc(names, func(name string) bool { return name != "integer" && !slices.Contains(allTypes, name) }) {
			continue // the meta-schema says so
		}
		if s.Get("nullable").IsTrue() {
			names = append(names, "null")
		}
		left = slices.DeleteFunc(slices.Clone(left), func(name string) bool {
			return !slices.Contains(names, name) && !(name == "number" && slices.Contains(names, "integer"))
		})
	}
	return left
}

// kindsOf are the types of a schema's choices, nil when it has none.
func kindsOf(s *schema.Value) map[string]bool {
	choices := s.Get("enum").Items()
	if constant := s.Get("const"); constant != nil {
		choices = []*schema.Value{constant}
	}
	if len(choices) == 0 {
		return nil
	}
	kinds := map[string]bool{"null": s.Get("nullable").IsTrue()}
	for _, choice := range choices {
		kinds[kindNames[choice.Kind()]] = true
	}
	return kinds
}

// deadType says why no value of a type fits, "" when nothing tells so.
func deadType(name string, schemas []*schema.Value) string {
	switch name {
	case "number":
		return deadNumber(schemas)
	case "string":
		return deadCount(schemas, "minLength", "maxLength")
	case "array":
		return deadCount(schemas, "minItems", "maxItems")
	case "object":
		return deadCount(schemas, "minProperties", "maxProperties")
	}
	return ""
}

// A limit is the tightest of several, and the keyword that sets it.
type limit struct {
	value   *big.Rat
	keyword string
	open    bool
}

// tighter keeps the tighter of two limits: the larger lower bound, the smaller
// upper one.
func (l limit) tighter(value *big.Rat, keyword string, open bool, sign int) limit {
	if value == nil {
		return l
	}
	if l.value != nil {
		if by := value.Cmp(l.value) * sign; by < 0 || by == 0 && !open {
			return l
		}
	}
	return limit{value, keyword, open}
}

func (l limit) String() string {
	return fmt.Sprintf("%s %s", l.keyword, l.value.RatString())
}

func deadNumber(schemas []*schema.Value) string {
	var low, high limit
	for _, s := range schemas {
		minimum, maximum := s.Get("minimum").Rat(), s.Get("maximum").Rat()
		low = low.tighter(minimum, "minimum", s.Get("exclusiveMinimum").IsTrue(), 1)
		high = high.tighter(maximum, "maximum", s.Get("exclusiveMaximum").IsTrue(), -1)
		low = low.tighter(s.Get("exclusiveMinimum").Rat(), "exclusiveMinimum", true, 1)
		high = high.tighter(s.Get("exclusiveMaximum").Rat(), "exclusiveMaximum", true, -1)
	}
	if low.value == nil || high.value == nil {
		return ""
	}
	switch by := low.value.Cmp(high.value); {
	case by > 0:
		return fmt.Sprintf("%s is above %s", low, high)
	case by == 0 && (low.open || high.open):
		return fmt.Sprintf("%s and %s leave nothing between them", low, high)
	}
	return ""
}

func deadCount(schemas []*schema.Value, least, most string) string {
	var low, high limit
	for _, s := range schemas {
		low = low.tighter(s.Get(least).Rat(), least, false, 1)
		high = high.tighter(s.Get(most).Rat(), most, false, -1)
	}
	if low.value != nil && high.value != nil && low.value.Cmp(high.value) > 0 {
		return fmt.Sprintf("%s is above %s", low, high)
	}
	return ""
}
