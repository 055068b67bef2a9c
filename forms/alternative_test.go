package forms

import (
	"strings"
	"testing"
)

const contact = `{"type":"object","required":["name"],"properties":{"name":{"type":"string"},
	"contact":{"oneOf":[
		{"title":"by e-mail","type":"object","required":["kind","address"],"properties":{"kind":{"const":"mail"},"address":{"type":"string","format":"email"},"note":{"type":"string"}}},
		{"title":"by phone","type":"object","required":["kind","number"],"properties":{"kind":{"const":"phone"},"number":{"type":"string","minLength":3},"note":{"type":"string","maxLength":5}}}]}}}`

func labels(f *Field) string {
	var all []string
	for _, a := range f.Alternatives() {
		all = append(all, a.Label)
	}
	return strings.Join(all, " | ")
}

func TestAlternativesAreToldApart(t *testing.T) {
	for _, c := range []struct{ schema, labels string }{
		{contact, "by e-mail | by phone"},
		{`{"properties":{"contact":{"anyOf":[{"type":"string"},{"type":"array","items":{"type":"string"}}]}}}`, "text | list of text"},
		{`{"properties":{"contact":{"type":["string","array","null"],"items":{"type":"integer"}}}}`, "text | list of integers"},
		{`{"properties":{"contact":{"anyOf":[{"properties":{"kind":{"const":"a"}}},{"properties":{"kind":{"const":"b"}}}]}}}`, "kind a | kind b"},
		{`{"properties":{"contact":{"type":"object","required":["id"],"anyOf":[{"required":["id","x"],"properties":{"x":{}}},{"required":["y"],"properties":{"y":{}}}]}}}`, "with x | with y"},
		{`{"properties":{"contact":{"anyOf":[{"type":"object","properties":{"x":{}}},{"type":"object","properties":{"y":{}}},{"type":"array"}]}}}`, "object of x | object of y | list of anything"},
		{`{"properties":{"contact":{"anyOf":[{"$ref":"#/gone"},{"type":"object","properties":{"y":{}}}]}}}`, "anything | object"},
		{`{"properties":{"contact":{"anyOf":[{"anyOf":[{"type":"object"},{"type":"array"}]},{"type":"string"}]}}}`, "object | list of anything | text"},
		{`{"properties":{"contact":{"anyOf":[{"type":"string"},{"type":"null"}]}}}`, ""},
		{`{"properties":{"contact":{"anyOf":[{"type":"string"},{"type":"integer"}]}}}`, ""},
		{`{"properties":{"contact":{"type":"object","properties":{"a":{},"b":{}},"anyOf":[{"required":["a"]},{"required":["b"]}]}}}`, ""},
	} {
		if got := labels(field(t, form(t, c.schema), "contact")); got != c.labels {
			t.Errorf("%s: %s, want %s", c.schema, got, c.labels)
		}
	}
}

func TestAShapeIsChosenAndItsErrorsStandAtItsFields(t *testing.T) {
	f := form(t, contact)
	c := field(t, f, "contact")
	if c.Alternative() != -1 || c.State() != StateAbsent {
		t.Errorf("an optional field starts with shape %d", c.Alternative())
	}
	field(t, f, "name").SetText("Ada")
	c.ChooseAlternative(0)
	sends(t, f, `{"name":"Ada","contact":{"kind":"mail"}}`)
	hasProblems(t, f, "contact.address: is needed")
	c.Child("address").SetText("ada@")
	hasProblems(t, f, `contact.address: "ada@" is not an e-mail address such as ada@example.com`)
	c.Child("address").SetText("ada@example.com")
	hasProblems(t, f, "")
	c.SetAbsent()
	if c.Alternative() != -1 {
		t.Error("a field that is left out is still of a shape")
	}
	sends(t, f, `{"name":"Ada"}`)
}

func TestSwitchingShapesKeepsWhatFitsAndBringsBackWhatWasThere(t *testing.T) {
	f := form(t, contact)
	c := field(t, f, "contact")
	c.ChooseAlternative(0)
	c.Child("address").SetText("ada@example.com")
	c.Child("note").SetText("urgent")
	c.ChooseAlternative(1)
	sends(t, f, `{"contact":{"kind":"phone"}}`)
	c.Child("note").SetText("soon")
	c.Child("number").SetText("555")
	c.ChooseAlternative(0)
	sends(t, f, `{"contact":{"kind":"mail","address":"ada@example.com","note":"soon"}}`)
	c.ChooseAlternative(1)
	sends(t, f, `{"contact":{"kind":"phone","number":"555","note":"soon"}}`)
}

