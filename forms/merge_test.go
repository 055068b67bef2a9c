package forms

import "testing"

func TestThePartsOfAllOfAreOne(t *testing.T) {
	f := form(t, `{"type":"object","properties":{"p":{"allOf":[
		{"type":"object","required":["a"],"properties":{"a":{"type":"string","minLength":2}}},
		{"properties":{"a":{"minLength":3,"maxLength":9},"b":{"enum":[1,2,3]},"c":{"type":"number"}}},
		{"required":["b"],"properties":{"b":{"enum":[2,3,4]},"c":{"type":"integer","minimum":2},"d":{"type":"string"}}},
		{"properties":{"d":{"type":"integer"}}}]}}}`)
	p := field(t, f, "p")
	a, b, c, d := field(t, f, "p", "a"), field(t, f, "p", "b"), field(t, f, "p", "c"), field(t, f, "p", "d")
	if p.Kind != Object || a.Takes() != "text, 3 to 9 characters" || !a.Required || !b.Required {
		t.Errorf("a takes %s", a.Takes())
	}
	if len(b.Choices) != 2 || c.Takes() != "integer, at least 2" {
		t.Errorf("b has %d choices; c takes %s", len(b.Choices), c.Takes())
	}
	if d.Kind != JSON || d.Reason != "its parts contradict each other: text and an integer" {
		t.Errorf("d: %s", d.Reason)
	}
}

func TestEachPartOfAllOfKeepsWhatItAsksForBesideAKey(t *testing.T) {
	f := form(t, `{"type":"object","properties":{"a":{"type":"string"},"b":{"type":"string"},"c":{"type":"string"},"d":{"type":"string"}},"allOf":[
		{"dependentRequired":{"a":["b"]}},{"dependentRequired":{"c":["d"]}}]}`)
	field(t, f, "a").SetText("x")
	field(t, f, "c").SetText("x")
	if b, d := field(t, f, "b"), field(t, f, "d"); !b.Required || !d.Required {
		t.Errorf("with a, b is required: %v; with c, d is: %v", b.Required, d.Required)
	}
}
