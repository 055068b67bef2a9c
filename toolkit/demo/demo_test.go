package demo

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"image/png"
	"log/slog"
	"regexp"
	"slices"
	"strings"
	"testing"
	"testing/synctest"

	"toolbench/toolkit/schema"
	"toolbench/toolkit/tool"
	"toolbench/toolkit/tooltest"
)

func TestMain(m *testing.M) {
	slog.SetDefault(slog.New(slog.DiscardHandler)) // some tools panic on purpose
	m.Run()
}

// world opens the demo and gives its tools by name. It has to be called inside
// a bubble, and closes what it opened at the bubble's end.
func world(t *testing.T) map[string]tool.Tool {
	t.Helper()
	tools := map[string]tool.Tool{}
	for _, s := range Sources() {
		t.Cleanup(func() { _ = s.Close() })
		listing, err := s.Open(t.Context(), &tooltest.Host{})
		if s.Info().Name == "billing" {
			continue
		}
		if err != nil {
			t.Fatalf("%s: %v", s.Info().ID(), err)
		}
		for _, one := range listing.Tools {
			tools[one.Name] = one
		}
	}
	return tools
}

// A scene is one call of a demo tool and how it has to end.
type scene struct {
	tool, args string
	answer     func(context.Context, tool.Request) (tool.Answer, error)
	// output is a pattern for the result's text; error one for a returned
	// error. A scene has one of them.
	output, error string
	isError       bool
	parts         int
	requests      string // the kinds of what is asked
	progress      int
}

// some progress is to be reported, however often.
const some = -1

var scenes = []scene{
	{tool: "weather_forecast", args: `{"place":"Oslo"}`, output: `^## Oslo, next 3 days\n\nMild and (dry|with rain)`, parts: 1},
	{tool: "weather_forecast", args: `{"place":"oslo","days":14,"units":"imperial","from":"2026-01-10","show":["rain","wind"],"alerts":[{"of":"frost","limit":32,"note":"Cover the roses."}]}`, output: `°F[\s\S]*### Alerts\n\n- \*\*frost\*\* on 2026-01-[\s\S]*Cover the roses\.`, parts: 1},
	{tool: "weather_forecast", args: `{"place":"-33.9,151.2","days":1}`, output: `^## -33\.9, 151\.2, next day`, parts: 1},
	{tool: "weather_forecast", args: `{"place":"Osol"}`, output: `did you mean Oslo\?`, isError: true},
	{tool: "weather_forecast", args: `{"place":"91,0"}`, output: `no point on earth`, isError: true},
	{tool: "weather_forecast", args: `{"place":"Oslo","days":99}`, output: `days: 99 is above 14`, isError: true},
	{tool: "weather_watch", args: `{"place":"Cairo","seconds":3}`, output: `"readings":\[[^,]+,[^,]+,[^,]+\]`, progress: 3},
	{tool: "weather_radar", args: `{"place":"Tokyo"}`, output: `image`, parts: 1},
	{tool: "weather_report", args: `{"place":"Rome"}`, answer: tooltest.Yes(map[string]any{"observer": "Ada", "temperature": 31.5, "sky": "clear", "confirm": true}), output: `^Thank you, Ada\. In Rome it is 31\.5 °C`, requests: "input"},
	{tool: "weather_report", args: `{"place":"Rome"}`, answer: tooltest.Yes(map[string]any{"observer": "Ada", "temperature": 31.5, "sky": "clear", "confirm": false}), output: `confirm is false`, isError: true, requests: "input"},
	{tool: "weather_report", args: `{"place":"Rome"}`, answer: tooltest.No, output: `declined`, isError: true, requests: "input"},
	{tool: "stations_list-stations", args: `{"region":"asia"}`, output: `"hakodate"`},
	{tool: "stations_add-station", args: `{"name":"rome-roof","region":"europe"}`, output: `"since":2026`},
	{tool: "stations_add-station", args: `{"name":"darwin","region":"oceania"}`, output: `already`, isError: true},
	{tool: "stations_delete-station", args: `{"name":"darwin","reason":"a storm"}`, output: `^Deleted darwin; 5 stations are left\.$`},
	{tool: "stations_delete-station", args: `{"name":"darvin"}`, output: `did you mean darwin\?`, isError: true},
	{tool: "chart", args: `{"kind":"bars","series":[{"name":"a","values":[1,2,6]}]}`, output: `^a: 3 values from 1 to 6, 3 on average$`, parts: 1},
	{tool: "chart", args: `{"series":[{"name":"a","values":[1e300]}]}`, output: `too large to draw`, isError: true},
	{tool: "deploy", args: `{"service":"web","environment":"staging"}`, output: `"environment":"staging"`, parts: 1, progress: 4},
	{tool: "deploy", args: `{"service":"web","environment":"production"}`, answer: tooltest.Yes(nil), output: `"healthy":true`, parts: 1, requests: "approval", progress: 4},
	{tool: "deploy", args: `{"service":"web","environment":"production"}`, answer: tooltest.No, output: `^declined: Deploy web to production\?$`, isError: true, requests: "approval"},
	{tool: "calendar", args: `{"day":"2026-06-01"}`, answer: tooltest.Yes(nil), output: `^Monday, 2026-06-01\n\n- `, requests: "authorization"},
	{tool: "calendar", args: `{"day":"2026-06-06"}`, answer: tooltest.Yes(nil), output: `nothing\.$`, requests: "authorization"},
	{tool: "ask", args: `{}`, answer: tooltest.Yes(map[string]any{"answers": []any{"later", []any{"boots", "scarf"}, "no"}}), output: `What comes along\? boots, scarf\n`, requests: "question"},
	{tool: "ask", args: `{"topic":"race"}`, answer: tooltest.Yes(map[string]any{"answers": []any{"later"}}), output: `answers`, isError: true, requests: "question"},
	{tool: "everything", args: `{"order":{"customer":{"name":"Ada"},"items":[{"sku":"W-77","quantity":null}]},"number":9007199254740993}`, output: `^\d+ bytes arrived\.$`},
	{tool: "everything", args: `{"order":{"customer":{"name":""},"items":[]}}`, output: `order\.customer\.name: .*order\.items: `, isError: true},
	{tool: "slow", args: `{"steps":4,"seconds":2}`, output: `^4 steps in 2 seconds\.$`, progress: 4},
	{tool: "long", args: `{"lines":12,"width":60}`, output: `^(.{1,60}\n){12}$`},
	{tool: "fails", args: `{}`, output: `moon`, isError: true},
	{tool: "broken", args: `{"reason":"the wire is cut"}`, error: `^the wire is cut$`},
	{tool: "panics", args: `{}`, error: `^tool panicked$`},
	{tool: "hostile", args: `{}`, output: "\x1b", parts: 1, progress: len(attacks)},
	{tool: "hostile", args: `{"ask":true}`, answer: tooltest.Yes(nil), output: "\x1b", parts: 1, requests: "approval", progress: 2 * len(attacks)},
	{tool: "hostile", args: `{"fail":true}`, error: "\x1b", progress: len(attacks)},
}

