package ui_test

import (
	"context"
	"encoding/json"
	"fmt"
	"testing"
	"time"

	"toolbench/toolkit"
	"toolbench/toolkit/tool"
	"toolbench/ui"
	"toolbench/ui/uitest"
)

// orderSchema has a form of each kind of row: groups, shapes, places, a list, a
// map, and a field that is there when another one says so.
const orderSchema = `{"type":"object","required":["order"],"properties":{"order":{"type":"object","required":["customer","items"],"properties":{
	"customer":{"type":"object","required":["name"],"properties":{
		"name":{"type":"string","minLength":1,"maxLength":80},
		"contact":{"oneOf":[
			{"title":"by e-mail","type":"object","required":["address"],"properties":{"address":{"type":"string","format":"email"}}},
			{"title":"by phone","type":"object","required":["number"],"properties":{"number":{"type":"string"}}}]}}},
	"items":{"type":"array","minItems":1,"maxItems":20,"items":{"type":"object","required":["sku"],"properties":{
		"sku":{"type":"string","pattern":"^[A-Z]-\\d+$"},"quantity":{"type":["integer","null"],"minimum":1}}}},
	"at":{"type":"array","prefixItems":[{"title":"latitude","type":"number"},{"title":"longitude","type":"number"}],"items":{"type":"string"}},
	"gift":{"type":"boolean"},
	"labels":{"type":"object","additionalProperties":{"type":"string"}}},
	"if":{"properties":{"gift":{"const":true}},"required":["gift"]},"then":{"required":["card"],"properties":{"card":{"type":"string","description":"What stands on the card"}}}}}}`

func onOrder(t *testing.T, w, h int, drive func(*testing.T, *uitest.Terminal)) {
	t.Helper()
	order := toolkit.NativeTool("order", "Orders tea", nil, func(_ context.Context, args map[string]any) (string, error) {
		return fmt.Sprint(args), nil
	})
	order.Details = &tool.Details{InputSchema: json.RawMessage(orderSchema)}
	onToolkit(t, w, h, toolkit.Options{ExtraTools: []tool.Tool{order}}, func(*toolkit.Toolkit) ui.Options { return ui.Options{} },
		func(t *testing.T, term *uitest.Terminal, _ *ui.Model) {
			open(term, "order")
			drive(t, term)
		})
}

func TestANestedFormIsFilledByKeys(t *testing.T) {
	for size, s := range map[string][2]int{"120x36": {120, 36}, "80x24": {80, 24}} {
		t.Run(size, func(t *testing.T) {
			onOrder(t, s[0], s[1], func(t *testing.T, term *uitest.Terminal) {
				term.Press("down", "down")
				term.Type("Ada")
				term.Press("down", "right", "down")
				term.Type("ada@")
				term.Press("down", "a")
				term.Type("W-77")
				term.Press("down", "alt+n")
				term.Press("down", "down", "space", "down", "space", "down")
				term.Type("10.75")
				term.Golden("nested-" + size)
				// The field of a condition comes while the cursor stays.
				term.Press("down", "down", "down", "space")
				want(t, term, "card *", "What stands on the card")
				term.Golden("condition-" + size)
				term.Press("alt+z", "alt+z")
				lack(t, term, "card *")
				term.Press("alt+i")
				term.Golden("filling-" + size)
				term.Press("s", "ctrl+r")
				term.Pass(time.Second)
				want(t, term, "✓ ok")
			})
		})
	}
}
