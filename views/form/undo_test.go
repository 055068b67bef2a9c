package form

import "testing"

func TestDefaultsPutBackTakeNothingAway(t *testing.T) {
	p := open(t, forecast, 80, 40)
	p.typeText("Oslo").press("tab").typeText("x").press("alt+r").sends(`{"days":3}`)
	p.isTold("The defaults are back. alt+r again brings back what was there.")
	p.press("tab", "alt+r").sends(`{"place":"Oslo","days":"x"}`).isTold("Brought back what was there.")
	p.press("alt+r").sends(`{"days":3}`).press("shift+tab", "shift+tab").typeText("B").press("alt+r").sends(`{"days":3}`)
	p.press("alt+r").sends(`{"place":"B","days":3}`)

	p.press("ctrl+t").typeText("nonsense").press("alt+r").sends(`{"days":3}`)
	p.press("alt+r")
	if !p.screen.Text() || p.screen.Broken() == nil {
		t.Error("the text that could not be read is gone")
	}
	p.shows("nonsense").press("ctrl+u").shows(`"place": "B"`)
}

func TestTheSameKeyBringsBackWhatItTookAway(t *testing.T) {
	for _, c := range []struct{ stroke, sent, told string }{
		{"alt+u", `{"place":"x"}`, "Left out. alt+u again brings back what was there."},
		{"alt+n", `{"place":"x","alerts":null}`, "Set to null. alt+n again brings back what was there."},
		{"alt+m", `{"place":"x","alerts":[]}`, "Emptied. alt+m again brings back what was there."},
	} {
		const full = `{"place":"x","alerts":[{"place":"a"}]}`
		p := open(t, forecast, 80, 40)
		if err := p.screen.Form().SetJSON([]byte(full)); err != nil {
			t.Fatal(err)
		}
		alerts, place := p.screen.Form().Root().Child("alerts"), p.screen.Form().Root().Child("place")
		p.screen.reveal(alerts)
		p.press(c.stroke).sends(c.sent).isTold(c.told)
		p.press(c.stroke).sends(full).isTold("Brought back what was there.")
		p.press(c.stroke)
		p.screen.reveal(place)
		p.press(c.stroke, c.stroke).sends(c.sent)
		p.screen.reveal(alerts)
		p.press(c.stroke).sends(c.sent)
	}
}

func TestAnItemThatWasTakenOutCanBeBroughtBack(t *testing.T) {
	p := open(t, `{"type":"object","properties":{"l":{"type":"array","items":{"type":"string"}}}}`, 80, 20)
	p.press("a").typeText("one").press("tab", "enter").typeText("two").press("shift+tab", "alt+x").sends(`{"l":["two"]}`)
	p.isTold("Taken out. alt+z brings back what was there.").press("alt+z").sends(`{"l":["one","two"]}`)
}

func TestTheTextOfTheWholeComesBackWithItsComments(t *testing.T) {
	p := open(t, forecast, 80, 40)
	p.press("ctrl+t", "right").typeText(`"place": "Oslo", // home`).press("enter", "ctrl+t", "alt+r").sends(`{"days":3}`)
	p.press("alt+r").sends(`{"place":"Oslo","days":3}`).press("ctrl+t").shows("// home")
}
