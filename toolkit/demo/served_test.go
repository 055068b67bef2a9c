package demo

import (
	"context"
	"os"
	"path/filepath"
	"testing"

	"toolbench/toolkit/tool"
	"toolbench/toolkit/tooltest"
)

// inTurn answers the first request with the first of these, and so on, and
// begins anew behind the last.
func inTurn(answers ...map[string]any) func(context.Context, tool.Request) (tool.Answer, error) {
	next := 0
	return func(context.Context, tool.Request) (tool.Answer, error) {
		next++
		return tool.Answer{OK: true, Data: answers[(next-1)%len(answers)]}, nil
	}
}

const old = "an old silent pond\na frog jumps into the pond\nsplash silence again"

// servedScenes are those of tools that are reached over a protocol.
var servedScenes = []scene{
	{tool: "observatory_haiku", args: `{"place":"Rome"}`, answer: tooltest.Yes(map[string]any{"text": old, "model": "Bashō"}), output: `"syllables":5.*"syllables":7.*"fits":true,"by":"Bashō"`, requests: "sampling"},
	{tool: "observatory_haiku", args: `{"place":"Rome"}`, answer: tooltest.Yes(map[string]any{"text": "rain"}), output: `"fits":false,"by":"human"`, requests: "sampling"},
	{tool: "observatory_haiku", args: `{"place":"Rome"}`, answer: tooltest.No, output: `^declined: server observatory asked for`, isError: true, requests: "sampling"},
	{tool: "observatory_list-roots", args: `{}`, output: `^- file:///demo/observations \(a folder that is made up\)`},
	{tool: "observatory_sign-up", args: `{"observer":"Ada"}`, answer: tooltest.Yes(nil), output: `^Ada has been shown the page`, requests: "authorization"},
	{tool: "observatory_sign-up", args: `{"observer":"Ada"}`, answer: tooltest.No, output: `declined`, isError: true, requests: "authorization"},

	{tool: "library_list-books", args: `{"subject":["poetry","science"],"year":{"from":1850,"to":1856}}`, output: `^{"books":\[{[^{]*"Leaves of Grass"[^{]*}\],"found":1}`},
	{tool: "library_list-books", args: `{"limit":99}`, output: `^HTTP 422: .*between 1 and 50`, isError: true},
	{tool: "library_get-book", args: `{"isbn":"9780140449082"}`, output: `"Herodotus".*"year":null`},
	{tool: "library_get-book", args: `{"isbn":"9780140449083"}`, output: `^HTTP 404: .*did you mean 9780140449082\?`, isError: true},
	{tool: "library_get-cover", args: `{"isbn":"9780140449082","width":120}`, output: `image/png`, parts: 1},
	{tool: "library_add-book", args: `{"isbn":"9780140449136","title":"Crime and Punishment","authors":["Fyodor Dostoyevsky"],"subject":"novel","year":1866}`, output: `"lent":false`},
	{tool: "library_add-book", args: `{"isbn":"9780140449082","title":"Histories","authors":["Herodotus"],"subject":"history"}`, output: `^HTTP 409: `, isError: true},
	{tool: "library_change-book", args: `{"isbn":"9780140449082","pages":1000}`, output: `"pages":1000`},
	{tool: "library_remove-book", args: `{"isbn":"9780140449082"}`, output: `^$`},
	{tool: "library_order-books", args: `{"Reader-Name":"Ada","books":["9780140449082"],"days":10}`, output: `"due":"2026-06-11","pagesADay":78.4`},
	{tool: "time", args: `{"offset":2}`, output: `"time":\s*"2000-01-01T02:00:00\+02:00",\s*"week":\s*52`},
	{tool: "echo", args: `{"status":202,"tag":["a","b"],"number":1.50}`, output: `^HTTP 202\n[\s\S]*{\\"number\\":1\.50}[\s\S]*"X-From"[\s\S]*"tag": \[\s*"a",\s*"b"`},
	{tool: "echo", args: `{"status":418,"message":"tea?"}`, output: `^HTTP 418`, isError: true},

	{tool: "travel_distance", args: `{"task":"How far is it from Reykjavik to New York?"}`, output: `^From Reykjavík to New York it is 42\d\d km .* west, at 257°\. Half`, progress: some},
	{tool: "travel_distance", args: `{"task":"there","data":{"from":"Oslo","to":"Rme"}}`, output: `did you mean Rome\?`, isError: true, progress: some},
	{tool: "travel_plan", args: `{"task":"Somewhere warm"}`, answer: inTurn(map[string]any{"from": "Oslo", "to": "Rome"}, map[string]any{"by": "train"}), output: `^## Oslo to Rome by train\n[\s\S]*\| 2 \| Rome \| 2006 \|`, parts: 1, requests: "input input", progress: some},
	{tool: "travel_plan", args: `{"task":"From Oslo to Sydney"}`, answer: tooltest.Yes(map[string]any{"by": "bicycle"}), output: `a faster way would do`, isError: true, requests: "input", progress: some},
	{tool: "travel_plan", args: `{"task":"From Oslo to Sydney"}`, answer: tooltest.No, output: `^declined: How do you want to travel`, isError: true, requests: "input", progress: some},
	{tool: "travel_follow", args: `{"task":"Oslo to Bergen"}`, output: `^Bergen is reached, 30\d km from Oslo\.$`, progress: some},

	{tool: "kitchen_convert", args: `{"amount":2,"from":"cup","to":"gram","ingredient":"flour"}`, output: `"amount":250\.78`},
	{tool: "kitchen_convert", args: `{"amount":2,"from":"cup","to":"gram"}`, output: `none is given`, isError: true},
	{tool: "kitchen_nutrition", args: `{"ingredients":[{"name":"oats","grams":50}]}`, output: `"energy":194\.5`, parts: 1},
	{tool: "kitchen_shop", args: `{"name":"flour","grams":500}`, answer: tooltest.Yes(nil), output: `only inside its own`, isError: true, requests: "approval"},
	{tool: "kitchen_shop", args: `{"name":"flour","grams":500}`, answer: tooltest.No, output: `declined`, isError: true, requests: "approval"},
	{tool: "kitchen_cook", args: `{"dish":"rice pudding","portions":4}`, output: `^rice pudding for 4, in 4 steps\.$`},
}

