package schema

import (
	"strings"
	"testing"
)

func TestAValueIsWrittenAsItWasRead(t *testing.T) {
	const raw = `{"b":1.50,"a":[9007199254740993,1E+2,-0],"\u00e9":"\u00e9\ud800\n","x":null,"b":true}`
	v, err := Parse([]byte(raw))
	if err != nil {
		t.Fatal(err)
	}
	want := strings.Replace(raw, `"\u00e9":`, `"é":`, 1)
	if got := string(v.JSON()); got != want {
		t.Errorf("%s became %s", want, got)
	}
	if twice := v.Duplicates(); len(twice) != 1 || twice[0] != "b" || !v.Get("b").IsTrue() {
		t.Errorf("duplicates %v, the last is %s", twice, v.Get("b").JSON())
	}
}

func TestValuesAreEqualWhateverTheirSpelling(t *testing.T) {
	for _, c := range []struct {
		a, b string
		want bool
	}{
		{`{"a":1,"b":2}`, `{"b":2.0,"a":1e0}`, true},
		{`"\u00e9"`, `"é"`, true},
		{`9007199254740993`, `9007199254740992`, false},
		{`[1,2]`, `[2,1]`, false},
		{`{"a":1}`, `{"a":1,"b":null}`, false},
		{`1`, `"1"`, false},
		{`1e999999999`, `1e999999999`, true},
		{`false`, `0`, false},
	} {
		a, _ := Parse([]byte(c.a))
		b, _ := Parse([]byte(c.b))
		if Equal(a, b) != c.want || Equal(b, a) != c.want {
			t.Errorf("%s and %s: equal is not %v", c.a, c.b, c.want)
		}
	}
}

func TestAParsingErrorNamesTheLineAndColumn(t *testing.T) {
	if _, err := Parse([]byte("{\n \"a\": 1,\n}")); err == nil || !strings.Contains(err.Error(), "line 3, column 1") {
		t.Errorf("strict: %v", err)
	}
	if v, err := ParseForgiving([]byte("// hello\n{\n \"a\": 1, /* one */\n}")); err != nil || string(v.JSON()) != `{"a":1}` {
		t.Errorf("forgiving: %v", err)
	}
	if _, err := ParseForgiving([]byte("{\n \"a\": b}")); err == nil || !strings.HasPrefix(err.Error(), "line 2, column 7: ") {
		t.Errorf("forgiving: %v", err)
	}
	for _, raw := range []string{"", "  ", strings.Repeat("[", 100_000), `{"a":` + strings.Repeat(`{"a":`, 5000)} {
		if _, err := ParseForgiving([]byte(raw)); err == nil {
			t.Errorf("%.10q is taken", raw)
		}
	}
}

func TestReferencesLeadWithinTheDocument(t *testing.T) {
	root, err := Parse([]byte(`{"$id":"https://example.com/root","$defs":{"a/b~":{"const":1},"n":{"$anchor":"here","const":2},"i":{"$id":"other","$defs":{"x":{"const":3}}}},"definitions":{"d":{"$id":"#old","const":4}}}`))
	if err != nil {
		t.Fatal(err)
	}
	d := NewDocument(root)
	for ref, want := range map[string]string{"#/$defs/a~1b~0": "1", "#/$defs/a~1b~0/const": "", "#here": "2", "other#/$defs/x": "3", "https://example.com/root#here": "2", "#old": "4", "#/%24defs/n": "2"} {
		found, err := d.Resolve(ref)
		if err != nil || want != "" && found.Get("const").Literal() != want {
			t.Errorf("%s leads to %s, %v", ref, found.JSON(), err)
		}
	}
	for _, ref := range []string{"#/nowhere", "#nowhere", "https://example.com/else", "#/%zz"} {
		if _, err := d.Resolve(ref); err == nil {
			t.Errorf("%s leads somewhere", ref)
		}
	}
}

func TestADraftIsKnownByItsName(t *testing.T) {
	for raw, want := range map[string]string{
		`{}`: "2020-12 true",
		`{"$schema":"http://json-schema.org/draft-07/schema#"}`:      "7 true",
		`{"$schema":"https://json-schema.org/draft/2019-09/schema"}`: "2019-09 true",
		`{"$schema":"http://json-schema.org/draft-04/schema"}`:       "4 true",
		`{"$schema":"https://example.com/my-dialect"}`:               "2020-12 false",
		`{"$schema":5}`: "2020-12 false",
	} {
		root, _ := Parse([]byte(raw))
		draft, known := Draft(root)
		if got := draft + " " + map[bool]string{true: "true", false: "false"}[known]; got != want {
			t.Errorf("%s is %s, want %s", raw, got, want)
		}
	}
}

func TestTheNearestNameIsOneThatWasMeant(t *testing.T) {
	names := []string{"place", "days", "units", "a very long name of a property"}
	for name, want := range map[string]string{"plcae": "place", "PLACE": "place", "dasy": "days", "zzz": "", "": "", "a very long nmae of a propetry": names[3]} {
		if got := Nearest(name, names); got != want {
			t.Errorf("nearest to %q is %q, want %q", name, got, want)
		}
	}
}
