package form

import (
	"testing"

	tea "charm.land/bubbletea/v2"
)

func TestPastingFillsTheFieldOrTheForm(t *testing.T) {
	p := open(t, forecast, 80, 40)
	p.screen.Update(tea.PasteMsg{Content: "one\r\ntwo\ttabs"})
	p.sends(`{"place":"one\ntwo\ttabs","days":3}`)
	p.press("alt+u", "tab", "tab")
	p.paste("{\"place\": \"Bergen\", \"odd\": [1,], }").sends(`{"place":"Bergen","odd":[1]}`)
}

func TestArgumentsPastedAnywhereFillTheForm(t *testing.T) {
	const arguments = `{"place": "Bergen", "days": 5, "wind": null, "odd": 1}`
	for _, way := range [][]string{{}, {"tab"}, {"tab", "tab"}, {"tab", "tab", "enter", "tab", "tab"}, {"tab", "tab", "enter", "end"}} {
		p := open(t, forecast, 80, 40)
		p.typeText("Os").press(way...).paste(arguments).sends(`{"place":"Bergen","days":5,"wind":null,"odd":1}`)
		p.isTold("Filled from the paste: 4 fields. The schema does not name odd. alt+z brings back what was there.")
		p.shows("the schema does not name this key").press("shift+tab", "tab")
		p.press("alt+z").sends(`{"place":"Os","days":3}`).isTold("Brought back what was there.")
	}
	p := open(t, forecast, 80, 40)
	p.typeText("x").press("backspace").paste(arguments).shows("place *  Bergen").typeText("!").sends(`{"place":"Bergen!","days":5,"wind":null,"odd":1}`)
}

func TestAnObjectThatIsNoArgumentsStaysTextInAText(t *testing.T) {
	p := open(t, `{"type":"object","properties":{"name":{"type":"string"},"body":{"type":"string"}}}`, 80, 20)
	p.paste(`{"x":1}`).sends(`{"name":"{\"x\":1}"}`)
	p.press("tab").paste(`{"name":"y"}`).sends(`{"name":"{\"x\":1}","body":"{\"name\":\"y\"}"}`)
}

func TestTextPastedOnAGroupIsRefusedAndLosesNothing(t *testing.T) {
	p := open(t, forecast, 80, 40)
	if err := p.screen.Form().SetJSON([]byte(`{"place":"x","alerts":[{"place":"a"}]}`)); err != nil {
		t.Fatal(err)
	}
	p.screen.reveal(p.screen.Form().Root().Child("alerts"))
	p.paste("Oslo, Bergen").sends(`{"place":"x","alerts":[{"place":"a"}]}`)
	p.isTold("Not pasted: alerts takes a list. The text is not JSON: line 1, column 1: Oslo is no JSON value, and a text stands in quotes")
	p.paste(`{"level":2}`).sends(`{"place":"x","alerts":[{"place":"a"}]}`)
	p.isTold(`Not pasted: alerts takes a list, and {"level":2} is none.`)
	p.paste(`[{"place":"b"},]`).sends(`{"place":"x","alerts":[{"place":"b"}]}`)
	p.isTold("Filled alerts from the paste. alt+z brings back what was there.")
	p.press("alt+z").sends(`{"place":"x","alerts":[{"place":"a"}]}`)
}

func TestAnObjectGoesToTheGroupThatKnowsMoreOfItsKeys(t *testing.T) {
	p := open(t, `{"type":"object","properties":{"name":{"type":"string"},"at":{"type":"object","properties":{"name":{"type":"string"},"lat":{"type":"number"}}}}}`, 80, 40)
	p.press("tab").paste(`{"name":"x","lat":1}`).sends(`{"at":{"name":"x","lat":1}}`)
	p.press("alt+r").paste(`{"name":"x"}`).sends(`{"name":"x"}`)
}
