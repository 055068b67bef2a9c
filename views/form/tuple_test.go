package form

import "testing"

func TestFixedPlacesAreRowsWithTheirOwnNames(t *testing.T) {
	p := open(t, `{"type":"object","required":["at"],"properties":{"at":{"type":"array","prefixItems":[{"title":"east","type":"number","description":"degrees"},{"type":"number"}],"items":{"type":"string"}}}}`, 80, 20)
	p.press("space").shows("east").shows("degrees").shows("+ add one")
	p.press("tab").typeText("10.75").press("tab").typeText("59").press("tab", "enter").typeText("harbour").sends(`{"at":[10.75,59,"harbour"]}`)
	p.press("d").sends(`{"at":[10.75,59,"harbourd"]}`).press("alt+x").sends(`{"at":[10.75,59]}`)
	p.press("home", "tab", "alt+x", "ctrl+down", "alt+c").sends(`{"at":[10.75,59]}`)
	p.press("alt+u").sends(`{"at":[null,59]}`)
	p = open(t, `{"type":"object","properties":{"at":{"type":"array","prefixItems":[{"type":"number"}],"items":false}}}`, 80, 20)
	p.press("space").lacks("+ add one").press("a").lacks("+ add one").press("tab").typeText("1").sends(`{"at":[1]}`)
}
