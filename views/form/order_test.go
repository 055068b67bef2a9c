package form

import (
	"slices"
	"testing"
)

func TestTheNeededFieldsComeFirstOnlyWhenThePersonAsks(t *testing.T) {
	p := open(t, `{"type":"object","required":["d","b"],"properties":{"a":{"type":"string"},"b":{"type":"string"},"c":{"type":"string"},"d":{"type":"string"}}}`, 80, 20)
	order := func() (names []string) {
		for _, r := range p.screen.rows {
			names = append(names, r.field.Name)
		}
		return names
	}
	written := []string{"a", "b", "c", "d"}
	if got := order(); !slices.Equal(got, written) {
		t.Errorf("the fields stand as %v, want the source's own order", got)
	}
	p.press("tab", "tab") // to c
	p.press("x", "alt+o")
	if got, want := order(), []string{"b", "d", "a", "c"}; !slices.Equal(got, want) {
		t.Errorf("the fields stand as %v, want %v", got, want)
	}
	p.press("y")
	if got := string(p.screen.form.JSON()); got != `{"c":"xy"}` {
		t.Errorf("the cursor left its field: %s", got)
	}
	p.press("alt+o")
	if got := order(); !slices.Equal(got, written) {
		t.Errorf("the fields stand as %v again", got)
	}
}
