package form

import "testing"

func TestTypingReplacesADefaultThatNobodyHasTouched(t *testing.T) {
	const days = `{"type":"object","properties":{"days":{"type":"integer","default":3},"name":{"type":"string","default":"tea"},"text":{"type":"string","default":"one"}}}`
	days3 := func() *person { return open(t, days, 60, 10) }
	days3().typeText("14").sends(`{"days":14,"name":"tea","text":"one"}`)
	days3().press("end").typeText("0").sends(`{"days":30,"name":"tea","text":"one"}`)
	days3().press("left").typeText("1").sends(`{"days":13,"name":"tea","text":"one"}`)
	days3().press("backspace").typeText("4").sends(`{"days":4,"name":"tea","text":"one"}`)
	days3().paste("7").sends(`{"days":7,"name":"tea","text":"one"}`)
	days3().press("tab", "shift+tab").typeText("5").press("tab", "shift+tab").typeText("6").sends(`{"days":56,"name":"tea","text":"one"}`)
	days3().press("tab").typeText("x").press("alt+z").sends(`{"days":3,"name":"tea","text":"one"}`).shows("tea")
	// A long text is rather gone on with than written anew.
	days3().press("tab", "tab").typeText("!").sends(`{"days":3,"name":"tea","text":"one!"}`)
}
