package form

import (
	"encoding/json"
	"strings"
	"testing"

	"toolbench/forms"
)

// replace gives the person's form another schema, as when its tool has changed.
func (p *person) replace(schema string) *person {
	p.screen.Replace(forms.New(json.RawMessage(schema)))
	return p
}

func (p *person) lacks(unwanted string) *person {
	p.t.Helper()
	if text := p.text(); strings.Contains(text, unwanted) {
		p.t.Errorf("%q is on the screen:\n%s", unwanted, text)
	}
	return p
}

func TestWhatWasTypedOutlivesAnotherSchema(t *testing.T) {
	const two = `{"type":"object","properties":{"a":{"type":"string"},"b":{"type":"string"}}}`
	for name, c := range map[string]struct{ schema, sends string }{
		"a field more":            {`{"type":"object","properties":{"c":{"type":"string"},"a":{"type":"string"},"b":{"type":"string"}}}`, `{"a":"1","b":"22"}`},
		"a text that is a number": {`{"type":"object","properties":{"a":{"type":"string"},"b":{"type":"integer"}}}`, `{"a":"1","b":22}`},
		"a field less":            {`{"type":"object","properties":{"b":{"type":"string"}}}`, `{"b":"22","a":"1"}`},
		"another default":         {`{"type":"object","properties":{"a":{"type":"string","default":"x"},"b":{"type":"string"}}}`, `{"a":"1","b":"22"}`},
	} {
		t.Run(name, func(t *testing.T) {
			p := open(t, two, 80, 20)
			p.typeText("1").press("tab").typeText("2").replace(c.schema).typeText("2").sends(c.sends)
			if !p.screen.Touched() {
				t.Error("it is taken for a form that nobody has touched")
			}
		})
	}
}

func TestATextThatTheFieldTakesNoMoreIsKeptAndFlagged(t *testing.T) {
	p := open(t, `{"type":"object","properties":{"a":{"type":"string"}}}`, 80, 20)
	p.typeText("many").replace(`{"type":"object","properties":{"a":{"type":"integer"}}}`)
	p.shows("many").shows("✗").sends(`{"a":"many"}`)
	p.replace(`{"type":"object","properties":{"a":{"type":"string"}}}`).lacks("✗").sends(`{"a":"many"}`)
}

func TestAnUntouchedFormTakesTheDefaultsOfItsNewSchema(t *testing.T) {
	p := open(t, `{"type":"object","properties":{"a":{"type":"string","default":"x"}}}`, 80, 20)
	p.replace(`{"type":"object","properties":{"a":{"type":"string","default":"y"}}}`).sends(`{"a":"y"}`)
	if p.screen.Touched() {
		t.Error("it is taken for a form that somebody has touched")
	}
}

func TestTextOfTheWholeThatCanNotBeReadOutlivesAnotherSchema(t *testing.T) {
	p := open(t, `{"type":"object","properties":{"a":{"type":"string"}}}`, 80, 20)
	p.typeText("1").press("ctrl+t").typeText("nonsense")
	p.replace(`{"type":"object","properties":{"b":{"type":"string"}}}`).shows("nonsense")
	if p.screen.Broken() == nil {
		t.Error("it can be sent")
	}
}

func TestASchemaWithoutEndIsReplaced(t *testing.T) {
	const node = `{"$ref":"#/$defs/Node","$defs":{"Node":{"type":"object","properties":{"name":{"type":"string"},"next":{"$ref":"#/$defs/Node"}}}}}`
	p := open(t, node, 80, 20)
	p.typeText("x").replace(node).sends(`{"name":"x"}`)
}
