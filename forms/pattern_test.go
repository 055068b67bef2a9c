package forms

import "testing"

func TestKeysAreOfTheSchemasOfTheirPatterns(t *testing.T) {
	f := form(t, `{"type":"object","properties":{"x-a":{"type":"integer","minimum":1}},"patternProperties":{"^x-":{"maximum":9},"-b$":{"type":"integer"}},
		"additionalProperties":{"type":"string"},"propertyNames":{"maxLength":5},"minProperties":2}`)
	a := field(t, f, "x-a")
	a.SetText("3")
	hasProblems(t, f, "has 1 key; at least 2 would do")
	for name, want := range map[string]string{"x-b": "integer, at most 9", "y-b": "integer", "other": "text"} {
		key, err := f.Root().AddKey(name)
		if err != nil || key.Takes() != want {
			t.Errorf("%s takes %s, want %s: %v", name, key.Takes(), want, err)
		}
	}
	if a.Takes() != "integer, 1 to 9" {
		t.Errorf("x-a takes %s", a.Takes())
	}
	long, _ := f.Root().AddKey("too-long")
	long.SetText("x")
	hasProblems(t, f, "too-long: this name is not taken: has 8 characters; at most 5 would do")
}

func TestWhatIsRuledOutIsSaidInWords(t *testing.T) {
	f := form(t, `{"type":"object","properties":{"a":{"not":{"const":"x"}},"b":{"not":{"enum":[1,2]}},"c":{"type":"array","contains":{"const":7},"uniqueItems":true},"d":{"type":"object","not":{"required":["p","q"]}},"e":{"not":{"type":"string"}}}}`)
	if err := f.SetJSON([]byte(`{"a":"x","b":2,"c":[1,1],"d":{"p":1,"q":2},"e":"s"}`)); err != nil {
		t.Fatal(err)
	}
	hasProblems(t, f, `a: "x" is ruled out; anything but "x" would do | b: 2 is ruled out; anything but 1 and 2 would do | `+
		`c: has no 7 among its items; one is needed | c: items 1 and 2 are the same | `+
		`d: {"p":1,"q":2} is ruled out: it must not have p and q together | e: "s" is ruled out: it must not be text`)
}