// outsideScenes are those of tools that touch files or start programs, which no
// bubble bounds.
var outsideScenes = []scene{
	{tool: "calculate", args: `{"left":6,"sign":"*","right":7}`, output: `^42\n?$`},
	{tool: "calculate", args: `{"left":6,"sign":"/","right":0}`, output: `exit code 2[\s\S]*zero`, isError: true},
	{tool: "calculate", args: `{"left":"six","sign":"/","right":0}`, output: `left`, isError: true},
	{tool: "bases", args: `{"number":255}`, output: `^{"octal":"377","decimal":255,"hexadecimal":"ff"}\n?$`},
	{tool: "count", args: `{"text":"so many words"}`, output: `^\s*0\s+3\s+24\s*$`},
	{tool: "sleep", args: `{"seconds":0}`, output: `^$`},
}

func TestTheDemosCommandsDoWhatTheySay(t *testing.T) {
	tools := world(t)
	for _, s := range outsideScenes {
		t.Run(s.tool, func(t *testing.T) { s.play(t, tools) })
	}
}

func TestTheLibraryCountsAnUploadedFile(t *testing.T) {
	file := filepath.Join(t.TempDir(), "whale.txt")
	if err := os.WriteFile(file, []byte("Call me Ishmael.\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	tools := world(t)
	for _, s := range []scene{
		{tool: "library_upload-text", args: `{"isbn":"9780142437247","file":"` + filepath.ToSlash(file) + `","note":"chapter 1"}`, output: `"name":"whale.txt","bytes":17,"lines":1,"words":3,.*"note":"chapter 1"`},
		{tool: "library_upload-text", args: `{"isbn":"9780142437247","file":"` + filepath.ToSlash(file) + `.not"}`, output: `whale\.txt\.not`, isError: true},
	} {
		s.play(t, tools)
	}
}
