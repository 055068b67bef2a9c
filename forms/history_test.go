package forms

import "testing"

func TestTypingIntoOneFieldIsOneStep(t *testing.T) {
	f := form(t, forecast)
	if f.CanUndo() || f.Undo() {
		t.Error("there is something to undo before anything was done")
	}
	place, days := field(t, f, "place"), field(t, f, "days")
	for _, text := range []string{"O", "Os", "Osl", "Oslo"} {
		place.SetText(text)
	}
	days.SetText("1")
	days.SetText("")
	place.SetText("Oslo!")
	steps := []string{`{"place":"Oslo!"}`, `{"place":"Oslo"}`, `{"place":"Oslo","days":3}`, `{"days":3}`}
	for i, want := range steps {
		if sends(t, f, want); f.Undo() != (i < len(steps)-1) {
			t.Errorf("after %s", want)
		}
	}
	for i := len(steps) - 1; i >= 0; i-- {
		if sends(t, f, steps[i]); f.Redo() != (i > 0) {
			t.Errorf("redoing from %s", steps[i])
		}
	}
	f.Undo()
	days.SetText("9")
	if f.CanRedo() {
		t.Error("what was taken back can be had again after another edit")
	}
}

func TestEveryKindOfEditCanBeTakenBack(t *testing.T) {
	const start = `{"place":"a","alerts":[{"place":"x","level":2},{"place":"y"}],"wind":1}`
	for name, edit := range map[string]func(f *Form){
		"absent":    func(f *Form) { f.Root().Child("place").SetAbsent() },
		"null":      func(f *Form) { f.Root().Child("wind").SetNull() },
		"empty":     func(f *Form) { f.Root().Child("alerts").SetEmpty() },
		"choice":    func(f *Form) { f.Root().Child("units").SetChoice(1) },
		"toggle":    func(f *Form) { f.Root().Child("dry").Toggle() },
		"add":       func(f *Form) { f.Root().Child("alerts").AddItem() },
		"remove":    func(f *Form) { f.Root().Child("alerts").RemoveItem(0) },
		"move":      func(f *Form) { f.Root().Child("alerts").MoveItem(0, 1) },
		"duplicate": func(f *Form) { f.Root().Child("alerts").DuplicateItem(1) },
		"key":       func(f *Form) { _, _ = f.Root().AddKey("other") },
		"json":      func(f *Form) { _ = f.Root().Child("wind").SetJSON([]byte(`{}`)) },
		"fill":      func(f *Form) { _ = f.Fill([]byte(`{"days":7,} // all`)) },
		"reset":     func(f *Form) { f.Reset() },
		"named":     func(f *Form) { _ = f.Set("place", "b") },
	} {
		f := form(t, forecast)
		if err := f.SetJSON([]byte(start)); err != nil {
			t.Fatal(err)
		}
		edit(f)
		after := string(f.JSON())
		if !f.Undo() || string(f.JSON()) != string(filled(t, start).JSON()) {
			t.Errorf("%s: undone it is %s", name, f.JSON())
		}
		if f.Undo() {
			t.Errorf("%s is more than one step", name)
		}
		if !f.Redo() || string(f.JSON()) != after {
			t.Errorf("%s: redone it is %s, want %s", name, f.JSON(), after)
		}
	}
}

func filled(t *testing.T, value string) *Form {
	t.Helper()
	f := form(t, forecast)
	if err := f.SetJSON([]byte(value)); err != nil {
		t.Fatal(err)
	}
	return f
}

func TestChoosingAShapeCanBeTakenBack(t *testing.T) {
	f := form(t, contact)
	c := field(t, f, "contact")
	c.ChooseAlternative(0)
	c.Child("address").SetText("ada@example.com")
	c.ChooseAlternative(1)
	c.Child("number").SetText("555")
	for _, want := range []string{`{"contact":{"kind":"phone","number":"555"}}`, `{"contact":{"kind":"phone"}}`,
		`{"contact":{"kind":"mail","address":"ada@example.com"}}`, `{"contact":{"kind":"mail"}}`, `{}`} {
		sends(t, f, want)
		f.Undo()
	}
	if c.Alternative() != -1 {
		t.Errorf("it is of shape %d", c.Alternative())
	}
}

func TestWhatTheSchemaOffersFillsTheForm(t *testing.T) {
	f := form(t, `{"type":"object","properties":{"a":{"type":"string","examples":["x","y"]},"b":{"type":"integer","default":2}},"examples":[{"a":"one"},{"a":"two"}],"default":{"b":5}}`)
	var got []string
	for _, e := range f.Examples() {
		got = append(got, e.Label+" "+string(e.Value))
	}
	want := []string{`example 1 of the schema {"a":"one"}`, `example 2 of the schema {"a":"two"}`, `the schema's default {"b":5}`, `the examples of its fields {"a":"x"}`}
	for i := range want {
		if i >= len(got) || got[i] != want[i] {
			t.Fatalf("offers %q, want %q", got, want)
		}
	}
	if err := f.Fill([]byte(`{"a":`)); err == nil {
		t.Error("half an object fills the form")
	}
}
