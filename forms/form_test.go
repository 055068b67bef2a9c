package forms

import (
	"encoding/json"
	"strings"
	"testing"
)

func form(t *testing.T, raw string) *Form {
	t.Helper()
	if !json.Valid([]byte(raw)) {
		t.Fatalf("the test's schema is not JSON: %s", raw)
	}
	return New(json.RawMessage(raw))
}

func sends(t *testing.T, f *Form, want string) {
	t.Helper()
	if got := string(f.JSON()); got != want {
		t.Errorf("sends %s, want %s", got, want)
	}
}

func problems(f *Form) string {
	var all []string
	for _, p := range f.Problems() {
		all = append(all, p.String())
	}
	return strings.Join(all, " | ")
}

func hasProblems(t *testing.T, f *Form, want string) {
	t.Helper()
	if got := problems(f); got != want {
		t.Errorf("problems are %q, want %q", got, want)
	}
}

func field(t *testing.T, f *Form, names ...string) *Field {
	t.Helper()
	at := f.Root()
	for _, name := range names {
		if at = at.Child(name); at == nil {
			t.Fatalf("there is no field %q", name)
		}
	}
	return at
}

const forecast = `{"type":"object","required":["place"],"properties":{
	"place":{"type":"string","minLength":1,"description":"City"},
	"days":{"type":"integer","minimum":1,"maximum":14,"default":3},
	"units":{"enum":["metric","imperial"]},
	"dry":{"type":"boolean"},
	"wind":{"type":["number","null"]},
	"alerts":{"type":"array","items":{"type":"object","required":["place"],"properties":{"place":{"type":"string"},"level":{"type":"integer","default":2}}}}}}`

func TestAFieldThatNobodyTouchedIsNotSent(t *testing.T) {
	f := form(t, forecast)
	sends(t, f, `{"days":3}`)
	hasProblems(t, f, "place: is needed")
}

func TestADraftIsNeverRewritten(t *testing.T) {
	f := form(t, forecast)
	wind := field(t, f, "wind")
	for _, step := range []struct{ typed, sent, problem string }{
		{"-", `"-"`, `"-" is not a number`},
		{"-1", `-1`, ""},
		{"-1.", `"-1."`, `"-1." is not a number`},
		{"-1.50", `-1.50`, ""},
		{"9007199254740993", `9007199254740993`, ""},
		{"1e400", `1e400`, ""},
	} {
		wind.SetText(step.typed)
		if wind.Draft() != step.typed {
			t.Errorf("the draft %q became %q", step.typed, wind.Draft())
		}
		if got := string(wind.Value().JSON()); got != step.sent {
			t.Errorf("%q is sent as %s, want %s", step.typed, got, step.sent)
		}
		if wind.Problem() != step.problem {
			t.Errorf("%q: the problem is %q, want %q", step.typed, wind.Problem(), step.problem)
		}
	}
}

func TestADefaultIsFilledInOnceAndStaysClearedWhenCleared(t *testing.T) {
	f := form(t, forecast)
	days := field(t, f, "days")
	if !days.Seeded() || days.Draft() != "3" {
		t.Errorf("the default is not filled in: %q", days.Draft())
	}
	days.SetText("")
	field(t, f, "place").SetText("Oslo")
	sends(t, f, `{"place":"Oslo"}`)
	if days.State() != StateAbsent {
		t.Error("the default came back")
	}
	f.Reset()
	sends(t, f, `{"days":3}`)
	if days != field(t, f, "days") {
		t.Error("resetting replaced the field")
	}
}

func TestADefaultThatBreaksItsSchemaIsShownAndNotSent(t *testing.T) {
	f := form(t, `{"type":"object","properties":{"n":{"type":"integer","maximum":5,"default":9},"s":{"type":["string","null"],"default":null}}}`)
	sends(t, f, `{}`)
	n := field(t, f, "n")
	if string(n.Default) != "9" || !strings.Contains(n.DefaultProblem, "9 is above 5") {
		t.Errorf("default %s, problem %q", n.Default, n.DefaultProblem)
	}
	if s := field(t, f, "s"); string(s.Default) != "null" || s.DefaultProblem != "" {
		t.Errorf("a default of null has the problem %q", s.DefaultProblem)
	}
}

