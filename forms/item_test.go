package forms

import "testing"

func TestASketchTellsWhatAListTakesAndChangesNothing(t *testing.T) {
	f := form(t, `{"properties":{"a":{"type":"array","items":{"type":"object","required":["x"],"properties":{"x":{"type":"string"}}}},"at":{"type":"array","prefixItems":[{"type":"number"}],"items":false}}}`)
	list, at := field(t, f, "a"), field(t, f, "at")
	if sketch := list.Sketch(); sketch == nil || sketch.Kind != Object || sketch.Child("x") == nil || sketch.Form() != f {
		t.Errorf("the sketch is %+v", sketch)
	}
	if at.Sketch() != nil {
		t.Error("a list of fixed places takes an item")
	}
	sends(t, f, `{}`)
	if f.CanUndo() {
		t.Error("there is something to take back")
	}
	if place := at.Children()[0]; !place.InFixedPlace() || list.AddItem().InFixedPlace() {
		t.Error("an item and a place are not told apart")
	}
}
