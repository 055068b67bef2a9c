package schema

import "testing"

func TestAPartIsJudgedAsInItsDocument(t *testing.T) {
	root, err := Parse([]byte(`{"$schema":"http://json-schema.org/draft-07/schema#","definitions":{"short":{"type":"string","maxLength":2}},
		"properties":{"a":{"properties":{"b":{"$ref":"#/definitions/short"},"c":{"items":[{"$ref":"#/properties/a/properties/b"}]},"d":{"$ref":"#/gone"}}}}}`))
	if err != nil {
		t.Fatal(err)
	}
	v, err := Compile(root)
	if err != nil {
		t.Fatal(err)
	}
	part, err := v.Part(root.At("properties", "a"))
	if err != nil {
		t.Fatal(err)
	}
	value, _ := Parse([]byte(`{"b":"long","c":["long",1],"d":5}`))
	problems, err := part.Validate(value)
	if err != nil {
		t.Fatal(err)
	}
	var got string
	for _, p := range problems {
		got += p.String() + "\n"
	}
	if want := "b: has 4 characters; at most 2 would do\nc[0]: has 4 characters; at most 2 would do\n"; got != want {
		t.Errorf("found %q, want %q", got, want)
	}
}
