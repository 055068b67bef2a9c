package forms

import "testing"

const point = `{"type":"object","properties":{"at":{"type":"array","title":"Place","prefixItems":[{"type":"number","title":"east"},{"type":"number"},{"type":"string"}],"items":false}}}`

func TestFixedPlacesAreFieldsOfTheirOwn(t *testing.T) {
	f := form(t, point)
	at := field(t, f, "at")
	if !at.Tuple || at.Type() != "list of number, number, text" || at.TakesItems() {
		t.Fatalf("it is %s, takes items: %v", at.Type(), at.TakesItems())
	}
	sends(t, f, `{}`)
	places := at.Children()
	if len(places) != 3 || places[0].Label() != "east" || places[1].Label() != "2" || places[2].Kind != String {
		t.Fatalf("%d places", len(places))
	}
	places[0].SetText("1.50")
	sends(t, f, `{"at":[1.50]}`)
	hasProblems(t, f, "")
	places[2].SetText("x")
	sends(t, f, `{"at":[1.50,null,"x"]}`)
	hasProblems(t, f, "at[1]: is needed")
	places[1].SetText("2")
	sends(t, f, `{"at":[1.50,2,"x"]}`)
	at.RemoveItem(2)
	if sends(t, f, `{"at":[1.50,2]}`); at.AddItem() != nil || at.MoveItem(0, 1) != 0 || at.DuplicateItem(0) != nil {
		t.Error("a fixed place was moved or copied")
	}
	at.SetAbsent()
	sends(t, f, `{}`)
	if at.Children()[0] != places[0] {
		t.Error("the places were made anew")
	}
	f.Undo()
	sends(t, f, `{"at":[1.50,2]}`)
}

func TestAListMayHaveFurtherItemsBehindItsPlaces(t *testing.T) {
	for _, schema := range []string{
		`{"properties":{"at":{"type":"array","prefixItems":[{"type":"string"}],"items":{"type":"integer"}}}}`,
		`{"$schema":"http://json-schema.org/draft-07/schema#","properties":{"at":{"type":"array","items":[{"type":"string"}],"additionalItems":{"type":"integer"}}}}`,
	} {
		f := form(t, schema)
		at := field(t, f, "at")
		at.Children()[0].SetText("a")
		at.AddItem().SetText("1")
		at.AddItem().SetText("2")
		at.MoveItem(2, -1)
		sends(t, f, `{"at":["a",2,1]}`)
		at.RemoveItem(1)
		sends(t, f, `{"at":["a",1]}`)
		hasProblems(t, f, "")
		if err := f.SetJSON([]byte(`{"at":["b",3,"odd",{}]}`)); err != nil {
			t.Fatal(err)
		}
		sends(t, f, `{"at":["b",3,"odd",{}]}`)
		hasProblems(t, f, `at[2]: "odd" is not an integer | at[3]: {} is not an integer`)
		for _, text := range []string{"c", "4"} {
			if err := f.Set("at", text); err != nil {
				t.Fatal(err)
			}
		}
		sends(t, f, `{"at":["c",4]}`)
	}
}
