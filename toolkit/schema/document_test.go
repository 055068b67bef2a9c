package schema

import "testing"

func TestAReferenceLeadsWhereTheStandardSays(t *testing.T) {
	root, err := Parse([]byte(`{"$id":"https://example.com/root.json","$ref":"#/$defs/a",
		"$defs":{"a":{"title":"a"},"b c":{"$anchor":"bee","title":"b"},
			"inner":{"$id":"inner/one.json","title":"inner","$defs":{"a":{"title":"inner a","$anchor":"bee"}},"properties":{"x":{"$ref":"#/$defs/a"},"$id":{"title":"named"}}},
			"list":[{"title":"first"}],"dynamic":{"$dynamicAnchor":"node","title":"dynamic"}},
		"properties":{"const":{"$anchor":"odd","title":"odd"},"a/b~c":{"title":"odd key"}},"const":{"$anchor":"never"}}`))
	if err != nil {
		t.Fatal(err)
	}
	d := NewDocument(root)
	inner := root.At("$defs", "inner", "properties", "x")
	for _, c := range []struct {
		from       *Value
		ref, title string
	}{
		{root, "#/$defs/a", "a"},
		{root, "#/$defs/b%20c", "b"},
		{root, "#bee", "b"},
		{root, "#odd", "odd"},
		{root, "#/properties/a~1b~0c", "odd key"},
		{root, "#/$defs/list/0", "first"},
		{root, "inner/one.json", "inner"},
		{root, "https://example.com/inner/one.json#/$defs/a", "inner a"},
		{root, "inner/one.json#bee", "inner a"},
		{root, "one.json", "inner"}, // by the end of its name
		{inner, "#/$defs/a", "inner a"},
		{inner, "#bee", "inner a"},
		{inner, "../root.json#/$defs/a", "a"},
	} {
		switch v, err := d.ResolveFrom(c.from, c.ref); {
		case err != nil:
			t.Errorf("%s: %v", c.ref, err)
		case v.Get("title").Text() != c.title:
			t.Errorf("%s leads to %s, want %s", c.ref, v.JSON(), c.title)
		}
	}
	if v, err := d.ResolveDynamic(inner, "#node"); err != nil || v.Get("title").Text() != "dynamic" {
		t.Errorf("#node: %v", err)
	}
	for ref, want := range map[string]string{
		"#/gone":                    "#/gone leads nowhere in this schema",
		"#never":                    "#never leads nowhere in this schema",
		"other.json":                "other.json is outside this schema and is not loaded",
		"https://x.example/a.json#": "https://x.example/a.json# is outside this schema and is not loaded",
	} {
		if _, err := d.Resolve(ref); err == nil || err.Error() != want {
			t.Errorf("%s: %v, want %s", ref, err, want)
		}
	}
}