func TestAnEmptyTextIsSentOnlyWhenAskedFor(t *testing.T) {
	f := form(t, `{"type":"object","properties":{"s":{"type":"string"},"l":{"type":"array","items":{"type":"string"}},"o":{"type":"object","properties":{"x":{"type":"string"}}}}}`)
	s := field(t, f, "s")
	s.SetText("x")
	s.SetText("")
	sends(t, f, `{}`)
	s.SetEmpty()
	field(t, f, "l").SetEmpty()
	field(t, f, "o").SetEmpty()
	sends(t, f, `{"s":"","l":[],"o":{}}`)
	s.SetAbsent()
	field(t, f, "l").SetAbsent()
	field(t, f, "o").SetAbsent()
	sends(t, f, `{}`)
}

func TestABooleanFindsItsWayBackToAbsent(t *testing.T) {
	f := form(t, `{"type":"object","properties":{"dry":{"type":"boolean"}}}`)
	dry := field(t, f, "dry")
	for _, want := range []string{`{"dry":true}`, `{"dry":false}`, `{}`, `{"dry":true}`} {
		dry.Toggle()
		sends(t, f, want)
	}
}

func TestNullIsAStateOfItsOwn(t *testing.T) {
	f := form(t, forecast)
	wind := field(t, f, "wind")
	if !wind.Nullable || wind.Kind != Number {
		t.Fatalf("wind is of kind %d, nullable %v", wind.Kind, wind.Nullable)
	}
	wind.SetNull()
	field(t, f, "place").SetText("Oslo")
	sends(t, f, `{"place":"Oslo","days":3,"wind":null}`)
	hasProblems(t, f, "")
	field(t, f, "place").SetNull()
	hasProblems(t, f, "place: null is not text")
}

func TestAnOptionalObjectIsSentOnceSomethingInItIs(t *testing.T) {
	f := form(t, `{"type":"object","properties":{"o":{"type":"object","required":["kind"],"properties":{
		"kind":{"const":"x"},"depth":{"type":"integer","default":1},"name":{"type":"string"},
		"deep":{"type":"object","properties":{"y":{"type":"string"}}}}}}}`)
	sends(t, f, `{}`)
	name := field(t, f, "o", "name")
	name.SetText("a")
	sends(t, f, `{"o":{"kind":"x","depth":1,"name":"a"}}`)
	name.SetText("")
	sends(t, f, `{}`)
	field(t, f, "o", "deep", "y").SetText("z")
	sends(t, f, `{"o":{"kind":"x","depth":1,"deep":{"y":"z"}}}`)
}

func TestARequiredObjectSaysWhatIsMissingInside(t *testing.T) {
	f := form(t, `{"type":"object","required":["addr"],"properties":{"addr":{"type":"object","required":["street"],"properties":{"street":{"type":"string"},"geo":{"type":"object","required":["lat"],"properties":{"lat":{"type":"number"}}}}}}}`)
	sends(t, f, `{"addr":{}}`)
	hasProblems(t, f, "addr.street: is needed")
	if f.Problems()[0].Field != field(t, f, "addr", "street") {
		t.Error("the problem is not at the field that is missing")
	}
}

func TestItemsAreAddedMovedCopiedAndRemoved(t *testing.T) {
	f := form(t, forecast)
	field(t, f, "days").SetAbsent()
	alerts := field(t, f, "alerts")
	first := alerts.AddItem()
	first.Child("place").SetText("Oslo")
	alerts.AddItem()
	sends(t, f, `{"alerts":[{"place":"Oslo","level":2},{"level":2}]}`)
	hasProblems(t, f, "place: is needed | alerts[1].place: is needed")
	if at := alerts.MoveItem(0, 1); at != 1 || alerts.Children()[1] != first {
		t.Errorf("the item came to %d", at)
	}
	sends(t, f, `{"alerts":[{"level":2},{"place":"Oslo","level":2}]}`)
	copied := alerts.DuplicateItem(1)
	copied.Child("place").SetText("Bergen")
	sends(t, f, `{"alerts":[{"level":2},{"place":"Oslo","level":2},{"place":"Bergen","level":2}]}`)
	if got := copied.Child("place").Path(); got != "alerts[2].place" {
		t.Errorf("the path is %q", got)
	}
	for range 3 {
		alerts.RemoveItem(0)
	}
	sends(t, f, `{}`)
}