func TestEveryDemoToolDoesWhatItSays(t *testing.T) {
	played := map[string]bool{"library_upload-text": true} // which reads a file
	for _, s := range outsideScenes {
		played[s.tool] = true
	}
	for i, s := range slices.Concat(scenes, servedScenes) {
		played[s.tool] = true
		t.Run(fmt.Sprintf("%02d %s", i, s.tool), func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) { s.play(t, world(t)) })
		})
	}
	synctest.Test(t, func(t *testing.T) {
		for name, one := range world(t) {
			if !played[name] && one.Source != tool.SourceSkill {
				t.Errorf("no scene plays %s", name)
			}
		}
	})
}

func (s scene) play(t *testing.T, tools map[string]tool.Tool) {
	t.Helper()
	one, ok := tools[s.tool]
	if !ok {
		t.Fatalf("there is no tool %s", s.tool)
	}
	host := &tooltest.CallHost{Answer: s.answer}
	result, err := host.Call(t.Context(), one, s.args)
	if s.error != "" {
		if err == nil || !regexp.MustCompile(s.error).MatchString(err.Error()) {
			t.Fatalf("it ended with %+v, %v", result, err)
		}
	} else if err != nil || result.IsError != s.isError || !regexp.MustCompile(s.output).MatchString(result.Output) {
		t.Fatalf("it ended with %+v, %v", result, err)
	}
	if len(result.Parts) != s.parts {
		t.Errorf("there are %d parts", len(result.Parts))
	}
	var kinds []string
	for _, r := range host.Requests() {
		kinds = append(kinds, r.Kind)
	}
	if got := strings.Join(kinds, " "); got != s.requests {
		t.Errorf("it asked for %q", got)
	}
	if got := len(host.Reports()); got != s.progress && (s.progress != some || got == 0) {
		t.Errorf("it reported progress %d times", got)
	}
	s.check(t, one, result)
}

