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
	f.Add([]byte(contact), []byte(`{"contact":{"kind":"phone"}}`), "contact", "x")
	f.Add([]byte(mixed), []byte(`{"v":"5","flag":"true"}`), "v", "5")
	f.Add([]byte(account), []byte(`{"kind":"firm","vat":"x"}`), "kind", "person")
	f.Add([]byte(point), []byte(`{"at":[1,"x",null,{}]}`), "at", "[1]")
	f.Add([]byte(`{"if":{"required":["a"]},"else":{"properties":{"a":{"default":1}}},"then":{"$ref":"#"},"dependentSchemas":{"a":{"$ref":"#/then"}}}`), []byte(`{"a":1}`), "a", "1")
	f.Add([]byte(`{"oneOf":[{"$ref":"#/$defs/n"},{"type":"array","prefixItems":[{"$ref":"#"}]}],"$defs":{"n":{"required":["n"],"properties":{"n":{"$ref":"#"}}}}}`), []byte(`{"n":{"n":[[]]}}`), "n", "[]")
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
		_ = form.SetAnyway(name, text)
		checkForm(t, form)
		before := form.looks()
		for range 3 { // an edit may add or take away what others look at
			edit(form.Root(), text, 0)
		}
		checkForm(t, form)
		for form.Undo() && form.looks() != before {
		}
		for form.Redo() {
		}
		checkForm(t, form)
		_ = form.Sample()
		checkForm(t, form)
		form.Reset()
		checkForm(t, form)
		form.Coverage()
		_, _ = FullSample(rawSchema)
	})
}

// edit does everything to a field, and to some below it.
func edit(field *Field, text string, depth int) {
	for i := range field.Alternatives() {
		if i < 3 {
			field.ChooseAlternative(i)
		}
	}
	field.Toggle()
	field.SetChoice(0)
	field.ToggleChoice(0)
	field.AddItem()
	field.DuplicateItem(0)
	field.MoveItem(0, 1)
	_, _ = field.AddKey(text)
	field.SetEmpty()
	if depth < 3 {
		for i, child := range field.Children() {
			if i < 4 {
				edit(child, text, depth+1)
			}
		}
	}
	field.RemoveItem(0)
	if field.Takes() == "" {
		panic("a field takes something")
	}
	field.SetNull()
	field.SetShaped(text)
	field.SetText(text)
	field.ReadOtherwise()
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
