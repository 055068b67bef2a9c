package form

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	tea "charm.land/bubbletea/v2"
)

const trip = `{"type":"object","required":["place"],"properties":{"place":{"type":"string","minLength":3},"days":{"type":"integer","default":3},"pin":{"type":"string","format":"password"}},
	"examples":[{"place":"Oslo","days":2},{"place":"Bergen"}]}`

// runs hands the messages of the commands that were sent back to the screen.
func (p *person) runs() *person {
	for _, msg := range p.sent {
		p.screen.Update(msg)
	}
	p.sent = append(p.sent, p.out.Take()...)
	return p
}

func TestAFormIsFilledFromWhatTheSchemaOffers(t *testing.T) {
	p := open(t, trip, 80, 20)
	p.typeText("Rome").press("alt+i").shows("Fill the form from").shows("a sample that is valid").shows(`{"place":"Bergen"}`).shows("nothing was sent yet")
	p.press("l").shows("Fill the form from").press("2").sends(`{"place":"Bergen"}`).shows("place *  Bergen")
	p.isTold("Filled from example 2 of the schema: 1 field. alt+z brings back what was there.")
	p.press("alt+z").sends(`{"place":"Rome","days":3}`)
	p.press("alt+i", "down", "enter")
	if problems := p.screen.Form().Problems(); len(problems) > 0 {
		t.Errorf("the sample %s: %v", p.screen.Form().JSON(), problems)
	}
	p.press("alt+i", "d").sends(`{"days":3}`)
	p.press("alt+i", "x", "esc").sends(`{"days":3}`).shows("place *").lacks("Fill the form")
}

func TestAFormIsFilledFromAnEarlierRunAndHidesItsSecrets(t *testing.T) {
	p := open(t, trip, 100, 20)
	p.typeText("Oslo").press("tab", "tab").typeText("hunter2")
	p.screen.Sent()
	p.press("alt+r", "up", "up").typeText("Rome")
	p.screen.Sent()
	p.press("alt+r", "alt+i").shows("the last run").shows("an earlier run").shows(`"pin":"••••••"`).lacks("hunter2")
	p.press("l").sends(`{"place":"Rome","days":3}`)
	p.press("alt+i", "end")
	for range 9 {
		if strings.Contains(p.screen.filling.offers[p.screen.filling.list.Cursor()].name, "earlier") {
			break
		}
		p.press("up")
	}
	p.press("enter").sends(`{"place":"Oslo","days":3,"pin":"hunter2"}`)
}

func TestJSONIsPastedOrTypedIntoTheForm(t *testing.T) {
	p := open(t, trip, 80, 20)
	p.press("alt+i").paste("{\n  \"place\": \"Oslo\", // home\n}").sends(`{"place":"Oslo"}`).lacks("Fill the form")
	p.press("alt+i", "p").typeText(`{"place": "Rome"`).press("enter").shows("✗ this is not JSON: line 1").sends(`{"place":"Oslo"}`)
	p.typeText("}").lacks("✗").press("enter").sends(`{"place":"Rome"}`).press("alt+z").sends(`{"place":"Oslo"}`)
	p.press("alt+i", "p", "enter").shows("JSON is wanted").press("esc", "esc").sends(`{"place":"Oslo"}`)
	p.press("ctrl+t").press("alt+i", "p").paste(`{"place":"Ås","days":1}`).shows("place *  Ås").sends(`{"place":"Ås","days":1}`)
}

func TestAFormOrAFieldIsFilledFromAFile(t *testing.T) {
	folder := t.TempDir()
	write := func(name, content string) string {
		path := filepath.Join(folder, name)
		if err := os.WriteFile(path, []byte(content), 0o600); err != nil {
			t.Fatal(err)
		}
		return path
	}
	whole, broken := write("arguments.json", `{"place":"Oslo",}`), write("broken.json", `{"place"`)
	p := open(t, trip, 200, 20)
	p.press("alt+i", "f").paste(whole + "\n").press("enter").runs().sends(`{"place":"Oslo"}`).lacks("Fill the form")
	p.sent = nil
	p.press("alt+i", "f").paste(broken).press("enter").runs().shows("✗ " + broken + " is not JSON: line 1").sends(`{"place":"Oslo"}`)
	p.press("ctrl+u").typeText(folder).press("enter").runs().shows("is not a file")
	p.press("ctrl+u").typeText(folder + "/none").press("enter").runs().shows("no such file")

	p = open(t, `{"type":"object","properties":{"body":{"type":"string","contentEncoding":"base64"},"text":{"type":"string"}}}`, 200, 20)
	image := write("picture", "\x00\xff")
	p.press("alt+i").shows("a file, into body as base64").press("v").paste(image).press("enter").runs().sends(`{"body":"AP8="}`)
	p.sent = nil
	p.press("tab", "alt+i", "v").paste(image).press("enter").runs().shows("is not text").press("esc", "esc").sends(`{"body":"AP8="}`)
}

func TestTheMenuIsClicked(t *testing.T) {
	p := open(t, trip, 80, 20)
	p.press("alt+i")
	for y, line := range strings.Split(p.text(), "\n") {
		if strings.Contains(line, "Bergen") {
			p.screen.Update(tea.MouseClickMsg{X: 10, Y: y})
			break
		}
	}
	p.sends(`{"place":"Bergen"}`)
}

func TestALongDescriptionIsReadOn(t *testing.T) {
	long := strings.Repeat("Some words about the place. ", 40) + "**the end**"
	p := open(t, `{"type":"object","properties":{"place":{"type":"string","minLength":3,"description":"`+long+`","default":"Oslo"},"b":{"type":"string"}}}`, 60, 12)
	p.shows("… alt+h").lacks("…… alt+h").lacks("the end").press("alt+h").shows("text, at least 3 characters").shows("default").runs()
	p.press("end").shows("the end").lacks("**").press("esc").shows("Oslo").typeText("B").sends(`{"place":"B"}`)
	checkSize(t, p.screen, 60, 12)
}

func TestTextOfTheWholeIsUndoneWordByWord(t *testing.T) {
	p := open(t, trip, 80, 20)
	p.press("ctrl+t").paste("x").press("alt+z")
	if p.screen.Broken() != nil {
		t.Error(p.screen.Broken())
	}
	p.press("alt+shift+z")
	if p.screen.Broken() == nil {
		t.Error("the paste was not made again")
	}
	p.press("alt+z", "right").typeText(`"place": "Oslo",`).sends(`{"place":"Oslo","days":3}`).press("ctrl+t", "alt+z").sends(`{"days":3}`)
}
