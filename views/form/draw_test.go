package form

import (
	"strings"
	"testing"
)

func TestWhatIsNotThereStandsWhereAValueWould(t *testing.T) {
	p := open(t, forecast, 80, 20)
	p.shows("place *   needed") // behind the caret
	p.screen.Focus(false)
	p.shows("place *  needed")
}

func TestTheNameOfTheWholeIsNotCut(t *testing.T) {
	open(t, `{}`, 60, 10).shows("value  {}")
	open(t, `{"type":"object","properties":{"":{"type":"string"}}}`, 60, 10).shows(`""  `)
}

func TestAFormWithoutFieldsSaysSo(t *testing.T) {
	p := open(t, `{"type":"object"}`, 60, 10)
	p.shows("This takes nothing.").shows("+ add a key")
	p.screen.Empty = "This tool takes no arguments."
	p.shows("This tool takes no arguments.").press("enter").typeText("x").press("enter").typeText("1").sends(`{"x":1}`)
	if strings.Contains(p.text(), "no arguments") {
		t.Error(p.text())
	}
	open(t, `{"type":"object","additionalProperties":false}`, 60, 10).shows("This takes nothing.")
	if text := open(t, `{"type":"object","additionalProperties":{"type":"string"}}`, 60, 10).text(); strings.Contains(text, "nothing") {
		t.Errorf("of a map it says %s", text)
	}
}

func TestWhatIsWrongIsSaidInFullOnANarrowScreen(t *testing.T) {
	p := open(t, `{"type":"object","properties":{"any":{},"n":{"type":"integer","minimum":1,"default":0}}}`, 40, 20)
	p.typeText("{a: 1}").press("tab").shows("wanted; a key stands in double")
	p.shows("its default 0 is not sent").shows("at least 1 would do")
}
