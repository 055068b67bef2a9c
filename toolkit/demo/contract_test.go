package demo

import (
	"context"
	"testing"

	"toolbench/toolkit/source"
	"toolbench/toolkit/tooltest"
)

// named is a source of the demo, by its id.
func named(t *testing.T, id string) source.Source {
	t.Helper()
	for _, s := range Sources() {
		if s.Info().ID() == id {
			return s
		}
	}
	t.Fatalf("the demo has no source %s", id)
	return nil
}

func begun(ctx context.Context, h *tooltest.CallHost) error { return h.AwaitProgress(ctx, 1) }

func TestTheDemosSourcesKeepTheContract(t *testing.T) {
	for id, c := range map[string]tooltest.Case{
		"mcp:weather": {
			Works:   tooltest.Step{Tool: "weather_watch", Arguments: `{"place":"Oslo","seconds":1}`},
			Refuses: tooltest.Step{Tool: "weather_forecast", Arguments: `{"place":7}`},
			Reports: tooltest.Step{Tool: "weather_watch", Arguments: `{"place":"Oslo","seconds":2}`},
			Hangs:   tooltest.Step{Tool: "weather_watch", Arguments: `{"place":"Oslo","seconds":20}`},
			Begun:   begun,
			Asks:    tooltest.Step{Tool: "weather_report", Arguments: `{"place":"Oslo"}`},
			Answer:  map[string]any{"observer": "Ada", "temperature": 12, "sky": "fair", "confirm": true},
		},
		"mcp:stations": {
			Works:   tooltest.Step{Tool: "stations_list-stations"},
			Refuses: tooltest.Step{Tool: "stations_delete-station", Arguments: `{"name":""}`},
		},
		"skill:demo": {
			Works:   tooltest.Step{Tool: "skill", Arguments: `{"name":"bug-report"}`},
			Refuses: tooltest.Step{Tool: "skill", Arguments: `{"name":"bug"}`},
		},
		"native": {
			Works:   tooltest.Step{Tool: "everything", Arguments: `{"order":{"customer":{"name":"Ada"},"items":[{"sku":"A-1","quantity":1}]}}`},
			Refuses: tooltest.Step{Tool: "deploy", Arguments: `{"service":"Web"}`},
			Reports: tooltest.Step{Tool: "slow", Arguments: `{"seconds":2}`},
			Hangs:   tooltest.Step{Tool: "slow", Arguments: `{"seconds":20}`},
			Begun:   begun,
			Asks:    tooltest.Step{Tool: "calendar", Arguments: `{"day":"2026-06-01"}`},
			Crashes: tooltest.Step{Tool: "panics"},
		},
		"mcp:observatory": {
			Works:   tooltest.Step{Tool: "observatory_list-roots"},
			Refuses: tooltest.Step{Tool: "observatory_haiku", Arguments: `{"place":"Osol"}`},
			Asks:    tooltest.Step{Tool: "observatory_haiku", Arguments: `{"place":"Oslo"}`},
			Answer:  map[string]any{"text": "rain"},
		},
		"http:library": {
			Works:   tooltest.Step{Tool: "library_list-books", Arguments: `{"text":"darwin"}`},
			Refuses: tooltest.Step{Tool: "library_list-books", Arguments: `{"sort":"weight"}`},
		},
		"http:desk": {
			Works:   tooltest.Step{Tool: "echo", Arguments: `{"status":202,"number":1.50}`},
			Refuses: tooltest.Step{Tool: "time", Arguments: `{"offset":99}`},
		},
		"a2a:travel": {
			Works:   tooltest.Step{Tool: "travel_distance", Arguments: `{"task":"Oslo to Rome"}`},
			Refuses: tooltest.Step{Tool: "travel_distance", Arguments: `{"task":"Oslo"}`},
			Reports: tooltest.Step{Tool: "travel_distance", Arguments: `{"task":"Oslo to Rome"}`},
			Hangs:   tooltest.Step{Tool: "travel_follow", Arguments: `{"task":"Oslo to Rome"}`},
			Begun:   begun,
			Asks:    tooltest.Step{Tool: "travel_plan", Arguments: `{"task":"Oslo to Bergen"}`},
			Answer:  map[string]any{"by": "ship"},
		},
		"custom:kitchen": {
			Works:   tooltest.Step{Tool: "kitchen_convert", Arguments: `{"amount":2,"from":"cup","to":"milliliter"}`},
			Refuses: tooltest.Step{Tool: "kitchen_convert", Arguments: `{"amount":2,"from":"bucket","to":"milliliter"}`},
			Hangs:   tooltest.Step{Tool: "kitchen_cook", Arguments: `{"dish":"porridge"}`},
			Begun:   nil,
		},
	} {
		t.Run(id, func(t *testing.T) {
			tooltest.ContractInBubble(t, func(t *testing.T) tooltest.Case {
				c.Source = named(t, id)
				return c
			})
		})
	}
}

func TestTheDemosCommandsKeepTheContract(t *testing.T) {
	tooltest.Contract(t, func(t *testing.T) tooltest.Case {
		return tooltest.Case{
			Source:  named(t, "custom:commands"),
			Works:   tooltest.Step{Tool: "bases", Arguments: `{"number":255}`},
			Refuses: tooltest.Step{Tool: "bases", Arguments: `{"number":"many"}`},
			Hangs:   tooltest.Step{Tool: "sleep", Arguments: `{"seconds":600}`},
		}
	})
}
