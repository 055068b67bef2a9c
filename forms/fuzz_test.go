package forms

import (
	"encoding/json"
	"testing"

	"toolbench/toolkit/schema"
)

func FuzzForm(f *testing.F) {
	f.Add([]byte(forecast), []byte(`{"place":"Oslo","alerts":[{"place":1}]}`), "place", "x")
	f.Add([]byte(arguments), []byte(`{"m":null,"l":"x","zz":{"a":[]}}`), "l", "[")
	f.Add([]byte(`{"$ref":"#"}`), []byte(`[]`), "", "")
	f.Add([]byte(`{"properties":{"a":{"$ref":"#"}},"required":["a"]}`), []byte(`{"a":{"a":{}}}`), "a", "{}")
	f.Add([]byte(`{"allOf":[{"$ref":"#/$defs/x"}],"$defs":{"x":{"required":["x"],"properties":{"x":{"allOf":[{"$ref":"#"},{"$ref":"#/$defs/x"}]}}}}}`), []byte(`{}`), "x", "null")
	f.Add([]byte(`{"type":"array","items":{"type":"array","items":{"$ref":"#"}}}`), []byte(`[[[1e999999999]]]`), "x", "1")
	f.Add([]byte(`{"type":"object","patternProperties":{"(":{},"(?!":{"type":"integer"}},"additionalProperties":false}`), []byte(`{"(":1}`), "(", "1")
	f.Add([]byte(`{"anyOf":[{"anyOf":[{"$ref":"#"}]},{"const":1,"title":"x"}],"default":1}`), []byte(`1`), "x", "1")
	f.Fuzz(func(t *testing.T, rawSchema, value []byte, name, text string) {
		form := New(rawSchema)
		checkForm(t, form)
		if form.SetJSON(value) == nil {
			want, err := schema.ParseForgiving(value)
			got, gotErr := schema.Parse(form.JSON())
			if err != nil || gotErr != nil || !schema.Equal(want, got) {
				t.Errorf("%s became %s", value, form.JSON())
			}
			checkForm(t, form)
		}
		_ = form.Set(name, text)
		_ = form.SetValue(name, json.RawMessage(text))
		edit(form.Root(), text, 0)
		checkForm(t, form)
		form.Reset()
		checkForm(t, form)
		form.Coverage()
	})
}

// edit does everything to a field, and to some below it.
func edit(field *Field, text string, depth int) {
	field.Toggle()
	field.SetChoice(0)
	field.ToggleChoice(0)
	field.AddItem()
	field.DuplicateItem(0)
	field.MoveItem(0, 1)
	_, _ = field.AddKey(text)
	field.SetEmpty()
	if depth < 3 {
		for _, child := range field.Children() {
			edit(child, text, depth+1)
		}
	}
	if field.Takes() == "" {
		panic("a field takes something")
	}
	field.SetNull()
	field.SetText(text)
}

func checkForm(t *testing.T, form *Form) {
	t.Helper()
	if !json.Valid(form.JSON()) {
		t.Errorf("sends %s, which is not JSON", form.JSON())
	}
	for _, p := range form.Problems() {
		if p.Field == nil || p.Message == "" {
			t.Errorf("an empty problem: %+v", p)
		}
	}
}