func TestADefaultOfFalseIsTrueWithTheFirstToggle(t *testing.T) {
	f := form(t, `{"type":"object","properties":{"dry":{"type":"boolean","default":false},"wet":{"type":"boolean","default":true}}}`)
	sends(t, f, `{"dry":false,"wet":true}`)
	for _, want := range []string{`{"dry":true,"wet":true}`, `{"dry":false,"wet":true}`, `{"wet":true}`, `{"dry":true,"wet":true}`} {
		field(t, f, "dry").Toggle()
		sends(t, f, want)
	}
	field(t, f, "wet").Toggle()
	sends(t, f, `{"dry":true,"wet":false}`)
}

func TestAnObjectThatNamesNothingIsToldFromAMap(t *testing.T) {
	for schema, want := range map[string]bool{
		`{"type":"object"}`: true,
		`{"type":"object","properties":{},"additionalProperties":false}`:      true,
		`{"type":"object","additionalProperties":{"type":"string"}}`:          false,
		`{"type":"object","additionalProperties":true}`:                       false,
		`{"type":"object","patternProperties":{"^x":{}}}`:                     false,
		`{"type":"object","required":["x"]}`:                                  false,
		`{"type":"object","properties":{"x":{}}}`:                             false,
		`{"type":"object","properties":{"x":{}},"additionalProperties":true}`: false,
		`{"type":"array"}`: false,
	} {
		if got := form(t, schema).Root().NamesNothing(); got != want {
			t.Errorf("%s names nothing: %v", schema, got)
		}
	}
}

func TestASelectionTogglesItsChoices(t *testing.T) {
	f := form(t, `{"type":"object","properties":{"days":{"type":"array","uniqueItems":true,"items":{"type":"string","enum":["mon","tue","wed"]}},
		"levels":{"type":"array","items":{"anyOf":[{"const":1,"title":"low"},{"const":2,"title":"high"}]}}}}`)
	days := field(t, f, "days")
	if !days.MultiChoice || len(days.Choices) != 3 {
		t.Fatalf("days is no selection: %+v", days)
	}
	days.ToggleChoice(2)
	days.ToggleChoice(0)
	field(t, f, "levels").ToggleChoice(1)
	sends(t, f, `{"days":["wed","mon"],"levels":[2]}`)
	days.ToggleChoice(2)
	sends(t, f, `{"days":["mon"],"levels":[2]}`)
	if label := field(t, f, "levels").Choices[1].Label; label != "high (2)" {
		t.Errorf("the label is %q", label)
	}
}

func TestConstantsWithTitlesAreAChoice(t *testing.T) {
	const heroes = `[{"const":"hero-1","title":"Superman"},{"const":"hero-2","title":"Batman"}]`
	f := form(t, `{"type":"object","properties":{
		"one":{"type":"string","oneOf":`+heroes+`},
		"any":{"type":["string","null"],"anyOf":`+heroes+`},
		"number":{"type":"integer","oneOf":[{"const":1,"title":"low"},{"enum":[2,3]}]},
		"old":{"type":"string","enum":["a","b"],"enumNames":["Anna","Bea"]},
		"several":{"type":"array","items":{"anyOf":`+heroes+`}},
		"typed":{"type":"array","items":{"type":"string","oneOf":`+heroes+`}},
		"lines":{"type":"string","oneOf":[{"const":"a"},{"pattern":"^b"}]}}}`)
	for name, want := range map[string]string{
		"one":     "Superman (hero-1), Batman (hero-2)",
		"any":     "Superman (hero-1), Batman (hero-2)",
		"number":  "low (1), 2, 3",
		"old":     "Anna (a), Bea (b)",
		"several": "Superman (hero-1), Batman (hero-2)",
		"typed":   "Superman (hero-1), Batman (hero-2)",
		"lines":   "",
	} {
		var labels []string
		at := field(t, f, name)
		for _, c := range at.Choices {
			labels = append(labels, c.Label)
		}
		if got := strings.Join(labels, ", "); got != want {
			t.Errorf("the choices of %s (kind %d) are %q, want %q", name, at.Kind, got, want)
		}
	}
	if !field(t, f, "any").Nullable || field(t, f, "lines").Kind != String {
		t.Error("the rest of the schema is not heeded")
	}
	field(t, f, "one").SetChoice(1)
	field(t, f, "typed").ToggleChoice(0)
	sends(t, f, `{"one":"hero-2","typed":["hero-1"]}`)
	hasProblems(t, f, "")
}

