package form

import "testing"

const mixed = `{"type":"object","properties":{"v":{"anyOf":[{"type":"string"},{"type":"number"},{"type":"null"}]},"w":{"type":["boolean","number"]}}}`

func TestAFieldOfSeveralTypesSaysWhichOneIsSentAndAKeyTakesTheOther(t *testing.T) {
	p := open(t, mixed, 80, 10)
	p.shows("text or number or null").typeText("5").shows("text or ‹ number › or null").sends(`{"v":5}`)
	p.press("alt+t").shows("‹ text › or number or null").sends(`{"v":"5"}`)
	p.typeText("0").sends(`{"v":"50"}`).press("tab").shows("‹ text › or number or null")
	p.press("alt+t").sends(`{"v":"50"}`).press("up", "alt+t").sends(`{"v":50}`).press("alt+z").sends(`{"v":"50"}`)
	p.press("ctrl+t", "ctrl+t").typeText("1").sends(`{"v":"501"}`)
	p.press("alt+n").shows("text or number or null").typeText("x").shows("‹ text › or number or null")
}

func TestTheListOfChoicesOffersToLeaveTheFieldOut(t *testing.T) {
	p := open(t, `{"type":"object","properties":{"city":{"enum":["Bergen","Oslo",null]},"x":{"type":"string"}}}`, 60, 20)
	p.press("enter").typeText("null").press("enter").sends(`{"city":null}`)
	p.press("enter").shows("‣ null").typeText("osl").press("enter").sends(`{"city":"Oslo"}`)
	p.press("enter").typeText("abs").press("enter").sends(`{}`)
	p.press("enter").shows("‣ absent")
}

func TestTheArrowsStayInTheForm(t *testing.T) {
	p := open(t, mixed, 80, 10)
	p.press("up", "down", "down", "down").typeText("7").sends(`{"w":7}`)
	if len(p.sent) > 0 {
		t.Errorf("the form was left: %+v", p.sent)
	}
}

func TestTheListOfChoicesDoesNotKeepFromTheJSON(t *testing.T) {
	p := open(t, `{"type":"object","properties":{"city":{"enum":["Bergen","Oslo"]}}}`, 60, 20)
	p.press("enter").typeText("o").press("ctrl+t").shows("{").press("ctrl+t").shows("city")
}

func TestTextThatCanNotBeReadComesBackEvenWhenAFieldWasChanged(t *testing.T) {
	p := open(t, forecast, 80, 20)
	p.typeText("Oslo").press("ctrl+t", "right").typeText(`"x" `).press("ctrl+t").typeText("!").sends(`{"place":"Oslo!","days":3}`)
	p.press("ctrl+t").shows(`"place": "Oslo!"`).press("alt+z").shows(`"x"`).press("alt+y").shows(`"place": "Oslo!"`)
}

func TestAnItemOfSeveralShapesBeginsWithItsShape(t *testing.T) {
	p := open(t, `{"type":"object","required":["l"],"properties":{"l":{"type":"array","items":{"oneOf":[{"title":"a","type":"object","properties":{"x":{"type":"integer"}}},{"title":"b","type":"object","properties":{"y":{"type":"integer"}}}]}}}}`, 80, 20)
	p.press("a").shows("‣   1    ‹ a ›  b").press("right", "tab").typeText("3").sends(`{"l":[{"y":3}]}`)
}

func TestAValueTypedOrPastedOnThePickerTakesItsShape(t *testing.T) {
	const to = `{"type":"object","properties":{"to":{"anyOf":[{"type":"string"},{"type":"array","items":{"type":"string"}}]},"o":{"anyOf":[{"type":"object","required":["a"],"properties":{"a":{"type":"integer"}}},{"type":"integer"}]}}}`
	p := open(t, to, 80, 20)
	p.typeText("ada@x").shows("enter takes it as the value").press("enter").shows("‹ text ›  list of text").sends(`{"to":"ada@x"}`)
	p.typeText(".org").sends(`{"to":"ada@x.org"}`).press("up").paste(`["bob","cy"]`).shows("text  ‹ list of text ›").sends(`{"to":["bob","cy"]}`)
	p.press("alt+z").sends(`{"to":"ada@x.org"}`)
	p = open(t, to, 80, 20)
	p.press("down").typeText("5").press("enter").sends(`{"o":5}`).press("up").typeText("five").press("enter").sends(`{"o":5}`).press("esc")
	p.paste(`{"a":1}`).sends(`{"o":{"a":1}}`).press("alt+z").sends(`{"o":5}`)
}

func TestTheLineEndThatIsPastedWithANumberIsNoPartOfIt(t *testing.T) {
	p := open(t, `{"type":"object","properties":{"n":{"type":"integer"}}}`, 80, 20)
	p.paste("42\n").typeText("0").sends(`{"n":420}`)
}

func TestAnItemThatNobodyFilledSaysWhatIsSentForIt(t *testing.T) {
	p := open(t, `{"type":"object","properties":{"l":{"type":"array","items":{"type":"string"}},"n":{"type":"array","items":{"type":"integer"}}}}`, 80, 20)
	p.press("a").sends(`{"l":[""]}`).shows("empty text").press("down", "down", "a").shows("needed")
}