func TestSwitchingBetweenTextAndAListKeepsTheText(t *testing.T) {
	f := form(t, `{"type":"object","required":["to"],"properties":{"to":{"anyOf":[{"type":"string"},{"type":"array","items":{"type":"string"}},{"type":"integer"},{"type":"object"}]}}}`)
	to := field(t, f, "to")
	if to.Alternative() != 0 || to.Kind != String {
		t.Fatalf("a needed field starts with shape %d", to.Alternative())
	}
	to.SetText("12")
	to.ChooseAlternative(1)
	sends(t, f, `{"to":["12"]}`)
	to.ChooseAlternative(2)
	sends(t, f, `{}`)
	to.ChooseAlternative(0)
	sends(t, f, `{"to":"12"}`)
	to.ChooseAlternative(2)
	sends(t, f, `{"to":12}`)
}

func TestPropertiesThatAllShapesShareStayTheSameFields(t *testing.T) {
	f := form(t, `{"type":"object","properties":{"id":{"type":"string"}},"required":["id"],"oneOf":[
		{"properties":{"kind":{"const":"a"},"x":{"type":"string"}},"required":["kind","x"]},
		{"properties":{"kind":{"const":"b"},"y":{"type":"integer"}},"required":["kind"]}]}`)
	sends(t, f, `{"kind":"a"}`)
	id := field(t, f, "id")
	id.SetText("7")
	f.Root().ChooseAlternative(1)
	sends(t, f, `{"id":"7","kind":"b"}`)
	if field(t, f, "id") != id {
		t.Error("the field was made anew")
	}
	hasProblems(t, f, "")
}

func TestAValueFindsTheShapeThatItIsOf(t *testing.T) {
	f := form(t, contact)
	c := field(t, f, "contact")
	for _, v := range []struct {
		json string
		at   int
	}{
		{`{"kind":"phone","number":"555"}`, 1},
		{`{"kind":"mail","address":"a@b.example"}`, 0},
		{`{"kind":"phone"}`, 1},
		{`{"number":"5"}`, 1},
		{`5`, -1},
		{`{"kind":"fax"}`, 0},
	} {
		if err := c.SetJSON([]byte(v.json)); err != nil {
			t.Fatal(err)
		}
		if c.Alternative() != v.at {
			t.Errorf("%s is of shape %d, want %d", v.json, c.Alternative(), v.at)
		}
		sends(t, f, `{"contact":`+v.json+`}`)
	}
	if err := c.SetJSON([]byte(`5`)); err != nil || c.Reason != "5 is of none of its 2 shapes" {
		t.Errorf("the reason is %q", c.Reason)
	}
}

func TestATextIsReadAsTheShapesAllow(t *testing.T) {
	f := form(t, `{"type":"object","properties":{"to":{"anyOf":[{"type":"string"},{"type":"array","items":{"type":"integer"}}]}}}`)
	to := field(t, f, "to")
	for typed, sent := range map[string]string{"word": `"word"`, "12": `"12"`, "[1,2]": `[1,2]`, "{}": `"{}"`} {
		to.SetText(typed)
		sends(t, f, `{"to":`+sent+`}`)
		if to.Draft() != typed {
			t.Errorf("the draft is %s", to.Draft())
		}
	}
	to.SetText("[1,")
	if _, broken := f.Broken(); !broken {
		t.Error("half a list is sent as text")
	}
	if err := f.Set("to", "[3]"); err != nil {
		t.Fatal(err)
	}
	if sends(t, f, `{"to":[3]}`); to.Alternative() != 1 {
		t.Errorf("a list is of shape %d", to.Alternative())
	}
}

func TestAShapeThatContainsItselfEnds(t *testing.T) {
	f := form(t, `{"$defs":{"n":{"anyOf":[{"type":"object","required":["next"],"properties":{"next":{"$ref":"#/$defs/n"}}},{"type":"array","items":{"$ref":"#/$defs/n"}},{"$ref":"#/$defs/n"}]}},
		"type":"object","required":["n"],"properties":{"n":{"$ref":"#/$defs/n"}}}`)
	if c := f.Coverage(); c.Fields > 100 {
		t.Errorf("%d fields", c.Fields)
	}
	deep := field(t, f, "n", "next", "next")
	deep.ChooseAlternative(1)
	deep.AddItem().ChooseAlternative(1)
	sends(t, f, `{"n":{"next":{"next":[null]}}}`)
}