func TestAMapTakesKeysOfItsOwn(t *testing.T) {
	f := form(t, `{"type":"object","properties":{"labels":{"type":"object","additionalProperties":{"type":"integer"}},
		"x":{"type":"object","patternProperties":{"^x-":{"type":"boolean"}},"additionalProperties":false},
		"closed":{"type":"object","properties":{"place":{"type":"string"}},"additionalProperties":false}}}`)
	team, err := field(t, f, "labels").AddKey("a.b/c~")
	if err != nil {
		t.Fatal(err)
	}
	team.SetText("5")
	if got := team.Path(); got != `labels["a.b/c~"]` {
		t.Errorf("the path is %q", got)
	}
	dry, err := field(t, f, "x").AddKey("x-dry")
	if err != nil || dry.Kind != Boolean {
		t.Fatalf("%v, kind %d", err, dry.Kind)
	}
	dry.Toggle()
	sends(t, f, `{"labels":{"a.b/c~":5},"x":{"x-dry":true}}`)
	hasProblems(t, f, "")
	if _, err := field(t, f, "closed").AddKey("plcae"); err == nil || !strings.Contains(err.Error(), "did you mean place?") {
		t.Errorf("a closed object says %v", err)
	}
	field(t, f, "labels").RemoveKey("a.b/c~")
	field(t, f, "x").RemoveKey("x-dry")
	sends(t, f, `{"labels":{},"x":{}}`)
}

func TestUnknownKeysAndOddValuesStayAndAreFlagged(t *testing.T) {
	f := form(t, `{"type":"object","additionalProperties":false,"properties":{"days":{"type":"integer"},"tags":{"type":"array","items":{"type":"string"}},"o":{"type":"object","properties":{}}}}`)
	if err := f.SetJSON([]byte("{\"dyas\": 1, // as they call it\n \"days\": \"two\", \"tags\": \"a\", \"o\": [1],}")); err != nil {
		t.Fatal(err)
	}
	sends(t, f, `{"days":"two","tags":"a","o":[1],"dyas":1}`)
	hasProblems(t, f, `days: "two" is not an integer | tags: "a" is not a list | o: [1] is not an object | dyas: is not a property that is taken here; did you mean days?`)
	tags := field(t, f, "tags")
	if tags.Kind != JSON || tags.Reason == "" {
		t.Errorf("a list that holds text is shown as kind %d: %q", tags.Kind, tags.Reason)
	}
	tags.SetText(`["a"]`)
	if tags.Kind != Array || len(tags.Children()) != 1 {
		t.Error("the list is not a list again")
	}
}

func TestBrokenTextLeavesTheFormAsItWasAndNamesThePlace(t *testing.T) {
	f := form(t, forecast)
	field(t, f, "place").SetText("Oslo")
	err := f.SetJSON([]byte("{\n  \"place\": Oslo\n}"))
	if err == nil || !strings.Contains(err.Error(), "line 2, column 12") {
		t.Errorf("the error is %v", err)
	}
	sends(t, f, `{"place":"Oslo","days":3}`)
}

func TestJSONTextMakesAbsentWhatItDoesNotHave(t *testing.T) {
	f := form(t, forecast)
	place := field(t, f, "place")
	if err := f.SetJSON([]byte(`{"units":"imperial","place":"Oslo"}`)); err != nil {
		t.Fatal(err)
	}
	sends(t, f, `{"place":"Oslo","units":"imperial"}`)
	if field(t, f, "place") != place || place.Draft() != "Oslo" {
		t.Error("the field is another one")
	}
	if field(t, f, "units").Chosen() != 1 {
		t.Error("the choice is not marked")
	}
}

func TestRecursionOpensOnDemand(t *testing.T) {
	f := form(t, `{"type":"object","required":["node"],"properties":{"node":{"$ref":"#/$defs/Node"}},
		"$defs":{"Node":{"type":"object","required":["child"],"properties":{"name":{"type":"string"},"child":{"$ref":"#/$defs/Node"}}}}}`)
	sends(t, f, `{"node":{}}`)
	field(t, f, "node", "child", "child", "name").SetText("deep")
	sends(t, f, `{"node":{"child":{"child":{"name":"deep"}}}}`)
	if n := f.Coverage().Fields; n > 10 {
		t.Errorf("the walk over a recursive schema counts %d fields", n)
	}
}

