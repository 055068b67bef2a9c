package form

import (
	"strings"
	"testing"

	tea "charm.land/bubbletea/v2"
)

const contact = `{"type":"object","required":["name"],"properties":{"name":{"type":"string"},"contact":{"oneOf":[
	{"title":"by e-mail","type":"object","required":["kind","address"],"properties":{"kind":{"const":"mail"},"address":{"type":"string","format":"email"},"note":{"type":"string"}}},
	{"title":"by phone","type":"object","required":["kind","number"],"properties":{"kind":{"const":"phone"},"number":{"type":"string"},"note":{"type":"string"}}}]}}}`

func TestAShapeIsPickedAndSwitchingKeepsWhatFits(t *testing.T) {
	p := open(t, contact, 90, 20)
	p.typeText("Ada").press("tab").shows("contact  by e-mail  by phone  ‹ absent ›").shows("one of 2 shapes").sends(`{"name":"Ada"}`)
	p.press("right").shows("‹ by e-mail ›  by phone  absent").press("tab", "tab").typeText("ada@example.com").press("tab").typeText("home")
	p.sends(`{"name":"Ada","contact":{"kind":"mail","address":"ada@example.com","note":"home"}}`)
	p.press("up", "up", "up", "right").shows("by e-mail  ‹ by phone ›  absent")
	p.sends(`{"name":"Ada","contact":{"kind":"phone","note":"home"}}`)
	p.press("left").sends(`{"name":"Ada","contact":{"kind":"mail","address":"ada@example.com","note":"home"}}`)
	p.press("left").sends(`{"name":"Ada"}`).press("right").sends(`{"name":"Ada","contact":{"kind":"mail","address":"ada@example.com","note":"home"}}`)
	p.press("left", "left", "right", "right").sends(`{"name":"Ada","contact":{"kind":"mail","address":"ada@example.com","note":"home"}}`)
	p.press("left", "alt+z").sends(`{"name":"Ada","contact":{"kind":"mail","address":"ada@example.com","note":"home"}}`)
}

func TestAShapeIsFoundInAListByItsName(t *testing.T) {
	p := open(t, contact, 90, 20)
	p.press("tab", "enter").shows("‣ absent").typeText("pho").press("enter").sends(`{"contact":{"kind":"phone"}}`)
	p.press("a", "enter").sends(`{}`) // a letter opens the list; what begins with it comes first
}

func TestManyShapesShowOneAtATime(t *testing.T) {
	var shapes []string
	for _, name := range []string{"circle", "ellipse", "hexagon", "pentagon", "rectangle", "rhombus", "square", "trapezium", "triangle"} {
		shapes = append(shapes, `{"title":"a `+name+`","type":"object","required":["`+name+`"],"properties":{"`+name+`":{"type":"number"}}}`)
	}
	p := open(t, `{"type":"object","required":["shape"],"properties":{"shape":{"anyOf":[`+strings.Join(shapes, ",")+`]}}}`, 70, 20)
	p.shows("‹ a circle ›").lacks("a square").shows("one of 9 shapes")
	p.typeText("tri").press("enter").shows("‹ a triangle ›").press("tab").typeText("3").sends(`{"shape":{"triangle":3}}`)
}

func TestAShapeThatIsNoGroupHasItsValueInARowOfItsOwn(t *testing.T) {
	const list = `{"type":"object","required":["to"],"properties":{"to":{"anyOf":[{"type":"string"},{"type":"array","items":{"type":"string"}}]}}}`
	p := open(t, list, 80, 20)
	p.shows("‹ text ›  list of text").shows("value").press("tab").typeText("ada").sends(`{"to":"ada"}`)
	p.press("shift+tab", "right").sends(`{"to":["ada"]}`).press("a").typeText("bob").sends(`{"to":["ada","bob"]}`)
	p.press("alt+z", "alt+z").sends(`{"to":["ada"]}`).press("alt+z").sends(`{"to":"ada"}`).press("alt+shift+z", "alt+y", "alt+y").sends(`{"to":["ada","bob"]}`)
}

func TestTheShapeOfTheWholeStandsAboveItsFields(t *testing.T) {
	p := open(t, `{"type":"object","oneOf":[{"title":"a","required":["x"],"properties":{"x":{"type":"string"}}},{"title":"b","required":["y"],"properties":{"y":{"type":"integer"}}}]}`, 80, 10)
	p.shows("shape  ‹ a ›  b").press("right", "tab").typeText("7").sends(`{"y":7}`)
}

func TestAValueOfNoShapeIsShownAndFlagged(t *testing.T) {
	p := open(t, contact, 90, 20)
	if err := p.screen.Form().SetJSON([]byte(`{"name":"x","contact":7}`)); err != nil {
		t.Fatal(err)
	}
	p.screen.rebuild()
	p.screen.Reveal()
	p.shows("of none").shows("value").shows("7").shows("✗")
	if r := p.screen.row(); r.kind != valueRow {
		t.Error("the cursor is not on the value")
	}
	p.press("shift+tab", "right").sends(`{"name":"x","contact":{"kind":"mail"}}`)
}

func TestAProblemOfAShapeIsBesideItsValue(t *testing.T) {
	p := open(t, contact, 90, 20)
	p.typeText("x").press("tab", "right", "tab", "tab").typeText("ada@").press("tab").shows("✗ ")
	p.press("ctrl+n")
	if f := p.screen.field(); f == nil || f.Name != "address" {
		t.Error("the cursor is not on the address")
	}
}

func TestAClickPicksAShape(t *testing.T) {
	p := open(t, contact, 90, 20)
	line := strings.Split(p.text(), "\n")[1]
	at := len([]rune(line[:strings.Index(line, "by phone")]))
	p.screen.Update(tea.MouseClickMsg{X: at + 1, Y: 1})
	p.sends(`{"contact":{"kind":"phone"}}`)
}

func TestNullIsAnOptionAmongTheShapesAndLeadsBack(t *testing.T) {
	p := open(t, `{"type":"object","required":["to"],"properties":{"to":{"anyOf":[{"type":"string"},{"type":"array","items":{"type":"string"}},{"type":"null"}]}}}`, 80, 20)
	p.shows("‹ text ›  list of text  null").press("down").typeText("ada").press("up", "left").shows("text  list of text  ‹ null ›").sends(`{"to":null}`)
	p.press("right").sends(`{"to":"ada"}`).press("right", "right").sends(`{"to":null}`).press("left").sends(`{"to":["ada"]}`)
}