// check looks at what every result of a kind has to hold.
func (s scene) check(t *testing.T, one tool.Tool, result tool.ToolResult) {
	for _, p := range result.Parts {
		if p.MimeType != "image/png" {
			continue
		}
		b, err := p.Decode()
		if err != nil {
			t.Fatal(err)
		}
		if _, err := png.Decode(bytes.NewReader(b)); err != nil {
			t.Errorf("the picture can not be read: %v", err)
		}
	}
	if one.OutputSchema() == nil || s.isError || s.error != "" {
		return
	}
	if problems := schema.Validate(one.OutputSchema(), result.Structured()); len(problems) > 0 || result.Structured() == nil {
		t.Errorf("the structured content %s does not fit the output schema: %v", result.Structured(), problems)
	}
}

func TestTheDemoIsTheSameEveryTime(t *testing.T) {
	read := func() (all string) {
		synctest.Test(t, func(t *testing.T) {
			for _, call := range []struct{ tool, args string }{
				{"weather_forecast", `{"place":"Lima","days":14}`}, {"weather_radar", `{"place":"Lima"}`},
				{"weather_watch", `{"place":"Lima"}`}, {"long", `{}`}, {"deploy", `{"service":"web","environment":"staging"}`},
			} {
				result, err := (&tooltest.CallHost{}).Call(t.Context(), world(t)[call.tool], call.args)
				if err != nil {
					t.Fatal(err)
				}
				b, _ := json.Marshal(result)
				all += string(b)
			}
		})
		return all
	}
	first, second := read(), read()
	if first != second {
		t.Error("the same calls yielded something else")
	}
}

func TestADemoCallEndsWhenItIsCancelled(t *testing.T) {
	for _, call := range []struct{ tool, args string }{
		{"weather_watch", `{"place":"Lima","seconds":120}`}, {"slow", `{"seconds":600}`},
	} {
		synctest.Test(t, func(t *testing.T) {
			tools := world(t)
			ctx, cancel := context.WithCancel(t.Context())
			defer cancel()
			host := &tooltest.CallHost{}
			ended := make(chan error, 1)
			go func() {
				_, err := host.Call(ctx, tools[call.tool], call.args)
				ended <- err
			}()
			if err := host.AwaitProgress(t.Context(), 1); err != nil {
				t.Fatal(err)
			}
			cancel()
			if err := <-ended; err == nil {
				t.Errorf("%s ended well although it was cancelled", call.tool)
			}
		})
	}
}

func TestTheStationsServerKeepsALog(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		for _, s := range Sources() {
			if s.Info().Name != stationsServer.name {
				continue
			}
			defer s.Close()
			host := &tooltest.Host{}
			listing, err := s.Open(t.Context(), host)
			if err != nil {
				t.Fatal(err)
			}
			for _, one := range listing.Tools {
				if one.Destructive() {
					if _, err := (&tooltest.CallHost{}).Call(t.Context(), one, `{"name":"alta","reason":"a storm"}`); err != nil {
						t.Fatal(err)
					}
				}
			}
			if err := host.AwaitLog(t.Context(), func(e tool.LogEntry) bool {
				return e.Level == "warning" && strings.Contains(e.Message, "station deleted: alta: a storm")
			}); err != nil {
				t.Errorf("the deletion is not in the log: %+v", host.Logs())
			}
		}
	})
}

func TestOnlyBillingFailsToOpen(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		for _, s := range Sources() {
			_, err := s.Open(t.Context(), &tooltest.Host{})
			_ = s.Close()
			if failed := err != nil; failed != (s.Info().Name == "billing") {
				t.Errorf("%s: %v", s.Info().ID(), err)
			}
			if err != nil && !strings.Contains(err.Error(), "toolbench-demo-billing") {
				t.Errorf("the reason does not name the command: %v", err)
			}
		}
	})
}

func TestSourcesAreSeparateWorlds(t *testing.T) {
	first, second := Sources(), Sources()
	ids := map[string]bool{}
	for i := range first {
		if first[i] == second[i] {
			t.Errorf("%s is shared", first[i].Info().ID())
		}
		ids[first[i].Info().ID()] = true
	}
	if len(ids) != len(first) {
		t.Errorf("two sources have the same id: %v", ids)
	}
}
