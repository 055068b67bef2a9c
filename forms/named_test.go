package forms

import (
	"encoding/json"
	"strings"
	"testing"
)

const arguments = `{"type":"object","additionalProperties":false,"properties":{
	"s":{"type":"string"},"i":{"type":"integer","minimum":1,"maximum":14},"n":{"type":"number"},"b":{"type":"boolean"},
	"e":{"enum":["metric","imperial"]},"m":{"enum":["1",1,true,null]},"sn":{"type":["string","null"]},
	"si":{"anyOf":[{"type":"string"},{"type":"integer"}]},"any":{},"l":{"type":"array","items":{"type":"string"},"default":["x"]},
	"li":{"type":"array","items":{"type":"integer"}},"o":{"type":"object","properties":{"a":{"type":"string"}}},
	"u":{"oneOf":[{"type":"string"},{"type":"object"}]},"a.b":{"type":"string"},"":{"type":"string"}}}`

func TestTextIsReadAsTheTypeThatTheSchemaAllows(t *testing.T) {
	for _, c := range []struct{ set, sent string }{
		{"s=5", `"5"`},
		{"s=", `""`},
		{"s=a=b", `"a=b"`},
		{"i=5", `5`},
		{"i=99", `99`},
		{"n=1.50", `1.50`},
		{"n=9007199254740993", `9007199254740993`},
		{"b=false", `false`},
		{"e=imperial", `"imperial"`},
		{"m=1", `1`},
		{"m=null", `null`},
		{"sn=null", `null`},
		{"sn=none", `"none"`},
		{"si=5", `5`},
		{"si=5.5", `"5.5"`},
		{"si=x", `"x"`},
		{"any=5", `5`},
		{"any=five", `"five"`},
		{`any={"a":1}`, `{"a":1}`},
		{"l=5", `["5"]`},
		{"li=5", `[5]`},
		{`o={"a":"1"}`, `{"a":"1"}`},
		{"u=word", `"word"`},
		{`u={"a":1}`, `{"a":1}`},
		{"a.b=x", `"x"`},
		{"=x", `"x"`},
	} {
		name, text, _ := strings.Cut(c.set, "=")
		f := form(t, arguments)
		if err := f.Set(name, text); err != nil {
			t.Errorf("%s: %v", c.set, err)
			continue
		}
		if got := string(f.Root().Child(name).Value().JSON()); got != c.sent {
			t.Errorf("%s sends %s, want %s", c.set, got, c.sent)
		}
	}
}

func TestTextThatIsNotOfTheTypeIsRefusedWithWhatWouldDo(t *testing.T) {
	for _, c := range []struct{ set, want string }{
		{"i=x", `i: "x" is not an integer; 1 to 14 would do`},
		{"n=", `n: "" is not a number`},
		{"b=yes", `b: "yes" is not true or false`},
		{"e=kelvin", `e: "kelvin" is not a choice; metric, imperial would do`},
		{"li=x", `li: "x" is not an integer`},
		{"o=x", `o: "x" is not JSON: line 1, column 1: x is no JSON value, and a text stands in quotes; o:={"key":"value"} would do`},
		{"o=[1]", `o: [1] is not an object; o:={"key":"value"} would do`},
		{`u={"a"`, `u: this is not JSON: line 1, column 5: the text ends where the colon after a key is wanted`},
		{"sm=1", `sm: there is no such argument; did you mean s?`},
		{"nothing=1", `nothing: there is no such argument; there are s, i, n, b, e, m, sn, si, any, l, li, o`},
	} {
		name, text, _ := strings.Cut(c.set, "=")
		f := form(t, arguments)
		before := string(f.JSON())
		err := f.Set(name, text)
		if err == nil || err.Error() != c.want {
			t.Errorf("%s: the error is %v, want %s", c.set, err, c.want)
		}
		sends(t, f, before)
	}
}

