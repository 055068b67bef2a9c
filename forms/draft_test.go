package forms

import "testing"

func TestADraftThatWasKeptComesBackAsItWas(t *testing.T) {
	f := form(t, `{"type":"object","required":["o"],"properties":{"days":{"type":"integer","default":3},"wind":{"type":"number"},"x":{"oneOf":[{"type":"object"},{"type":"array"}]},
		"list":{"type":"array","items":{"type":"string"}},"labels":{"type":"object","additionalProperties":{"type":"string"}},
		"o":{"type":"object","required":["c"],"properties":{"c":{"const":1}}},"late":{"type":"object","properties":{"s":{"type":"string"}}}}}`)
	wind, list := field(t, f, "wind"), field(t, f, "list")
	wind.SetText("-1.")
	field(t, f, "x").SetText(`{"a": // not yet`)
	list.AddItem().SetText("one")
	second := list.AddItem()
	second.SetText("two")
	key, err := field(t, f, "labels").AddKey("team")
	if err != nil {
		t.Fatal(err)
	}
	key.SetText("core")
	sent, against, version := string(f.JSON()), problems(f), f.Version()
	draft := f.Keep()

	change := func() {
		f.Reset()
		list.AddItem().SetText("three")
		field(t, f, "late", "s").SetText("new")
		field(t, f, "o").SetNull()
	}
	for range 2 {
		change()
		f.Restore(draft)
		sends(t, f, sent)
		hasProblems(t, f, against)
	}
	if f.Version() == version {
		t.Error("bringing a draft back is no edit")
	}
	if wind.Draft() != "-1." || field(t, f, "x").Draft() != `{"a": // not yet` || list.Children()[1] != second {
		t.Error("a draft was rewritten")
	}
	if !field(t, f, "days").Seeded() || field(t, f, "late").State() != StateAbsent {
		t.Error("what nobody touched is taken for touched")
	}
}

func TestTextThatIsNoJSONBreaksTheForm(t *testing.T) {
	f := form(t, `{"type":"object","properties":{"n":{"type":"number"},"o":{"type":"object","properties":{"any":{}}},"l":{"type":"array"}}}`)
	field(t, f, "n").SetText("1.")
	if p, broken := f.Broken(); broken {
		t.Errorf("text in a number breaks the form: %s", p)
	}
	any := field(t, f, "o", "any")
	any.SetText(`{"a":`)
	p, broken := f.Broken()
	if want := "o.any: this is not JSON: line 1, column 6: the text ends where a value is wanted"; !broken || p.Field != any || p.String() != want {
		t.Errorf("broken %v: %s, want %s", broken, p, want)
	}
	any.SetText(`{"a":1}`)
	field(t, f, "l").SetText("[1")
	if p, broken := f.Broken(); !broken || p.Path != "l" {
		t.Errorf("a list of broken text: %v, %s", broken, p)
	}
	field(t, f, "l").SetText("[1]")
	if p, broken := f.Broken(); broken {
		t.Errorf("still broken: %s", p)
	}
}
