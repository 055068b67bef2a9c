package forms

import (
	"strings"
	"testing"
)

const account = `{"type":"object","required":["kind"],"properties":{"kind":{"enum":["person","firm"]},"card":{"type":"string"}},
	"if":{"properties":{"kind":{"const":"firm"}},"required":["kind"]},
	"then":{"properties":{"vat":{"type":"string","minLength":3},"size":{"type":"integer","default":5}},"required":["vat"]},
	"else":{"properties":{"born":{"type":"string","format":"date"}}},
	"dependentRequired":{"card":["born"]},
	"dependentSchemas":{"card":{"properties":{"holder":{"type":"string"}}}}}`

func names(f *Field) string {
	var all []string
	for _, child := range f.Children() {
		name := child.Name
		if child.Required {
			name += "*"
		}
		if child.Conditional {
			name += "?"
		}
		all = append(all, name)
	}
	return strings.Join(all, " ")
}

func shows(t *testing.T, f *Form, want string) {
	t.Helper()
	if got := names(f.Root()); got != want {
		t.Errorf("has the fields %s, want %s", got, want)
	}
}

func TestFieldsAreThereWhileTheirConditionHolds(t *testing.T) {
	f := form(t, account)
	shows(t, f, "kind* card born?")
	kind := field(t, f, "kind")
	kind.SetChoice(1)
	shows(t, f, "kind* card vat*? size?")
	sends(t, f, `{"kind":"firm","size":5}`)
	hasProblems(t, f, "vat: is needed")
	vat := field(t, f, "vat")
	vat.SetText("DE1")
	kind.SetChoice(0)
	shows(t, f, "kind* card born?")
	sends(t, f, `{"kind":"person"}`)
	kind.SetChoice(1)
	sends(t, f, `{"kind":"firm","vat":"DE1","size":5}`)
	if field(t, f, "vat") != vat {
		t.Error("the field was made anew")
	}
	hasProblems(t, f, "")
	field(t, f, "card").SetText("4711")
	shows(t, f, "kind* card vat*? size? holder? born*?")
	kind.SetChoice(0)
	shows(t, f, "kind* card born*? holder?")
	for range 3 {
		f.Undo()
	}
	sends(t, f, `{"kind":"person"}`)
}

func TestAConditionIsLookedAtInValuesFromElsewhere(t *testing.T) {
	f := form(t, account)
	for _, v := range []string{`{"kind":"firm","vat":"DE1"}`, `{"kind":"person","vat":"DE1","other":[]}`, `{"vat":5,"kind":"firm"}`, `{"born":"2000-01-01"}`} {
		if err := f.SetJSON([]byte(v)); err != nil {
			t.Fatal(err)
		}
		if got := string(f.JSON()); len(got) != len(v) {
			t.Errorf("%s became %s", v, got)
		}
	}
	if err := f.SetJSON([]byte(`{"kind":"firm","vat":"x"}`)); err != nil {
		t.Fatal(err)
	}
	if vat := field(t, f, "vat"); !vat.Conditional || vat.Extra || vat.Problem() != "has 1 character; at least 3 would do" {
		t.Errorf("vat: %s", vat.Problem())
	}
}

func TestConditionsInAllOfAndInsideEachOtherApply(t *testing.T) {
	f := form(t, `{"type":"object","properties":{"a":{"enum":[1,2]},"b":{"type":"boolean"}},"allOf":[
		{"if":{"properties":{"a":{"const":1}},"required":["a"]},"then":{"properties":{"one":{"type":"string"}},
			"if":{"properties":{"one":{"const":"deep"}},"required":["one"]},"then":{"properties":{"deep":{"type":"integer"}}}}},
		{"if":{"properties":{"b":{"const":true}},"required":["b"]},"then":{"properties":{"yes":{"type":"string"}}}}]}`)
	shows(t, f, "a b")
	field(t, f, "a").SetChoice(0)
	field(t, f, "b").Toggle()
	shows(t, f, "a b one? yes?")
	field(t, f, "one").SetText("deep")
	shows(t, f, "a b one? deep? yes?")
	field(t, f, "a").SetChoice(1)
	shows(t, f, "a b yes?")
}

func TestADependencyThatIsAChoiceFollowsWhatIsThere(t *testing.T) {
	f := form(t, `{"$schema":"http://json-schema.org/draft-07/schema#","type":"object","properties":{"pets":{"type":"string","enum":["No","One","Many"],"default":"No"}},
		"dependencies":{"pets":{"oneOf":[{"properties":{"pets":{"enum":["No"]}}},
			{"properties":{"pets":{"enum":["One"]},"age":{"type":"number"}},"required":["age"]},
			{"properties":{"pets":{"enum":["Many"]},"sure":{"type":"boolean"}}}]}}}`)
	shows(t, f, "pets")
	pets := field(t, f, "pets")
	pets.SetText("One")
	shows(t, f, "pets age*?")
	pets.SetText("Many")
	shows(t, f, "pets sure?")
	hasProblems(t, f, "")
}

func TestWhatAConditionSaysOfAFieldIsShownAtIt(t *testing.T) {
	f := form(t, `{"type":"object","properties":{"country":{"enum":["US","NL"]},"code":{"type":"string","maxLength":9},"at":{"type":"object","properties":{"x":{"type":"number"}}}},
		"if":{"properties":{"country":{"const":"US"}},"required":["country"]},
		"then":{"properties":{"code":{"minLength":5},"at":{"required":["x"],"properties":{"y":{"type":"number"}}}}}}`)
	code := field(t, f, "code")
	code.SetText("123")
	field(t, f, "country").SetChoice(0)
	f.Root().Children()
	if code.Takes() != "text, 5 to 9 characters" || code.Draft() != "123" {
		t.Errorf("code takes %s", code.Takes())
	}
	if got := names(field(t, f, "at")); got != "x* y?" {
		t.Errorf("at has %s", got)
	}
	field(t, f, "country").SetChoice(1)
	f.Root().Children()
	if got := names(field(t, f, "at")); got != "x" || code.Takes() != "text, at most 9 characters" {
		t.Errorf("at has %s, code takes %s", got, code.Takes())
	}
}

func TestConditionsThatContradictEachOtherEnd(t *testing.T) {
	f := form(t, `{"type":"object","properties":{"a":{}},"if":{"required":["b"]},"then":{},"else":{"properties":{"b":{"default":1}}},"dependentSchemas":{"c":{"$ref":"#"}}}`)
	field(t, f, "a").SetText("x")
	_ = f.JSON()
	_ = f.Problems()
}

func TestAnArgumentMayComeBeforeItsCondition(t *testing.T) {
	f := form(t, account)
	for _, set := range []string{"vat=123", "kind=firm"} {
		name, text, _ := strings.Cut(set, "=")
		if err := f.Set(name, text); err != nil {
			t.Fatal(err)
		}
	}
	sends(t, f, `{"kind":"firm","vat":"123","size":5}`)
}
