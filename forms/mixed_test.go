package forms

import (
	"strings"
	"testing"
)

const mixed = `{"type":"object","properties":{"v":{"anyOf":[{"type":"string"},{"type":"number"},{"type":"null"}]},"flag":{"type":["string","boolean"]},"n":{"type":["number","boolean"]}}}`

func TestTextOfSeveralTypesCanBeSentAsEither(t *testing.T) {
	f := form(t, mixed)
	v := field(t, f, "v")
	v.SetText("5")
	if got := string(f.JSON()); got != `{"v":5}` {
		t.Fatalf("read by itself: %s", got)
	}
	if v.OtherReading() != "text" {
		t.Fatalf("5 could also be %q, want text", v.OtherReading())
	}
	v.ReadOtherwise()
	if got := string(f.JSON()); got != `{"v":"5"}` || v.Draft() != "5" || v.OtherReading() != "number" {
		t.Fatalf("read otherwise: %s, draft %q, could be %q", got, v.Draft(), v.OtherReading())
	}
	v.SetText("57")
	if got := string(f.JSON()); got != `{"v":"57"}` {
		t.Errorf("typing on: %s, want the text to stay text", got)
	}
	v.ReadOtherwise()
	if got := string(f.JSON()); got != `{"v":57}` {
		t.Errorf("and back: %s", got)
	}
	f.Undo()
	if got := string(f.JSON()); got != `{"v":"57"}` {
		t.Errorf("undone: %s", got)
	}
	v.SetText("")
	v.SetText("5")
	if got := string(f.JSON()); got != `{"v":5}` {
		t.Errorf("begun anew: %s, want the text to be read by itself again", got)
	}
}

func TestTextThatLooksLikeANumberStaysTextWhenItCameAsText(t *testing.T) {
	f := form(t, mixed)
	if err := f.SetJSON([]byte(`{"v":"5","flag":"true"}`)); err != nil {
		t.Fatal(err)
	}
	v := field(t, f, "v")
	v.SetText(v.Draft() + "0")
	flag := field(t, f, "flag")
	flag.SetText(flag.Draft())
	if got := string(f.JSON()); got != `{"v":"50","flag":"true"}` {
		t.Errorf("%s, want the types that came", got)
	}
}

func TestTheTypeThatTextIsReadAsIsSaid(t *testing.T) {
	f := form(t, mixed)
	for _, c := range []struct{ name, text, types, is, other string }{
		{"v", "", "text number", "", ""},
		{"v", "5", "text number", "number", "text"},
		{"v", "five", "text number", "text", ""},
		{"flag", "true", "text true or false", "true or false", "text"},
		{"flag", "5", "text true or false", "text", ""},
		{"n", "5", "number true or false", "number", ""},
		{"n", "five", "number true or false", "", ""},
	} {
		v := field(t, f, c.name)
		v.SetText(c.text)
		types, at := v.Readings()
		is := ""
		if at >= 0 {
			is = types[at]
		}
		if strings.Join(types, " ") != c.types || is != c.is || v.OtherReading() != c.other {
			t.Errorf("%s %q: %q, is %q, could be %q; want %+v", c.name, c.text, types, is, v.OtherReading(), c)
		}
	}
}

func TestChoicesThatAreWrittenAlikeAreToldApart(t *testing.T) {
	for _, c := range []struct{ schema, labels string }{
		{`{"properties":{"v":{"enum":["1",1,true,"true","a"]}}}`, `"1" 1 true "true" a`},
		{`{"properties":{"v":{"enum":["null",null,"a"]}}}`, `"null" a`},
		{`{"properties":{"v":{"enum":["null","a"]}}}`, `null a`},
		{`{"properties":{"v":{"anyOf":[{"const":"1"},{"const":1,"title":"One"},{"const":1}]}}}`, `"1" One (1) 1`},
		{`{"properties":{"v":{"type":"array","items":{"enum":["1",1]}}}}`, `"1" 1`},
	} {
		var all []string
		for _, choice := range field(t, form(t, c.schema), "v").Choices {
			all = append(all, choice.Label)
		}
		if got := strings.Join(all, " "); got != c.labels {
			t.Errorf("%s: %s, want %s", c.schema, got, c.labels)
		}
	}
}

func TestAListOfSeveralShapesSaysHowMany(t *testing.T) {
	for items, want := range map[string]string{
		`{"anyOf":[{"type":"object"},{"type":"string"},{"type":"array"}]}`: "list of 3 shapes",
		`{"type":["string","number"]}`:                                     "list of text or number",
		`{"type":"array"}`:                                                 "list of lists",
		`{}`:                                                               "list of anything",
		`{"$ref":"#/gone"}`:                                                "list of JSON",
	} {
		if got := field(t, form(t, `{"properties":{"v":{"type":"array","items":`+items+`}}}`), "v").Type(); got != want {
			t.Errorf("%s: %s, want %s", items, got, want)
		}
	}
}
