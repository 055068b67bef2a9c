package form

import (
	"fmt"
	"strings"
	"testing"
)

const gift = `{"type":"object","required":["kind"],"properties":{"kind":{"enum":["gift","order"]},"note":{"type":"string"}},
	"if":{"properties":{"kind":{"const":"gift"}},"required":["kind"]},
	"then":{"required":["card"],"properties":{"card":{"type":"string","maxLength":5}}},
	"else":{"properties":{"invoice":{"type":"string"}}}}`

func TestAFieldThatDependsOnAnotherComesAndGoesUnderTheCursor(t *testing.T) {
	p := open(t, gift, 80, 20)
	p.lacks("card").press("right").shows("card *").sends(`{"kind":"gift"}`)
	if f := p.screen.field(); f.Name != "kind" {
		t.Errorf("the cursor went to %s", f.Name)
	}
	p.press("down", "down").typeText("Hi").sends(`{"kind":"gift","card":"Hi"}`)
	p.press("up", "up", "right").lacks("card").shows("invoice").sends(`{"kind":"order"}`)
	if f := p.screen.field(); f.Name != "kind" {
		t.Errorf("the cursor went to %s", f.Name)
	}
	p.press("left").shows("Hi").sends(`{"kind":"gift","card":"Hi"}`) // what was typed is there again
	p.press("right", "alt+z").sends(`{"kind":"gift","card":"Hi"}`)
}

func TestTheFieldUnderTheCursorStaysOnItsLineWhenOthersComeAndGo(t *testing.T) {
	var fields strings.Builder
	for i := range 20 {
		fmt.Fprintf(&fields, `"f%d":{"type":"string"},`, i)
	}
	p := open(t, `{"type":"object","properties":{"last":{"type":"object","properties":{"note":{"type":"string"}}},`+fields.String()+`"on":{"type":"boolean"},`+strings.ReplaceAll(strings.TrimSuffix(fields.String(), ","), `"f`, `"g`)+`},
		"if":{"required":["on"],"properties":{"on":{"const":true}}},"then":{"properties":{"last":{"required":["card"],"properties":{"card":{"type":"string"}}}}}}`, 80, 12)
	p.press("space")
	for range 27 {
		p.press("down")
	}
	p.press("up", "up", "up", "up", "up")
	line := func() int {
		for y, line := range strings.Split(p.text(), "\n") {
			if strings.Contains(line, "‣") {
				return y
			}
		}
		return -1
	}
	before, rows := line(), len(p.screen.rows)
	p.press("space").sends(`{"on":true}`)
	if len(p.screen.rows) == rows {
		t.Error("no field came")
	}
	if after := line(); after != before {
		t.Errorf("it stood on line %d, and stands on line %d", before, after)
	}
	p.press("space")
	if after := line(); after != before {
		t.Errorf("it stood on line %d, and stands on line %d after it went", before, after)
	}
}

func TestAFieldThatWasAddedToALargeFormShowsAmongThoseThatAreLeftOut(t *testing.T) {
	var fields strings.Builder
	for i := range 8 {
		fmt.Fprintf(&fields, `"f%d":{"type":"string"},`, i)
	}
	p := open(t, strings.Replace(gift, `"note"`, fields.String()+`"note"`, 1), 80, 20)
	p.shows("10 optional fields left out").press("right").shows("card *").shows("9 optional fields left out")
}