func TestARepeatedKeyBuildsAListInPlaceOfWhatWasThere(t *testing.T) {
	f := form(t, arguments)
	sends(t, f, `{"l":["x"]}`)
	for _, text := range []string{"a", "b", "[c]"} {
		if err := f.Set("l", text); err != nil {
			t.Fatal(err)
		}
	}
	sends(t, f, `{"l":["a","b","[c]"]}`)
	if err := f.SetJSON([]byte(`{"l":["y"]}`)); err != nil {
		t.Fatal(err)
	}
	if err := f.Set("l", "d"); err != nil {
		t.Fatal(err)
	}
	sends(t, f, `{"l":["d"]}`)
}

func TestAValueInJSONIsTakenAsItIs(t *testing.T) {
	f := form(t, arguments)
	if err := f.SetValue("i", json.RawMessage(`"five"`)); err != nil {
		t.Fatal(err)
	}
	sends(t, f, `{"i":"five","l":["x"]}`)
	hasProblems(t, f, `i: "five" is not an integer`)
	if err := f.SetValue("i", json.RawMessage(`five`)); err == nil || !strings.HasPrefix(err.Error(), `i: "five" is not JSON`) {
		t.Errorf("the error is %v", err)
	}
}

func TestAnOpenObjectTakesKeysThatItDoesNotName(t *testing.T) {
	f := form(t, `{"type":"object","properties":{"place":{"type":"string"}}}`)
	if err := f.Set("extra", "12"); err != nil {
		t.Fatal(err)
	}
	sends(t, f, `{"extra":12}`)
}

func TestTheShapesOfARootSayHowItsPropertiesAreRead(t *testing.T) {
	f := form(t, `{"type":"object","oneOf":[{"properties":{"kind":{"const":"a"},"x":{"type":"string"}}},{"properties":{"kind":{"const":"b"},"y":{"type":"array","items":{"type":"integer"}}}}]}`)
	for _, set := range []string{"kind=b", "x=5", "y=1", "y=2", "new=1"} {
		name, text, _ := strings.Cut(set, "=")
		if err := f.Set(name, text); err != nil {
			t.Fatalf("%s: %v", set, err)
		}
	}
	sends(t, f, `{"kind":"b","y":[1,2],"x":"5","new":1}`)
	if err := f.Set("y", "z"); err == nil {
		t.Error("a text is taken for an integer")
	}
}

func TestWhatASchemaDoesNotTakeIsSetAnyway(t *testing.T) {
	const strict = `{"type":"object","additionalProperties":false,"properties":{"n":{"type":"integer"},"list":{"type":"array","items":{"type":"integer"}},"o":{"type":"object"}}}`
	f := form(t, strict)
	for _, word := range [][2]string{{"n", "x"}, {"list", "1"}, {"list", "y"}, {"o", "z"}, {"new", "5"}} {
		if err := f.SetAnyway(word[0], word[1]); err != nil {
			t.Errorf("%v: %v", word, err)
		}
	}
	if err := f.SetValueAnyway("other", []byte("[1]")); err != nil {
		t.Error(err)
	}
	if got, want := string(f.JSON()), `{"n":"x","list":[1,"y"],"o":"z","new":5,"other":[1]}`; got != want {
		t.Errorf("sends %s, want %s", got, want)
	}
	if len(f.Problems()) == 0 {
		t.Error("nothing is flagged")
	}
}

func TestARepeatedKeyBuildsAListWhereTheFieldCanBeOne(t *testing.T) {
	f := form(t, `{"type":"object","properties":{"to":{"anyOf":[{"type":"string"},{"type":"array","items":{"type":"string"}}]},"n":{"type":["integer","array"],"items":{"type":"integer"}}}}`)
	for _, word := range [][2]string{{"to", "ada"}, {"n", "1"}} {
		if err := f.Set(word[0], word[1]); err != nil {
			t.Fatal(err)
		}
	}
	if got, want := string(f.JSON()), `{"to":"ada","n":1}`; got != want {
		t.Errorf("once: %s, want %s", got, want)
	}
	for _, word := range [][2]string{{"to", "bob"}, {"to", "cy"}, {"n", "2"}} {
		if err := f.Set(word[0], word[1]); err != nil {
			t.Fatal(err)
		}
	}
	if got, want := string(f.JSON()), `{"to":["ada","bob","cy"],"n":[1,2]}`; got != want {
		t.Errorf("repeated: %s, want %s", got, want)
	}
}