func TestWhatCanNotBeShownAsFieldsSaysWhy(t *testing.T) {
	for _, c := range []struct{ schema, reason string }{
		{`{"$ref":"#/components/X"}`, "the reference #/components/X leads nowhere in this schema"},
		{`{"$ref":"https://example.com/x.json"}`, "the reference https://example.com/x.json is outside this schema and is not loaded"},
		{`{"$ref":"#/properties/x"}`, "the reference #/properties/x leads back to itself"},
		{`{"type":"date"}`, `its type "date" is none of JSON Schema's`},
		{`false`, "the schema takes no value here"},
		{`5`, "its schema is 5, which is none"},
		{`true`, ""},
		{`{}`, ""},
	} {
		f := form(t, `{"type":"object","properties":{"x":`+c.schema+`}}`)
		x := field(t, f, "x")
		if x.Kind != JSON || x.Reason != c.reason {
			t.Errorf("%s: kind %d, reason %q, want %q", c.schema, x.Kind, x.Reason, c.reason)
		}
		x.SetText(`{"a": [1, 2.50,]}`)
		sends(t, f, `{"x":{"a":[1,2.50]}}`)
		x.SetText("word")
		sends(t, f, `{"x":"word"}`)
		x.SetText(`{"a":`)
		if !strings.Contains(problems(f), "x: this is not JSON") {
			t.Errorf("%s: broken JSON has the problems %q", c.schema, problems(f))
		}
	}
}

func TestAnyBytesMakeAForm(t *testing.T) {
	for _, raw := range []string{"", "{", "null", "[]", `"x"`, "5", "\xff", `{"type":5}`, `{"properties":[]}`, `{"properties":{"a":null},"required":{}}`} {
		f := New(json.RawMessage(raw))
		if err := f.SetJSON([]byte(`{"a":1}`)); err != nil {
			t.Errorf("%q: %v", raw, err)
		}
		sends(t, f, `{"a":1}`)
		f.Problems()
	}
	if reason := New(json.RawMessage("{")).Root().Reason; !strings.Contains(reason, "can not be read") {
		t.Errorf("the reason is %q", reason)
	}
}

func TestTheWordsOfAFieldSayWhatItTakes(t *testing.T) {
	for _, c := range []struct{ schema, want string }{
		{`{"type":"integer","minimum":1,"maximum":14}`, "integer, 1 to 14"},
		{`{"type":"integer","minimum":-9007199254740991,"maximum":9007199254740991}`, "integer"},
		{`{"type":"string","maxLength":80}`, "text, at most 80 characters"},
		{`{"type":"string","format":"email"}`, "text, an e-mail address"},
		{`{"type":["integer","null"],"exclusiveMinimum":0}`, "integer or null, above 0"},
		{`{"type":["string","integer"]}`, "text or integer"},
		{`{"anyOf":[{"type":"string"},{"type":"null"}]}`, "text or null"},
		{`{"type":"array","items":{"type":"object"},"minItems":1}`, "list of objects, at least 1 item"},
		{`{"type":"array"}`, "list of anything"},
		{`{"type":"object","additionalProperties":{"type":"string"}}`, "map of text"},
		{`{"enum":["a",1,null,true]}`, "one of 3 or null"},
		{`{"const":"x"}`, "constant"},
		{`{}`, "JSON"},
		{`{"type":"number","multipleOf":0.5}`, "number, a multiple of 0.5"},
	} {
		x := field(t, form(t, `{"properties":{"x":`+c.schema+`}}`), "x")
		if got := x.Takes(); got != c.want {
			t.Errorf("%s takes %q, want %q", c.schema, got, c.want)
		}
	}
}

func TestPartsOfAllOfAreLaidOverEachOther(t *testing.T) {
	f := form(t, `{"type":"object","properties":{"p":{"allOf":[{"$ref":"#/$defs/a"},{"properties":{"b":{"type":"integer"}},"required":["b"]}],"description":"both"}},
		"$defs":{"a":{"type":"object","properties":{"a":{"type":"string"}},"description":"a"}}}`)
	p := field(t, f, "p")
	if p.Kind != Object || p.Description != "both" || !field(t, f, "p", "b").Required {
		t.Errorf("kind %d, description %q", p.Kind, p.Description)
	}
	field(t, f, "p", "b").SetText("1")
	sends(t, f, `{"p":{"b":1}}`)
}
